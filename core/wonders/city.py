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
from sealed_wonders.core.wonders.trade import Production

if TYPE_CHECKING:
    from sealed_wonders.core.wonders.catalog import Board, Building, Side


class Colour(enum.IntEnum):
    """The seven colours of age cards, in the order of the printed list."""

    BROWN = 0
    GREY = 1
    BLUE = 2
    YELLOW = 3
    RED = 4
    GREEN = 5
    PURPLE = 6


Prices = tuple[int, ...]
"""What one unit of each good costs, in the order of `GOODS`."""

USUAL_PRICES: Prices = (2,) * len(GOODS)
"""W3.2."""


class Works(NamedTuple):
    """What a city's buildings and stages do, all together."""

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


class StageBuilt(NamedTuple):
    """A stage of the wonder that stands."""

    half: str
    """``"left"`` or ``"right"`` of a split stage, else empty."""
    slot: Slot
    """The face-down card under it: out of the game (W5.7)."""


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


def found(board: Board, side: Side, coins: int) -> City:
    """Give a city at the start of the game, with what its board produces."""
    works = Works(Production(0, ()), Production(0, ()))
    return City(board, side, coins, side.start.place(works))


def with_building(city: City, building: Building) -> City:
    """Put a building in place; its coins at once are not counted yet (W4.1)."""
    works = city.works
    for effect in building.effects:
        works = effect.place(works)
    counts = list(works.counts)
    counts[building.colour] += 1
    works = works._replace(
        chains=works.chains | building.chain if building.chain else works.chains,
        buildings=works.buildings | {building.building},
        counts=tuple(counts),
    )
    return evolve(
        city,
        works=works,
        buildings=(*city.buildings, building),
        colours=city.colours | 1 << building.colour,
    )


def with_stage(city: City, half: str, slot: Slot) -> City:
    """Build the next stage; its coins at once are not counted yet (W4.1)."""
    works = city.works
    for effect in city.side.stages[len(city.stages)].effects(half):
        works = effect.place(works)
    return evolve(city, works=works, stages=(*city.stages, StageBuilt(half, slot)))


def without_building(city: City, building: Building) -> City:
    """Take a building away, with all it did."""
    kept = list(city.buildings)
    kept.remove(building)
    bare = evolve(
        city, works=found(city.board, city.side, 0).works, buildings=(), stages=()
    )
    for stage in city.stages:
        bare = with_stage(bare, stage.half, stage.slot)
    for other in kept:
        bare = with_building(bare, other)
    return evolve(bare, colours=city.colours)
