"""
Cities: a board, its treasury, and what has been built.

What buildings and stages do from the moment they stand (production, shields, symbols,
powers) is gathered in `Works` as they are built, so that no rule has to look through
the city's cards again.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sealed_wonders.core.game import Slot
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.science import Knowledge
from sealed_wonders.core.wonders.trade import Production, Seller

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sealed_wonders.core.wonders.catalog import (
        Board,
        Building,
        Edifice,
        Leader,
        Side,
    )
    from sealed_wonders.core.wonders.effects import Effect


class Colour(enum.IntEnum):
    """The seven colours of age cards, in the order of the printed list."""

    BROWN = 0
    GREY = 1
    BLUE = 2
    YELLOW = 3
    RED = 4
    GREEN = 5
    PURPLE = 6

    @property
    def word(self) -> str:
        """As the data names it."""
        return self.name.lower()


Prices = tuple[int, ...]
"""What one unit of each good costs, in the order of `GOODS`."""

USUAL_PRICES: Prices = (2,) * len(GOODS)
"""W3.2."""


class Works(NamedTuple):
    """What a city's buildings, stages, leaders and edifices do, all together."""

    own: Production
    """What the city can use itself."""
    sells: Production
    """What its neighbours may buy: never of yellow cards or stages (W3.2)."""
    left_prices: Prices = USUAL_PRICES
    """What it pays its left neighbour."""
    right_prices: Prices = USUAL_PRICES
    shields: int = 0
    symbols: tuple[int, int, int] = (0, 0, 0)
    """Science symbols: tablets, gears, compasses."""
    wild: int = 0
    """Science symbols of a kind chosen at the end (W5.5)."""
    chains: frozenset[str] = frozenset()
    """Symbols that build later cards for nothing (W3.6)."""
    buildings: frozenset[str] = frozenset()
    """Names of the buildings, of which there is never a second one (W3.7)."""
    counts: tuple[int, ...] = (0,) * len(Colour)
    """Age cards by `Colour`."""
    powers: frozenset[str] = frozenset()
    """Kinds of the lasting powers of its wonder."""
    bank: Seller | None = None
    """What the bank sells it (L2.5)."""
    discounts: tuple[tuple[str, int], ...] = ()
    """Units of goods less, for a colour or for stages (L2.2)."""
    free_colours: int = 0
    """Bit set of the colours that cost it nothing (L2.3)."""
    leaders_free: bool = False
    """Its own leaders cost nothing (L2.1, L3.1)."""
    leaders_less: int = 0
    """Coins its own leaders cost less (L3.1)."""
    neighbours_less: int = 0
    """Coins its neighbours' leaders cost less (L3.1)."""
    watchers: tuple[Effect, ...] = ()
    """Effects that bring coins each time something happens (L2.3, L2.4, L2.6)."""
    on_top: int = 0
    """Coins more, once a turn, when some come from the bank (L2.6)."""
    deflects: bool = False
    """Its defeat tokens go to the neighbours who won (L2.9)."""
    swaps: int = 0
    """Science symbols that may count as others (L2.10)."""
    more: int = 0
    """Science symbols more of the kind there is most of (L2.10)."""
    per_set: int = 0
    """Points more for each set of three different symbols (L2.13)."""

    @property
    def knowledge(self) -> Knowledge:
        """All it has of science."""
        return Knowledge(self.symbols, self.wild, self.swaps, self.more, self.per_set)

    def less(self, what: str) -> int:
        """Count the units of goods less that a build costs: of a colour, or a stage."""
        return sum(units for on, units in self.discounts if on == what)


class StageBuilt(NamedTuple):
    """A stage of the wonder that stands."""

    half: str
    """``"left"`` or ``"right"`` of a split stage, else empty."""
    slot: Slot
    """The face-down card under it: out of the game (W5.7)."""


class Recruited(NamedTuple):
    """A leader that was recruited."""

    leader: Leader
    age: int
    """In which it was."""
    buried: bool = False
    """Turned face down: it does nothing any more (L3.3)."""

    @property
    def price(self) -> int:
        """Its printed cost; that of an "age" leader is the age it came in (L3.3)."""
        return self.leader.price(self.age)


