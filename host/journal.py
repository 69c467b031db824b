"""
Journals and logs: the files that a host writes about its games.

While a game is running, every entry is appended to its journal in order of arrival. The
journal needs nothing else, since everything follows from the entries. When the game
ends, its log is written in the one canonical form, and the journal is removed. A
journal found when a host starts contains a game to resume.

Entries that are synced to disk needn't stay in memory: they are read from their journal
again when somebody needs them, such as a client that comes late.

An entry is written before anybody is sent it, so a host that is killed loses nothing. A
power cut loses the entries that weren't synced yet; but then everybody who was sent
them has them, above all their signers, and posts them again. So nobody waits for the
disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import weakref
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Literal, NamedTuple

from sealed_wonders.host.news import DiskTrouble, SetAside
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import Entry, Wire, pack_wire, parse_wire
from sealed_wonders.net.log.journal import (
    CAP,
    JournalHead,
    KeptJournal,
    begin,
    pack,
    read,
)
from sealed_wonders.net.names import make_line
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
    write_whole,
)

OVER, STOPPED = ".swlog", ".unfinished.swlog"
"""Extensions of logs: of games that ended normally, and of others."""

LENGTH = 4
"""Bytes of the length before each entry."""


class Busy(Exception):
    """Another process writes this journal."""


class Found(NamedTuple):
    """A journal found in the folder."""

    kept: KeptJournal
    journal: Journal
    """The open journal, for appending."""


Unusable = SetAside | DiskTrouble
"""News of a file that isn't a journal, or of one that can't be read at the moment."""


class JournalMark(NamedTuple):
    """A place in a journal, after an entry."""

    position: int
    """Number of entries before it."""
    end: int
    """Number of bytes before it."""


class _Reader:
    """
    Reads entries from a journal's file, for as long as anybody may need them.

    Entries may be needed after the game is over and its journal has been removed. The
    reader then has a file descriptor of its own.

    Args:
        ends: byte offsets: item n is where the first n entries end. It grows with
            the file.
        first: the number of the first entry that is read from here. Earlier ones are
            read from where the file was open before, or from an earlier file.
    """

    def __init__(self, file: FileIO, ends: array[int], first: int) -> None:
        self._descriptor = file.fileno()
        self._ends = ends
        self._first = first
        self._sums = array("L")
        """CRC-32 of each entry that is read from here, to detect disk errors."""

    def outlive(self) -> None:
        """Read on after the file is closed, if another descriptor can be opened."""
        try:
            own = FileIO(os.dup(self._descriptor))
            # Not `__del__`: if both are in one reference cycle, the file could be
            # finalized first, without being closed.
            weakref.finalize(self, own.close)
            self._descriptor = own.fileno()
        except OSError:
            self._descriptor = -1

    def take(self, number: int, entry: Entry) -> None:
        """Make an entry read its wire from here from now on."""
        del self._sums[number - self._first :]
        self._sums.append(zlib.crc32(pack_wire(entry.wire)))
        entry.store(partial(self.read, number))

    def read(self, number: int) -> Wire:
        """Read an entry's wire; raise `OSError` if it is unreadable or has changed."""
        start, end = self._ends[number] + LENGTH, self._ends[number + 1]
        data = read_at(self._descriptor, end - start, start)
        if zlib.crc32(data) != self._sums[number - self._first]:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return parse_wire(data)


