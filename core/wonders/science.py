"""
Science: what a set of symbols is worth, flexible symbols included.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from sealed_wonders.core.remembered import remembered

SYMBOLS = ("tablet", "gear", "compass")

Counts = tuple[int, int, int]
"""Symbols of each kind, in the order of `SYMBOLS`."""


class Knowledge(NamedTuple):
    """All that a city has of science."""

    symbols: Counts = (0, 0, 0)
    """Those whose kind is settled."""
    wild: int = 0
    """Those of a kind chosen at the end (W5.5)."""
    swaps: int = 0
    """How many settled ones may count as others (Aganice, L2.10)."""
    more: int = 0
    """How many come on top, of the kind there is most of (Enheduanna, L2.10)."""
    per_set: int = 0
    """Points for each full set besides its own (Aristotle, L2.13)."""


class Solved(NamedTuple):
    """What all flexible symbols together can be made to bring."""

    green: int
    """The symbols' own points."""
    besides: int
    """Those of `Knowledge.per_set`."""


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
    Return the best total when *wild* symbols may each be of any kind (W5.5).

    Every way to share them out is tried: the best one is not always the obvious one.
    """
    tablets, gears, compasses = symbols
    return max(
        worth(tablets + t, gears + g, compasses + wild - t - g)
        for t in range(wild + 1)
        for g in range(wild + 1 - t)
    )


@remembered(4096)
def solve(known: Knowledge) -> Solved:
    """
    Return the best that science can bring its owner, all ways tried (L2.10).

    Of several ways with the same total, the one with most points in green.
    """
    if not (known.swaps or known.more or known.per_set):
        return Solved(best(known.symbols, known.wild), 0)
    ways = [
        Solved(worth(*counts), known.per_set * min(counts)) for counts in _counts(known)
    ]
    return max(ways, key=lambda way: (sum(way), way.green))


def _counts(known: Knowledge) -> Iterator[Counts]:
    """Return what the symbols can count as; some ways more than once."""
    for t in range(known.wild + 1):
        for g in range(known.wild + 1 - t):
            chosen = (t, g, known.wild - t - g)
            yield from _turned(known.symbols, chosen, known.swaps, known.more)


def _turned(settled: Counts, chosen: Counts, swaps: int, more: int) -> Iterator[Counts]:
    """
    Return what comes of it in whatever order symbols are replaced and added.

    A symbol that was added is a leader's, and may be replaced like any other.
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
