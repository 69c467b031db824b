"""
The log of a game in progress, saved as it is received.

Every player and spectator has the whole log of the game, like the host. If the host's
machine is lost, a new host can continue from any of these files. If a host has lost
entries, the client sends them from here, even after a restart of the client. The file
contains no secrets, and the seat doesn't depend on it: the seat's own data is in its
memory file. So the file is synced only when the game turns out to have two versions, because
it may then be the only proof.
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
from sealed_wonders.net.system.files import open_private, sync_folder

MAX_KEPT = 16
"""Maximum number of logs kept besides the current one."""


class GameLog:
    """
    A file in the format of a host's journal, to which entries are appended.

    Attributes:
        found: entries that an earlier process received.
    """

    def __init__(
        self, path: Path, table: str, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        """
        Open a file, whose valid part is kept, or create one.

        Args:
            path: the file.
            table: the table's name.
            is_over: returns whether the game has ended and its whole log is saved
                elsewhere.

        Raises:
            OSError: the file can't be read or written.
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
            pass  # start again: the host has the whole log
        except OSError:
            self._file.close()
            raise
        self._has = set(self.found)
        self._begin = b"" if self._end else journal.begin(journal.JournalHead(table))

    def keep(self, wires: Sequence[Wire]) -> None:
        """
        Append the entries that aren't in the file yet.

        Raises:
            OSError: the file can't be written; its old contents are intact.
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

    def sync(self) -> None:
        """
        Make everything kept so far survive a loss of power.

        Raises:
            OSError: it can't be synced.
        """
        os.fsync(self._file.fileno())
        sync_folder(self._path.parent)

    def close(self) -> None:
        """
        Close the file, and remove it if the game is over.

        Windows can't remove a file that is open, so this is the moment.
        """
        with contextlib.suppress(OSError):
            self._file.close()
            if self._is_over():
                self._path.unlink(missing_ok=True)


def remove_old(kept: Path, now: float, patience: float) -> None:
    """
    Remove the logs of games that nobody will continue.

    Args:
        kept: the log of the current game; the others are in the same folder. It stays
            even if its age looks wrong because the system's clock was changed.
        now: the system's time, in seconds.
        patience: seconds after which nobody waits any more for a game to continue.
    """
    ages = []
    for path in kept.parent.glob("*.journal"):
        if path == kept:
            continue
        with contextlib.suppress(OSError):
            ages.append((now - path.stat().st_mtime, path))
    for number, (age, path) in enumerate(sorted(ages)):
        if age >= patience or number >= MAX_KEPT:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
