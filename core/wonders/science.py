"""
Science: what a set of symbols is worth, flexible symbols included.
"""

from __future__ import annotations

from functools import lru_cache

SYMBOLS = ("tablet", "gear", "compass")


def worth(tablets: int, gears: int, compasses: int) -> int:
    """Give the points of fixed symbols: squares, and 7 for each full set (W7.2)."""
    return (
        tablets * tablets
        + gears * gears
        + compasses * compasses
        + 7 * min(tablets, gears, compasses)
    )


@lru_cache(maxsize=4096)
def best(symbols: tuple[int, int, int], wild: int) -> int:
    """
    Give the best total when *wild* symbols may each be of any kind (W5.5).

    Every way to share them out is tried: the best one is not always the obvious one.
    """
    tablets, gears, compasses = symbols
    return max(
        worth(tablets + t, gears + g, compasses + wild - t - g)
        for t in range(wild + 1)
        for g in range(wild + 1 - t)
    )
