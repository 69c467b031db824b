"""
The games played at this host, and the standings of the people there.

A finished game is recorded if every proof in it was checked. Games missing from the
record are found in the folder of logs: those that ended while the disk was full, or
that another program has put there. Reading and writing the record, and checking logs,
happen on a thread on which nothing else waits. Errors there affect no game; a result
that couldn't be recorded is found in the game's log at the next start.

The record's format is in `net/history`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from twisted.python.failure import Failure

from sealed_wonders.core.games import expansions
from sealed_wonders.host.news import Bug, News, Trouble
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.history.current import CurrentStandings
from sealed_wonders.net.history.evening import this_evening
from sealed_wonders.net.history.logs import Reader, count, new_logs, stamp_of
from sealed_wonders.net.history.played import played
from sealed_wonders.net.history.standings import RatingRow
from sealed_wonders.net.history.store import HistoryError, Store
from sealed_wonders.net.messages import SEATS_CAP, StandingRow
from sealed_wonders.net.names import make_line
from sealed_wonders.net.verification import Work

READER = Reader(lambda charter: rules_of(charter.options), expansions)

Job = Callable[[], Sequence[str]]
"""An operation on the record; returns complaints."""


class _Read(NamedTuple):
    """The part of the record that players see."""

    since: float
    standings: tuple[RatingRow, ...] = ()
    """This evening's standings, best first within each game."""


@dataclass(eq=False, repr=False)
class History:
    """The record of games played at this host."""

    folder: Path
    work: Work
    """Runs operations on the record and checks logs, one at a time."""
    tell: Callable[[News], None]
    evening: Callable[[], float] = this_evening
    """Returns the time at which this evening began."""
    changed: Callable[[], None] = lambda: None
    """Called when the standings have changed."""
    _complaint: str = field(default="", init=False)
    """The last complaint, which isn't repeated."""

    def __post_init__(self) -> None:
        self._store = Store(self.folder)
        self._current = CurrentStandings(self._store)
        self._read = _Read(self.evening())

    def begin(self) -> None:
        """Read the record, and look for logs of games that aren't in it yet."""
        new: list[Path] = []

        def look() -> Sequence[str]:
            damage = self._store.check()
            new.extend(new_logs(self.folder, self._store))
            return [] if damage is None else [str(damage)]

        self._do(look, lambda: self._count(new))

    def add(self, game: RunningGame, log: Path) -> None:
        """Record a finished game in which everything was checked."""
        try:
            ended = stamp_of(log).seconds
        except OSError:
            return  # the log no longer exists
        fold = game.fold
        title = READER.title(fold.ruleset.name, fold.charter.options)
        result = played(fold, title, ended, log.name)

        def add() -> Sequence[str]:
            self._store.add(result)
            return []

        self._do(add)

    def told(self, game: str, identities: Collection[bytes]) -> tuple[StandingRow, ...]:
        """
        Return this evening's standings of some people, best first.

        Args:
            game: the game at their table, since points of different games can't be
                compared.
        """
        if self._read.since != self.evening():
            # A new day has begun, on which nobody has played yet.
            self._read = _Read(self.evening())
            self._do(lambda: ())
        found = [
            _told(one)
            for one in self._read.standings
            if one.game == game and one.owner is None and one.identity in identities
        ]
        return tuple(found[:SEATS_CAP])

    # On the thread.

    def _count(self, paths: list[Path]) -> None:
        """Count the games of logs one by one, so that others can run in between."""
        if not paths:
            return
        path = paths.pop(0)

        def look() -> Sequence[str]:
            found = count(path, self._store, READER)
            if found is None:
                return []
            return [f"{found.log} doesn't count: {found.why}"]

        self._do(look, lambda: self._count(paths))

    def _do(self, job: Job, then: Callable[[], None] = lambda: None) -> None:
        """Run an operation, read the record again, and go on if there was no error."""
        since = self.evening()

        def work() -> tuple[_Read, Sequence[str]]:
            complaints = job()
            return _Read(since, self._current.standings(since)), complaints

        def done(found: tuple[_Read, Sequence[str]]) -> None:
            read, complaints = found
            for complaint in complaints:
                self._complain(complaint)
            is_news, self._read = read != self._read, read
            if is_news:
                self.changed()
            then()

        self.work(work).addCallbacks(done, self._failed)

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        if isinstance(error, HistoryError):
            self._complain(f"games aren't being counted right now: {error}")
        elif isinstance(error, Exception):
            self.tell(Bug.at("the history of games", error))

    def _complain(self, what: str) -> None:
        if what != self._complaint:
            self._complaint = what
            self.tell(Trouble(make_line(what)))


def _told(one: RatingRow) -> StandingRow:
    rating = None if one.rating is None else one.rating.figure
    return StandingRow(one.identity, one.games, one.wins, one.points, rating, one.gid)
