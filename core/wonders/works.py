"""
The combined effects of everything in a city.

Lasting effects of buildings and stages (production, shields, symbols, powers) are added
to `Works` when they are built, so that no rule has to go through a city's cards again.

Names of its classes and fields are in the outline of a state (`sealed_wonders.core.outline`):
if they change, programs of two versions report a difference at every table.
"""

from __future__ import annotations

import enum
from typing import NamedTuple, Protocol

from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.science import ScienceState
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
        """The colour's name in the data files."""
        return self.name.lower()


class Built(NamedTuple):
    """A city got a building."""

    colour: Colour
    free: str | None
    """
    Why it was free: ``"chain"``, ``"power"``, or ``"discard"`` if built from the
    discard pile.
    """


class Bought(NamedTuple):
    """A city bought goods."""

    neighbours: int
    """The number of neighbours that it bought from."""


class Honoured(NamedTuple):
    """A city gained victory tokens."""

    tokens: int


Deed = Built | Bought | Honoured
"""An action of a city that effects may pay for."""


class Watcher(Protocol):
    """An effect that pays coins whenever its city does something."""

    def earns(self, deed: Deed) -> int:
        """Return the coins it pays for a deed."""


Prices = tuple[int, ...]
"""The price of one unit of each good, in the order of `GOODS`."""


USUAL_PRICES: Prices = (2,) * len(GOODS)
"""W3.2."""


class Works(NamedTuple):
    """The combined effects of a city's buildings, stages, leaders and edifices."""

    own: Production
    """The production that the city can use itself."""
    sells: Production
    """The production that its neighbours may buy: no yellow cards or stages (W3.2)."""
    left_prices: Prices = USUAL_PRICES
    """The prices that it pays to its left neighbour."""
    right_prices: Prices = USUAL_PRICES
    shields: int = 0
    symbols: tuple[int, int, int] = (0, 0, 0)
    """Science symbols: tablets, gears, compasses."""
    wild: int = 0
    """Science symbols whose kind is chosen at the end (W5.5)."""
    chains: frozenset[str] = frozenset()
    """Chain symbols, which make later cards free (W3.6)."""
    buildings: frozenset[str] = frozenset()
    """Names of its buildings, which it can't have twice (W3.7)."""
    counts: tuple[int, ...] = (0,) * len(Colour)
    """The number of age cards of each `Colour`."""
    powers: frozenset[str] = frozenset()
    """Kinds of its wonder's lasting powers."""
    bank: Seller | None = None
    """What the bank sells to it (L2.5)."""
    discounts: tuple[tuple[str, int], ...] = ()
    """Units of goods that it may leave out, for a colour or for stages (L2.2)."""
    free_colours: int = 0
    """Bit set of the colours that are free for it (L2.3)."""
    leaders_free: bool = False
    """Whether its own leaders are free (L2.1, L3.1)."""
    leaders_less: int = 0
    """The discount on its own leaders, in coins (L3.1)."""
    neighbours_less: int = 0
    """The discount on its neighbours' leaders, in coins (L3.1)."""
    watchers: tuple[Watcher, ...] = ()
    """Effects that pay coins for deeds (L2.3, L2.4, L2.6)."""
    on_top: int = 0
    """Additional coins, once a turn, when it gets coins from the bank (L2.6)."""
    deflects: bool = False
    """Whether its defeat tokens go to the neighbours who won (L2.9)."""
    swaps: int = 0
    """Fixed science symbols that may count as another kind (L2.10)."""
    more: int = 0
    """Additional science symbols of the kind that it has most of (L2.10)."""
    per_set: int = 0
    """Additional points per set of three different symbols (L2.13)."""

    @property
    def knowledge(self) -> ScienceState:
        """Everything that affects its science score."""
        return ScienceState(
            self.symbols, self.wild, self.swaps, self.more, self.per_set
        )

    def less(self, what: str) -> int:
        """
        Return how many units of goods may be left out for a colour, or for a stage.
        """
        return sum(units for on, units in self.discounts if on == what)
