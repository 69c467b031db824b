"""
What a city can do, added up from all that stands in it.

What buildings and stages do from the moment they stand (production, shields, symbols,
powers) is gathered in `Works` as they are built, so that no rule has to look through
the city's cards again.
"""

from __future__ import annotations

import enum
from typing import NamedTuple, Protocol

from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.science import Knowledge
from sealed_wonders.core.wonders.trade import Production, Seller


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


class Built(NamedTuple):
    """A city got a building."""

    colour: Colour
    free: str | None
    """What made it free: ``"chain"`` or ``"power"``, or ``"discard"`` for one built
    from there."""


class Bought(NamedTuple):
    """A city bought goods."""

    neighbours: int
    """Of how many neighbours it did."""


class Honoured(NamedTuple):
    """A city gained victory tokens."""

    tokens: int


Deed = Built | Bought | Honoured
"""What a city did that its effects may be paid for."""


class Watcher(Protocol):
    """What brings coins each time its city does something."""

    def earns(self, deed: Deed) -> int:
        """Count the coins it brings for a deed."""


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
    watchers: tuple[Watcher, ...] = ()
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
