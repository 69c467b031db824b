"""
Ratings from the results of games, similar to TrueSkill.

This is the Plackett-Luce model of Weng and Lin, "A Bayesian Approximation Method for
Online Ranking" (2011), which supports several players and ties. A strength is estimated
as *mu* with a standard deviation *sigma*; each game changes both. Ratings aren't
stored: another model or scale changes everybody's figures at once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, MutableMapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

K = TypeVar("K", bound=Hashable)

NEW = 1000
"""Figure of an unknown player."""

SCALE = 40
"""Points of the figure per unit of *mu*, so that a game changes it by some dozens."""


class Rating(NamedTuple):
    """Estimate of somebody's strength."""

    mu: float
    sigma: float

    @property
    def figure(self) -> int:
        """One number: a lower bound on the strength, with near certainty."""
        return NEW + round(SCALE * (self.mu - 3 * self.sigma))


Result = Sequence[tuple[K, int]]
"""Players of a game with their ranks, 1 for the best."""


def rated(results: Iterable[Result[K]]) -> dict[K, Rating]:
    """Rate everybody who has played with others, from games in chronological order."""
    ratings: dict[K, Rating] = {}
    for result in results:
        rate(ratings, result)
    return ratings


def rate(ratings: MutableMapping[K, Rating], result: Result[K]) -> None:
    """Update the ratings of a game's players, if there are several."""
    if len(result) < 2:
        return
    model = _model()
    before = [
        model.rating(*ratings[who]) if who in ratings else model.rating()
        for who, _rank in result
    ]
    ranks = [float(rank) for _who, rank in result]
    after = model.rate([[one] for one in before], ranks=ranks)
    for (who, _rank), (one,) in zip(result, after, strict=True):
        ratings[who] = Rating(one.mu, one.sigma)


@cache
def _model() -> PlackettLuce:
    # Imported only when there is a game to rate.
    from openskill.models import PlackettLuce

    return PlackettLuce()
