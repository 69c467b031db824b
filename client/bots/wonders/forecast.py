"""
How much a city will have by the end of the game: guesses from what cities come to have.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

from sealed_wonders.core.wonders.effects import DEFEAT, SCOPES, VICTORY, count
from sealed_wonders.core.wonders.model import Around
from sealed_wonders.core.wonders.science import solve

AGES = (1, 2, 3)

USUAL: Mapping[str, Sequence[float]] = {
    "brown": (1.75, 0.55, 0.0),
    "grey": (0.65, 0.25, 0.0),
    "blue": (0.85, 0.85, 1.4),
    "yellow": (0.65, 0.8, 1.0),
    "red": (0.9, 0.95, 0.95),
    "green": (0.7, 1.0, 0.95),
    "purple": (0.0, 0.0, 1.0),
    "wonder_stage": (0.5, 1.2, 0.45),
    "chain": (0.0, 1.1, 1.45),
    "purchase": (0.8, 2.6, 3.8),
    "sale": (0.6, 0.9, 1.1),
}
"""What comes to a city in each age; counted in games of this strategy's with itself."""

COINS = 12.0
"""What there is in a treasury at the end."""
MOST_SETS = 4
"""No city has more sets of several colours than these."""
DRIFT = 0.5
"""How far two neighbours' shields may drift apart in age I; more in later ages."""


class Forecast:
    """
    What comes to a city and its neighbours.

    Args:
        left: the part of the age that is still to come.
    """

    def __init__(self, around: Around, age: int, left: float) -> None:
        self._around = around
        self._age = age
        self._left = left
        self.time = left + AGES[-1] - age
        """The part of the game that is still to come, in ages."""

    def usual(self, what: str) -> float:
        """Estimate how much of something will come to the city."""
        each = USUAL[what]
        return self._left * each[self._age - 1] + sum(each[self._age :])

    def more(self, what: tuple[str, ...], scope: str) -> float:
        """Estimate how much more there will be to count in a scope."""
        cities = len(SCOPES[scope](self._around))
        return cities * sum(self._more(one) for one in what)

    def _more(self, what: str) -> float:
        city = self._around.city
        match what:
            case "coin":
                return max(0.0, COINS - city.coins) * min(1.0, self.time)
            case "victory_token":
                return sum(sum(self.chances(age)) for age in AGES[self._age - 1 :])
            case "colour":
                return city.works.counts.count(0) * min(1.0, self.time) / 2
            case "wonder_stage":
                left = len(city.side.stages) - len(city.stages)
                return min(left, self.usual(what))
        return self.usual(what)

    def sets(self, around: Around, colours: tuple[str, ...]) -> float:
        """Estimate how many sets of one card of each colour a city will have."""
        have = [count((colour,), "self", around) for colour in colours]
        come = [self.usual(colour) for colour in colours]
        return sum(
            math.prod(
                _at_least(size - n, mean) for n, mean in zip(have, come, strict=True)
            )
            for size in range(1, MOST_SETS + 1)
        )

    def leads(self, around: Around, what: tuple[str, ...]) -> float:
        """Estimate how likely a city is to have more of something than each neighbour."""
        mine, *others = (
            count(what, "self", around._replace(city=city)) for city in around
        )
        if "coin" in what:
            drift = 1 + 4 * self.time
        else:
            drift = 0.5 + sum(self.usual(one) for one in what)
        return math.prod(chance(mine - other, drift) for other in others)

    # Conflicts.

    def drift(self, age: int) -> float:
        """Return how far shields may have drifted apart by the end of an age."""
        drift = 0.5
        for one in AGES[self._age - 1 : age]:
            drift += DRIFT * one * (self._left if one == self._age else 1)
        return drift

    def chances(self, age: int, more: int = 0) -> tuple[float, float]:
        """Estimate how likely the conflicts of an age are won, with more shields."""
        city, left, right = self._around
        mine, drift = city.works.shields + more, self.drift(age)
        one, other = (chance(mine - it.works.shields, drift) for it in (left, right))
        return one, other

    def dangers(self, around: Around, age: int) -> tuple[float, float]:
        """Estimate how likely a city loses the conflicts of an age."""
        city, drift = around.city, self.drift(age)
        one, other = (
            chance(it.works.shields - city.works.shields, drift)
            for it in (around.left, around.right)
        )
        return one, other

    def victories(self, more: int) -> float:
        """Estimate the points of the conflicts to come, with so many shields more."""
        city, left, right = self._around
        worth = 0.0
        for age in AGES[self._age - 1 :]:
            drift = self.drift(age)
            for other in (left, right):
                lead = city.works.shields + more - other.works.shields
                worth += VICTORY[age] * chance(lead, drift)
                worth += DEFEAT * chance(-lead, drift)
        return worth

    # Science.

    def science(self, around: Around) -> int:
        """Return what science brings if as many symbols come as there are ages left."""
        known = around.city.works.knowledge
        return sum(solve(known._replace(wild=known.wild + round(self.time))))


def chance(lead: float, drift: float) -> float:
    """Estimate how likely it is to be ahead, with this lead just now."""
    return min(1.0, max(0.0, (lead - 0.5 + drift) / (2 * drift)))


@lru_cache(maxsize=1 << 10)
def _at_least(missing: int, mean: float) -> float:
    """Return how likely so many come where so many do on average."""
    fewer = sum(mean**n / math.factorial(n) for n in range(missing))
    return 1 - math.exp(-mean) * fewer
