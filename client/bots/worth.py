"""
What things are worth to a city, in points at the end of the game.

Points that are certain are counted as the rules count them. The rest is a guess at what
something will have been good for: goods for what they save when the cards to come are
paid, shields for the conflicts they may turn, symbols for the sets they may complete.
It goes by effects and never by names, so a new card is understood if its effects are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sealed_wonders.core.wonders.effects import DEFEAT, VICTORY
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.city import City, with_building, with_stage
from sealed_wonders.core.wonders.effects import (
    Around,
    BuildFromDiscard,
    Effect,
    FirstOfAgeFree,
    FirstOfColourFree,
    LastOfAgeFree,
    PlayLastCard,
    Produce,
    ProduceChoice,
    Science,
    Shields,
    TradePrice,
)
from sealed_wonders.core.wonders.goods import GOODS, MOST, unpack
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.science import SYMBOLS, best
from sealed_wonders.core.wonders.scoring import LINES, points
from sealed_wonders.core.wonders.trade import Production, Split

AGES = (1, 2, 3)
GREEN = LINES.index("green")

# All below are guesses, in points. They were tried against each other in whole games.

COIN = 1 / 3
"""A coin at the end (W7.1)."""
READY = 0.12
"""What a coin is worth besides, while there is an age left to spend it in ..."""
ENOUGH = 4
"""... and there are no more than these."""
GIVEN = 0.15
"""A coin that a rival gets."""
WANTED = 0.75
"""The part of the cards to come that one would build, if only one had the goods."""
STAGE = 1.2
"""The same of stages."""
UNMADE = 2.1
"""What it costs to lack a good that neither neighbour makes."""
OF_BEST, OF_ALL = 1.5, 0.15
"""What a choice of goods is worth: parts of the best one's worth, and of all."""
BELIEVED = 0.5
"""The part of what a science symbol may yet bring that is counted on."""
DRIFT = 0.5
"""How far two neighbours' shields may drift apart in age I; more in later ages."""
CHAIN = 0.25
"""Each unit of goods that a chain saves, if the card comes by."""
FREE = 2.0
"""A building for nothing."""
EXTRA = 2.5
"""A card more in an age."""
FROM_DISCARD = 4.0
"""A building from the discard."""