class Journal:
    """
    The journal of one game, open and locked.

    Appended entries survive this process immediately, and a crash of the machine once
    they are synced, for which nobody waits: see `sealed_wonders.host.syncing`.

    Args:
        lock: its lock; None to take it with the first write, since the folder isn't
            writable at the moment.
        ends: byte offsets: item n is where the first n entries end.
        synced: how far the file is synced.

    Attributes:
        position: number of entries.
        failure: why the last sync failed; None if it didn't.
        is_cut_back: whether entries that couldn't be synced were dropped, and have to
            be appended again.
        is_closed: whether nothing more is written.
    """

    def __init__(
        self,
        path: Path,
        file: FileIO,
        lock: locks.Lock | None,
        ends: Iterable[int],
        synced: JournalMark,
    ) -> None:
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
        """Whether there may be stray bytes after the last entry."""

    @classmethod
    def create(
        cls,
        path: Path,
        head: JournalHead,
        wires: Sequence[Wire] = (),
    ) -> Journal:
        """
        Create a journal, which is synced when this returns.

        Args:
            wires: the first entries. They have to include the whole lobby: without it
                there is no game, and nobody could send it to a host that has lost it.

        Raises:
            OSError: it can't be written.
        """
        file = _open_file(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        journal = cls(path, file, None, (0,), JournalMark(0, 0))
        try:
            journal._write(begin(head))
            journal._ends[0] = journal._end
            journal.append(wires)
            os.fsync(file.fileno())
            sync_folder(path.parent)
        except OSError:
            journal.remove()  # the caller tries again later
            raise
        journal._synced = journal.mark
        return journal

    def append(self, wires: Sequence[Wire]) -> None:
        """
        Append entries; when this returns, they survive the end of this process.

        Raises:
            OSError: they can't be written. Nothing has changed, and it may be tried
                again.
        """
        parts = [pack((wire,)) for wire in wires]
        self._write(b"".join(parts))
        for part in parts:
            self._ends.append(self._ends[-1] + len(part))
        self.position += len(wires)
        self.is_cut_back = False

    def close(self) -> None:
        """Sync and close the file."""
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
        Release entries from memory, which are then read from here.

        Args:
            entries: synced entries: see `synced_position`.
            first: the number of the first of them; all earlier ones have been released.
        """
        if not CAN_READ_AT or not entries:
            return
        if self._reader is None:
            self._reader = _Reader(self._file, self._ends, first)
        for number, entry in enumerate(entries, first):
            self._reader.take(number, entry)

    @property
    def is_removed(self) -> bool:
        """Whether the file has lost its name, so that no later host would find it."""
        return not self.path.exists()

    # Syncing.

    @property
    def synced_position(self) -> int:
        return self._synced.position

    @property
    def mark(self) -> JournalMark:
        """The end of what is written."""
        return JournalMark(self.position, self._end)

    @property
    def is_synced(self) -> bool:
        return self.is_closed or self.mark == self._synced

    def duplicate(self) -> int:
        """Return another descriptor to sync, since the file may be closed meanwhile."""
        return os.dup(self._file.fileno())

    def synced(self, mark: JournalMark) -> None:
        """Record that everything up to a place is synced."""
        self._synced, self.failure = mark, None

    def unsynced(self, error: OSError) -> None:
        """
        Go back to the last synced place after a failed sync.

        A system may drop what it couldn't write, and report that only once: another
        sync wouldn't show whether it was written.
        """
        self.failure, self.is_cut_back = error, True
        self.go_back(self.synced_position)

    def go_back(self, entries: int) -> None:
        """Drop all but the first entries."""
        self.position, self._end = entries, self._ends[entries]
        del self._ends[entries + 1 :]
        self._synced = min(self._synced, self.mark)
        self._is_ragged = True

    def _write(self, data: bytes) -> None:
        """Write all of the data at the end, or nothing."""
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
        Open the file for writing, which so far could only be read.

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
        """Remove stray bytes after the last entry."""
        if self._is_ragged:
            self._file.seek(self._end)
            self._file.truncate()
            self._is_ragged = False

    def remove(self) -> None:
        """Remove the file, because the log has been written."""
        self._synced = self.mark  # no need to sync a file that nobody will read
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
    """A folder of journals, logs and proofs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entries = 0
        """Number of entries written into its journals."""

    def begin(
        self, gid: bytes, head: JournalHead, wires: Sequence[Wire] = ()
    ) -> Journal:
        """Create the journal of a new game: see `Journal.create`."""
        path = self.folder / f"{stem(gid)}.journal"
        journal = Journal.create(path, head, wires)
        self.entries += len(wires)
        return journal

    def write_log(
        self, gid: bytes, log: Iterable[bytes], *, whole: bool = True
    ) -> Path:
        """
        Write a log atomically, and return its path.

        Args:
            whole: whether the game ended normally.

        Raises:
            OSError: it can't be written.
        """
        path = self.folder / f"{stem(gid)}{OVER if whole else STOPPED}"
        write_whole(path, log)
        return path.absolute()

    def add_to_log(self, gid: bytes, log: Iterable[bytes]) -> None:
        """
        Write a log again with later disclosures, keeping the time of the file.

        Raises:
            OSError: it can't be written; the old log is unchanged.
        """
        with keeping_time(self.folder / f"{stem(gid)}{OVER}"):
            self.write_log(gid, log)

    def write_proof(self, gid: bytes, seat: int, proof: bytes) -> Path:
        """Write a proof of two signed versions, or raise `OSError`; return its path."""
        path = self.folder / f"{stem(gid)}.seat{seat}.evidence"
        write_whole(path, proof)
        return path.absolute()

    def unfinished(self, most: int) -> Iterator[Found | Unusable]:
        """
        Yield the journals in the folder, newest first.

        A journal that another host is writing is left alone. A truncated one, as after
        a crash of the machine, ends with its last whole entry. An unusable one is
        renamed, and yielded with the reason. One that can't be read keeps its name,
        since it may be intact.
        """
        for path in sorted(self.folder.glob("*.journal"), key=_age)[:most]:
            found = self._found(path)
            if found is not None:
                yield found

    def find(self, gid: str) -> Found | Unusable | None:
        """
        Return the journal of a game, like `unfinished`; None if there is none.

        Args:
            gid: the first 16 digits of the game's id.
        """
        return self._found(self.folder / f"{gid}.journal")

    def _found(self, path: Path) -> Found | Unusable | None:
        try:
            return _read(path)
        except (Busy, FileNotFoundError):
            return None
        except OSError as error:
            what = f"can't read {path}, which is left for the next start"
            return DiskTrouble(make_line(f"{what}: {error.strerror or error}"))
        except RemoteProtocolError as error:
            return self.set_aside(path, str(error))

    def cut_back(self, journal: Journal, entries: int) -> Path:
        """
        Drop all but the first entries of a journal; return the path of a full copy.

        Raises:
            OSError: the copy can't be written.
        """
        aside = journal.path.with_suffix(".journal.damaged")
        write_whole(aside, journal.path.read_bytes())
        journal.go_back(entries)
        return aside

    def set_aside(self, path: Path, reason: str) -> SetAside:
        """Rename a damaged journal, so that it isn't read again."""
        aside = path.with_suffix(".journal.damaged")
        # If that fails as well, the file is found again next time.
        with contextlib.suppress(OSError):
            replace(path, aside)
            path = aside
        return SetAside(path, reason)


def _age(path: Path) -> tuple[int, str]:
    """Return a sort key for newest first; a file that has just been removed is last."""
    try:
        return -path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        return 0, path.name


def _lock_found(path: Path) -> locks.Lock | None:
    """Lock an existing journal, or raise `Busy`; return None on a read-only disk."""
    try:
        return locks.Lock(path, makes=False)
    except BlockingIOError:
        raise Busy from None
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
    return None


def _open_found(path: Path) -> FileIO:
    """Open an existing journal, only for reading if it can't be written now."""
    try:
        file = _open_file(path, os.O_RDWR)
    except OSError as error:
        if error.errno not in UNWRITABLE:
            raise
        return _open_file(path, os.O_RDONLY)
    try:
        # Older versions may have left it readable for others.
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
    with contextlib.ExitStack() as undo:
        lock = _lock_found(path)
        if lock is not None:
            undo.callback(lock.release)
        file = undo.enter_context(_open_found(path))
        # An oversized file isn't read as a whole.
        kept = read(file.read(CAP + 1))
        undo.pop_all()
    synced = JournalMark(0, kept.ends[0])
    # The host that wrote it may not have synced it. Nobody may be told of a game before
    # its beginning is synced.
    with contextlib.suppress(OSError):
        os.fsync(file.fileno())
        sync_folder(path.parent)
        synced = JournalMark(len(kept.wires), kept.ends[-1])
    return Found(kept, Journal(path, file, lock, kept.ends, synced))
