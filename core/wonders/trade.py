"""
Payment: the ways to pay for the goods of a cost, in coins to each party.

A city covers a cost from its own production and buys the rest from sellers: its two
neighbours (W3.2) and, with expansions, the bank. Every symbol, its own or a seller's,
can be used once, and everything bought must be used (W3.4). Of the resulting splits,
only those that are Pareto-optimal may be paid: no other split costs one party less and
none more.

The search runs for every card of every hand. The same market hardly ever recurs. But
once everything irrelevant to a cost has been removed from the market, the rest has
nearly always been seen before. So the caches have these reduced markets as keys, and
are small enough for a host that runs for weeks.
"""

from __future__ import annotations

from operator import le, mul
from typing import NamedTuple

from sealed_wonders.core.remembered import remembered
from sealed_wonders.core.wonders.goods import GOODS, WIDTH, minus, plus, unpack

LEFT, RIGHT, BANK = range(3)
"""The parties, in the order of a `Split`."""


class Production(NamedTuple):
    """The goods that a city produces in a turn."""

    fixed: int
    """Units of goods, packed."""
    choices: tuple[int, ...]
    """
    Symbols for one unit of one of several goods: sorted masks with a bit per good.
    """

    def plus(self, other: Production) -> Production:
        """Return the sum of two productions."""
        choices = tuple(sorted(self.choices + other.choices))
        return Production(plus(self.fixed, other.fixed), choices)


class Seller(NamedTuple):
    """A neighbour or the bank, as a source of goods."""

    party: int
    """The party that is paid: `LEFT`, `RIGHT` or `BANK`."""
    production: Production
    prices: tuple[int, ...]
    """The price of a unit of each good, in the order of `GOODS`."""


class Split(NamedTuple):
    """Coins to each party."""

    left: int
    right: int
    bank: int


FREE = (Split(0, 0, 0),)


class Market:
    """The goods that a city can produce and buy in one turn."""

    __slots__ = ("_known", "_most", "own", "sellers")

    def __init__(self, own: Production, sellers: tuple[Seller, ...]) -> None:
        self.own = own
        self.sellers = sellers
        self._known: dict[tuple[int, int], tuple[Split, ...]] = {}
        self._most = _most(own.choices)
        for _, (fixed, choices), _ in sellers:
            self._most = plus(plus(self._most, fixed), _most(choices))

    def splits(self, cost: int, less: int = 0) -> tuple[Split, ...]:
        """
        Return every Pareto-optimal split for a cost, sorted; none if it can't be
        covered.

        The coins in the treasury are ignored.

        Args:
            cost: the goods, packed.
            less: how many units of the cost the payer may leave out (L2.2).
        """
        splits = self._known.get((cost, less))
        if splits is None:
            if less:
                some = (self.splits(rest) for rest in _rests(cost, less))
                splits = _best({split for each in some for split in each})
            else:
                splits = self._search(cost)
            self._known[cost, less] = splits
        return splits

    def lacking(self, cost: int, less: int = 0) -> int:
        """
        Return the fewest goods of a cost that nobody produces: neither the city nor a
        seller. Packed; 0 if the cost can be covered.

        Args:
            less: how many units of the cost the payer may leave out (L2.2).
        """
        fixed, choices = self.own
        for _, made, _ in self.sellers:
            fixed, choices = plus(fixed, made.fixed), choices + made.choices
        some = {
            rest
            for each in _rests(cost, less)
            for rest in _missing(tuple(sorted(choices)), minus(each, fixed))
        }
        return min(some, key=lambda rest: (sum(unpack(rest).values()), rest))

    def _search(self, cost: int) -> tuple[Split, ...]:
        fixed, choices = self.own
        rest = minus(cost, fixed)
        if not rest:
            return FREE
        if minus(rest, self._most):
            return ()
        if not choices:
            return self._offers(rest)
        wants = _missing(choices, rest)
        if len(wants) == 1:
            return self._offers(wants[0]) if wants[0] else FREE
        return _best({split for want in wants for split in self._offers(want)})

    def _offers(self, want: int) -> tuple[Split, ...]:
        stocks = [
            (party, prices, *_relevant(production, want))
            for party, production, prices in self.sellers
        ]
        return _offers(want, tuple(stocks))

    def every_split(self, cost: int, less: int = 0) -> tuple[Split, ...]:
        """
        Return every split that covers a cost exactly, sorted, including dominated ones.

        This is for payments at a real table, where a city may buy a unit that it could
        have produced or left out.
        """
        free = (BANK, (0,) * len(GOODS), *self.own)
        sellers = [(party, prices, *made) for party, made, prices in self.sellers]
        stocks = (*sellers, free)
        rests = {rest for n in range(less + 1) for rest in _rests(cost, n)}
        return tuple(sorted({it for rest in rests for it in _covers(rest, stocks)}))


@remembered(1 << 10)
def market(own: Production, sellers: tuple[Seller, ...]) -> Market:
    """Return the market for a city with this production and these sellers."""
    return Market(own, sellers)


