"""
Current standings, from a growing database of games.

A host may count games for months. New games are added to the standings in memory; all
games are read again only if the database has changed in any other way.
"""

from __future__ import annotations

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.standings import RatingRow, Tally
from sealed_wonders.net.history.store import Extent, GameFilter, Store


class CurrentStandings:
    """
    Standings of people from their games with each other in a store.

    Games that somebody played alone against bots don't count. Errors of the store are
    passed on.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._forget(EVER)

    def standings(self, since: float) -> tuple[RatingRow, ...]:
        """
        Return the standings of everybody who has played since a moment.

        Raises:
            HistoryError: the database can't be used.
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
        """End and id of the last game that is counted."""

    def _add(self, extent: Extent) -> bool:
        """Count new games; return whether nothing else has changed."""
        games = self._store.games(GameFilter(after=self._read.last))
        is_more = self._read.games + len(games) == extent.games
        if not is_more or (games and _order(games[0]) < self._latest):
            return False
        for game in games:
            if game.is_among_people:
                self._tally.add(game)
            self._latest = _order(game)
        self._read = extent
        return True


def _order(game: PlayedGame) -> tuple[float, bytes]:
    return game.ended, game.gid
