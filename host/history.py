"""
What was played here, and how those who are there stand because of it.

A game that ends is written down where it was checked to its last proof. All else is found in
the folder of logs: games that ended while a disk was full, or as another program had them. A
file of games is read and written, and logs are checked, on a thread on which nothing else
waits; what goes wrong there costs nobody's game anything, and what couldn't be written down is
found in its log at the next start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from twisted.python.failure import Failure

from sealed_wonders.core.games import expansions
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.news import News, Trouble, trouble
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.history.current import Current
from sealed_wonders.net.history.evening import this_evening
from sealed_wonders.net.history.logs import Doubtful, Reader, count, new_logs, stamp_of
from sealed_wonders.net.history.played import Played, played
from sealed_wonders.net.history.standings import Standing
from sealed_wonders.net.history.store import HistoryError, Store
from sealed_wonders.net.messages import SEATS_CAP
from sealed_wonders.net.messages import Standing as Told
from sealed_wonders.net.names import make_line
from sealed_wonders.net.verification import Work

READER = Reader(lambda charter: rules_of(charter.options), expansions)

Job = Callable[[], Sequence[str]]
"""Does something with the file; gives what there is to complain of."""


def _only_read() -> Sequence[str]:
    return ()


class _Read(NamedTuple):
    """What the file holds that players are told of."""

    since: float
    standings: tuple[Standing, ...] = ()
    """This evening's, of each game the best first."""


class History:
    """
    The games that were played here.

    Attributes:
        changed: called when the standings are others.
    """

    def __init__(
        self,
        folder: Path,
        work: Work,
        tell: Callable[[News], None],
        *,
        evening: Callable[[], float] = this_evening,
    ) -> None:
        """
        Know of none yet.

        Args:
            folder: where the logs are.
            work: waits for the disk, and checks logs, one thing at a time.
            evening: gives since when games are this evening's.
        """
        self.changed: Callable[[], None] = lambda: None
        self._folder = folder
        self._store = Store(folder)
        self._current = Current(self._store)
        self._work = work
        self._tell = tell
        self._evening = evening
        self._read = _Read(evening())
        self._complaint = ""
        """The last that was made: one is enough."""

    def begin(self) -> None:
        """Read what was played before, and look for games that don't count yet."""
        new: list[Path] = []

        def look() -> Sequence[str]:
            damage = self._store.check()
            new.extend(new_logs(self._folder, self._store))
            return [] if damage is None else [str(damage)]

        self._do(look, lambda: self._count(new))

    def add(self, game: Played) -> None:
        """Count a game that has ended, of which all was checked."""

        def add() -> Sequence[str]:
            self._store.add(game)
            return []

        self._do(add)

    def told(self, game: str, identities: Collection[bytes]) -> tuple[Told, ...]:
        """
        Give how some people stand this evening, the best first.

        Args:
            game: the one that is played at their table: points of another mean nothing.
        """
        if self._read.since != self._evening():
            # It is morning, and nobody has played today.
            self._read = _Read(self._evening())
            self._do(_only_read)
        found = [
            _told(one)
            for one in self._read.standings
            if one.game == game and one.owner is None and one.identity in identities
        ]
        return tuple(found[:SEATS_CAP])

    # On the thread.

    def _count(self, paths: list[Path]) -> None:
        """Count the games of logs, one after the other: what ends meanwhile comes between."""
        if not paths:
            return
        path = paths.pop(0)

        def look() -> Sequence[str]:
            found = count(path, self._store, READER)
            return [] if found is None else [_doubt(found)]

        self._do(look, lambda: self._count(paths))

    def _do(self, job: Job, then: Callable[[], None] = lambda: None) -> None:
        """Do something with the file, read it again, and go on if all went well."""
        since = self._evening()

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

        self._work(work).addCallbacks(done, self._failed)

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        if isinstance(error, HistoryError):
            self._complain(f"what is played isn't counted just now: {error}")
        elif isinstance(error, Exception):
            self._tell(trouble("the history of games", error))

    def _complain(self, what: str) -> None:
        if what != self._complaint:
            self._complaint = what
            self._tell(Trouble(make_line(what)))


def result_of(game: GameStage, log: Path) -> Played | None:
    """
    Give what a game came to that is over and was checked.

    Returns:
        None if its log is there no more: then it counts for nothing.
    """
    try:
        ended = stamp_of(log).seconds
    except OSError:
        return None
    fold = game.fold
    title = READER.title(fold.ruleset.name, fold.charter.options)
    return played(fold, title, ended, log.name)


def _told(one: Standing) -> Told:
    rating = None if one.rating is None else one.rating.figure
    return Told(one.identity, one.games, one.wins, one.points, rating, one.gid)


def _doubt(found: Doubtful) -> str:
    return f"{found.log} doesn't count: {found.why}"
