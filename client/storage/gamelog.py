"""
The log of a game, kept as it is heard.

Whoever plays, or looks on, has the whole log of the game, as its host has. Should the host's
machine be lost, a host can go on from any of these files; and what a host has forgotten it is
told of from here, also where this program was started again meanwhile. It is no secret, and
nothing of one's own depends on it: that is in the file of the seat.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log import journal
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.system.files import open_private

MOST = 16
"""Games of which the log is kept, besides one that goes on."""


class GameLog:
    """
    A file like a host's journal, to which entries are appended.

    Attributes:
        found: what an earlier process has heard.
    """

    def __init__(
        self, path: Path, table: str, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """
        Go on with a file, as far as it is good, or begin one.

        Args:
            table: where the game is played.
            is_over: tells whether the game has ended, and its whole log is kept elsewhere.

        Raises:
            OSError: it can't be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = path
        self._is_over = is_over
        self._file = FileIO(open_private(path, os.O_RDWR | os.O_CREAT), "r+")
        self.found: tuple[Wire, ...] = ()
        self._end = 0
        try:
            kept = journal.read(self._file.read(journal.CAP + 1))
            self.found, self._end = kept.wires, kept.ends[-1]
        except RemoteProtocolError:
            pass  # whatever it is: the host has all of it
        except OSError:
            self._file.close()
            raise
        self._has = set(self.found)
        self._begin = b"" if self._end else journal.begin(table, None)

    def keep(self, wires: Sequence[Wire]) -> None:
        """
        Append what isn't there yet.

        Raises:
            OSError: it can't be written; what was there still is.
        """
        new = [wire for wire in wires if wire not in self._has]
        data = self._begin + journal.pack(new)
        try:
            self._file.seek(self._end)
            self._file.truncate()
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
        except OSError:
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            raise
        self._end += len(data)
        self._begin = b""
        self._has.update(new)

    def close(self) -> None:
        """Let go of the file; where it couldn't go as long as it was open, it goes now."""
        with contextlib.suppress(OSError):
            self._file.close()
            if self._is_over():
                self._path.unlink(missing_ok=True)


def remove_old(kept: Path, now: float, patience: float) -> None:
    """
    Remove the logs of games that nobody goes on with.

    Args:
        kept: the log of one that goes on, with those of others beside it: it stays,
            however old it looks to a machine whose time of day is another by now.
        now: seconds as the system counts them.
        patience: seconds after which nobody waits any more for a game to go on.
    """
    ages = []
    for path in kept.parent.glob("*.journal"):
        if path == kept:
            continue
        with contextlib.suppress(OSError):
            ages.append((now - path.stat().st_mtime, path))
    for number, (age, path) in enumerate(sorted(ages)):
        if age >= patience or number >= MOST:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
