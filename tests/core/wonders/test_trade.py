"""
Payments at arbitrary markets, compared with an exhaustive search.

`test_quotes.py` covers payments at real tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.wonders import trade
from sealed_wonders.core.wonders.goods import GOODS, choice, pack
from sealed_wonders.core.wonders.trade import (
    BANK,
    LEFT,
    RIGHT,
    Market,
    Production,
    Seller,
    Split,
    market,
)
from tests.support.bills import Offer, Shop, best, covering
from tests.support.thorough import examples

Symbols = tuple[tuple[str, ...], ...]
"""The production of a city, in words: for each unit, the goods that it can be."""

Prices = Mapping[str, int]


class SellerSpec(NamedTuple):
    """A seller, in words."""

    party: int
    symbols: Symbols
    prices: Prices

    def offers(self) -> tuple[Offer, ...]:
        return tuple(
            tuple((good, self.prices[good]) for good in symbol)
            for symbol in self.symbols
        )


def production(symbols: Symbols) -> Production:
    """Return the production of symbols, added one at a time, as cards add them."""
    made = Production(0, ())
    for goods in symbols:
        if len(goods) == 1:
            made = made.plus(Production(pack({goods[0]: 1}), ()))
        else:
            made = made.plus(Production(0, (choice(goods),)))
    return made


def open_market(own: Symbols, *specs: SellerSpec) -> Market:
    """Return a market from its description in words."""
    sellers = [
        Seller(party, production(symbols), tuple(prices[good] for good in GOODS))
        for party, symbols, prices in specs
    ]
    return market(production(own), tuple(sellers))


@st.composite
def markets(draw: st.DrawFn) -> tuple[Symbols, list[SellerSpec]]:
    """Draw markets that no cards make: with any symbols and prices, and few goods."""
    goods = GOODS[: draw(st.integers(2, len(GOODS)))]
    symbols = st.sets(st.sampled_from(goods), min_size=1).map(sorted).map(tuple)
    cities = st.lists(symbols, max_size=5).map(tuple)
    prices = st.fixed_dictionaries({good: st.integers(1, 4) for good in GOODS})
    sellers = [
        SellerSpec(party, draw(cities), draw(prices))
        for party in (LEFT, RIGHT, BANK)[: draw(st.integers(0, 3))]
    ]
    return draw(cities), sellers


costs = st.dictionaries(st.sampled_from(GOODS), st.integers(1, 3), max_size=3).filter(
    lambda cost: sum(cost.values()) <= 5
)


@examples(200)
@given(markets(), costs)
def test_payments_agree_with_an_exhaustive_search(
    drawn: tuple[Symbols, list[SellerSpec]], cost: Prices
) -> None:
    """
    Exactly the Pareto-optimal splits are returned, sorted (W3.4).

    This covers markets with and without a bank that sells (L2.5), and costs with and
    without some units left out (L2.2).
    """
    own, sellers = drawn
    here, shop = open_market(own, *sellers), Shop(own, *(it.offers() for it in sellers))
    units = tuple(sorted(good for good, n in cost.items() for _ in range(n)))
    for less in range(3):
        covers = covering(units, less, shop)
        splits = here.splits(pack(cost), less)
        assert tuple(Split(*paid) for paid in best(covers)) == splits
        every = here.every_split(pack(cost), less)
        assert tuple(Split(*paid) for paid in sorted(covers)) == every


def test_all_caches_are_bounded() -> None:
    """A host runs for weeks, so every cache drops what it hasn't used for long."""
    caches = [item for item in vars(trade).values() if hasattr(item, "cache_info")]
    sizes = [cache.cache_info().maxsize for cache in caches]
    assert len(sizes) == 5
    assert max(sizes) <= 1 << 13
    for wood in range(8):
        for clay in range(8):
            for left in range(20):
                seller = SellerSpec(LEFT, (("wood",),), dict.fromkeys(GOODS, left))
                open_market((("wood",),) * wood + (("clay",),) * clay, seller)
    assert market.cache_info().currsize == market.cache_info().maxsize
