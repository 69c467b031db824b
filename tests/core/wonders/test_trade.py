"""Payments, compared with a search that tries everything."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, NamedTuple

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
from tests.support.thorough import examples

Symbols = tuple[tuple[str, ...], ...]
"""What a city makes, in words: for each unit, the goods it can be."""

Prices = Mapping[str, int]
USUAL = dict.fromkeys(GOODS, 2)


class SellerSpec(NamedTuple):
    """A seller, in words."""

    party: int
    symbols: Symbols
    prices: Prices = USUAL


def production(symbols: Symbols) -> Production:
    """Translate symbols one at a time, as cards would add them."""
    made = Production(0, ())
    for goods in symbols:
        if len(goods) == 1:
            made = made.plus(Production(pack({goods[0]: 1}), ()))
        else:
            made = made.plus(Production(0, (choice(goods),)))
    return made


def open_market(own: Symbols, *specs: SellerSpec) -> Market:
    """Translate a market from words."""
    sellers = [
        Seller(party, production(symbols), tuple(prices[good] for good in GOODS))
        for party, symbols, prices in specs
    ]
    return market(production(own), tuple(sellers))


def one_by_one(
    own: Symbols, sellers: Sequence[SellerSpec], cost: Prices, most: int = 0
) -> list[set[Split]]:
    """
    Try every symbol there is for every unit of a cost, and give all that comes out.

    This is W3.1 and W3.2 to the letter: each unit comes from one symbol, and each
    symbol serves once. And it is L2.2: so many units, any of them, need none.

    Args:
        most: how many units may be left out.

    Returns:
        What comes out with no unit less, with one at most, and so on.
    """
    shelf: list[tuple[int | None, tuple[str, ...], Prices]] = []
    shelf += [(None, goods, {}) for goods in own]
    for party, symbols, prices in sellers:
        shelf += [(party, goods, prices) for goods in symbols]
    found = {(0, 0, Split(0, 0, 0))}
    for good in [good for good, units in cost.items() for _ in range(units)]:
        able = [
            (1 << i, party, prices.get(good, 0))
            for i, (party, goods, prices) in enumerate(shelf)
            if good in goods
        ]
        served = {
            (less, used | symbol, pay(split, party, coins))
            for less, used, split in found
            for symbol, party, coins in able
            if not used & symbol
        }
        found = served | {(n + 1, used, split) for n, used, split in found if n < most}
    return [{split for n, _, split in found if n <= less} for less in range(most + 1)]


def pay(split: Split, party: int | None, coins: int) -> Split:
    """Add coins to what a party gets; one's own symbols cost nothing."""
    if party is None:
        return split
    return Split(*(paid + coins * (i == party) for i, paid in enumerate(split)))


def unbeaten(splits: Iterable[Split]) -> set[Split]:
    """Leave out what costs some party more than another split and none less (W3.4)."""
    splits = set(splits)
    return {
        split
        for split in splits
        if not any(
            other != split and all(a <= b for a, b in zip(other, split, strict=True))
            for other in splits
        )
    }


def read(name: str) -> list[dict[str, Any]]:
    """Read the records of one data file."""
    file = resources.files("sealed_wonders.core.wonders") / "data" / f"{name}s.toml"
    records: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))[name]
    return records


CARDS = read("card")
SIDES = [board[side] for board in read("board") for side in ("day", "night")]


def symbols_of(effect: Mapping[str, Any]) -> Symbols:
    """Give what an effect of the data makes, in words; there are boards without."""
    if effect["kind"] == "produce":
        return tuple((g,) for g, n in effect["resources"].items() for _ in range(n))
    if effect["kind"] == "produce_choice":
        return (tuple(effect["resources"]),)
    return ()


STARTS = sorted({symbols_of(side["start"]) for side in SIDES})
WORKS = [
    (symbols_of(effect), effect["tradable"])
    for effects in (
        *(card["effects"] for card in CARDS),
        *(edifice["reward"] for edifice in read("edifice")),
    )
    for effect in effects
    if effect["kind"] in ("produce", "produce_choice")
]
SOLD = [symbols for symbols, tradable in WORKS if tradable]
KEPT = [symbols for symbols, tradable in WORKS if not tradable]
DISCOUNTS = {
    card["id"]: effect
    for card in CARDS
    for effect in card["effects"]
    if effect["kind"] == "trade_price"
}
COSTS = [
    dict(cost)
    for cost in sorted(
        {
            tuple(
                (good, n) for good, n in record.get("cost", {}).items() if good in GOODS
            )
            for record in [*CARDS, *(s for side in SIDES for s in side["stages"])]
        }
    )
]


