"""
What a seat has signed and what it must not forget, written down before it is sent.

Whoever signs two different things for one place in the log is a cheat, even if it only
forgot the first. So an envelope goes to disk before it goes out, with whatever a later
phase needs of what stands behind it: the move and the nonce, the secrets of keys. After
a crash the same bytes are sent again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from sealed_wonders.core.game import Move
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.identity import SIGNATURE_SIZE
from sealed_wonders.net.log.envelopes import WIRE_CAP, Wire
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.seed import SEED_SIZE
from sealed_wonders.net.system.files import open_private, remove, sync_folder, write_at
from sealed_wonders.net.talk import MARK_SIZE

MAGIC = b"SWSEAT2\n"
"""How a file of memories begins."""

OLD = (b"SWSEAT1\n",)
"""How those of older versions did."""

RECORD_CAP = 2 * WIRE_CAP
"""Bytes of a record; a wire is most of it."""

SEED = "seed"
"""The lane of the memory in which the seed of the game is, in the nonce's place."""

RESTORED, COMPARED = "restored", "compared"
"""
The lanes of memories that say: another machine has spoken for the seat; and its person has
compared how the table stands with somebody there. They are numbered in place of a phase. The
first of the former, 0, is of what was made anew, of words and a log; the others are of machines
that came in between. In the nonce's place is, of the former, by which mark others know this
machine since; of the latter, in which phase it was compared. Older files have neither, and the
latter by phase.
"""

HOME = "home"
"""The lane of the memory that says at which host the game was drawn."""

_OWN = (SEED, RESTORED, COMPARED, HOME)
"""What stands in these is no envelope's."""

_PHASE_SIZE = 8
"""Bytes of the phase in which was compared."""

_HEAD, _SUM = 8, 32
"""Bytes before what a record holds, its size and a sum of that; and of a sum behind."""


class Memory(NamedTuple):
    """What a seat said in one phase, and what stands behind it."""

    phase: int
    wire: Wire
    move: Move | None = None
    """What it chose; None in a phase without a choice."""
    nonce: bytes = b""
    """What opens its commitment."""
    kept: bytes = b""
    """What its `Secrets` wants to know again."""
    lane: str = MAIN
    entrusted: tuple[bytes, ...] = ()
    """The same, of whoever had the seat before."""

    def __repr__(self) -> str:
        return f"Memory(phase={self.phase}, lane={self.lane!r})"


def unsigned(
    phase: int,
    lane: str,
    move: Move | None = None,
    nonce: bytes = b"",
    entrusted: tuple[bytes, ...] = (),
) -> Memory:
    """Give a memory of what is to be known again, and has no signature of ours."""
    nothing = Wire(b"", bytes(SIGNATURE_SIZE))
    return Memory(phase, nothing, move, nonce, lane=lane, entrusted=entrusted)


