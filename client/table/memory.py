"""
The store of a seat: what it has signed, written to disk before it is sent.

Two different messages signed for one place in the log count as fraud, even if the seat
has only forgotten the first one. So an envelope goes to disk before it is sent,
together with the secrets behind it that a later phase needs: the move and the nonce,
the secrets of keys. After a crash the same bytes are sent again.

`sealed_wonders.client.table.signed` decides what is stored and sent.

Running games depend on the file's format: a change needs another `MAGIC`, and players
can then finish their games only with the version that began them. Backups at hosts
contain some memories as well (`packed`), without a `MAGIC`: a change of the fields of
`Memory` makes those unreadable.
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
"""First bytes of a memory file."""

OLD = (b"SWSEAT1\n",)
"""First bytes of memory files of older versions, which can't be read."""

RECORD_CAP = 2 * WIRE_CAP
"""Largest size of a record in bytes; most of it is the wire."""

SEED = "seed"
"""Lane of the memory that holds the game's seed, in the field `nonce`."""

RESTORED, COMPARED = "restored", "compared"
"""
Lanes of memories without an envelope, about another machine and about comparing.

RESTORED says that another machine has signed for the seat. Its `nonce` is the mark by
which others recognize this machine since then. COMPARED says that the player has
compared the state of the table with somebody there. Its `nonce` is the phase in which
that was.

In both, `phase` is a running number. RESTORED number 0 means that the store was rebuilt
from the twelve words and a log; higher ones are for machines that signed in between.
Older files have an empty `nonce`, and number COMPARED by phase.
"""

HOME = "home"
"""Lane of the memory that holds the host at which the seats were drawn."""

_OWN = (SEED, RESTORED, COMPARED, HOME)
"""Lanes whose memories have no envelope."""

_PHASE_SIZE = 8
"""Bytes of the phase in a COMPARED memory."""

_HEAD, _SUM = 8, 32
"""
Bytes of a record's header (size and checksum of the size), and of its final checksum.
"""


class Memory(NamedTuple):
    """An envelope that a seat has signed, and the secrets behind it."""

    phase: int
    wire: Wire
    move: Move | None = None
    """The choice; None in a phase without one."""
    nonce: bytes = b""
    """Opens the commitment."""
    kept: bytes = b""
    """What the seat's `Secrets` must remember."""
    lane: str = MAIN
    entrusted: tuple[bytes, ...] = ()
    """What the `Secrets` of the seat's previous holder had to remember."""

    def __repr__(self) -> str:
        return f"Memory(phase={self.phase}, lane={self.lane!r})"


def unsigned(
    phase: int,
    lane: str,
    move: Move | None = None,
    nonce: bytes = b"",
    entrusted: tuple[bytes, ...] = (),
) -> Memory:
    """Return a memory that has no signed envelope."""
    nothing = Wire(b"", bytes(SIGNATURE_SIZE))
    return Memory(phase, nothing, move, nonce, lane=lane, entrusted=entrusted)


class MemoryStore(Protocol):
    """Storage for the memories of one game."""

    @property
    def is_new(self) -> bool:
        """
        Whether it has just been created, so that no earlier process can have used it.
        """

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        """Return the memory of a phase, or None."""

    def memories(self) -> Iterator[Memory]:
        """Return all signed envelopes, in the order in which they were stored."""

    def kept(self) -> Iterator[bytes]:
        """
        Return everything that `Secrets` must remember, in the order it was stored.

        Secrets from other holders aren't included: they may belong to seats that we
        never had.
        """

    @property
    def seed(self) -> bytes:
        """
        Seed of the seat's secrets; empty if they are drawn, and no words restore them.
        """

    @property
    def is_shared(self) -> bool:
        """
        Whether another machine has signed for the seat, before this one or in between.
        """

    @property
    def is_taken_back(self) -> bool:
        """Whether another machine has signed for the seat after this one."""

    @property
    def compared(self) -> int | None:
        """
        Phase in which the player compared; None if not since another machine signed.
        """

    @property
    def mark(self) -> bytes:
        """
        Mark of this machine for others, since another one signed for the seat.

        Empty if none has, or if an older version of the program recorded it.
        """

    def share(self) -> None:
        """
        Record that another machine has signed for the seat, though this one had it.

        Raises:
            OSError: it can't be written.
        """

    def compare(self, phase: int) -> None:
        """
        Record that the player has since compared the state of the table in a phase.

        Raises:
            OSError: it can't be written.
        """

    def begin(self, seed: bytes = b"") -> None:
        """
        Record that the game exists, so that a later process knows nothing is missing.

        Args:
            seed: the game's seed, if there already is one.

        Raises:
            OSError: it can't be written.
        """

    def remember(self, memory: Memory) -> None:
        """
        Store a memory; once this returns, no crash can lose it.

        Raises:
            ValueError: something else is stored for that lane and phase.
            OSError: it can't be written.
        """

    def clear(self) -> None:
        """
        Remove all but the fact that the game exists; the seat has a new holder.

        Raises:
            OSError: it can't be removed.
        """

    def discard(self) -> None:
        """Remove everything, because there is no such game or it has ended."""


