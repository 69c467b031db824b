"""
What is asked of a folder of logs: which games count, and how those stand who played them.
"""

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
from sealed_wonders.net.history.played import Played
from sealed_wonders.net.history.standings import Standing, standings
from sealed_wonders.net.history.store import ANY, Store, Wanted


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody wants to know."""

    wanted: Wanted = ANY
    since: float = EVER
    bots: bool = False
    """They take part in the ratings."""
    anew: bool = False
    """All logs are read again, as if nothing had been written down."""

    def answer(self, folder: Path, reader: Reader, begun: Begun = quietly) -> Answer:
        """
        Find out, and count games first whose logs are new.

        Raises:
            HistoryError: the file of games can't be used.
        """
        store = Store(folder)
        damage = store.check()
        doubtful = (rebuild if self.anew else take_up)(folder, store, reader, begun)
        games = store.games(self.wanted)
        return Answer(
            tuple(game for game in games if game.ended >= self.since),
            standings(games, self.since, bots=self.bots),
            self.since,
            damage,
            doubtful,
        )


class OfGame(NamedTuple):
    """How all stand who have played a game; bots apart."""

    game: str
    people: tuple[Standing, ...]
    bots: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found out."""

    games: tuple[Played, ...]
    """In the order in which they ended."""
    standings: tuple[Standing, ...]
    """Game by game, the best first; people and bots."""
    since: float
    damage: Text | None
    """That the file of games was damaged, if it was."""
    doubtful: tuple[Doubtful, ...]
    """Logs that were looked at just now, and of which no game counts."""

    @property
    def by_game(self) -> Iterator[OfGame]:
        """Give the standings of each game by itself."""
        for game, some in groupby(self.standings, lambda one: one.game):
            all_of_it = tuple(some)
            people = tuple(one for one in all_of_it if one.owner is None)
            bots = tuple(one for one in all_of_it if one.owner is not None)
            yield OfGame(game, people, bots)

    def exported(self, how: str) -> Iterator[str]:
        """Give all of it as one object (``json``), or a row for each seat (``csv``)."""
        if how == "csv":
            return as_csv(self.games)
        return as_json(self.games, self.standings, self.since)


def row(one: Standing) -> tuple[object, ...]:
    """Give what a line of a table says of somebody, behind their name."""
    figure = "" if one.rating is None else one.rating.figure
    return one.games, one.wins, one.points, round(one.average), figure


def result(game: Played) -> str:
    """Say who had how many points, the winners first."""
    places = sorted(game.places, key=lambda it: it.rank)
    return ", ".join(f"{it.name} {it.points}" for it in places)
