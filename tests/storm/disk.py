"""
A machine's disk in the storm, and what is left on it when the power fails.

The files are real ones, in a folder for each machine. When a program is killed,
everything that it wrote is kept. When the power fails, each file has its contents of
the last sync and, of what was added since, a part, or zeros in its place. A name that
was never synced may exist or not, and a name that was replaced may refer to the old
file.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.storm.world import Killed

Names = dict[str, int]
"""The numbers of a folder's files and folders, by name."""


class Disk:
    """
    The disk of one machine.

    Attributes:
        folder: contains everything on it.
        is_remembered: whether synced contents are recorded, since the power may fail.
        is_full, is_read_only, fails_to_sync: what is wrong with it.
        dies_after: number of writes after which the process dies; never if negative.
        dies_with_power: whether the machine then loses its power, too.
        is_dead: whether that has happened.
        writes: number of writes and syncs.
        time: returns the time of day for the files' timestamps.
    """

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder = folder
        self.is_remembered = False
        self.is_full = self.is_read_only = self.fails_to_sync = False
        self.dies_after = -1
        self.dies_with_power = False
        self.is_dead = False
        self.writes = 0
        self.time: Callable[[], float] = lambda: 0.0
        self._dice = dice
        self._open: set[int] = set()
        self._files: set[Any] = set()
        """Open file objects, including those that the program lost when it died."""
        self._data: dict[int, bytes] = {}
        """Synced contents of files, by number."""
        self._names: dict[int, Names] = {}
        """Synced contents of folders, by number."""
        self._folders: set[int] = set()
        folder.mkdir(parents=True)

    def holds(self, path: object) -> bool:
        """Return whether a path or descriptor is on this disk."""
        if isinstance(path, int):
            return path in self._open
        try:
            return os.fspath(path).startswith(str(self.folder))  # type: ignore
        except TypeError:
            return False

    # Calls by programs.

    def opened(self, descriptor: int) -> None:
        """Register a descriptor for the system to close when the process ends."""
        self._open.add(descriptor)

    def closed(self, descriptor: int) -> None:
        self._open.discard(descriptor)

    def keep(self, file: Any) -> None:
        """Register a file object, likewise."""
        self._files.add(file)

    def forget(self, file: Any) -> None:
        """Unregister a file object that was closed."""
        self._files.discard(file)

    def change(self, *, adds: bool = False) -> None:
        """
        Permit a change by the program, or raise an error.

        Raises:
            Killed: the process dies before the change.
            OSError: the change is impossible.
        """
        if self.is_dead:
            raise Killed
        self.writes += 1
        if self.dies_after == 0:
            self.is_dead = True
            raise Killed
        self.dies_after -= 1
        if self.is_read_only:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        if adds and self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def room(self, size: int) -> int:
        """
        Return how many bytes are written before the process dies or the disk is full.
        """
        if self.is_full or (self.dies_after == 0 and not self.is_dead):
            return self._dice.randint(0, size)
        return size

    def stamp(self, file: int | Path, time: float | None = None) -> None:
        """Set the timestamp of a changed file, by default to the current time."""
        time = self.time() if time is None else time
        os.utime(file, (time, time))

    @property
    def takes_less(self) -> bool:
        """
        Whether a write without room for everything writes a part; the next write then
        fails.
        """
        is_dying = self.is_dead or self.dies_after == 0
        return self.is_full and not (self.is_read_only or is_dying)

    def sync(self, descriptor: int) -> None:
        """
        Make something outlast a loss of power.

        Raises:
            OSError: that is impossible.
        """
        if self.is_dead:
            raise Killed
        if self.fails_to_sync:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if self.is_remembered:
            self._remember(Path(f"/proc/self/fd/{descriptor}"))
        self.writes += 1
        if self.dies_after == 0:
            self.is_dead = True
            raise Killed
        self.dies_after -= 1

    # The ends of processes, and losses of power.

    def let_go(self) -> None:
        """Close what is open, as the system does when a process ends."""
        for file in list(self._files):
            file.let_go()
        self._files.clear()
        for descriptor in sorted(self._open):
            os.close(descriptor)
        self._open.clear()
        self.is_dead = self.dies_with_power = False
        self.dies_after = -1

    def settle(self) -> None:
        """Make current contents outlast a loss of power, as happens after a while."""
        self._data.clear()
        self._names.clear()
        for path in (self.folder, *sorted(self.folder.rglob("*"))):
            self._remember(path)

    def _remember(self, path: Path) -> None:
        number = path.stat().st_ino
        if path.is_dir():
            # The path of a descriptor lists the folder itself.
            self._names[number] = {it.name: it.stat().st_ino for it in path.iterdir()}
            self._folders.add(number)
        else:
            self._data[number] = path.read_bytes()

    def lose_power(self) -> None:
        """Reduce the contents to what a disk has when the power comes back."""
        now: dict[int, bytes] = {}
        times: dict[int, float] = {}
        there: dict[int, Names] = {}
        for path in (self.folder, *sorted(self.folder.rglob("*"))):
            number = path.stat().st_ino
            if path.is_dir():
                there[number] = {it.name: it.stat().st_ino for it in path.iterdir()}
            else:
                now[number] = path.read_bytes()
                times[number] = path.stat().st_mtime
        root = self.folder.stat().st_ino
        left = sorted(self._left(root, Path(), now, there))
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for path, number, data in left:
            at = self.folder / path
            if data is None:
                at.mkdir(mode=0o700, exist_ok=True)
            else:
                at.write_bytes(data)
                at.chmod(0o600)
                self.stamp(at, times.get(number))
        self.settle()

    def _left(
        self, number: int, path: Path, now: dict[int, bytes], there: dict[int, Names]
    ) -> Iterator[tuple[Path, int, bytes | None]]:
        """Yield what is left of a folder: path, number, and the contents of a file."""
        new, old = there.get(number, {}), self._names.get(number, {})
        for name in sorted(new.keys() | old.keys()):
            one, other = new.get(name), old.get(name)
            found = one
            if one != other and self._dice.random() < 0.5:
                found = other
            if found is None:
                continue
            if found in there or found in self._folders:
                yield path / name, found, None
                yield from self._left(found, path / name, now, there)
            else:
                yield path / name, found, self._half(found, now)

    def _half(self, number: int, now: dict[int, bytes]) -> bytes:
        """Return what is left of a file."""
        synced = self._data.get(number, b"")
        data = now.get(number, synced)
        if not data.startswith(synced):
            return synced if self._dice.random() < 0.5 else data
        more = data[len(synced) :]
        kept = self._dice.choice((0, self._dice.randint(0, len(more)), len(more)))
        zeros = self._dice.choice((0, 0, len(more) - kept))
        return synced + more[:kept] + bytes(zeros)
