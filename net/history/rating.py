"""
How well somebody plays, as a game's results tell it: a rating like TrueSkill.

It is the Plackett-Luce model of Weng and Lin, "A Bayesian Approximation Method for Online
Ranking" (2011), which knows games of several players and shared places. A strength is
believed to be about *mu*, give or take *sigma*; each game moves both.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, MutableMapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

K = TypeVar("K", bound=Hashable)

NEW = 1000
"""The figure of somebody of whom nothing is known."""

SCALE = 40
"""Points of the figure for one of *mu*: so games move it by some dozens."""


class Rating(NamedTuple):
    """What is believed of somebody's strength."""

    mu: float
    sigma: float

    @property
    def figure(self) -> int:
        """One number: what their strength is at least, nearly surely."""
        return NEW + round(SCALE * (self.mu - 3 * self.sigma))


Result = Sequence[tuple[K, int]]
"""Those who played a game, and the rank of each, 1 for the best."""


def rated(results: Iterable[Result[K]]) -> dict[K, Rating]:
    """Rate all who have played with somebody else, by their games from the first one on."""
    ratings: dict[K, Rating] = {}
    for result in results:
        rate(ratings, result)
    return ratings


def rate(ratings: MutableMapping[K, Rating], result: Result[K]) -> None:
    """Let one more game move the ratings of those who have played it with somebody else."""
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
    # Nobody waits for it who has no game to rate.
    from openskill.models import PlackettLuce

    return PlackettLuce()