@dataclass(frozen=True, slots=True)
class Past:
    """The state of a game that earlier processes have left."""

    store: MemoryStore
    silent_until: int = 0
    """
    Number of entries in the log when this process started.

    An earlier process may have signed any of them, so nothing is signed before all are
    read.
    """
    may_share: bool = False
    """
    Whether a person is there who can compare, should another machine have the seat.
    """
    may_be_set_back: bool = False
    """Whether more may have been signed than is stored, though nothing shows it yet."""


class InMemory:
    """Store that lasts as long as the process, for bots that are never restarted."""

    def __init__(self) -> None:
        self._memories: dict[tuple[str, int], Memory] = {}

    @property
    def is_new(self) -> bool:
        return False

    def recall(self, phase: int, lane: str = MAIN) -> Memory | None:
        return self._memories.get((lane, phase))

    def memories(self) -> Iterator[Memory]:
        return (it for it in self._memories.values() if it.lane not in _OWN)

    def kept(self) -> Iterator[bytes]:
        for memory in self._memories.values():
            if memory.kept:
                yield memory.kept

    @property
    def seed(self) -> bytes:
        memory = self.recall(0, SEED)
        return b"" if memory is None else memory.nonce

    @property
    def is_shared(self) -> bool:
        return self.recall(0, RESTORED) is not None or self.is_taken_back

    @property
    def is_taken_back(self) -> bool:
        return self.recall(1, RESTORED) is not None  # they count up from 1

    @property
    def compared(self) -> int | None:
        last = self._last(RESTORED, COMPARED)
        if last is None or last.lane == RESTORED:
            return None
        return int.from_bytes(last.nonce, "big") if last.nonce else last.phase

    @property
    def mark(self) -> bytes:
        last = self._last(RESTORED)
        return b"" if last is None else last.nonce

    def restore(self) -> None:
        """
        Record once that the store was rebuilt; another machine had the seat before.
        """
        if self.recall(0, RESTORED) is None:
            self._share(0)

    def share(self) -> None:
        self._share(self._next_number(RESTORED))

    def _share(self, number: int) -> None:
        # Anybody who has our key could repeat an old mark, so each is new.
        self.remember(unsigned(number, RESTORED, nonce=secrets.token_bytes(MARK_SIZE)))

    def compare(self, phase: int) -> None:
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
        if seed:
            self.remember(_of_seed(seed))

    def remember(self, memory: Memory) -> None:
        place = memory.lane, memory.phase
        if self._memories.setdefault(place, memory) != memory:
            raise ValueError(
                Sentence(
                    "phase {phase} of lane {lane} has two different entries",
                    phase=memory.phase,
                    lane=memory.lane,
                )
            )

    def clear(self) -> None:
        self._memories.clear()

    def discard(self) -> None:
        self._memories.clear()


ABOVE = 2
"""Number of folders above a seat's own folder that may be as new as it."""


