"""Log files: the wires after a magic string, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import ENV_CAP, WIRE_CAP, Wire, pack_wire
from sealed_wonders.net.log.file import MAGIC, chunk, read, write

wires = st.lists(
    st.builds(Wire, st.binary(max_size=300), st.binary(min_size=64, max_size=64)),
    max_size=6,
)
ONE = Wire(b"env", bytes(64))


@given(wires)
def test_a_written_log_is_read_back(log: list[Wire]) -> None:
    assert tuple(log) == read(write(log))


@given(st.binary(max_size=300))
def test_random_bytes_are_a_log_or_a_remote_error(data: bytes) -> None:
    """No other exception is raised. A readable log is written as the same bytes."""
    for file in (data, MAGIC + data, MAGIC + chunk(data)):
        try:
            log = read(file)
        except RemoteProtocolError:
            continue
        assert file == write(log)


def test_a_file_has_the_documented_bytes() -> None:
    """The magic string, then each wire after its length."""
    packed = b"\x92\xc4\x03env\xc4\x40" + bytes(64)

    assert b"SWLOG1\n" == write(())
    assert b"SWLOG1\n\x00\x00\x00\x48" + packed == write((ONE,))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "does not begin"),
        (b"SWLOG1", "does not begin"),
        (b"SWLOG2\n", "does not begin"),
        (b"SWLOG1\r\n", "does not begin"),
        (
            write((ONE,)) + b"\x00",
            "at byte 83: the file ends in the middle of a length",
        ),
        (write((ONE,)) + b"\n", "at byte 83: the file ends in the middle of a length"),
        (write((ONE,))[:-1], "at byte 7: the file ends too early; missing bytes: 1"),
        (write((ONE,)) + bytes(4), "at byte 83: not msgpack"),
        (write((ONE,)) + chunk(b"\x90"), "at byte 83: not a signed message"),
        (
            MAGIC + b"\xff\xff\xff\xff",
            "at byte 7: a signed message of 4294967295 bytes",
        ),
    ],
)
def test_the_error_for_a_damaged_file_names_the_place(data: bytes, why: str) -> None:
    with pytest.raises(RemoteProtocolError, match=why):
        read(data)


def test_the_length_of_a_wire_is_limited_before_it_is_read() -> None:
    largest = Wire(bytes(ENV_CAP), bytes(64))

    assert WIRE_CAP == len(pack_wire(largest))
    assert (largest,) == read(write((largest,)))
    with pytest.raises(RemoteProtocolError, match=f"exceeds the limit of {WIRE_CAP}"):
        read(MAGIC + (WIRE_CAP + 1).to_bytes(4, "big"))
