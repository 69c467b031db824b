"""
The seven goods, and bundles of them packed in one int.

A bundle has four bits for each good, in the order of `GOODS`. The highest of the four
is always clear: with room for it, whole bundles are added, subtracted and compared at
once, and that is what makes the payment search quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

GOODS = ("wood", "stone", "ore", "clay", "glass", "loom", "papyrus")
BROWN = GOODS[:4]
GREY = GOODS[4:]

MOST = 7
"""The most units of one good in a bundle; no card costs more than four."""

WIDTH = 4 * len(GOODS)
"""The bits of a bundle."""

_UNITS = {good: 1 << 4 * i for i, good in enumerate(GOODS)}
_SPARE = 0x8888888


def pack(amounts: Mapping[str, int]) -> int:
    """
    Return the bundle of so many units of each good.

    Raises:
        ValueError: there is no such good, or no bundle holds so many.
    """
    bundle = 0
    for good, amount in amounts.items():
        if good not in _UNITS or not 0 <= amount <= MOST:
            raise ValueError(f"expected 0 to {MOST} of a good, got {amount} {good!r}")
        bundle |= amount * _UNITS[good]
    return bundle


def unpack(bundle: int) -> dict[str, int]:
    """Return the units of each good that is in a bundle, in the order of `GOODS`."""
    amounts = ((good, bundle >> 4 * i & 15) for i, good in enumerate(GOODS))
    return {good: amount for good, amount in amounts if amount}


def plus(bundle: int, more: int) -> int:
    """Add two bundles; beyond `MOST` units of a good, more make no difference."""
    total = bundle + more
    full = total & _SPARE
    return (total | full - (full >> 3)) & ~_SPARE


def minus(bundle: int, less: int) -> int:
    """Take away as much of *less* as is in the bundle."""
    rest = (bundle | _SPARE) - less
    enough = rest & _SPARE
    return rest & enough - (enough >> 3)


def choice(goods: Iterable[str]) -> int:
    """
    Return the mask of a symbol that stands for one unit of one of these goods.

    Raises:
        ValueError: there is no such good.
    """
    mask = 0
    for good in goods:
        if good not in _UNITS:
            raise ValueError(f"expected a good, got {good!r}")
        mask |= 1 << GOODS.index(good)
    return mask
