"""
Frames: how one message is told from the next in a stream of bytes.

A frame is a payload behind its length, 4 bytes big-endian. The length is judged before
anything is kept for it, so that nobody can make this side wait for, or make room for,
more than `MAX_FRAME` bytes.

This is framing for transport. What is hashed and signed is framed by
`sealed_wonders.core.game.frame`, which is another thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import PORT
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError

PREFIX = 4
"""Bytes of the length in front of a payload."""

MAX_FRAME = 1 << 17
"""
Bytes of the longest payload, 128 KiB.

The longest thing that must fit is one envelope with a body of 64 KiB; twice that leaves
room for what stands around it, and is still small enough to hold one for every peer.
"""


def frame_bytes(payload: bytes) -> bytes:
    """
    Give the bytes that carry *payload*.

    Raises:
        LocalProtocolError: it is empty, or longer than `MAX_FRAME`.
    """
    if not 0 < len(payload) <= MAX_FRAME:
        raise LocalProtocolError(
            f"a frame of {len(payload)} bytes is not of 1 to {MAX_FRAME}"
        )
    return len(payload).to_bytes(PREFIX, "big") + payload


_HTTP = b"HTTP"
_WEB = Sentence(
    "a web page answers there; tables are usually at port {port}", port=PORT
)


class FrameReader:
    """
    Cuts a stream back into payloads, however it was cut on the way.

    Holds at most one unfinished frame: what is complete is given away at once.

    Attributes:
        most: bytes of the longest payload that is taken from now on.
    """

    def __init__(self, most: int = MAX_FRAME) -> None:
        """
        Have heard nothing yet.

        Args:
            most: bytes of the longest payload that is taken.
        """
        self.most = most
        self._buffer = bytearray()
        self._fault: RemoteProtocolError | None = None

    def __repr__(self) -> str:
        return f"<FrameReader: {self.waiting} bytes waiting>"

    @property
    def waiting(self) -> int:
        """Bytes held of a frame that isn't complete yet."""
        return len(self._buffer)

    def receive(self, data: bytes) -> Iterator[bytes]:
        """
        Take the next bytes; give each payload they complete.

        The payloads are cut while they are asked for: what was complete before a fault
        is given before the fault is raised, so the cuts make no difference. After a
        fault nothing tells where a frame begins, and every call raises it again.

        Raises:
            RemoteProtocolError: a length is 0 or over `most`.
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
            # From the front, which a bytearray does without moving the rest.
            del self._buffer[: PREFIX + length]
            yield payload
