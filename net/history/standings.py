"""
Standings: what some games come to for each who played in them.

People are their keys: there are no accounts, and names may change. The host's bots have new
keys for each game, so a bot is known by who runs it, and by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import Place, Played
from sealed_wonders.net.history.rating import Rating, rate

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
    games: Iterable[Played], since: float = EVER, *, bots: bool = False
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
    tally = Tally(since, bots=bots)
    for game in games:
        tally.add(game)
    return tally.standings


class Tally:
    """
    What games have come to so far: `standings` of them, without having to keep them.

    So whoever counts game after game needs memory for each who has played, and none for
    each game.

    Attributes:
        since: only later games are counted; all make the ratings.
    """

    def __init__(self, since: float = EVER, *, bots: bool = False) -> None:
        """Have no game yet; *bots*: they take part in the ratings."""
        self.since = since
        self._bots = bots
        self._ratings: dict[str, dict[Who, Rating]] = {}
        """By game, of all who were rated."""
        self._counts: dict[str, dict[Who, Standing]] = {}
        """By game, of those who have played since; without a rating."""

    def add(self, game: Played) -> None:
        """Add one that ended after all before."""
        kind = game.title.game
        places = [it for it in game.places if self._bots or it.owner is None]
        ratings = self._ratings.setdefault(kind, {})
        rate(ratings, [(who(it), it.rank) for it in places])
        if game.ended < self.since:
            return
        counts = self._counts.setdefault(kind, {})
        for place in game.places:
            one = who(place)
            counts[one] = _counted(counts.get(one), game, place)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How all stand now, as the function says."""
        return tuple(
            one
            for kind, counts in sorted(self._counts.items())
            for one in sorted(self._rated(kind, counts), key=_order)
        )

    def _rated(self, kind: str, counts: Mapping[Who, Standing]) -> Iterator[Standing]:
        ratings = self._ratings[kind]
        for who, counted in counts.items():
            yield replace(counted, rating=ratings.get(who))


def who(place: Place) -> Who:
    """Tell who somebody is in all their games."""
    owner = place.owner
    return (place.identity, "") if owner is None else (owner, place.name)


def _counted(before: Standing | None, game: Played, place: Place) -> Standing:
    """Count a game of somebody's, after those before."""
    games, wins, points = (
        (0, 0, 0) if before is None else (before.games, before.wins, before.points)
    )
    return Standing(
        game.title.game,
        place.identity,
        place.name,
        place.owner,
        games + 1,
        wins + place.won,
        points + place.points,
        None,
        game.gid,
    )


def _order(one: Standing) -> tuple[int, float, str]:
    return -one.wins, -one.points / one.games, one.name
