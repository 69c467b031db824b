"""
Payment: what the goods of a cost can be made to cost, in coins to each party.

A city covers a cost from its own production and buys the rest from sellers: its two
neighbours (W3.2), and in expansions the bank. Every symbol, its own or a seller's,
serves once, and nothing bought goes unused (W3.4). Of the splits that come out, only
the Pareto-best may be paid: no other costs one party less and none more.

The search runs for every card of every hand, so it is made of steps that are worth
remembering across turns and games: what a production leaves of a cost, what one
seller makes of that, and what a whole market does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sealed_wonders.core.wonders.goods import GOODS, WIDTH, minus, plus

LEFT, RIGHT, BANK = range(3)
"""The parties, in the order of a `Split`."""


class Production(NamedTuple):
    """What a city makes in a turn."""

    fixed: int
    """Units of goods, packed."""
    choices: tuple[int, ...]
    """Symbols of one unit of one of several goods: sorted masks, a bit for each good."""

    def plus(self, other: Production) -> Production:
        """Give both productions together."""
        choices = tuple(sorted(self.choices + other.choices))
        return Production(plus(self.fixed, other.fixed), choices)


class Seller(NamedTuple):
    """Somebody who sells goods."""

    party: int
    """Who is paid: `LEFT`, `RIGHT` or `BANK`."""
    production: Production
    prices: tuple[int, ...]
    """What a unit of each good costs, in the order of `GOODS`."""


class Split(NamedTuple):
    """Coins to each party."""

    left: int
    right: int
    bank: int


NOTHING = Split(0, 0, 0)
FREE = (NOTHING,)


# While a search runs, one int holds the goods still to be found and, in a byte for
# each party above them, the coins spent so far: a purchase is one addition. The
# parties stand so that such ints sort as splits do.
_GOODS = (1 << WIDTH) - 1
_COIN = (1 << WIDTH + 16, 1 << WIDTH + 8, 1 << WIDTH)
_SPARE = 0x80 * sum(_COIN)

_UNITS = tuple(
    tuple(i for i in range(len(GOODS)) if mask >> i & 1) for mask in range(128)
)


def _split(spent: int) -> Split:
    return Split(*(spent // coin & 0xFF for coin in _COIN))


@lru_cache(maxsize=1 << 15)
def _missing(own: Production, cost: int) -> tuple[int, ...]:
    """
    Give what a production can leave of a cost, no symbol idle that could be of use.

    To use a symbol is never worse than to buy what it gives.
    """
    rest = minus(cost, own.fixed)
    if not rest:
        return (0,)
    states = {rest}
    for mask in own.choices:
        states = {left for state in states for left in _used(state, mask)}
    return (0,) if 0 in states else tuple(states)


def _used(state: int, mask: int) -> tuple[int, ...]:
    return tuple(state - (1 << 4 * i) for i in _UNITS[mask] if state >> 4 * i & 15) or (
        state,
    )


@lru_cache(maxsize=1 << 15)
def _sales(seller: Seller, want: int) -> tuple[int, ...]:
    """Give every way to buy part of the goods wanted, or none of them."""
    coin = _COIN[seller.party]
    deltas = [price * coin - (1 << 4 * i) for i, price in enumerate(seller.prices)]
    fixed, choices = seller.production
    states = {want}
    for i, delta in enumerate(deltas):
        units = min(want >> 4 * i & 15, fixed >> 4 * i & 15)
        if units:
            states = {s + k * delta for s in states for k in range(units + 1)}
    for mask in choices:
        states |= {
            s + deltas[i] for s in states for i in _UNITS[mask] if s >> 4 * i & 15
        }
    return tuple(states)


@lru_cache(maxsize=1 << 15)
def _offers(sellers: tuple[Seller, ...], missing: tuple[int, ...]) -> tuple[Split, ...]:
    return _best(_covers(sellers, missing))


def _covers(sellers: tuple[Seller, ...], wants: tuple[int, ...]) -> set[int]:
    """Give the coins of every way to buy all of one of the bundles wanted."""
    states = set(wants)
    for seller in sellers:
        states = {
            state - (state & _GOODS) + sold
            for state in states
            for sold in _sales(seller, state & _GOODS)
        }
    return {state for state in states if not state & _GOODS}


def _best(totals: set[int]) -> tuple[Split, ...]:
    """Give the splits that no other one beats, sorted."""
    best: list[int] = []
    for total in sorted(totals):
        # Nothing is beaten by what sorts after it.
        if all((total | _SPARE) - other & _SPARE != _SPARE for other in best):
            best.append(total)
    return tuple(map(_split, best))


class Market:
    """What a city can use and buy in one turn."""

    __slots__ = ("_known", "own", "sellers")

    def __init__(self, own: Production, sellers: tuple[Seller, ...]) -> None:
        self.own = own
        self.sellers = sellers
        self._known: dict[int, tuple[Split, ...]] = {}

    def splits(self, cost: int) -> tuple[Split, ...]:
        """
        Give every Pareto-best split for a cost, sorted; none if it can't be covered.

        Coins in the treasury are not looked at.
        """
        splits = self._known.get(cost)
        if splits is None:
            missing = _missing(self.own, cost)
            splits = FREE if missing == (0,) else _offers(self.sellers, missing)
            self._known[cost] = splits
        return splits

    def every_split(self, cost: int) -> tuple[Split, ...]:
        """
        Give every split that covers a cost exactly, the beaten ones too, sorted.

        At a table nobody minds a unit bought that the city could have made itself.
        """
        free = Seller(BANK, self.own, (0,) * len(GOODS))
        return tuple(map(_split, sorted(_covers((free, *self.sellers), (cost,)))))


@lru_cache(maxsize=1 << 12)
def market(own: Production, sellers: tuple[Seller, ...]) -> Market:
    """Give the market of a city with this production and these sellers."""
    return Market(own, sellers)
