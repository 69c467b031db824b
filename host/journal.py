"""
Journals and logs: what a host writes down of its games.

While a game goes on, every entry is appended to its journal as it came in; there is
nothing else to it, since everything follows from the entries. When the game ends, its
log is written in its one canonical form and the journal goes. What is found when a host
starts is a game to resume.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator, Sequence
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.files import write_whole
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import WIRE_CAP, Wire, pack_wire, parse_wire
from sealed_wonders.net.log.file import chunk, chunks
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.passwords import SALT_SIZE, Lock

MAGIC = b"SWJRN1\n"
"""
How a journal begins; the table's name follows, then the entries as they came in. Behind the
name, after a zero byte, stands the lock of the table's password, if it has one.
"""

PRIVATE = 0o600
"""Who may read what is kept here: its owner alone, as with keys and players' files."""

JOURNAL_CAP = 1 << 26
"""Bytes of the longest journal that is read: a hundred times the longest game."""


class Busy(Exception):
    """Another host writes this journal."""


class Found(NamedTuple):
    """A journal that a host before this one has left."""

    path: Path
    table: str
    lock: Lock | None
    """Of its password; None: it has none."""
    wires: tuple[Wire, ...]
    """As they came in."""
    journal: Journal
    """Open, to be appended to."""


class Unusable(NamedTuple):
    """A file that is no journal."""

    path: Path
    """Where it is now."""
    reason: str


class Journal:
    """
    One game's journal, open and locked.

    Attributes:
        position: how many entries it holds.
    """

    def __init__(self, path: Path, file: FileIO, position: int) -> None:
        self.path = path
        self.position = position
        self._file = file
        self._end = file.tell()
        """Where the next entry goes."""
        self._is_ragged = False
        """What couldn't be written whole may stand behind that."""

    @classmethod
    def create(cls, path: Path, table: str, lock: Lock | None) -> Journal:
        """
        Begin one.

        Raises:
            OSError: it can't be written.
        """
        journal = cls(path, _open(path, os.O_CREAT | os.O_EXCL), 0)
        try:
            behind = b"" if lock is None else b"\0" + lock.salt + lock.key
            journal._write(MAGIC + chunk(table.encode() + behind))
        except OSError:
            journal.remove()  # it is begun another time
            raise
        return journal

    def append(self, wires: Sequence[Wire]) -> None:
        """
        Write entries down; they outlive this process when this returns.

        Raises:
            OSError: they can't be written, and nothing has changed; it may be tried again.
        """
        self._write(b"".join(chunk(pack_wire(wire)) for wire in wires))
        self.position += len(wires)

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            self._cut()
        with contextlib.suppress(OSError):
            self._file.close()

    def _write(self, data: bytes) -> None:
        """Write all of something at the end, or nothing."""
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

    def _cut(self) -> None:
        """Remove what is left of something that couldn't be written whole."""
        if self._is_ragged:
            self._file.seek(self._end)
            self._file.truncate()
            self._is_ragged = False

    def remove(self) -> None:
        """Remove the file: its log is written."""
        self.path.unlink(missing_ok=True)
        self.close()


class Archive:
    """A folder of journals, logs, and proofs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def begin(self, gid: bytes, table: str, lock: Lock | None = None) -> Journal:
        """
        Open the journal of a new game.

        Raises:
            OSError: it can't be written.
        """
        return Journal.create(self.folder / f"{_stem(gid)}.journal", table, lock)

    def write_log(self, gid: bytes, log: bytes, *, whole: bool = True) -> Path:
        """
        Write a log, all of it or nothing.

        Args:
            whole: the game has ended as it should.

        Raises:
            OSError: it can't be written.
        """
        suffix = ".swlog" if whole else ".unfinished.swlog"
        path = self.folder / f"{_stem(gid)}{suffix}"
        write_whole(path, log)
        return path.absolute()

    def write_proof(self, gid: bytes, seat: int, proof: bytes) -> Path:
        """
        Write a proof that a seat has signed two versions.

        Raises:
            OSError: it can't be written.
        """
        path = self.folder / f"{_stem(gid)}.seat{seat}.evidence"
        write_whole(path, proof)
        return path.absolute()

    def unfinished(self, most: int) -> Iterator[Found | Unusable]:
        """
        Return the journals found, at most so many, the newest first.

        One that another host writes just now is left alone. One that breaks off, as
        when the machine went down, ends with its last whole entry. Of one that is
        damaged the reason is given, and it is kept under another name.
        """
        for path in sorted(self.folder.glob("*.journal"), key=_age)[:most]:
            found = self._found(path)
            if found is not None:
                yield found

    def find(self, gid: str) -> Found | Unusable | None:
        """
        Return the journal of one game, as `unfinished` does; None if there is none.

        Args:
            gid: the first 16 digits of its id.
        """
        return self._found(self.folder / f"{gid}.journal")

    def _found(self, path: Path) -> Found | Unusable | None:
        try:
            return _read(path)
        except (Busy, FileNotFoundError):
            return None
        except (OSError, RemoteProtocolError) as error:
            return self.set_aside(path, str(error))

    def set_aside(self, path: Path, reason: str) -> Unusable:
        """Keep a damaged journal under a name that is not read again."""
        aside = path.with_suffix(".journal.damaged")
        # If even that is refused, it is found again next time.
        with contextlib.suppress(OSError):
            path.replace(aside)
            path = aside
        return Unusable(path, reason)


def _age(path: Path) -> tuple[int, str]:
    """Sort the newest first; one that has just gone comes last."""
    try:
        return -path.stat().st_mtime_ns, path.name
    except FileNotFoundError:
        return 0, path.name


def _stem(gid: bytes) -> str:
    return gid.hex()[:16]


def _open(path: Path, flags: int) -> FileIO:
    """Open for reading and writing, by one process at a time."""
    descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC | flags, PRIVATE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(descriptor, PRIVATE)  # an older version's may be open to others
    except BlockingIOError:
        os.close(descriptor)
        raise Busy from None
    return open(descriptor, "r+b", buffering=0)


def _read(path: Path) -> Found:
    file = _open(path, 0)
    try:
        if os.fstat(file.fileno()).st_size > JOURNAL_CAP:
            raise RemoteProtocolError(f"more than {JOURNAL_CAP} bytes")
        data = file.readall()
        end = _last_whole(data)
        parts = [part for _, part in chunks(MAGIC, data[:end])]
        if not parts:
            raise RemoteProtocolError("breaks off before it begins")
        table, lock = _table(parts[0])
        wires = tuple(map(parse_wire, parts[1:]))
        file.truncate(end)
        file.seek(end)
    except (OSError, RemoteProtocolError):
        file.close()
        raise
    return Found(path, table, lock, wires, Journal(path, file, len(wires)))


def _last_whole(data: bytes) -> int:
    """Return where the last whole entry ends; what stands behind it was cut off."""
    end = len(MAGIC)
    while end + 4 <= len(data):
        size = int.from_bytes(data[end : end + 4], "big")
        if size > WIRE_CAP or end + 4 + size > len(data):
            # A size that can't be is damage, which `chunks` names.
            return len(data) if size > WIRE_CAP else end
        end += 4 + size
    return min(end, len(data))


def _table(written: bytes) -> tuple[str, Lock | None]:
    name, _, behind = written.partition(b"\0")
    lock = Lock(behind[:SALT_SIZE], behind[SALT_SIZE:]) if behind else None
    try:
        if lock is not None and not lock.is_good:
            raise ValueError("no lock stands behind it")
        return clean_name(name.decode()), lock
    except ValueError as error:
        raise RemoteProtocolError(f"not the name of a table: {error}") from None
