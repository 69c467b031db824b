"""
Payments for stages (A3.2, A4.3).

A payment consists of cards of each resource and of coins. A coin only replaces a
missing resource: no payment uses a coin where another grey card of the city would do.
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
    """A way to pay for a stage."""

    cards: tuple[int, ...]
    """The number of cards of each grey kind, then of coins."""
    any_resources: bool = False
    """Whether it is only valid with the token for any resources."""
    double_coin: bool = False
    """Whether one of the coins counts twice."""


@cache
def goods() -> tuple[Kind, ...]:
    """Return the grey kinds, in the catalogue's order."""
    return tuple(it for it in catalog().kinds if it.colour is Colour.GREY)


def paid(payment: Payment) -> tuple[Kind, ...]:
    """Return the cards of a payment by kind, as in the notation."""
    kinds = (*goods(), catalog().kinds_by_id[COIN])
    return tuple(
        kind for kind, n in zip(kinds, payment.cards, strict=True) for _ in range(n)
    )


def payments(
    city: City, stage: Stage, used: tuple[str, ...] = ()
) -> tuple[Payment, ...]:
    """
    Return all payments for a stage, those without tokens and with few coins first.

    Args:
        city: the city.
        stage: the stage.
        used: the tokens already used this turn.
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
    Return all payments for this many equal or different resources.

    Args:
        grey: the number of cards of each grey kind.
        coins: the number of yellow cards.
        cost: the number of resources.
        same: whether the resources must be equal; otherwise, they must all differ.
        any_resources: whether a token for any resources can be used.
        double_coin: whether a token for a double coin can be used.
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
    """
    Sort by what is worth keeping: tokens, then coins. All resources are of equal value.
    """
    *grey, coins = payment.cards
    return (payment.any_resources, payment.double_coin, coins, [-n for n in grey])


def _equal(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Yield grey cards of a single kind."""
    for kind, count in enumerate(grey):
        if count:
            yield _of({kind: min(count, cost)}, len(grey))
    if not any(grey):
        yield (0,) * len(grey)


def _different(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Yield grey cards of different kinds, as many as needed or available."""
    kinds = [kind for kind, count in enumerate(grey) if count]
    for some in combinations(kinds, min(cost, len(kinds))):
        yield _of(dict.fromkeys(some, 1), len(grey))


def _any(grey: tuple[int, ...], cost: int) -> Iterator[tuple[int, ...]]:
    """Yield any grey cards, as many as needed or available."""
    size = min(cost, sum(grey))
    for some in combinations_with_replacement(range(len(grey)), size):
        cards = _of({kind: some.count(kind) for kind in some}, len(grey))
        if all(n <= count for n, count in zip(cards, grey, strict=True)):
            yield cards


def _of(some: dict[int, int], kinds: int) -> tuple[int, ...]:
    return tuple(some.get(kind, 0) for kind in range(kinds))
