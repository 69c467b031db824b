"""The value of a set of science symbols, including flexible ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from sealed_wonders.core.remembered import remembered

SYMBOLS = ("tablet", "gear", "compass")

Counts = tuple[int, int, int]
"""The number of symbols of each kind, in the order of `SYMBOLS`."""


class ScienceState(NamedTuple):
    """Everything in a city that affects its science score."""

    symbols: Counts = (0, 0, 0)
    """Symbols of a fixed kind."""
    wild: int = 0
    """Symbols whose kind is chosen at the end (W5.5)."""
    swaps: int = 0
    """How many fixed symbols may count as another kind (Aganice, L2.10)."""
    more: int = 0
    """
    How many symbols are added, of the kind that the city has most of (Enheduanna,
    L2.10).
    """
    per_set: int = 0
    """Additional points per full set (Aristotle, L2.13)."""


class Solved(NamedTuple):
    """The best score that flexible symbols can reach."""

    green: int
    """The points of the symbols themselves."""
    besides: int
    """The points from `ScienceState.per_set`."""


def worth(tablets: int, gears: int, compasses: int) -> int:
    """Return the points of fixed symbols: squares, and 7 for each full set (W7.2)."""
    return (
        tablets * tablets
        + gears * gears
        + compasses * compasses
        + 7 * min(tablets, gears, compasses)
    )


@remembered(4096)
def best(symbols: tuple[int, int, int], wild: int) -> int:
    """
    Return the best total if *wild* symbols may each be of any kind (W5.5).

    All distributions are tried: the best one isn't always the obvious one.
    """
    tablets, gears, compasses = symbols
    return max(
        worth(tablets + t, gears + g, compasses + wild - t - g)
        for t in range(wild + 1)
        for g in range(wild + 1 - t)
    )


@remembered(4096)
def solve(known: ScienceState) -> Solved:
    """
    Return the best that science can score, after trying all ways (L2.10).

    If several ways have the same total, the one with most points in green is returned.
    """
    if not (known.swaps or known.more or known.per_set):
        return Solved(best(known.symbols, known.wild), 0)
    ways = [
        Solved(worth(*counts), known.per_set * min(counts)) for counts in _counts(known)
    ]
    return max(ways, key=lambda way: (sum(way), way.green))


def _counts(known: ScienceState) -> Iterator[Counts]:
    """Yield the counts that the symbols can be turned into, some more than once."""
    for t in range(known.wild + 1):
        for g in range(known.wild + 1 - t):
            chosen = (t, g, known.wild - t - g)
            yield from _turned(known.symbols, chosen, known.swaps, known.more)


def _turned(settled: Counts, chosen: Counts, swaps: int, more: int) -> Iterator[Counts]:
    """
    Yield the counts after replacing and adding symbols, in every order.

    An added symbol is a leader's, and may be replaced like any other.
    """
    counts = [a + b for a, b in zip(settled, chosen, strict=True)]
    if not more:
        yield counts[0], counts[1], counts[2]
    for kind in range(3) if more else ():
        if counts[kind] == max(counts):
            yield from _turned(_plus(settled, kind, 1), chosen, swaps, more - 1)
    for kind, other in permutations(range(3), 2) if swaps else ():
        if settled[kind]:
            swapped = _plus(_plus(settled, kind, -1), other, 1)
            yield from _turned(swapped, chosen, swaps - 1, more)


def _plus(counts: Counts, kind: int, number: int) -> Counts:
    a, b, c = (n + number * (i == kind) for i, n in enumerate(counts))
    return a, b, c
