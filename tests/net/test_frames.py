"""Frames: splitting a stream, with a maximum length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME, PREFIX, FrameReader, frame_bytes

payloads = st.binary(min_size=1, max_size=40)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def heard(reader: FrameReader, parts: list[bytes]) -> list[bytes | str]:
    """Return all payloads, and the text of the error after them, if any."""
    out: list[bytes | str] = []
    try:
        for part in parts:
            out.extend(reader.receive(part))
    except RemoteProtocolError as error:
        out.append(str(error))
    return out


def test_a_frame_is_its_length_and_its_payload() -> None:
    """The length has four bytes, big-endian."""
    assert bytes.fromhex("00000003616263") == frame_bytes(b"abc")


@given(st.lists(payloads, max_size=8), st.lists(st.integers(0, 1000), max_size=12))
def test_a_stream_can_be_split_anywhere(sent: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame_bytes, sent))
    assert sent == heard(FrameReader(), pieces(stream, cuts))


@given(st.binary(max_size=200), st.lists(st.integers(0, 1000), max_size=12))
def test_the_result_for_rubbish_does_not_depend_on_splits(
    data: bytes, cuts: list[int]
) -> None:
    whole = heard(FrameReader(), [data])
    assert whole == heard(FrameReader(), pieces(data, cuts))
    assert whole == heard(FrameReader(), [bytes([byte]) for byte in data])


def test_the_length_of_a_payload_is_limited() -> None:
    """It is refused as soon as the prefix has arrived. Nor can we send such a frame."""
    payload = bytes(MAX_FRAME)
    assert [payload] == heard(FrameReader(), [frame_bytes(payload)])
    for length in (0, MAX_FRAME + 1):
        reader, why = FrameReader(), f"{length} bytes is not of 1 to 131072"
        with pytest.raises(RemoteProtocolError, match=why):
            list(reader.receive(length.to_bytes(PREFIX, "big")))
        assert 0 == reader.waiting
        with pytest.raises(LocalProtocolError, match=why):
            frame_bytes(bytes(length))


def test_a_reader_stays_unusable_after_a_fault() -> None:
    """Frames that were complete before the fault are returned."""
    reader = FrameReader()
    good, fault = heard(
        reader, [frame_bytes(b"good") + b"\xff" * 4 + frame_bytes(b"no")]
    )
    assert b"good" == good
    assert "4294967295" in str(fault)
    with pytest.raises(RemoteProtocolError, match="4294967295"):
        list(reader.receive(frame_bytes(b"too late")))
    assert 0 == reader.waiting


def test_a_reader_buffers_at_most_one_frame() -> None:
    reader = FrameReader()
    heard(reader, [frame_bytes(b"one") * 1000, frame_bytes(bytes(MAX_FRAME))[:-1]])
    assert PREFIX + MAX_FRAME - 1 == reader.waiting
    assert "<FrameReader: 131075 bytes waiting>" == repr(reader)


def test_an_answer_of_a_web_server_is_recognized() -> None:
    """
    The error says that the port belongs to a web server, rather than that a length is
    wrong.
    """
    with pytest.raises(
        RemoteProtocolError, match="a web server uses that port; .* 7777"
    ):
        list(FrameReader().receive(b"HTTP/1.1 400 Bad Request"))
