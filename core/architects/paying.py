"""
What a stage can be paid with (A3.2, A4.3).

A payment is so many cards of each resource, and so many coins. A coin stands for what
is missing, and for nothing else: no payment has a coin in a place that one more grey
card of the city could fill.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from sealed_wonders.core.architects.abilities import AnyResources, DoubleCoin
from sealed_wonders.core.architects.catalog import (
    COIN,
    Colour,
    Kind,
    Stage,
    catalog,
)
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.remembered import remembered


class Payment(NamedTuple):
    """A way to pay a stage."""

    cards: tuple[int, ...]
    """How many of each grey kind, then of coins."""
    any_resources: bool = False
    """It pays only with that token."""
    double_coin: bool = False
    """One of the coins counts twice."""


@cache
def goods() -> tuple[Kind, ...]:
    """Return the grey kinds, in the order of the catalogue."""
    return tuple(it for it in catalog().kinds if it.colour is Colour.GREY)


def paid(payment: Payment) -> tuple[Kind, ...]:
    """Return the cards of a payment, each by its kind, as notation names them."""
    kinds = (*goods(), catalog().kinds_by_id[COIN])
    return tuple(
        kind for kind, n in zip(kinds, payment.cards, strict=True) for _ in range(n)
    )


def payments(
    city: City, stage: Stage, used: tuple[str, ...] = ()
) -> tuple[Payment, ...]:
    """
    Return all ways to pay a stage, those without a token and with few coins first.

    Args:
        used: the tokens that were used this turn.
    """
    engineering, economy = city.has(AnyResources), city.has(DoubleCoin)
    grey, coin = goods(), catalog().kinds_by_id[COIN]
    return ways(
        tuple([len(city.cards[kind.number]) for kind in grey]),
        len(city.cards[coin.number]),
        stage.cost,
        stage.same,
        bool(engineering) and engineering not in used,
        bool(economy) and economy not in used,
    )


@remembered(4096)
def ways(
    grey: tuple[int, ...],
    coins: int,
    cost: int,
    same: bool,
    any_resources: bool,
    double_coin: bool,
) -> tuple[Payment, ...]:
    """
    Return all ways to pay so many equal or different resources.

    Args:
        grey: how many cards there are of each grey kind.
        coins: how many yellow ones.
        any_resources: the token for that can be used.
        double_coin: and so can that.
    """
    found: dict[tuple[int, ...], Payment] = {}
    usual = _equal(grey, cost) if same else _different(grey, cost)
    each = [(cards, False) for cards in usual]
    if any_resources:
        each += [(cards, True) for cards in _any(grey, cost)]
    for cards, needs_token in each:
        missing = cost - sum(cards)
        doubles = (False, True) if double_coin and missing > 1 else (False,)
        for doubled in doubles:
            yellow = missing - doubled
            if yellow <= coins:
                whole = (*cards, yellow)
                found.setdefault(whole, Payment(whole, needs_token, doubled))
    return tuple(sorted(found.values(), key=_dearness))


def _dearness(payment: Payment) -> tuple[object, ...]:
    """Sort by what is worth keeping: tokens, then coins; resources are all the same."""
    *grey, coins = payment.cards
    return (payment.any_resources, payment.double_coin, coins, [-n for n in grey])


def _equal(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Return the grey cards of one kind."""
    for kind, count in enumerate(grey):
        if count:
            yield _of({kind: min(count, cost)}, len(grey))
    if not any(grey):
        yield (0,) * len(grey)


def _different(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Return grey cards of as many kinds as there are, or as it takes."""
    kinds = [kind for kind, count in enumerate(grey) if count]
    for some in combinations(kinds, min(cost, len(kinds))):
        yield _of(dict.fromkeys(some, 1), len(grey))


def _any(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Return any grey cards, as many as there are, or as it takes."""
    size = min(cost, sum(grey))
    for some in combinations_with_replacement(range(len(grey)), size):
        cards = _of({kind: some.count(kind) for kind in some}, len(grey))
        if all(n <= count for n, count in zip(cards, grey, strict=True)):
            yield cards


def _of(some: dict[int, int], kinds: int) -> tuple[int, ...]:
    return tuple(some.get(kind, 0) for kind in range(kinds))