class OnDisk(InMemory):
    """
    Store in a file that only its owner can read.

    A record that was cut off, because the machine went down while it was being written,
    was never sent, so it is dropped. A record that couldn't be written is also dropped:
    the next one takes its place. A file that is damaged anywhere else isn't used,
    because a seat that forgets what it has signed might sign something different.

    Raises:
        ValueError: the file is damaged, or isn't a memory file.
        OSError: it can't be read or written.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        make_folder(path.parent)
        self._path = path
        self._end = 0
        """Offset of the next record."""
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
            said = Sentence(
                "written by an older version of the program; only that version can "
                "continue the game"
            )
            raise ValueError(said)
        if not data.startswith(MAGIC[: len(data)]):
            raise ValueError(Sentence("not a file with a seat's saved state"))
        if self._is_new:
            return
        self._end = len(MAGIC)
        for record, self._end in _records(data):
            super().remember(record)
        os.ftruncate(self._file, self._end)

    @property
    def is_new(self) -> bool:
        return self._is_new

    def begin(self, seed: bytes = b"") -> None:
        """
        Write the header and a seed, with fsync; a new seed is drawn if none is given.
        """
        if self._end == 0:
            # A file is found after a loss of power only if its folder was synced.
            sync_folder(self._path.parent)
            # The same applies to the folders above, which an earlier process may have
            # created without syncing them.
            for folder in islice(self._path.parent.parents, ABOVE):
                with contextlib.suppress(PermissionError):
                    sync_folder(folder)
            memory = _of_seed(seed or secrets.token_bytes(SEED_SIZE))
            self._append(MAGIC + _record(memory))
            super().remember(memory)

    def remember(self, memory: Memory) -> None:
        self.begin()
        if self.recall(memory.phase, memory.lane) is None:
            self._append(_record(memory))
        super().remember(memory)

    def clear(self) -> None:
        super().clear()
        os.ftruncate(self._file, len(MAGIC))
        self._end = len(MAGIC)
        os.fsync(self._file)

    def discard(self) -> None:
        super().discard()
        self._close_file()
        remove(self._path)
        self.close()

    def close(self) -> None:
        """Close the file; nothing can be stored after this."""
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
            # Records after half a record would not be found again.
            os.ftruncate(self._file, self._end)
            raise
        self._end = end


def _of_seed(seed: bytes) -> Memory:
    return unsigned(0, SEED, nonce=seed)


def packed(memories: Sequence[Memory]) -> bytes:
    """Return memories as bytes for a backup at a host; empty if there are none."""
    return msgspec.msgpack.encode(memories) if memories else b""


def unpacked(data: bytes) -> tuple[Memory, ...]:
    """
    Return the memories in a backup, from the bytes that `packed` made.

    Raises:
        ValueError: the bytes don't contain memories.
    """
    try:
        return msgspec.msgpack.decode(data, type=tuple[Memory, ...]) if data else ()
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ValueError(Sentence("not a seat's saved state")) from None


def make_folder(folder: Path) -> None:
    """
    Create a private folder that survives a loss of power.

    Raises:
        OSError: it can't be created.
    """
    made = [it for it in (folder, *folder.parents) if not it.exists()]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for it in made:
        with contextlib.suppress(
            PermissionError
        ):  # write permission doesn't imply read permission
            sync_folder(it.parent)


def _record(memory: Memory) -> bytes:
    packed = msgspec.msgpack.encode(memory)
    return _head(len(packed)) + packed + hashlib.sha256(packed).digest()


def _head(size: int) -> bytes:
    """
    Return a record's header: its size, with a checksum.

    Without the checksum, a changed size would hide all records after it.
    """
    number = size.to_bytes(4, "big")
    return number + hashlib.sha256(number).digest()[: _HEAD - 4]


def _records(data: bytes) -> Iterator[tuple[Memory, int]]:
    """
    Yield each whole record, with the offset of its end.

    Raises:
        ValueError: there is something other than a record before the end of the file.
    """
    at, view = len(MAGIC), memoryview(data)
    # A file system may extend a file before it writes the last bytes, leaving zeros.
    while at + _HEAD <= len(view) and any(view[at:]):
        damage = ValueError(
            Sentence("a seat's saved state is damaged at byte {at}", at=at)
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
    Return whether the file ends within this part of a record, and zeros follow.

    Args:
        stored: this part as read from the file.
        whole: this part as it should be.
        rest: everything after it in the file.
    """
    return whole.startswith(stored.rstrip(b"\0")) and not any(rest)
