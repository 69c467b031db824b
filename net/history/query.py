"""Queries on a folder of logs: which games count, and their players' standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.core.sentences import Text
from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.exports import as_csv, as_json
from sealed_wonders.net.history.logs import (
    Begun,
    Doubtful,
    Reader,
    quietly,
    rebuild,
    take_up,
)
from sealed_wonders.net.history.played import PlayedGame
from sealed_wonders.net.history.standings import RatingRow, standings
from sealed_wonders.net.history.store import ANY, GameFilter, Store


@dataclass(frozen=True, slots=True)
class Query:
    wanted: GameFilter = ANY
    since: float = EVER
    bots: bool = False
    """Whether bots take part in the ratings."""
    anew: bool = False
    """Whether to read all logs again, ignoring stored results."""

    def answer(
        self, folder: Path, reader: Reader, begun: Begun = quietly
    ) -> QueryAnswer:
        """
        Return the answer, after counting the games of new logs.

        Raises:
            HistoryError: the database can't be used.
        """
        store = Store(folder)
        damage = store.check()
        doubtful = (rebuild if self.anew else take_up)(folder, store, reader, begun)
        games = store.games(self.wanted)
        return QueryAnswer(
            tuple(game for game in games if game.ended >= self.since),
            standings(games, self.since, bots=self.bots),
            self.since,
            damage,
            doubtful,
        )


class GameStandings(NamedTuple):
    """Standings of one game, with bots listed separately."""

    game: str
    people: tuple[RatingRow, ...]
    bots: tuple[RatingRow, ...]


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    games: tuple[PlayedGame, ...]
    """In the order in which they ended."""
    standings: tuple[RatingRow, ...]
    """By game, the best first; people and bots."""
    since: float
    damage: Text | None
    """Note that the database was damaged, or None."""
    doubtful: tuple[Doubtful, ...]
    """Logs that were read for this query and don't count."""

    @property
    def by_game(self) -> Iterator[GameStandings]:
        """Yield the standings of each game."""
        for game, some in groupby(self.standings, lambda one: one.game):
            all_of_it = tuple(some)
            people = tuple(one for one in all_of_it if one.owner is None)
            bots = tuple(one for one in all_of_it if one.owner is not None)
            yield GameStandings(game, people, bots)

    def exported(self, how: str) -> Iterator[str]:
        """Yield everything as one object (``json``), or one row per seat (``csv``)."""
        if how == "csv":
            return as_csv(self.games)
        return as_json(self.games, self.standings, self.since)


def row(one: RatingRow) -> tuple[object, ...]:
    """Return the cells of somebody's row in a table, after the name."""
    figure = "" if one.rating is None else one.rating.figure
    return one.games, one.wins, one.points, round(one.average), figure


def result(game: PlayedGame) -> str:
    """Return everybody's points, the winners first."""
    places = sorted(game.places, key=lambda it: it.rank)
    return ", ".join(f"{it.name} {it.points}" for it in places)