_BITS = tuple(
    tuple(i for i in range(len(GOODS)) if mask >> i & 1)
    for mask in range(1 << len(GOODS))
)
"""The goods in each mask."""

_UNIT = tuple(1 << 4 * i for i in range(len(GOODS)))
"""For each good, a bundle of one unit."""
_SOME = tuple(15 * unit for unit in _UNIT)
"""For each good, the bits that hold its amount in a bundle."""


def _rests(cost: int, less: int) -> tuple[int, ...]:
    """Return what can remain of a cost when this many units are left out."""
    rests = {cost}
    for _ in range(less):
        rests = {
            rest - unit
            for rest in rests
            for unit, some in zip(_UNIT, _SOME, strict=True)
            if rest & some
        } or {0}
    return tuple(sorted(rests))


@remembered(1 << 10)
def _most(choices: tuple[int, ...]) -> int:
    """Return the maximum amount of each good, if it were chosen every time."""
    most = 0
    for mask in choices:
        most = plus(most, sum(_UNIT[i] for i in _BITS[mask]))
    return most


@remembered(1 << 13)
def _missing(choices: tuple[int, ...], want: int) -> tuple[int, ...]:
    """
    Return what the city's own symbols can leave of a bundle, when used as far as
    possible.

    Using a symbol is never worse than buying the good.
    """
    states = {want}
    for mask in choices:
        states = {
            rest
            for state in states
            for rest in [state - _UNIT[i] for i in _BITS[mask] if state & _SOME[i]]
            or [state]
        }
    return (0,) if 0 in states else tuple(sorted(states))


def _relevant(production: Production, want: int) -> tuple[int, tuple[int, ...]]:
    """Return the part of a production that is relevant to a bundle."""
    fixed, choices = production
    if choices:
        more, choices = _relevant_choices(choices, want)
        fixed = plus(fixed, more)
    return want - minus(want, fixed), choices


@remembered(1 << 13)
def _relevant_choices(
    choices: tuple[int, ...], want: int
) -> tuple[int, tuple[int, ...]]:
    """
    Return the part of the choice symbols that is relevant to a bundle.

    A symbol with only one wanted good is equivalent to a unit of that good.
    """
    fixed = 0
    several = []
    for mask in choices:
        wanted = [i for i in _BITS[mask] if want & _SOME[i]]
        if len(wanted) == 1:
            fixed = plus(fixed, _UNIT[wanted[0]])
        elif wanted:
            several.append(sum(1 << i for i in wanted))
    return fixed, tuple(sorted(several))


_Stock = tuple[int, tuple[int, ...], int, tuple[int, ...]]
"""A seller as a flat tuple: party, prices, fixed production and choice symbols."""

# During the search, one int contains the goods still wanted and, above them, one byte
# per party for the coins spent so far: a purchase is one addition. A byte is enough: a
# bundle costs at most 98 coins at two a unit.
_BUNDLE = (1 << WIDTH) - 1
_COIN = (1 << WIDTH + 16, 1 << WIDTH + 8, 1 << WIDTH)


@remembered(1 << 13)
def _offers(want: int, sellers: tuple[_Stock, ...]) -> tuple[Split, ...]:
    return _best(_covers(want, sellers))


def _covers(want: int, sellers: tuple[_Stock, ...]) -> set[Split]:
    """Return the split of every way to buy all the wanted goods."""
    if not sellers:
        return set()
    states = {want}
    for seller in sellers[:-1]:
        _add_purchases(states, seller)
    return _covered(states, sellers[-1])


def _add_purchases(states: set[int], seller: _Stock) -> None:
    """Add the states after every possible purchase from a seller."""
    party, prices, fixed, choices = seller
    coin = _COIN[party]
    deltas = [price * coin - unit for price, unit in zip(prices, _UNIT, strict=True)]
    for i, delta in enumerate(deltas):
        for _ in range(fixed >> 4 * i & 15):
            states |= {s + delta for s in states if s & _SOME[i]}
    for mask in choices:
        states |= {s + deltas[i] for s in states for i in _BITS[mask] if s & _SOME[i]}


def _covered(states: set[int], seller: _Stock) -> set[Split]:
    """
    Return the splits of the states whose wants the last seller can meet entirely.

    How the seller produces the goods no longer matters: nobody else is left to buy
    from.
    """
    party, prices, fixed, choices = seller
    splits = set()
    for state in states:
        if _missing(choices, minus(state & _BUNDLE, fixed)) == (0,):
            units = [state >> 4 * i & 15 for i in range(len(GOODS))]
            spent = state + sum(map(mul, units, prices)) * _COIN[party]
            splits.add(Split(*[spent // coin & 0xFF for coin in _COIN]))
    return splits


def _best(splits: set[Split]) -> tuple[Split, ...]:
    """Return the splits that no other one dominates, sorted."""
    best: list[Split] = []
    for split in sorted(splits):
        # A split that sorts later can't dominate this one.
        if not any(all(map(le, other, split)) for other in best):
            best.append(split)
    return tuple(best)
