"""Sets of science symbols: two equal ones, or three different ones (A4.1)."""

from __future__ import annotations

from functools import cache

from sealed_wonders.core.architects.catalog import Colour, Kind, catalog
from sealed_wonders.core.architects.city import City

PAIR = 2
"""The number of equal symbols that make a set."""


@cache
def symbols() -> tuple[Kind, ...]:
    """Return the green kinds, one per symbol, in the catalogue's order."""
    return tuple(it for it in catalog().kinds if it.colour is Colour.GREEN)


def sets(city: City) -> tuple[tuple[Kind, ...], ...]:
    """Return the sets that a city could turn in."""
    kinds = symbols()
    pairs = tuple((kind,) * PAIR for kind in kinds if city.count(kind) >= PAIR)
    return (*pairs, kinds) if all(map(city.count, kinds)) else pairs
