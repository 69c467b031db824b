"""
How all stand just now, by a file of games that grows.

A host counts for months. What a game adds is added to what is known; the file is read again
from its first game on only where something else was done with it.
"""

from __future__ import annotations

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import Played
from sealed_wonders.net.history.standings import Standing, Tally
from sealed_wonders.net.history.store import Extent, Store, Wanted


class Current:
    """The standings of people by a store's games; what goes wrong is the store's to raise."""

    def __init__(self, store: Store) -> None:
        """Have read nothing yet."""
        self._store = store
        self._forget(EVER)

    def standings(self, since: float) -> tuple[Standing, ...]:
        """
        Give how all stand who have played since some moment.

        Raises:
            HistoryError: the file can't be used.
        """
        if since != self._tally.since:
            self._forget(since)
        extent = self._store.extent
        if extent != self._read and not self._add(extent):
            self._forget(since)
            self._add(extent)
        return self._tally.standings

    def _forget(self, since: float) -> None:
        self._tally = Tally(since)
        self._read = Extent(0, 0)
        self._latest: tuple[float, bytes] = (EVER, b"")
        """When the last game ended that is counted in."""

    def _add(self, extent: Extent) -> bool:
        """Count in what is new; tells whether that is all that has changed."""
        games = self._store.games(Wanted(after=self._read.last))
        is_more = self._read.games + len(games) == extent.games
        if not is_more or (games and _order(games[0]) < self._latest):
            return False
        for game in games:
            self._tally.add(game)
            self._latest = _order(game)
        self._read = extent
        return True


def _order(game: Played) -> tuple[float, bytes]:
    """Give what the order of games goes by."""
    return game.ended, game.gid
