"""
Standings: the results of some games for everybody who played in them.

A key identifies a person: there are no accounts, and names may change. The host's bots
have new keys in each game, so a bot is identified by its owner and its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sealed_wonders.net.history.evening import EVER
from sealed_wonders.net.history.played import FinalPlace, PlayedGame
from sealed_wonders.net.history.rating import Rating, rate

PlayerKey = tuple[bytes, str]
"""A person's identity and an empty name, or a bot's owner and name."""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's results in one kind of game."""

    game: str
    identity: bytes
    """For a bot, its latest identity."""
    name: str
    """Latest name."""
    owner: bytes | None
    """Identity that runs this bot; None for a person."""
    games: int
    wins: int
    points: int
    """Total points of all these games."""
    rating: Rating | None
    """None if they have played with nobody who is rated."""
    gid: bytes
    """Id of the last of these games."""

    @property
    def average(self) -> float:
        """Average points per game."""
        return round(self.points / self.games, 1)


def standings(
    games: Iterable[PlayedGame], since: float = EVER, *, bots: bool = False
) -> tuple[RatingRow, ...]:
    """
    Return the standings by game, since points of two games can't be compared.

    Those with the most wins come first.

    Args:
        games: in the order in which they ended. All of them count for the ratings,
            which would mean little after one evening.
        since: only later games count otherwise.
        bots: whether bots take part in the ratings; else people are rated among
            themselves.
    """
    tally = Tally(since, bots=bots)
    for game in games:
        tally.add(game)
    return tally.standings


class Tally:
    """
    Running totals for `standings`, without keeping the games.

    Memory grows with the number of players, not with the number of games.

    Attributes:
        since: only later games count, except for the ratings.
    """

    def __init__(self, since: float = EVER, *, bots: bool = False) -> None:
        """Create an empty tally; with *bots*, bots take part in the ratings."""
        self.since = since
        self._bots = bots
        self._ratings: dict[str, dict[PlayerKey, Rating]] = {}
        """By game, for everybody who was rated."""
        self._counts: dict[str, dict[PlayerKey, RatingRow]] = {}
        """By game, for everybody who has played since; without ratings."""

    def add(self, game: PlayedGame) -> None:
        """Count a game that ended after all others."""
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
    def standings(self) -> tuple[RatingRow, ...]:
        """Current standings, in the order of `standings`."""
        return tuple(
            one
            for kind, counts in sorted(self._counts.items())
            for one in sorted(self._rated(kind, counts), key=_order)
        )

    def _rated(
        self, kind: str, counts: Mapping[PlayerKey, RatingRow]
    ) -> Iterator[RatingRow]:
        ratings = self._ratings[kind]
        for who, counted in counts.items():
            yield replace(counted, rating=ratings.get(who))


def who(place: FinalPlace) -> PlayerKey:
    """Return what identifies somebody in all games."""
    owner = place.owner
    return (place.identity, "") if owner is None else (owner, place.name)


def _counted(
    before: RatingRow | None, game: PlayedGame, place: FinalPlace
) -> RatingRow:
    """Return somebody's standing with one more game."""
    games, wins, points = (
        (0, 0, 0) if before is None else (before.games, before.wins, before.points)
    )
    return RatingRow(
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


def _order(one: RatingRow) -> tuple[int, float, str]:
    return -one.wins, -one.points / one.games, one.name
