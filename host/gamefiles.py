"""
The files of a table's game: its journal, its clock, and its log when it is over.

Nobody is sent an entry before it is in the journal. If the journal can't be written,
the game waits (`GameFiles.halted`), and writing is tried again.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.journal import Archive, Journal
from sealed_wonders.host.news import DiskTrouble
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.sidefiles import CLOCKS, NOTHING, KeptTime, remove_all
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.names import make_line

NEWEST = 8
"""Entries that stay in memory: the open phase of seven seats, sent to everybody."""

RETRY_PATIENCE = 3.0
"""Seconds until a failed write is tried again."""


class Spoilt(NamedTuple):
    """A damage of the journal, which is set aside before anything is appended to it."""

    good: int
    """How many of its entries are valid."""
    damage: str


@dataclass(eq=False, repr=False)
class GameFiles:
    """Writes the files of one game."""

    table: str
    archive: Archive
    journal: Journal | None = None
    """The journal; open as long as the game is running."""
    halted: str = ""
    """Why the latest entries can't be written; until they are, nobody is sent them."""
    retry_at: float | None = None
    """When writing is tried again."""
    damage: DiskTrouble | None = None
    """A report on a resumed game's journal; None if it is intact, or was reported."""
    spoilt: Spoilt | None = None
    """The damage of the journal from which the game was resumed, until it is set aside."""
    kept_time: KeptTime = NOTHING
    """The clock as it was last written."""
    _is_time_kept: bool = field(default=True, init=False)
    """Whether the last attempt to write the clock succeeded."""
    _held: int = field(default=0, init=False)
    """Number of entries that were released from memory to the journal."""
    _is_closed: bool = field(default=False, init=False)
    """Whether nothing more will be written to a journal."""
    _logged: int = field(default=0, init=False)
    """Number of entries in the final log; 0 if it hasn't been written."""

    def written(self, game: RunningGame) -> int:
        """Return how many entries may be sent to anybody: those in the journal."""
        if self.journal is not None:
            return self.journal.position
        return game.fold.position if self._is_closed else 0

    # The journal.

    def begin(self, game: RunningGame, head: JournalHead) -> Journal:
        """
        Create the journal, with all entries so far, in place of one that was removed.

        Raises:
            FileExistsError: this host already has the game.
            OSError: it can't be written.
        """
        before, entries = self.journal, wires_of(game.fold.entries())
        self.journal = self.archive.begin(game.gid, head, entries)
        if before is not None:
            before.close()
            self.spoilt = None
            what = f"the journal of {self.table!r} was removed, and is written again"
            self.damage = DiskTrouble(what)
        return self.journal

    def write(
        self, game: RunningGame, head: JournalHead, now: float
    ) -> tuple[DiskTrouble, ...]:
        """
        Write new entries to the journal.

        If that fails, the table is halted: nobody is sent the entries, so nobody
        continues from them, and their senders still have them. Writing is tried again
        later. The same happens if entries were written but couldn't be synced, although
        they have been sent.

        Args:
            head: what a new journal says of the table.
        """
        found = [] if self._is_closed else self._write(game, head, now)
        if self.damage is not None:
            found.append(self.damage)
            self.damage = None
        return tuple(found)

    def _write(
        self, game: RunningGame, head: JournalHead, now: float
    ) -> list[DiskTrouble]:
        before = self.halted
        error = self._append_when_due(game, head, now)
        self.halted = "" if error is None else make_line(error.strerror or str(error))
        if self.halted == before:
            return []
        where = f"the journal of {self.table!r}"
        if not self.halted:
            return [DiskTrouble(f"{where} can be written again; the game continues")]
        what = f"{where} can't be written, and the game waits: {self.halted}"
        return [DiskTrouble(what)]

    def _append_when_due(
        self, game: RunningGame, head: JournalHead, now: float
    ) -> OSError | None:
        """Append to the journal if a retry is due; return the error."""
        journal, error = self.journal, None
        is_due = self.retry_at is not None and self.retry_at <= now
        if journal is not None and journal.is_cut_back and not is_due:
            self.retry_at = self.retry_at or now + RETRY_PATIENCE
        else:
            error = self._append(game, head)
            self.retry_at = None if error is None else now + RETRY_PATIENCE
        if error is None and self.journal is not None:
            # Entries that are written again may be lost again.
            error = self.journal.failure
        return error

    def _append(self, game: RunningGame, head: JournalHead) -> OSError | None:
        """Append new entries to the journal, or begin it; return the error."""
        try:
            journal = self.journal
            if journal is None or journal.is_removed:
                journal = self.begin(game, head)
            if self.spoilt is not None:
                self._keep_aside(journal, self.spoilt)
            new = wires_of(game.fold.entries(journal.position))
            journal.append(new)
            self.archive.entries += len(new)
        except OSError as error:
            return error
        return None

    def _keep_aside(self, journal: Journal, spoilt: Spoilt) -> None:
        """Set a damaged journal aside, and continue with its valid part."""
        aside = self.archive.cut_back(journal, spoilt.good)
        self.spoilt = None
        what = f"the journal of {self.table!r} is damaged after entry {spoilt.good}"
        said = f"{what}, and is continued from there; the old one is kept as {aside}: {spoilt.damage}"
        self.damage = DiskTrouble(make_line(said))

    def hold(self, game: RunningGame) -> None:
        """Release old entries from memory once they are synced in the journal."""
        journal = self.journal
        if journal is None:
            return
        end = min(journal.synced_position, game.fold.position - NEWEST)
        if end > self._held:
            entries = game.fold.entries(self._held)[: end - self._held]
            journal.hold(entries, self._held)
            self._held = end

    # The clock.

    def keep_time(self, game: RunningGame) -> tuple[DiskTrouble, ...]:
        """Write the clock if it has changed; a failure doesn't halt the game."""
        kept = game.time.kept
        if kept == self.kept_time:
            return ()
        try:
            CLOCKS.write(self.archive.folder, stem(game.gid), kept)
        except OSError as error:
            before, self._is_time_kept = self._is_time_kept, False
            what = f"can't write down the clock of {self.table!r}: {error.strerror}"
            return (DiskTrouble(what),) if before else ()
        self.kept_time, self._is_time_kept = kept, True
        return ()

    def keep_what_is_left(self, game: RunningGame) -> None:
        """Write each seat's remaining time when the host ends, ignoring failures."""
        kept = game.time.kept_at_the_end
        if self.journal is not None and kept.left:
            with contextlib.suppress(OSError):
                CLOCKS.write(self.archive.folder, stem(game.gid), kept)

    # The log.

    def finish(
        self, game: RunningGame, *, whole: bool
    ) -> tuple[Path | None, tuple[DiskTrouble, ...]]:
        """
        Write the final log in place of the journal.

        Args:
            whole: whether the game was played to its end.

        Returns:
            The log's path, if it could be written; or the news that it couldn't.
        """
        path, news = None, list[DiskTrouble]()
        try:
            log = game.fold.log_in_parts()
            path = self.archive.write_log(game.gid, log, whole=whole)
        except OSError as error:
            what = f"can't write the log of {self.table!r}: {error.strerror}"
            news.append(DiskTrouble(what))
        if path is not None:
            self._remove_journal(game.gid)
            self._logged = game.fold.position if whole else 0
        self.close()
        return path, tuple(news)

    def add_disclosures(self, game: RunningGame) -> tuple[DiskTrouble, ...]:
        """Write the log again with cards disclosed after the end of the game."""
        before, self._logged = self._logged, game.fold.position
        if not before or before == self._logged:
            return ()
        try:
            self.archive.add_to_log(game.gid, game.fold.log_in_parts())
        except OSError as error:
            what = f"can't write the cards disclosed at {self.table!r}"
            return (DiskTrouble(f"{what} to its log: {error.strerror}"),)
        return ()

    def _remove_journal(self, gid: bytes) -> None:
        """Remove the journal, and the backups and clock of the game."""
        if self.journal is None:
            return
        self.journal.remove()
        self.journal = None
        with contextlib.suppress(OSError):
            remove_all(self.archive.folder, stem(gid))

    def close(self) -> None:
        """Write nothing more; a journal that is still there stays in its place."""
        self._is_closed = True
        self.halted, self.retry_at = "", None
        if self.journal is not None:
            self.journal.close()
            self.journal = None