@dataclass(frozen=True, slots=True)
class City:
    """One player's city, as everybody sees it."""

    board: Board
    side: Side
    coins: int
    works: Works
    buildings: tuple[Building, ...] = ()
    """In the order they were built."""
    stages: tuple[StageBuilt, ...] = ()
    tokens: tuple[int, ...] = ()
    """Conflict tokens in the order they were taken: 1, 3 or 5, and -1."""
    colours: int = 0
    """Bit set of the colours it has ever had a building of (W5.3)."""
    cards: tuple[Slot, ...] = ()
    """Where the cards of its buildings lie, for all to see, in the same order."""
    leaders: tuple[Recruited, ...] = ()
    """In the order they were recruited."""
    pawns: tuple[int, ...] = ()
    """The ages of its participation pawns, in the order they were taken (E1.2)."""
    edifices: tuple[Edifice, ...] = ()
    """Those whose rewards it has (E1.4)."""
    debts: tuple[int, ...] = ()
    """What its debt tokens count, in the order they were taken (E1.5)."""
    spent: int = 0
    """The age in which it last used the power of one free building (W8.2)."""


def found(board: Board, side: Side, coins: int) -> City:
    """Give a city at the start of the game, with what its board produces."""
    works = Works(Production(0, ()), Production(0, ()))
    return City(board, side, coins, side.start.place(works))


def with_building(city: City, building: Building, slot: Slot = -1) -> City:
    """
    Put a building in place; its coins at once are not counted yet (W4.1).

    Args:
        slot: where its card lies from now on.
    """
    return evolve(
        city,
        works=_with_building(city.works, building),
        buildings=(*city.buildings, building),
        colours=city.colours | 1 << building.colour,
        cards=(*city.cards, slot),
    )


def with_stage(city: City, half: str, slot: Slot) -> City:
    """Build the next stage; its coins at once are not counted yet (W4.1)."""
    effects = city.side.stages[len(city.stages)].effects(half)
    stages = (*city.stages, StageBuilt(half, slot))
    return evolve(city, works=_placed(city.works, effects), stages=stages)


def with_leader(city: City, leader: Leader, age: int) -> City:
    """Recruit a leader; its coins at once are not counted yet."""
    leaders = (*city.leaders, Recruited(leader, age))
    return evolve(city, works=_placed(city.works, leader.effects), leaders=leaders)


def with_edifice(city: City, edifice: Edifice) -> City:
    """Give a city an edifice's reward; its coins at once are not counted yet (E1.6)."""
    works = _placed(city.works, edifice.reward)
    return evolve(city, works=works, edifices=(*city.edifices, edifice))


def without_tokens(city: City, values: Iterable[int]) -> City:
    """Take tokens away that it has, one for each of these values."""
    rest = list(city.tokens)
    for value in values:
        rest.remove(value)
    return evolve(city, tokens=tuple(rest))


def without_building(city: City, building: Building) -> City:
    """Take a building away, with all it did (E1.7)."""
    nth = city.buildings.index(building)
    rest = evolve(
        city,
        buildings=city.buildings[:nth] + city.buildings[nth + 1 :],
        cards=city.cards[:nth] + city.cards[nth + 1 :],
    )
    return _reckoned(rest)


def with_buried(city: City, name: str) -> City:
    """
    Turn a leader face down: from now on it does nothing (L3.3).

    Args:
        name: its id; it is there, and face up.
    """
    leaders = tuple(
        one._replace(buried=True) if one.leader.id == name else one
        for one in city.leaders
    )
    return _reckoned(evolve(city, leaders=leaders))


def _reckoned(city: City) -> City:
    """Give a city with its works reckoned anew from all that is there."""
    works = found(city.board, city.side, 0).works
    for built, stage in zip(city.stages, city.side.stages, strict=False):
        works = _placed(works, stage.effects(built.half))
    for building in city.buildings:
        works = _with_building(works, building)
    for one in city.leaders:
        if not one.buried:
            works = _placed(works, one.leader.effects)
    for edifice in city.edifices:
        works = _placed(works, edifice.reward)
    return evolve(city, works=works)


def _placed(works: Works, effects: Iterable[Effect]) -> Works:
    for effect in effects:
        works = effect.place(works)
    return works


def _with_building(works: Works, building: Building) -> Works:
    works = _placed(works, building.effects)
    counts = list(works.counts)
    counts[building.colour] += 1
    return works._replace(
        chains=works.chains | building.chain if building.chain else works.chains,
        buildings=works.buildings | {building.building},
        counts=tuple(counts),
    )
