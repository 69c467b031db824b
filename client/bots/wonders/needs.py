"""
What goods are good for: guesses at the costs to come, and at who makes what.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sealed_wonders.client.bots.wonders.forecast import AGES
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.goods import GOODS, MOST, unpack
from sealed_wonders.core.wonders.model import Around, Building
from sealed_wonders.core.wonders.trade import Production

# All below are guesses. They were tried against each other in whole games.

COIN = 1 / 3
"""A coin at the end, in points (W7.1)."""
WANTED = 0.75
"""The part of the cards to come that one would build, if only one had the goods."""
STAGE = 1.2
"""The same of stages."""
UNMADE = 2.1
"""What it costs to lack a good that neither neighbour makes, in points."""


class Needs:
    """
    What a city will need.

    Args:
        left: the part of the age that is still to come.
    """

    def __init__(self, around: Around, players: int, age: int, left: float) -> None:
        self._around = around
        self._players = players
        self._age = age
        self._left = left
        self._time = left + AGES[-1] - age
        self._stages = around.city.side.stages[len(around.city.stages) :]

    def good(self, good: str, units: int) -> float:
        """Estimate what more units of a good are worth, by what they save."""
        index = GOODS.index(good)
        city, left, right = self._around
        prices = [
            prices[index]
            for prices, seller in (
                (city.works.left_prices, left),
                (city.works.right_prices, right),
            )
            if _makes(seller.works.sells, index)
        ]
        made = _makes(city.works.own, index)
        uses = sum(self._uses(index, made + nth) for nth in range(units))
        return uses * (COIN * min(prices) if prices else UNMADE)

    def discount(self, resources: Sequence[str], neighbours: Sequence[str]) -> float:
        """Estimate what it is worth to pay a coin less for some goods."""
        city, *sellers = self._around
        worth = 0.0
        for side, seller in zip(("left", "right"), sellers, strict=True):
            for good in resources if side in neighbours else ():
                index = GOODS.index(good)
                if _makes(seller.works.sells, index):
                    worth += COIN * self._uses(index, _makes(city.works.own, index))
        return worth

    def chain(self, symbol: str) -> float:
        """Estimate how many units of goods a chain symbol saves in later ages."""
        return _saved(symbol, self._age, self._players)

    def _uses(self, good: int, made: float) -> float:
        """Estimate how often one unit more than what is made will be of use."""
        part = made % 1
        uses = self._needs(good, int(made) + 1)
        if part:
            uses += part * (self._needs(good, int(made) + 2) - uses)
        return uses

    def _needs(self, good: int, units: int) -> float:
        """Estimate how many of the costs to come have so many units of a good."""
        if units > MOST:
            return 0.0
        cards = self._left * _costs(self._age, self._players)[good][units]
        for age in AGES[self._age :]:
            cards += _costs(age, self._players)[good][units]
        stages = sum(stage.goods >> 4 * good & 15 >= units for stage in self._stages)
        return WANTED * cards + STAGE * stages * min(1.0, self._time)


def _makes(production: Production, good: int) -> float:
    """Count units of a good; a choice of goods is half a unit of each."""
    choices = sum(mask >> good & 1 for mask in production.choices)
    return (production.fixed >> 4 * good & 15) + choices / 2


@cache
def _dealt(age: int, players: int) -> Sequence[tuple[Building, float]]:
    """Return each card of an age, and how many each player would get of it."""
    cards = catalog()
    dealt = [
        (building, 1 / players)
        for number in cards.age_deck(age, players)
        if (building := cards.building(number))
    ]
    if age == AGES[-1]:
        chance = (players + 2) / len(cards.guilds) / players
        dealt += [
            (building, chance)
            for number in cards.guilds
            if (building := cards.building(number))
        ]
    return dealt


@cache
def _costs(age: int, players: int) -> Sequence[Sequence[float]]:
    """Count the cards of an age for each player that cost so many units of a good."""
    counts = [[0.0] * (MOST + 1) for _ in GOODS]
    for building, share in _dealt(age, players):
        for good, units in unpack(building.goods).items():
            for least in range(1, units + 1):
                counts[GOODS.index(good)][least] += share
    return counts


@cache
def _saved(symbol: str, age: int, players: int) -> float:
    """Count the units of goods a chain symbol saves in the ages after this one."""
    return sum(
        sum(unpack(building.goods).values()) * min(1.0, share * players / 2)
        for later in AGES[age:]
        for building, share in _dealt(later, players)
        if building.free_with == symbol
    )
