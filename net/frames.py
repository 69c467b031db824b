"""
Frames, which separate the messages in a stream of bytes.

A frame is a payload preceded by its length, in 4 bytes, big-endian. The length is
checked before any room is reserved, so a peer can't make this side wait for, or make
room for, more than `MAX_FRAME` bytes.

This framing is for transport only (docs/PROTOCOL.md, Frames). Hashed and signed
data is framed by `sealed_wonders.core.game.frame`, which is a different format.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import PORT
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError

PREFIX = 4
"""Bytes of the length before a payload."""

MAX_FRAME = 1 << 17
"""
Maximum bytes of a payload: 128 KiB.

The longest item that must fit is one envelope with a body of 64 KiB. Twice that leaves
room for the rest of its message, and is still small enough to hold one frame for every
peer.
"""


def frame_bytes(payload: bytes) -> bytes:
    """
    Return the frame for *payload*.

    Raises:
        LocalProtocolError: *payload* is empty, or longer than `MAX_FRAME`.
    """
    if not 0 < len(payload) <= MAX_FRAME:
        raise LocalProtocolError(
            f"a frame of {len(payload)} bytes is not of 1 to {MAX_FRAME}"
        )
    return len(payload).to_bytes(PREFIX, "big") + payload


_HTTP = b"HTTP"
_WEB = Sentence("a web server uses that port; hosts usually use port {port}", port=PORT)


class FrameReader:
    """
    Parser that splits a stream into payloads, however the network has cut it.

    It holds at most one unfinished frame.

    Attributes:
        most: maximum bytes of a payload from now on.
    """

    def __init__(self, most: int = MAX_FRAME) -> None:
        """
        Create a parser that has received nothing yet.

        Args:
            most: maximum bytes of a payload.
        """
        self.most = most
        self._buffer = bytearray()
        self._fault: RemoteProtocolError | None = None

    def __repr__(self) -> str:
        return f"<FrameReader: {self.waiting} bytes waiting>"

    @property
    def waiting(self) -> int:
        """Number of bytes held of an unfinished frame."""
        return len(self._buffer)

    def receive(self, data: bytes) -> Iterator[bytes]:
        """
        Add received bytes, and iterate over the payloads that they complete.

        Payloads are parsed lazily. Complete payloads before a fault are yielded before
        the error is raised, so it doesn't matter how the stream was cut. After a fault,
        nobody can tell where the next frame begins, and every call raises the error
        again.

        Raises:
            RemoteProtocolError: a length is 0 or greater than `most`.
        """
        if self._fault is None:
            self._buffer += data
        return self._payloads()

    def _payloads(self) -> Iterator[bytes]:
        if self._fault is not None:
            raise self._fault
        while len(self._buffer) >= PREFIX:
            length = int.from_bytes(self._buffer[:PREFIX], "big")
            if not 0 < length <= self.most:
                begins = bytes(self._buffer[:PREFIX])
                self._buffer.clear()
                self._fault = RemoteProtocolError(
                    _WEB
                    if begins == _HTTP
                    else f"a frame of {length} bytes is not of 1 to {self.most}"
                )
                raise self._fault
            if len(self._buffer) < PREFIX + length:
                return
            payload = bytes(self._buffer[PREFIX : PREFIX + length])
            # A bytearray drops bytes at the front without moving the rest.
            del self._buffer[: PREFIX + length]
            yield payload
