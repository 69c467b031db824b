"""
The seven goods, and bundles of goods packed in one int.

A bundle has four bits for each good, in the order of `GOODS`. The highest of the four
is always clear. This spare bit lets whole bundles be added, subtracted and compared at
once, which makes the payment search fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

GOODS = ("wood", "stone", "ore", "clay", "glass", "loom", "papyrus")
BROWN = GOODS[:4]
GREY = GOODS[4:]

MAX_UNITS = 7
"""Maximum units of one good in a bundle; no card costs more than four."""

WIDTH = 4 * len(GOODS)
"""The number of bits in a bundle."""

_UNITS = {good: 1 << 4 * i for i, good in enumerate(GOODS)}
_SPARE = 0x8888888


def pack(amounts: Mapping[str, int]) -> int:
    """
    Return a bundle of these amounts of goods.

    Raises:
        ValueError: there is no such good, or a bundle can't hold so many units.
    """
    bundle = 0
    for good, amount in amounts.items():
        if good not in _UNITS or not 0 <= amount <= MAX_UNITS:
            raise ValueError(
                f"expected 0 to {MAX_UNITS} of a good, got {amount} {good!r}"
            )
        bundle |= amount * _UNITS[good]
    return bundle


def unpack(bundle: int) -> dict[str, int]:
    """Return the amount of each good in a bundle, in the order of `GOODS`."""
    amounts = ((good, bundle >> 4 * i & 15) for i, good in enumerate(GOODS))
    return {good: amount for good, amount in amounts if amount}


def plus(bundle: int, more: int) -> int:
    """Add two bundles; each good is capped at `MAX_UNITS` units."""
    total = bundle + more
    full = total & _SPARE
    return (total | full - (full >> 3)) & ~_SPARE


def minus(bundle: int, less: int) -> int:
    """Subtract a bundle; no good goes below zero."""
    rest = (bundle | _SPARE) - less
    enough = rest & _SPARE
    return rest & enough - (enough >> 3)


def choice(goods: Iterable[str]) -> int:
    """
    Return the mask for a symbol that provides one unit of one of these goods.

    Raises:
        ValueError: there is no such good.
    """
    mask = 0
    for good in goods:
        if good not in _UNITS:
            raise ValueError(f"expected a good, got {good!r}")
        mask |= 1 << GOODS.index(good)
    return mask