class Store(Protocol):
    """Where the memories of one game are kept."""

    @property
    def is_new(self) -> bool:
        """It was made just now: no earlier process can have left anything in it."""

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        """Give what was said in a phase."""

    def memories(self) -> Iterator[Memory]:
        """Give all that was said, in the order in which it was."""

    def kept(self) -> Iterator[bytes]:
        """
        Give all that is to be known again, in the order in which it was kept.

        What we were entrusted with isn't among it: it may be of seats we never had.
        """

    @property
    def seed(self) -> bytes:
        """Of which the seat's secrets come; empty if they are drawn, and no words tell them."""

    @property
    def is_shared(self) -> bool:
        """Another machine has spoken for the seat, before this one or in between."""

    @property
    def is_taken_back(self) -> bool:
        """It has done so after this one."""

    @property
    def compared(self) -> int | None:
        """In which phase that was compared; None: it wasn't, since that machine spoke."""

    @property
    def mark(self) -> bytes:
        """
        By what others know this machine, since another one has spoken for the seat.

        Empty if none has, or an older version has kept that.
        """

    def share(self) -> None:
        """
        Keep that another machine has spoken for the seat, though this one had it.

        Raises:
            OSError: it can't be kept.
        """

    def compare(self, phase: int) -> None:
        """
        Keep that our person has compared, after that, how the table stands in a phase.

        Raises:
            OSError: it can't be kept.
        """

    def begin(self, seed: bytes = b"") -> None:
        """
        Keep that there is a game: whatever process has this later knows what was said.

        Args:
            seed: that of the game, if there is one already.

        Raises:
            OSError: it can't be kept.
        """

    def remember(self, memory: Memory) -> None:
        """
        Keep a memory; when this returns, no crash can take it away.

        Raises:
            ValueError: something else was said in that phase.
            OSError: it can't be kept.
        """

    def clear(self) -> None:
        """
        Keep no more than that there is a game: somebody else has the seat now.

        Raises:
            OSError: it can't be removed.
        """

    def discard(self) -> None:
        """Throw all of it away: there is no such game, or it has ended."""


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier processes of ours have left of a game."""

    store: Store
    silent_until: int = 0
    """
    So many entries the log has. An earlier process may have said something in any of them,
    so nothing is said before all are read.
    """
    may_share: bool = False
    """Somebody is there who can compare, should another machine have the seat."""
    may_be_set_back: bool = False
    """More may have been signed than is kept, though nothing shows it yet."""


class InMemory:
    """Keeps memories as long as the process lives: for bots that nobody starts again."""

    def __init__(self) -> None:
        self._memories: dict[tuple[str, int], Memory] = {}

    @property
    def is_new(self) -> bool:
        """Whoever has it has had it from the beginning."""
        return False

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        """Give what was said in a phase."""
        return self._memories.get((lane, phase))

    def memories(self) -> Iterator[Memory]:
        """Give all that was said, in the order in which it was."""
        return (it for it in self._memories.values() if it.lane not in _OWN)

    def kept(self) -> Iterator[bytes]:
        """Give all that is to be known again."""
        for memory in self._memories.values():
            if memory.kept:
                yield memory.kept

    @property
    def seed(self) -> bytes:
        """Of which the seat's secrets come; empty unless one was given."""
        memory = self.recall(0, SEED)
        return b"" if memory is None else memory.nonce

    @property
    def is_shared(self) -> bool:
        """Another machine has spoken for the seat."""
        return any(it.lane == RESTORED for it in self._memories.values())

    @property
    def is_taken_back(self) -> bool:
        """It has done so after this one."""
        shared = (it for it in self._memories.values() if it.lane == RESTORED)
        return any(it.phase > 0 for it in shared)

    @property
    def compared(self) -> int | None:
        """In which phase that was compared; None: it wasn't, since that machine spoke."""
        last = self._last(RESTORED, COMPARED)
        if last is None or last.lane == RESTORED:
            return None
        return int.from_bytes(last.nonce, "big") if last.nonce else last.phase

    @property
    def mark(self) -> bytes:
        """By what others know this machine, since another one has spoken for the seat."""
        last = self._last(RESTORED)
        return b"" if last is None else last.nonce

    def restore(self) -> None:
        """Keep that all of it was made anew, once: another machine had the seat before."""
        if self.recall(0, RESTORED) is None:
            self._share(0)

    def share(self) -> None:
        """Keep that another machine has spoken for the seat, though this one had it."""
        self._share(self._next_number(RESTORED))

    def _share(self, number: int) -> None:
        # Whoever has our key may repeat an old mark.
        self.remember(unsigned(number, RESTORED, nonce=secrets.token_bytes(MARK_SIZE)))

    def compare(self, phase: int) -> None:
        """Keep that our person has compared how the table stands in a phase."""
        value = phase.to_bytes(_PHASE_SIZE, "big")
        self.remember(unsigned(self._next_number(COMPARED), COMPARED, nonce=value))

    def _last(self, *lanes: str) -> Memory | None:
        some = (it for it in self._memories.values() if it.lane in lanes)
        return next(reversed(tuple(some)), None)

    def _next_number(self, lane: str) -> int:
        number = 1
        while self.recall(number, lane) is not None:
            number += 1
        return number

    def begin(self, seed: bytes = b"") -> None:
        """Keep a seed, if there is one."""
        if seed:
            self.remember(_of_seed(seed))

    def remember(self, memory: Memory) -> None:
        """Keep a memory."""
        place = memory.lane, memory.phase
        if self._memories.setdefault(place, memory) != memory:
            raise ValueError(
                Sentence(
                    "two things were said in phase {phase} of lane {lane}",
                    phase=memory.phase,
                    lane=memory.lane,
                )
            )

    def clear(self) -> None:
        """Forget everything, but that there is a game."""
        self._memories.clear()

    def discard(self) -> None:
        """Forget everything."""
        self._memories.clear()


