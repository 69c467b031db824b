"""
Games on hosts of one's own that were left: which ones, and how their hosts were started.

One file for each, which the process that plays it has locked. The game itself is in its
host's journal; without that there is nothing to go on with.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.storage.home import FILE_CAP, Damaged, Home, write
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.system.locks import Lock, is_locked
from sealed_wonders.net.tableoptions import OPTIONS

HOST = "host"
"""Stands for ``play`` where others came to the table."""


_FORMER = {f"--{older}": f"--{it.name}" for it in OPTIONS for older in it.former}
"""What options of a host were called, in files of games that were begun before."""


class Left(NamedTuple):
    """A game that can be gone on with."""

    gid: str
    """The first digits of its id."""
    command: str
    """By which it was begun: ``play``, ``learn``, or `HOST` at a table for others, too."""
    wanted: Mapping[str, object]
    """What its host was told of its table."""


class OwnGames:
    """The games somebody began on hosts of their own."""

    def __init__(self, home: Home) -> None:
        self._folder = home.state / "own"
        self._journals = home.logs
        self._held: dict[str, Lock] = {}
        """The files of games that are played by this process."""

    def left(self, command: str, given: Mapping[str, object]) -> Left | None:
        """
        Give the last game that was left, unless another window plays it.

        Args:
            command: the one by which it was begun.
            given: what its host must have been told of its table.
        """
        for found in self.all_left():
            if found.command == command and all(
                found.wanted.get(word) == it for word, it in given.items()
            ):
                return found
        return None

    def all_left(self) -> Iterator[Left]:
        """Return all games that were left, the last one first, but those being played."""
        for path in self._newest():
            found = self._read(path)
            if found is not None and not is_locked(path):
                yield found

    def find(self, gid: str) -> Left | None:
        """Give a game by the first digits of its id, unless another window plays it."""
        path = self._path(gid[:STEM])
        if not path.exists() or is_locked(path):
            return None
        return self._read(path)

    def keep(self, gid: str, command: str, wanted: Mapping[str, object]) -> None:
        """Remember a game, which this process plays from now on."""
        gid = gid[:STEM]
        if gid in self._held:
            return
        # Whoever can't write here goes on playing, and can't come back.
        with contextlib.suppress(OSError, Damaged):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            data = json.dumps({"command": command, "wanted": wanted}).encode()
            if not is_locked(self._path(gid)):
                write(self._path(gid), data)
                self._held[gid] = Lock(self._path(gid))

    def forget(self, gid: str) -> None:
        """Forget a game: it is over, or somebody has given it up."""
        gid = gid[:STEM]
        with contextlib.suppress(OSError):
            self._path(gid).unlink(missing_ok=True)
        lock = self._held.pop(gid, None)
        if lock is not None:
            lock.release()

    def close(self) -> None:
        """Play none of them any more."""
        while self._held:
            self._held.popitem()[1].release()

    def _path(self, gid: str) -> Path:
        return self._folder / f"{gid}.json"

    def _newest(self) -> list[Path]:
        paths = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(OSError):
                paths.append((-path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(paths)]

    def _read(self, path: Path) -> Left | None:
        """Read a file; one whose game isn't there any more is removed."""
        if not (self._journals / f"{path.stem}.journal").exists():
            self.forget(path.stem)
            return None
        try:
            row = json.loads(path.read_bytes()[:FILE_CAP])
            wanted = {_FORMER.get(it, it): value for it, value in row["wanted"].items()}
            return Left(path.stem, str(row["command"]), wanted)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