class Worth:
    """
    What things are worth to one city at one moment.

    Args:
        around: the city and its neighbours.
        players: how many play.
        turn: 1 to 6, or 7 for an extra card; 0 is before the age.
    """

    def __init__(self, around: Around, players: int, age: int, turn: int) -> None:
        self._around = around
        self._players = players
        self._age = age
        self._left = max(0, LAST_TURN - turn) / LAST_TURN
        """The part of the age that is still to come."""
        self._time = self._left + AGES[-1] - age
        """The part of the game that is still to come, in ages."""
        self._points = points(around)
        self._stages = around.city.side.stages[len(around.city.stages) :]

    def building(self, building: Building) -> float:
        """Say what it is worth to have a building."""
        city = with_building(self._around.city, building)
        worth = self._built(city, building.effects)
        for symbol in sorted(building.chain - self._around.city.works.chains):
            worth += CHAIN * _saved(symbol, self._age, self._players)
        return worth

    def stage(self, half: str) -> float:
        """Say what it is worth to have the next stage, built by this half."""
        city = with_stage(self._around.city, half, -1)
        return self._built(city, self._stages[0].effects(half))

    def price(self, paid: Split) -> float:
        """Say what it costs to pay this."""
        return GIVEN * (paid.left + paid.right) - self.coins(-sum(paid))

    def coins(self, change: int) -> float:
        """Say what it is worth to have more coins, or fewer."""
        before = self._around.city.coins
        ready = min(before + change, ENOUGH) - min(before, ENOUGH)
        return COIN * change + READY * self._time * ready

    def _built(self, city: City, effects: Sequence[Effect]) -> float:
        around = self._around._replace(city=city)
        row = points(around)
        green = row[GREEN] - self._points[GREEN]
        worth = float(row[-1] - self._points[-1])
        gained = 0
        for effect in effects:
            gained += effect.coins(around)
            worth += self._promise(effect, green)
        return worth + self.coins(gained)

    def _promise(self, effect: Effect, green: int) -> float:
        """Guess what an effect will be worth besides the points it brings now."""
        ages = AGES[-1] - self._age
        match effect:
            case Produce(resources):
                return sum(self._good(good, n) for good, n in resources.items())
            case ProduceChoice(resources):
                each = [self._good(good, 1) for good in resources]
                return OF_BEST * max(each) + OF_ALL * sum(each)
            case TradePrice(_, resources, neighbours):
                return self._discount(resources, neighbours)
            case Shields(amount):
                return self._victories(amount) - self._victories(0)
            case Science(symbol):
                return BELIEVED * (self._science(symbol) - green)
            case BuildFromDiscard():
                return FROM_DISCARD
            case PlayLastCard():
                return EXTRA * (ages + 1)
            case FirstOfAgeFree():
                return FREE * ages
            case LastOfAgeFree():
                return FREE * (ages + (self._left > 0))
            case FirstOfColourFree():
                missing = self._around.city.works.counts.count(0)
                return FREE * missing * min(1.0, self._time) / 2
        return 0.0

    # Goods.

    def _good(self, good: str, units: int) -> float:
        """Guess what more units of a good are worth, by what they save."""
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

    def _discount(self, resources: Sequence[str], neighbours: Sequence[str]) -> float:
        city, *sellers = self._around
        worth = 0.0
        for side, seller in zip(("left", "right"), sellers, strict=True):
            for good in resources if side in neighbours else ():
                index = GOODS.index(good)
                if _makes(seller.works.sells, index):
                    worth += COIN * self._uses(index, _makes(city.works.own, index))
        return worth

    def _uses(self, good: int, made: float) -> float:
        """Guess how often one unit more than what is made will be of use."""
        part = made % 1
        uses = self._needs(good, int(made) + 1)
        if part:
            uses += part * (self._needs(good, int(made) + 2) - uses)
        return uses

    def _needs(self, good: int, units: int) -> float:
        """Guess how many of the costs to come have so many units of a good."""
        if units > MOST:
            return 0.0
        cards = self._left * _costs(self._age, self._players)[good][units]
        for age in AGES[self._age :]:
            cards += _costs(age, self._players)[good][units]
        stages = sum(stage.goods >> 4 * good & 15 >= units for stage in self._stages)
        return WANTED * cards + STAGE * stages * min(1.0, self._time)

    # Shields and symbols.

    def _victories(self, more: int) -> float:
        """Guess the points of the conflicts to come, with so many shields more."""
        city, left, right = self._around
        drift = 0.5
        worth = 0.0
        for age in AGES[self._age - 1 :]:
            drift += DRIFT * age * (self._left if age == self._age else 1)
            for other in (left, right):
                lead = city.works.shields + more - other.works.shields
                worth += VICTORY[age] * _chance(lead, drift)
                worth += DEFEAT * _chance(-lead, drift)
        return worth

    def _science(self, symbol: str) -> int:
        """Give what a symbol brings if as many come as there are ages left."""
        works = self._around.city.works
        more = works.wild + round(self._time)
        without = best(works.symbols, more)
        if symbol not in SYMBOLS:
            return best(works.symbols, more + 1) - without
        kind = SYMBOLS.index(symbol)
        tablets, gears, compasses = (
            count + (kind == i) for i, count in enumerate(works.symbols)
        )
        return best((tablets, gears, compasses), more) - without


def _chance(lead: int, drift: float) -> float:
    """Guess how likely it is to be ahead, with this lead just now."""
    return min(1.0, max(0.0, (lead - 0.5 + drift) / (2 * drift)))


def _makes(production: Production, good: int) -> float:
    """Count units of a good; a choice of goods is half a unit of each."""
    choices = sum(mask >> good & 1 for mask in production.choices)
    return (production.fixed >> 4 * good & 15) + choices / 2


@cache
def _dealt(age: int, players: int) -> Sequence[tuple[Building, float]]:
    """Give each card of an age, and how many each player would get of it."""
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
