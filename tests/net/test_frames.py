"""Frames: splitting a stream, with a limit on the length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME, PREFIX, FrameReader, frame_bytes

payloads = st.binary(min_size=1, max_size=40)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    """Cut *data* at the places *cuts*, wherever they fall."""
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def heard(reader: FrameReader, parts: list[bytes]) -> list[bytes | str]:
    """Everything that comes out, the fault at the end as its text."""
    out: list[bytes | str] = []
    try:
        for part in parts:
            out.extend(reader.receive(part))
    except RemoteProtocolError as error:
        out.append(str(error))
    return out


def test_a_frame_is_its_length_and_its_payload() -> None:
    """The bytes on the wire are known: four of length, big-endian, and the rest."""
    assert bytes.fromhex("00000003616263") == frame_bytes(b"abc")


@given(st.lists(payloads, max_size=8), st.lists(st.integers(0, 1000), max_size=12))
def test_cuts_make_no_difference(sent: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame_bytes, sent))
    assert sent == heard(FrameReader(), pieces(stream, cuts))


@given(st.binary(max_size=200), st.lists(st.integers(0, 1000), max_size=12))
def test_rubbish_is_the_same_rubbish_however_cut(data: bytes, cuts: list[int]) -> None:
    whole = heard(FrameReader(), [data])
    assert whole == heard(FrameReader(), pieces(data, cuts))
    assert whole == heard(FrameReader(), [bytes([byte]) for byte in data])


def test_the_longest_frame_passes() -> None:
    payload = bytes(MAX_FRAME)
    assert [payload] == heard(FrameReader(), [frame_bytes(payload)])


def test_a_longer_frame_is_refused_on_its_prefix() -> None:
    prefix = (MAX_FRAME + 1).to_bytes(PREFIX, "big")
    reader = FrameReader()
    with pytest.raises(RemoteProtocolError, match="131073 bytes is not of 1 to 131072"):
        list(reader.receive(prefix))
    assert 0 == reader.waiting


def test_an_empty_frame_is_refused() -> None:
    """No message is empty, and empty frames would be work for nothing."""
    with pytest.raises(RemoteProtocolError, match="0 bytes"):
        list(FrameReader().receive(bytes(PREFIX)))


def test_what_was_complete_before_a_fault_is_given() -> None:
    stream = frame_bytes(b"good") + b"\xff\xff\xff\xff" + frame_bytes(b"never read")
    good, fault = heard(FrameReader(), [stream])
    assert b"good" == good
    assert "4294967295" in str(fault)


def test_a_fault_is_for_good() -> None:
    reader = FrameReader()
    heard(reader, [b"\xff\xff\xff\xff"])
    with pytest.raises(RemoteProtocolError, match="4294967295"):
        list(reader.receive(frame_bytes(b"too late")))
    assert 0 == reader.waiting


def test_no_more_than_a_frame_is_kept() -> None:
    reader = FrameReader()
    heard(reader, [frame_bytes(b"one") * 1000, frame_bytes(bytes(MAX_FRAME))[:-1]])
    assert PREFIX + MAX_FRAME - 1 == reader.waiting
    assert "<FrameReader: 131075 bytes waiting>" == repr(reader)


@pytest.mark.parametrize("payload", [b"", bytes(MAX_FRAME + 1)])
def test_we_send_no_such_frames(payload: bytes) -> None:
    with pytest.raises(LocalProtocolError, match="bytes is not of 1 to"):
        frame_bytes(payload)


def test_a_web_page_is_called_one() -> None:
    """Whoever has taken the port of a web server for a table's reads so, and no length."""
    with pytest.raises(
        RemoteProtocolError, match="a web server uses that port; .* 7777"
    ):
        list(FrameReader().receive(b"HTTP/1.1 400 Bad Request"))
