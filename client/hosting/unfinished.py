"""
Unfinished games on this player's own hosts, and how those hosts were started.

Each game has one file, which is locked by the process that plays it. The file has only
the command and the options. The game itself is in its host's journal; without the
journal, the game can't be continued. An option that gets another name keeps its former
one (`TableOption.former`), so that older files can be read.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.storage.home import FILE_CAP, DamagedFile, Home, write
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.system.locks import Lock, is_locked
from sealed_wonders.net.tableoptions import OPTIONS

HOST = "host"
"""Used instead of ``play`` for a game at a table that others could join."""


_FORMER = {f"--{older}": f"--{it.name}" for it in OPTIONS for older in it.former}
"""Former names of host options, which may appear in files of older games."""


class UnfinishedGame(NamedTuple):
    """An unfinished game that can be continued."""

    gid: str
    """The first digits of the game's id."""
    command: str
    """Command that started it: ``play`` or ``learn``; `HOST` if others could join."""
    wanted: Mapping[str, object]
    """The table's options, as they were given to the host."""


def journal_at(home: Home, gid: str) -> Path:
    """Return the path of the journal that the host of an own game writes."""
    return home.logs / f"{gid}.journal"


class OwnGames:
    """The unfinished games on this player's own hosts."""

    def __init__(self, home: Home) -> None:
        self._folder = home.state / "own"
        self._home = home
        self._held: dict[str, Lock] = {}
        """Locks on the files of games that this process plays."""
        self._given_up: list[str] = []
        """Games whose logs are removed once their host has stopped."""

    def left(self, command: str, given: Mapping[str, object]) -> UnfinishedGame | None:
        """
        Return the most recent unfinished game, unless another window plays it.

        Args:
            command: the command that started the game.
            given: options that its host must have been given, with their values.
        """
        for found in self.all_left():
            if found.command == command and all(
                found.wanted.get(word) == it for word, it in given.items()
            ):
                return found
        return None

    def all_left(self) -> Iterator[UnfinishedGame]:
        """Return all unfinished games that nobody is playing, most recent first."""
        for path in self._newest():
            found = self._read(path)
            if found is not None and not is_locked(path):
                yield found

    def find(self, gid: str) -> UnfinishedGame | None:
        """
        Return a game by the first digits of its id, unless another window plays it.
        """
        path = self._path(gid[:STEM])
        if not path.exists() or is_locked(path):
            return None
        return self._read(path)

    def keep(self, gid: str, command: str, wanted: Mapping[str, object]) -> None:
        """Save a game, and lock it for this process."""
        gid = gid[:STEM]
        if gid in self._held:
            return
        # If the file can't be written, the game goes on, but can't be continued later.
        with contextlib.suppress(OSError, DamagedFile):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            data = json.dumps({"command": command, "wanted": wanted}).encode()
            if not is_locked(self._path(gid)):
                write(self._path(gid), data)
                self._held[gid] = Lock(self._path(gid))

    def forget(self, gid: str) -> None:
        """Remove a game that has ended or been given up."""
        gid = gid[:STEM]
        with contextlib.suppress(OSError):
            self._path(gid).unlink(missing_ok=True)
        lock = self._held.pop(gid, None)
        if lock is not None:
            lock.release()

    def give_up(self) -> None:
        """Remove the games that this process plays."""
        self._given_up += self._held
        for gid in tuple(self._held):
            self.forget(gid)

    def close(self) -> None:
        """Release the locks of all games, and remove the logs of those given up."""
        for gid in self._given_up:
            for folder in (self._home.logs, self._home.state / "games"):
                for path in folder.glob(f"{gid}.*"):
                    with contextlib.suppress(OSError):
                        path.unlink(missing_ok=True)
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

    def _read(self, path: Path) -> UnfinishedGame | None:
        """Read a file; if its journal no longer exists, remove it and return None."""
        if not journal_at(self._home, path.stem).exists():
            self.forget(path.stem)
            return None
        try:
            row = json.loads(path.read_bytes()[:FILE_CAP])
            wanted = {_FORMER.get(it, it): value for it, value in row["wanted"].items()}
            return UnfinishedGame(path.stem, str(row["command"]), wanted)
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