ABOVE = 2
"""How many folders above a seat's own may be as new as it."""


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
        make_folder(path.parent)
        self._path = path
        self._end = 0
        """Where the next record goes."""
        self._is_new = False
        self._file = open_private(path, os.O_RDWR | os.O_CREAT)
        try:
            self._read()
        except (ValueError, OSError):
            os.close(self._file)
            raise

    def _read(self) -> None:
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        self._is_new = len(data) < len(MAGIC)
        if data.startswith(OLD):
            said = Sentence("of an older version, which alone can go on with the game")
            raise ValueError(said)
        if not data.startswith(MAGIC[: len(data)]):
            raise ValueError(Sentence("not a file of a seat's memories"))
        if self._is_new:
            return
        self._end = len(MAGIC)
        for record, self._end in _records(data):
            super().remember(record)
        os.ftruncate(self._file, self._end)

    @property
    def is_new(self) -> bool:
        """There was no such file, or nothing had been kept in it."""
        return self._is_new

    def begin(self, seed: bytes = b"") -> None:
        """Keep that there is a game, with a seed; when this returns it is on disk."""
        if self._end == 0:
            # What holds something is found again under its name.
            sync_folder(self._path.parent)
            # So is what that is in, which an earlier process may have made and not synced.
            for folder in islice(self._path.parent.parents, ABOVE):
                with contextlib.suppress(PermissionError):
                    sync_folder(folder)
            memory = _of_seed(seed or secrets.token_bytes(SEED_SIZE))
            self._append(MAGIC + _record(memory))
            super().remember(memory)

    def remember(self, memory: Memory) -> None:
        """Keep a memory; when this returns it is on disk."""
        self.begin()
        if self.recall(memory.phase, memory.lane) is None:
            self._append(_record(memory))
        super().remember(memory)

    def clear(self) -> None:
        """Leave nothing in the file but that there is a game."""
        super().clear()
        os.ftruncate(self._file, len(MAGIC))
        self._end = len(MAGIC)
        os.fsync(self._file)

    def discard(self) -> None:
        """Remove the file."""
        super().discard()
        self._close_file()
        remove(self._path)
        self.close()

    def close(self) -> None:
        """Let go of the file; nothing more can be kept."""
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)

    def _append(self, data: bytes) -> None:
        end = self._end
        try:
            while data:
                written = write_at(self._file, data, end)
                data, end = data[written:], end + written
            os.fsync(self._file)
        except OSError:
            # Whatever stood behind half a record would not be found again.
            os.ftruncate(self._file, self._end)
            raise
        self._end = end


def _of_seed(seed: bytes) -> Memory:
    return unsigned(0, SEED, nonce=seed)


def packed(memories: Sequence[Memory]) -> bytes:
    """Write some memories, to be read by `unpacked`; nothing, if there are none."""
    return msgspec.msgpack.encode(memories) if memories else b""


def unpacked(data: bytes) -> tuple[Memory, ...]:
    """
    Read memories.

    Raises:
        ValueError: these are none.
    """
    try:
        return msgspec.msgpack.decode(data, type=tuple[Memory, ...]) if data else ()
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError(Sentence("not the memories of a seat")) from None


def make_folder(folder: Path) -> None:
    """
    Make a folder, for its owner alone, that is found again after a loss of power.

    Raises:
        OSError: it can't be made.
    """
    made = [it for it in (folder, *folder.parents) if not it.exists()]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for it in made:
        with contextlib.suppress(
            PermissionError
        ):  # who may write there need not read it
            sync_folder(it.parent)


def _record(memory: Memory) -> bytes:
    packed = msgspec.msgpack.encode(memory)
    return _head(len(packed)) + packed + hashlib.sha256(packed).digest()


def _head(size: int) -> bytes:
    """
    Write the size of a record so that it can't be taken for another.

    A size that was changed would hide all records behind it.
    """
    number = size.to_bytes(4, "big")
    return number + hashlib.sha256(number).digest()[: _HEAD - 4]


def _records(data: bytes) -> Iterator[tuple[Memory, int]]:
    """
    Read whole records, each with the offset at which it ends.

    Raises:
        ValueError: what isn't a record is not the end of the file.
    """
    at, view = len(MAGIC), memoryview(data)
    # A file system may give a file its length before its last bytes: zeros.
    while at + _HEAD <= len(view) and any(view[at:]):
        damage = ValueError(
            Sentence("the memories of a seat are damaged at byte {at}", at=at)
        )
        size = int.from_bytes(view[at : at + 4], "big")
        head = bytes(view[at : at + _HEAD])
        if head != _head(size) or size > RECORD_CAP:
            if _is_cut_off(head, _head(size), view[at + _HEAD :]):
                return
            raise damage
        end = at + _HEAD + size + _SUM
        if end > len(view) or not any(view[end - _SUM :]):
            return
        packed = view[at + _HEAD : end - _SUM]
        stored, digest = bytes(view[end - _SUM : end]), hashlib.sha256(packed).digest()
        if stored != digest:
            if _is_cut_off(stored, digest, view[end:]):
                return
            raise damage
        try:
            memory = msgspec.msgpack.decode(packed, type=Memory)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise damage from None
        yield memory, end
        at = end


def _is_cut_off(stored: bytes, whole: bytes, rest: memoryview) -> bool:
    """
    Whether the file ends within some bytes of a record: the rest of it is zeros.

    Args:
        stored: what the file has of them.
        rest: what it has after them.
    """
    return whole.startswith(stored.rstrip(b"\0")) and not any(rest)
