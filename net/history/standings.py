"""
Standings: what some games come to for each who played in them.

People are their keys: there are no accounts, and names may change. The host's bots have new
keys for each game, so a bot is known by who runs it, and by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import Place, Played
from sealed_wonders.net.history.rating import Rating, rated

Who = tuple[bytes, str]
"""A person's identity and nothing; of a bot, that of who runs it, and its name."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody's games come to, of those of one kind."""

    game: str
    identity: bytes
    """Of a bot, the one it had last."""
    name: str
    """The latest."""
    owner: bytes | None
    """Who runs this bot; None for a person."""
    games: int
    wins: int
    points: int
    """Of all these games together."""
    rating: Rating | None
    """None: they have played with nobody that is rated."""
    gid: bytes
    """The last of these games."""

    @property
    def average(self) -> float:
        """Points of a game, on average."""
        return round(self.points / self.games, 1)


def standings(
    games: Sequence[Played], since: float = EVER, *, bots: bool = False
) -> tuple[Standing, ...]:
    """
    Give how all stand who have played, game by game: points of two can't be compared.

    The best are first: who has won most often.

    Args:
        games: in the order in which they ended. All of them make the ratings, which would
            mean little after an evening.
        since: only later ones are counted.
        bots: they take part in the ratings; else people are rated among themselves.
    """
    by_game: dict[str, list[Played]] = {}
    for game in games:
        by_game.setdefault(game.title.game, []).append(game)
    found = (_of_one(some, since, bots=bots) for _game, some in sorted(by_game.items()))
    return tuple(chain.from_iterable(found))


def _of_one(games: Sequence[Played], since: float, *, bots: bool) -> list[Standing]:
    """Give how all stand in games of one kind."""
    ratings = rated(_results(games, bots=bots))
    counted: dict[Who, list[tuple[Played, Place]]] = {}
    for game in games:
        if game.ended >= since:
            for place in game.places:
                counted.setdefault(who(place), []).append((game, place))
    found = [_standing(some, ratings.get(one)) for one, some in counted.items()]
    return sorted(found, key=_order)


def who(place: Place) -> Who:
    """Tell who somebody is in all their games."""
    owner = place.owner
    return (place.identity, "") if owner is None else (owner, place.name)


def _results(games: Iterable[Played], *, bots: bool) -> Iterable[list[tuple[Who, int]]]:
    for game in games:
        yield [(who(it), it.rank) for it in game.places if bots or it.owner is None]


def _standing(some: Sequence[tuple[Played, Place]], rating: Rating | None) -> Standing:
    game, last = some[-1]
    places = [place for _game, place in some]
    return Standing(
        game.title.game,
        last.identity,
        last.name,
        last.owner,
        len(places),
        sum(place.won for place in places),
        sum(place.points for place in places),
        rating,
        game.gid,
    )


def _order(one: Standing) -> tuple[int, float, str]:
    return -one.wins, -one.points / one.games, one.name
