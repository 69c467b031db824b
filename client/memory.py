"""
What a seat has signed and what it must not forget, written down before it is sent.

Whoever signs two different things for one place in the log is a cheat, even if it only
forgot the first. So an envelope goes to disk before it goes out, with the move and the
nonce that a later phase needs; after a crash the same bytes are sent again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from sealed_wonders.core.game import Move
from sealed_wonders.net.log.envelopes import Wire

MAGIC = b"SWSEAT1\n"
"""How a file of memories begins."""


class Memory(NamedTuple):
    """What a seat said in one phase, and what stands behind it."""

    phase: int
    wire: Wire
    move: Move | None = None
    """What it chose; None in a phase without a choice."""
    nonce: bytes = b""
    """What opens its commitment."""


class Store(Protocol):
    """Where the memories of one game are kept."""

    def recall(self, phase: int) -> Memory | None:
        """Give what was said in a phase."""

    def remember(self, memory: Memory) -> None:
        """Keep a memory; when this returns, no crash can take it away."""


class InMemory:
    """Keeps memories as long as the process lives: for bots, whose keys die with it."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}

    def recall(self, phase: int) -> Memory | None:
        """Give what was said in a phase."""
        return self._memories.get(phase)

    def remember(self, memory: Memory) -> None:
        """Keep a memory."""
        self._memories[memory.phase] = memory


class OnDisk(InMemory):
    """
    Keeps memories in a file that its owner alone can read.

    A record that was cut off, because the machine went down while it was written, was
    never sent, and is forgotten. So is one that could not be written: the next takes
    its place. A file that is damaged anywhere else is not used: whoever forgot what it
    has signed might sign something else.

    Raises:
        ValueError: the file holds something else, or is damaged.
        OSError: it can't be read or written.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, 0o600)
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        if not data.startswith(MAGIC[: len(data)]):
            os.close(self._file)
            raise ValueError(f"not a file of a seat's memories: {path}")
        self._end = 0
        """Where the next record goes."""
        if len(data) < len(MAGIC):
            self._append(MAGIC)
            _sync(path.parent)
        else:
            self._end = len(MAGIC)
            try:
                for record, self._end in _records(data):
                    super().remember(record)
            except ValueError as damage:
                os.close(self._file)
                raise ValueError(f"{damage}: {path}") from None
            os.ftruncate(self._file, self._end)

    def remember(self, memory: Memory) -> None:
        """Keep a memory; when this returns it is on disk."""
        packed = msgspec.msgpack.encode(memory)
        self._append(len(packed).to_bytes(4, "big") + packed)
        super().remember(memory)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def _append(self, data: bytes) -> None:
        end = self._end
        try:
            while data:
                written = os.pwrite(self._file, data, end)
                data, end = data[written:], end + written
            os.fsync(self._file)
        except OSError:
            # Whatever stood behind half a record would not be found again.
            os.ftruncate(self._file, self._end)
            raise
        self._end = end


def _sync(folder: Path) -> None:
    """Make the names in a folder as durable as what they name."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _records(data: bytes) -> Iterator[tuple[Memory, int]]:
    """
    Read whole records, each with the offset at which it ends.

    Raises:
        ValueError: what isn't a record is not the end of the file.
    """
    at = len(MAGIC)
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            return
        try:
            memory = msgspec.msgpack.decode(data[at + 4 : end], type=Memory)
        except (msgspec.DecodeError, UnicodeDecodeError):
            # A file system may give a file its length before its last bytes: zeros.
            if any(data[end:]):
                raise ValueError(
                    f"the memories of a seat are damaged at byte {at}"
                ) from None
            return
        yield memory, end
        at = end
