"""
Journals and logs: what a host writes down of its games.

While a game goes on, every entry is appended to its journal as it came in; there is
nothing else to it, since everything follows from the entries. When the game ends, its
log is written in its one canonical form and the journal goes. What is found when a host
starts is a game to resume.

What has outlived the machine once needn't stay in memory: entries are read from their journal
again when anybody asks for them, as who comes late does.

An entry is written before anybody is told of it, so whoever kills a host loses nothing. A
power cut takes what wasn't synced yet: then all whom it was told have it, and whoever has
signed it above all, and they post it again. So nobody waits for the disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import weakref
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Literal, NamedTuple

from sealed_wonders.host.files import write_whole
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import Entry, Wire, pack_wire, parse_wire
from sealed_wonders.net.log.journal import CAP, begin, pack, read
from sealed_wonders.net.passwords import Lock
from sealed_wonders.net.system import locks
from sealed_wonders.net.system.files import (
    CAN_READ_AT,
    UNWRITABLE,
    keeping_time,
    make_private,
    open_private,
    read_at,
    remove,
    replace,
    sync_folder,
)

OVER, STOPPED = ".swlog", ".unfinished.swlog"
"""How the names of logs end: of games that have ended as they should, and of others."""

LENGTH = 4
"""Bytes before an entry that say how long it is."""


class Busy(Exception):
    """Another host writes this journal."""


class Found(NamedTuple):
    """A journal that a host before this one has left."""

    path: Path
    table: str
    lock: Lock | None
    """Of its password; None: it has none."""
    listed: bool
    """It is told of whoever asks for the tables."""
    on_page: bool
    """It may be on the page on which a host shows its tables to a room."""
    wires: tuple[Wire, ...]
    """As they came in."""
    ends: tuple[int, ...]
    """Where so many of them end, from none on."""
    damage: str
    """What is wrong with what stands behind them; empty if it only breaks off."""
    journal: Journal
    """Open, to be appended to."""


class Unusable(NamedTuple):
    """A file that is no journal."""

    path: Path
    """Where it is now."""
    reason: str


class Unread(NamedTuple):
    """A journal that can't be read just now; it may be a good one."""

    path: Path
    reason: str


class Mark(NamedTuple):
    """A place in a journal, behind an entry."""

    position: int
    """How many entries stand before it."""
    end: int
    """How many bytes do."""


class _Reader:
    """
    Reads from a journal's file as long as anybody has something there.

    What was said may be asked for when the game is over, and its journal gone: then it has
    a descriptor of its own.
    """

    def __init__(self, file: FileIO, ends: array[int]) -> None:
        """
        Read from a file.

        Args:
            ends: where so many of its entries end, from none on; it grows with the file.
        """
        self._descriptor = file.fileno()
        self._ends = ends
        self._sums = array("L")
        """Of the bytes of each entry that is read from here, so that nobody is told anything
        else should the disk have lost them."""

    def outlive(self) -> None:
        """Read on when the file is closed, if it can be opened once more."""
        try:
            own = FileIO(os.dup(self._descriptor))
            # No `__del__`: where both go in one circle, the file may go first, and unclosed.
            weakref.finalize(self, own.close)
            self._descriptor = own.fileno()
        except OSError:
            self._descriptor = -1

    def take(self, number: int, entry: Entry) -> None:
        """Have an entry read from here when anybody asks for its wire."""
        del self._sums[number:]
        self._sums.append(zlib.crc32(pack_wire(entry.wire)))
        entry.store(_Stored(self, number))

    def read(self, number: int) -> Wire:
        """
        Read an entry's wire.

        Raises:
            OSError: it can't be read, or is another one.
        """
        start, end = self._ends[number] + LENGTH, self._ends[number + 1]
        data = read_at(self._descriptor, end - start, start)
        if zlib.crc32(data) != self._sums[number]:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return parse_wire(data)


