"""
The number of cards that a wonder still lacks for its next stages.

Stages that lack fewer cards come first; of those that lack the same, the one with more
points. Results are cached by what they depend on. It doesn't matter which grey kinds a
city has, only of how many kinds it has one card, two cards, or more.
"""

from __future__ import annotations

from array import array
from functools import cache

from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.kinds import (
    ANY_RESOURCES,
    DOUBLE_COIN,
    GOODS,
    MOST_STAGES,
    ROW,
    WHOLE_AT,
)
from sealed_wonders.client.engine.architects.places import Costs, open_places
from sealed_wonders.client.engine.architects.table import EngineTable

MOST_KNOWN = 1 << 17

MOST_CARDS = 64
"""Upper limit for the cards of one kind in a city."""

COUNTED = 7
"""Cards of one kind are counted only up to this number: no wonder needs more."""

COINS_AT, BUILT_AT, WONDER_AT, FREE_AT, TWICE_AT = 24, 28, 33, 37, 38
"""
The positions of a key's parts: coins, stages, wonder, and the tokens for any resources
and for a double coin.

Below them are three bits each for the number of grey kinds of which a city has no card,
one, two, and so on.
"""


class Needs:
    """
    Computes and caches what cities lack.

    In a result, each future stage has three bits for its number and five for the number
    of cards that it and all stages before it lack; the next stage is lowest. `WHOLE_AT`
    is the position of the number of cards that all of them lack.
    """

    def __init__(self, book: CardTable) -> None:
        self.book = book
        self._known: dict[int, int] = {}
        self._ones = array("q", [1 << 3 * min(n, COUNTED) for n in range(MOST_CARDS)])

    def of(self, table: EngineTable, seat: int) -> int:
        """Return what a city lacks."""
        found = table.chains[seat]
        if found < 0:
            found = self.known(self.key(table, seat))
            table.chains[seat] = found
        return found

    def key(self, table: EngineTable, seat: int) -> int:
        """Return the key for what a city lacks."""
        book = self.book
        row = seat * ROW
        key = 0
        for nth in range(GOODS):
            count = table.have[row + book.goods[nth]]
            key += self._ones[count]
        above = min(15, table.have[row + book.coin])
        above |= table.built[seat] << BUILT_AT - COINS_AT
        above |= table.wonder[seat] << WONDER_AT - COINS_AT
        mine = table.tokens[seat]
        if mine:
            for token in range(book.n_tokens):
                if mine >> token & 1:
                    if book.ability[token] == ANY_RESOURCES:
                        above |= 1 << FREE_AT - COINS_AT
                    elif book.ability[token] == DOUBLE_COIN:
                        above |= 1 << TWICE_AT - COINS_AT
        return key | above << COINS_AT

    def known(self, key: int) -> int:
        """Return what a city with this key lacks."""
        found = self._known.get(key)
        if found is None:
            found = self._found(key)
        return found

    def _found(self, key: int) -> int:
        book = self.book
        grey = tuple([n for n in range(COUNTED + 1) for _ in range(key >> 3 * n & 7)])
        coins = key >> COINS_AT & 15
        built = key >> BUILT_AT & 31
        wonder = key >> WONDER_AT & 15
        free = bool(key >> FREE_AT & 1)
        twice = bool(key >> TWICE_AT & 1)
        stages = range(book.stages[wonder])

        def lacks(some: list[int]) -> int:
            base = wonder * MOST_STAGES
            costs: Costs = tuple(
                sorted(
                    (book.cost[base + it], bool(book.same[base + it])) for it in some
                )
            )
            more = min(coins, len(some)) if twice else 0
            return max(0, open_places(grey, costs, any_resources=free) - coins - more)

        found = lacks([it for it in stages if not built >> it & 1]) << WHOLE_AT
        coming: list[int] = []
        while len(coming) + built.bit_count() < len(stages):
            done = built | sum(1 << it for it in coming)
            some = [
                (
                    lacks([*coming, it]),
                    -book.stage_points[wonder * MOST_STAGES + it],
                    it,
                )
                for it in stages
                if not done >> it & 1 and not book.on[wonder * MOST_STAGES + it] & ~done
            ]
            lack, _, stage = min(some)
            found |= (stage | lack << 3) << 8 * len(coming)
            coming.append(stage)
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known[key] = found
        return found


@cache
def needs_of(book: CardTable) -> Needs:
    """Return the cache for one book."""
    return Needs(book)