def prices_with(cards: Iterable[str], neighbour: str) -> Prices:
    """Give what a neighbour's goods cost a city that has these trading posts."""
    prices = dict(USUAL)
    for card in cards:
        if neighbour in DISCOUNTS[card]["neighbours"]:
            for good in DISCOUNTS[card]["resources"]:
                prices[good] = DISCOUNTS[card]["price"]
    return prices


ANYTHING = GOODS
"""What a symbol of all seven goods can be."""


@st.composite
def real_markets(draw: st.DrawFn) -> tuple[Symbols, list[SellerSpec]]:
    """Draw three cities with cards of the game, and what leaders may add to them."""

    def city(cards: Sequence[Symbols], most: int) -> Symbols:
        start = draw(st.sampled_from(STARTS))
        works = draw(st.lists(st.sampled_from(cards), max_size=most, unique=True))
        return start + tuple(symbol for symbols in works for symbol in symbols)

    own = city(SOLD, 4)
    own += draw(st.sampled_from([(), *KEPT, tuple(s for work in KEPT for s in work)]))
    posts = draw(st.sets(st.sampled_from(sorted(DISCOUNTS))))
    sellers = [
        SellerSpec(LEFT, city(SOLD, 4), prices_with(posts, "left")),
        SellerSpec(RIGHT, city(SOLD, 4), prices_with(posts, "right")),
    ]
    if draw(st.booleans()):
        sellers.append(SellerSpec(BANK, (ANYTHING,), dict.fromkeys(GOODS, 1)))
    return own, sellers


@st.composite
def odd_markets(draw: st.DrawFn) -> tuple[Symbols, list[SellerSpec]]:
    """Draw markets as no cards make them: any symbols, any prices, few goods."""
    goods = GOODS[: draw(st.integers(2, len(GOODS)))]
    symbols = st.sets(st.sampled_from(goods), min_size=1).map(sorted).map(tuple)
    cities = st.lists(symbols, max_size=5).map(tuple)
    prices = st.fixed_dictionaries({good: st.integers(1, 4) for good in GOODS})
    sellers = [
        SellerSpec(party, draw(cities), draw(prices))
        for party in (LEFT, RIGHT, BANK)[: draw(st.integers(0, 3))]
    ]
    return draw(cities), sellers


small_costs = st.dictionaries(
    st.sampled_from(GOODS), st.integers(1, 3), max_size=3
).filter(lambda cost: sum(cost.values()) <= 5)


def check_all(here: Market, cost: Prices, found: Sequence[set[Split]]) -> None:
    """Compare a market with what was found with no unit less, with one, and so on."""
    for less, splits in enumerate(found):
        assert tuple(sorted(unbeaten(splits))) == here.splits(pack(cost), less)
        assert tuple(sorted(splits)) == here.every_split(pack(cost), less)


@examples(50)
@given(real_markets())
def test_every_real_cost_is_paid_as_trying_everything_pays_it(
    drawn: tuple[Symbols, list[SellerSpec]],
) -> None:
    """
    All of the Pareto-best splits and nothing else, sorted (W3.4).

    With a bank that sells (L2.5) and without, with units left out (L2.2) and without.
    """
    own, sellers = drawn
    here = open_market(own, *sellers)
    for cost in COSTS:
        check_all(here, cost, one_by_one(own, sellers, cost, most=2))


@examples(150)
@given(odd_markets(), small_costs)
def test_odd_costs_are_paid_as_trying_everything_pays_them(
    drawn: tuple[Symbols, list[SellerSpec]], cost: Prices
) -> None:
    """W3.4 holds whatever cards and leaders may still come."""
    own, sellers = drawn
    here = open_market(own, *sellers)
    check_all(here, cost, one_by_one(own, sellers, cost, most=2))


def test_all_that_is_remembered_has_a_limit() -> None:
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