@dataclass(frozen=True, slots=True)
class _Stored:
    """An entry's wire, in a journal."""

    reader: _Reader
    number: int

    def __call__(self) -> Wire:
        """
        Read it.

        Raises:
            OSError: it can't be read, or is another one.
        """
        return self.reader.read(self.number)


class Journal:
    """
    One game's journal, open and locked.

    What is appended outlives this process at once, and the machine once it is synced, for
    which nobody waits: see `sealed_wonders.host.syncing`.

    Attributes:
        position: how many entries it holds.
        failure: why it couldn't be synced the last time; None if it could.
        is_cut_back: what couldn't be synced is gone from it, to be appended once more.
        is_closed: nothing more is written into it.
    """

    def __init__(
        self,
        path: Path,
        file: FileIO,
        lock: locks.Lock | None,
        ends: Iterable[int],
        synced: Mark,
    ) -> None:
        """
        Go on with a file, of which so much is synced.

        Args:
            ends: where so many of its entries end, from none on.
            lock: its lock; None: it is to be taken with the first that is written, since
                nobody can write there just now.
        """
        self.path = path
        self._ends = array("Q", ends)
        self.position, self._end = len(self._ends) - 1, self._ends[-1]
        self.failure: OSError | None = None
        self.is_cut_back = self.is_closed = False
        self._file = file
        self._lock = lock
        self._reader: _Reader | None = None
        self._synced = synced
        self._is_ragged = True
        """What doesn't belong to it may stand behind its end."""

    @classmethod
    def create(
        cls,
        path: Path,
        table: str,
        lock: Lock | None,
        wires: Sequence[Wire] = (),
        *,
        listed: bool = True,
        on_page: bool = True,
    ) -> Journal:
        """
        Begin one; when this returns it is on disk.

        Args:
            wires: what it begins with. Without a whole lobby it is no game, and nobody would
                have it who could bring it back to a host that knows of none.

        Raises:
            OSError: it can't be written.
        """
        file = _open_file(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        journal = cls(path, file, None, (0,), Mark(0, 0))
        try:
            journal._write(begin(table, lock, listed=listed, on_page=on_page))
            journal._ends[0] = journal._end
            journal.append(wires)
            os.fsync(file.fileno())
            sync_folder(path.parent)
        except OSError:
            journal.remove()  # it is begun another time
            raise
        journal._synced = journal.mark
        return journal

    def append(self, wires: Sequence[Wire]) -> None:
        """
        Write entries down; they outlive this process when this returns.

        Raises:
            OSError: they can't be written, and nothing has changed; it may be tried again.
        """
        parts = [pack((wire,)) for wire in wires]
        self._write(b"".join(parts))
        for part in parts:
            self._ends.append(self._ends[-1] + len(part))
        self.position += len(wires)
        self.is_cut_back = False

    def close(self) -> None:
        """Let go of the file, once it is synced."""
        if self.is_closed:
            return
        if not self.is_synced:
            with contextlib.suppress(OSError):
                os.fsync(self._file.fileno())
        self.is_closed = True
        self._close_file()
        if self._lock is not None:
            self._lock.release()

    def hold(self, entries: Sequence[Entry], first: int) -> None:
        """
        Hold entries here alone, and not in memory.

        Args:
            entries: some that outlive the machine: see `synced_position`.
            first: the number of the first of them; all before it are held.
        """
        if not CAN_READ_AT or not entries:
            return
        if self._reader is None:
            self._reader = _Reader(self._file, self._ends)
        for number, entry in enumerate(entries, first):
            self._reader.take(number, entry)

    # What outlives the machine.

    @property
    def synced_position(self) -> int:
        """How many of its entries do."""
        return self._synced.position

    @property
    def mark(self) -> Mark:
        """How far it is written."""
        return Mark(self.position, self._end)

    @property
    def is_synced(self) -> bool:
        """All that is written outlives the machine."""
        return self.is_closed or self.mark == self._synced

    def duplicate(self) -> int:
        """Open it once more, for whoever syncs it: it may be closed meanwhile."""
        return os.dup(self._file.fileno())

    def synced(self, mark: Mark) -> None:
        """Take it that all up to there outlives the machine."""
        self._synced, self.failure = mark, None

    def unsynced(self, error: OSError) -> None:
        """
        Go back to what was synced before.

        A system may throw away what it couldn't write, and say so only once: to sync it
        again would say nothing of it.
        """
        self.failure, self.is_cut_back = error, True
        self.go_back(self._synced)

    def go_back(self, mark: Mark) -> None:
        """Hold no more than so much."""
        self.position, self._end = mark
        del self._ends[self.position + 1 :]
        self._synced = min(self._synced, mark)
        self._is_ragged = True

    def _write(self, data: bytes) -> None:
        """Write all of something at the end, or nothing."""
        if self._lock is None:
            self._lock = locks.Lock(self.path)
        if not self._file.writable():
            self._open_again()
        try:
            self._cut()
            self._is_ragged = bool(data)
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._end += len(data)
        self._is_ragged = False

    def _open_again(self) -> None:
        """
        Open for writing what could only be read before.

        Raises:
            OSError: it still can't be written, or another file has its name.
        """
        file = _open_file(self.path, os.O_RDWR)
        if not os.path.sameopenfile(file.fileno(), self._file.fileno()):
            file.close()
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        self._close_file()
        self._file = file

    def _close_file(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.outlive()
        with contextlib.suppress(OSError):
            self._file.close()

    def _cut(self) -> None:
        """Remove what is left of something that couldn't be written whole."""
        if self._is_ragged:
            self._file.seek(self._end)
            self._file.truncate()
            self._is_ragged = False

    def remove(self) -> None:
        """Remove the file: its log is written."""
        self._synced = self.mark  # nobody will read it
        lock, self._lock = self._lock, None
        self.close()
        try:
            remove(self.path)
        finally:
            if lock is not None:
                lock.release()
        with contextlib.suppress(OSError):
            sync_folder(self.path.parent)


class Archive:
    """
    A folder of journals, logs, and proofs.

    Attributes:
        entries: how many were written into its journals.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries = 0

    def begin(
        self,
        gid: bytes,
        table: str,
        lock: Lock | None = None,
        wires: Sequence[Wire] = (),
        *,
        listed: bool = True,
        on_page: bool = True,
    ) -> Journal:
        """
        Open the journal of a new game, with what was said so far.

        Args:
            listed: the table is told of whoever asks for the tables.
            on_page: it may be on the page on which a host shows its tables to a room.

        Raises:
            OSError: it can't be written.
        """
        path = self.folder / f"{stem(gid)}.journal"
        journal = Journal.create(
            path, table, lock, wires, listed=listed, on_page=on_page
        )
        self.entries += len(wires)
        return journal

    def write_log(
        self, gid: bytes, log: Iterable[bytes], *, whole: bool = True
    ) -> Path:
        """
        Write a log, all of it or nothing.

        Args:
            log: one part of it after the other.
            whole: the game has ended as it should.

        Raises:
            OSError: it can't be written.
        """
        path = self.folder / f"{stem(gid)}{OVER if whole else STOPPED}"
        write_whole(path, log)
        return path.absolute()

    def add_to_log(self, gid: bytes, log: Iterable[bytes]) -> None:
        """
        Write a log again, with what was opened since the game was over: that was then.

        Raises:
            OSError: it can't be written; what was there still is.
        """
        with keeping_time(self.folder / f"{stem(gid)}{OVER}"):
            self.write_log(gid, log)

    def write_proof(self, gid: bytes, seat: int, proof: bytes) -> Path:
        """
        Write a proof that a seat has signed two versions.

        Raises:
            OSError: it can't be written.
        """
        path = self.folder / f"{stem(gid)}.seat{seat}.evidence"
        write_whole(path, proof)
        return path.absolute()

    def unfinished(self, most: int) -> Iterator[Found | Unusable | Unread]:
        """
        Return the journals found, at most so many, the newest first.

        One that another host writes just now is left alone. One that breaks off, as
        when the machine went down, ends with its last whole entry. Of one that can't be
        used the reason is given, and it is kept under another name; one that can't be read
        keeps its own, for it may be a good one.
        """
        for path in sorted(self.folder.glob("*.journal"), key=_age)[:most]:
            found = self._found(path)
            if found is not None:
                yield found

    def find(self, gid: str) -> Found | Unusable | Unread | None:
        """
        Return the journal of one game, as `unfinished` does; None if there is none.

        Args:
            gid: the first 16 digits of its id.
        """
        return self._found(self.folder / f"{gid}.journal")

    def _found(self, path: Path) -> Found | Unusable | Unread | None:
        try:
            return _read(path)
        except (Busy, FileNotFoundError):
            return None
        except OSError as error:
            return Unread(path, error.strerror or str(error))
        except RemoteProtocolError as error:
            return self.set_aside(path, str(error))

    def cut_back(self, found: Found, entries: int) -> Path:
        """
        Go on with a journal's first entries alone; gives where all of it is kept aside.

        Raises:
            OSError: it can't be kept.
        """
        aside = found.path.with_suffix(".journal.damaged")
        write_whole(aside, found.path.read_bytes())
        found.journal.go_back(Mark(entries, found.ends[entries]))
        return aside

    def set_aside(self, path: Path, reason: str) -> Unusable:
        """Keep a damaged journal under a name that is not read again."""
        aside = path.with_suffix(".journal.damaged")
        # If even that is refused, it is found again next time.
        with contextlib.suppress(OSError):
            replace(path, aside)
            path = aside
        return Unusable(path, reason)


def _age(path: Path) -> tuple[int, str]:
    """Sort the newest first; one that has just gone comes last."""
    try:
        return -path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        return 0, path.name


def _lock_found(path: Path) -> locks.Lock | None:
    """
    Keep other processes away from what is there; None where nobody can write just now.

    Raises:
        Busy: one has it.
    """
    try:
        return locks.Lock(path, makes=False)
    except BlockingIOError:
        raise Busy from None
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
    return None


def _open_found(path: Path) -> FileIO:
    """Open what is there; for reading alone where it can't be written just now."""
    try:
        file = _open_file(path, os.O_RDWR)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        return _open_file(path, os.O_RDONLY)
    try:
        # An older version's may be open to others.
        make_private(file.fileno())
    except OSError:
        file.close()
        raise
    return file


def _open_file(path: Path, flags: int) -> FileIO:
    descriptor = open_private(path, flags)
    mode: Literal["r+b", "rb"] = "r+b" if flags & os.O_RDWR else "rb"
    return open(descriptor, mode, buffering=0)


def _read(path: Path) -> Found:
    lock = _lock_found(path)
    try:
        return _found(path, lock)
    except (OSError, RemoteProtocolError):
        if lock is not None:
            lock.release()
        raise


def _found(path: Path, lock: locks.Lock | None) -> Found:
    file = _open_found(path)
    try:
        # One that is too long isn't read into memory.
        kept = read(file.read(CAP + 1))
    except (OSError, RemoteProtocolError):
        file.close()
        raise
    written, synced = Mark(len(kept.wires), kept.ends[-1]), Mark(0, kept.ends[0])
    # Whoever wrote it may not have come to sync it; and that a game has begun isn't told
    # before it outlives the machine.
    with contextlib.suppress(OSError):
        os.fsync(file.fileno())
        sync_folder(path.parent)
        synced = written
    journal = Journal(path, file, lock, kept.ends, synced)
    return Found(
        path,
        kept.table,
        kept.lock,
        kept.listed,
        kept.on_page,
        kept.wires,
        kept.ends,
        kept.damage,
        journal,
    )
