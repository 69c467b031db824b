"""Payments for goods, found by trying everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

PRIMARY = ("wood", "stone", "ore", "clay")
GREY = ("glass", "loom", "papyrus")

Paid = tuple[int, int, int]
"""Coins to the left neighbour, to the right one, to the bank."""

Offer = tuple[tuple[str, int], ...]
"""One unit: the goods it can be, each with its price."""


class Shop(NamedTuple):
    """The goods that a city can get in one turn."""

    own: tuple[tuple[str, ...], ...]
    """Each symbol of its own: the goods it can be."""
    left: tuple[Offer, ...] = ()
    right: tuple[Offer, ...] = ()
    bank: tuple[Offer, ...] = ()


@lru_cache(maxsize=65536)
def covering(goods: tuple[str, ...], less: int, shop: Shop) -> frozenset[Paid]:
    """
    Return all payments for some goods, including unnecessarily dear ones.

    Args:
        goods: the required goods, sorted.
        less: the number of units that needn't be paid.
    """
    # What is still missing, and what was paid until then; one symbol after the other.
    ways: set[tuple[tuple[str, ...], Paid]] = {(goods, (0, 0, 0))}
    for _ in range(less):
        ways |= {(without(need, good), paid) for need, paid in ways for good in need}
    offers: list[tuple[int, Offer]] = [
        (-1, tuple((good, 0) for good in symbol)) for symbol in shop.own
    ]
    for party, sold in enumerate((shop.left, shop.right, shop.bank)):
        offers += [(party, offer) for offer in sold]
    for party, offer in offers:
        found = set(ways)
        for need, paid in ways:
            for good, price in offer:
                if good in need:
                    more = [
                        coins + price * (i == party) for i, coins in enumerate(paid)
                    ]
                    found.add((without(need, good), (more[0], more[1], more[2])))
        ways = found
    return frozenset(paid for need, paid in ways if not need)


def best(covers: Iterable[Paid]) -> list[Paid]:
    """Return the payments that no other one beats, sorted (W3.4)."""
    some = sorted(covers)
    return [paid for paid in some if not any(beats(other, paid) for other in some)]


def without(need: Sequence[str], good: str) -> tuple[str, ...]:
    nth = need.index(good)
    return (*need[:nth], *need[nth + 1 :])


def beats(one: Paid, other: Paid) -> bool:
    """Return whether a payment costs no party more than another and some party less."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
