"""Payments, compared with a search that tries everything."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.wonders import trade
from sealed_wonders.core.wonders.goods import BROWN, GOODS, choice, pack
from sealed_wonders.core.wonders.trade import (
    BANK,
    FREE,
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


def test_each_symbol_of_ones_own_serves_once() -> None:
    """W3.1: resources come back every turn, but a symbol is one unit in each."""
    here = open_market((("stone",), ("wood", "clay")))
    assert FREE == here.splits(pack({}))
    assert FREE == here.splits(pack({"stone": 1, "clay": 1}))
    assert () == here.splits(pack({"stone": 2}))
    assert () == here.splits(pack({"wood": 1, "clay": 1}))


def test_what_is_missing_is_bought_at_two_coins() -> None:
    """W3.2: from both neighbours in one turn, if one of them hasn't got enough."""
    here = open_market(
        (), SellerSpec(LEFT, (("stone",),)), SellerSpec(RIGHT, (("stone",),))
    )
    assert (Split(0, 2, 0), Split(2, 0, 0)) == here.splits(pack({"stone": 1}))
    assert (Split(2, 2, 0),) == here.splits(pack({"stone": 2}))
    assert () == here.splits(pack({"stone": 3}))


def test_a_choice_symbol_sells_one_unit_of_the_buyers_choice() -> None:
    """W3.2: the right neighbour's clay is needed when the left one's symbol is stone."""
    left = SellerSpec(LEFT, (("stone", "clay"),))
    right = SellerSpec(RIGHT, (("clay",),))
    assert (Split(2, 0, 0),) == open_market((), left).splits(pack({"clay": 1}))
    assert () == open_market((), left).splits(pack({"stone": 1, "clay": 1}))
    both = open_market((), left, right)
    assert (Split(2, 2, 0),) == both.splits(pack({"stone": 1, "clay": 1}))


def test_what_costs_one_party_less_and_another_more_is_offered_too() -> None:
    """W3.4: the dearer unit of the left neighbour may be what its buyer wants."""
    cheap_right = prices_with(["east_trading_post"], "right")
    sellers = (
        SellerSpec(LEFT, (("ore",),)),
        SellerSpec(RIGHT, (("ore",), ("ore",)), cheap_right),
    )
    here = open_market((), *sellers)
    assert (Split(0, 1, 0), Split(2, 0, 0)) == here.splits(pack({"ore": 1}))
    assert (Split(0, 2, 0), Split(2, 1, 0)) == here.splits(pack({"ore": 2}))


def test_a_split_that_another_one_beats_is_not_offered() -> None:
    """W3.4: one's own symbol makes the dearer good; only a lenient eye sees the rest."""
    prices = prices_with(["west_trading_post"], "left")
    here = open_market(
        (("wood", "glass"),), SellerSpec(LEFT, (("wood",), ("glass",)), prices)
    )
    cost = pack({"wood": 1, "glass": 1})
    assert (Split(1, 0, 0),) == here.splits(cost)
    assert (Split(1, 0, 0), Split(2, 0, 0), Split(3, 0, 0)) == here.every_split(cost)


def test_nothing_bought_goes_unused() -> None:
    """W3.4: there is no way to pay for more units than the cost has, lenient or not."""
    here = open_market((), SellerSpec(LEFT, (("wood",), ("wood",), ("clay",))))
    assert (Split(2, 0, 0),) == here.every_split(pack({"wood": 1}))
    assert FREE == here.every_split(pack({}))


def test_splits_that_cost_each_party_the_same_are_one() -> None:
    """W3.4: it makes no difference which of its goods a neighbour sells."""
    here = open_market(
        (("wood", "stone"),), SellerSpec(LEFT, (("wood",), ("stone",), ("stone",)))
    )
    assert (Split(2, 0, 0),) == here.splits(pack({"wood": 1, "stone": 1}))


@pytest.mark.parametrize(
    ("post", "good", "left", "right"),
    [
        ("east_trading_post", "clay", 2, 1),
        ("east_trading_post", "loom", 2, 2),
        ("west_trading_post", "clay", 1, 2),
        ("west_trading_post", "loom", 2, 2),
        ("marketplace", "clay", 2, 2),
        ("marketplace", "loom", 1, 1),
    ],
)
def test_trading_posts_lower_their_prices_only(
    post: str, good: str, left: int, right: int
) -> None:
    """W3.5: east is right, west is left, and grey goods cost one on the marketplace."""
    here = open_market(
        (),
        SellerSpec(LEFT, ((good,),), prices_with([post], "left")),
        SellerSpec(RIGHT, ((good,),), prices_with([post], "right")),
    )
    cost = pack({good: 1})
    assert (Split(0, right, 0), Split(left, 0, 0)) == here.splits(cost)


def test_the_unit_left_out_is_one_that_nothing_beats() -> None:
    """
    Leaving the glass out costs the left neighbour's price, the wood the right one's.

    They cost different parties, so both may be paid (L2.2, W3.4).
    """
    prices = prices_with(["west_trading_post"], "left")
    here = open_market(
        (), SellerSpec(LEFT, (("wood",),), prices), SellerSpec(RIGHT, (("glass",),))
    )
    cost = pack({"wood": 1, "glass": 1})
    assert (Split(1, 2, 0),) == here.splits(cost)
    assert (Split(0, 2, 0), Split(1, 0, 0)) == here.splits(cost, 1)
    assert FREE == here.splits(cost, 2)


def test_the_dearest_unit_of_one_neighbour_is_left_out() -> None:
    """Of two that the same one sells, only the omission of the dearer is best (L2.2)."""
    prices = prices_with(["marketplace"], "left")
    here = open_market((), SellerSpec(LEFT, (("wood",), ("glass",)), prices))
    cost = pack({"wood": 1, "glass": 1})
    assert (Split(1, 0, 0),) == here.splits(cost, 1)
    beaten = (Split(2, 0, 0), Split(3, 0, 0))
    assert (Split(1, 0, 0), *beaten) == here.every_split(cost, 1)


def test_what_nobody_makes_may_be_left_out() -> None:
    """But only so many units of it, and never one that isn't in the cost (L2.2)."""
    here = open_market((("wood",),))
    assert () == here.splits(pack({"wood": 1, "loom": 1}))
    assert FREE == here.splits(pack({"wood": 1, "loom": 1}), 1)
    assert () == here.splits(pack({"wood": 1, "loom": 2}), 1)
    assert FREE == here.splits(pack({"wood": 1, "loom": 2}), 2)
    assert FREE == here.splits(pack({"loom": 1}), 2)
    assert FREE == here.every_split(pack({"loom": 1}), 2)


def test_ones_own_symbol_of_several_goods_is_left_for_what_the_omission_leaves() -> (
    None
):
    """A choice symbol makes the ore when the stone is left out, or the other way."""
    here = open_market((("stone", "ore"),), SellerSpec(RIGHT, (("stone",), ("ore",))))
    cost = pack({"stone": 1, "ore": 1})
    assert (Split(0, 2, 0),) == here.splits(cost)
    assert FREE == here.splits(cost, 1)
    assert (Split(0, 2, 0), Split(0, 4, 0)) == here.every_split(cost)[-2:]


@pytest.mark.parametrize(
    ("less", "lacking"),
    [(0, {"ore": 1, "loom": 2}), (1, {"ore": 1, "loom": 1}), (3, {})],
)
def test_what_is_lacking_is_what_neither_oneself_nor_a_seller_makes(
    less: int, lacking: Prices
) -> None:
    """Units that needn't be there aren't lacking (L2.2)."""
    here = open_market(
        (("stone", "ore"),), SellerSpec(LEFT, (("stone",),)), SellerSpec(RIGHT, ())
    )
    cost = pack({"stone": 1, "ore": 2, "loom": 2})
    assert pack(lacking) == here.lacking(cost, less)


BILKIS = SellerSpec(BANK, (ANYTHING,), dict.fromkeys(GOODS, 1))


def test_the_bank_is_a_party_like_the_neighbours() -> None:
    """Its coin beats neither neighbour's two, nor they it (L2.5, W3.4)."""
    here = open_market((), SellerSpec(LEFT, (("ore",), ("ore",))), BILKIS)
    assert (Split(0, 0, 1), Split(2, 0, 0)) == here.splits(pack({"ore": 1}))
    assert (Split(2, 0, 1), Split(4, 0, 0)) == here.splits(pack({"ore": 2}))
    assert (Split(2, 0, 1),) == here.splits(pack({"ore": 1, "papyrus": 1}))


def test_the_bank_sells_one_unit_a_turn() -> None:
    """Never two, and none that isn't needed (L2.5, W3.4)."""
    here = open_market((("clay",),), BILKIS)
    assert (Split(0, 0, 1),) == here.splits(pack({"clay": 1, "loom": 1}))
    assert () == here.splits(pack({"clay": 1, "loom": 2}))
    assert () == here.splits(pack({"glass": 1, "loom": 1}))
    assert FREE == here.splits(pack({"clay": 1}))
    assert (*FREE, Split(0, 0, 1)) == here.every_split(pack({"clay": 1}))


def test_one_unit_is_left_out_and_one_comes_from_the_bank() -> None:
    """Together they are worth two units, whoever would have sold them (L2.2, L2.5)."""
    here = open_market((), SellerSpec(LEFT, (("stone",), ("stone",))), BILKIS)
    assert (Split(0, 0, 1), Split(2, 0, 0)) == here.splits(pack({"stone": 2}), 1)
    assert (Split(2, 0, 1), Split(4, 0, 0)) == here.splits(pack({"stone": 3}), 1)
    assert (Split(0, 0, 1),) == here.splits(pack({"glass": 2}), 1)
    assert () == here.splits(pack({"glass": 3}), 1)


def test_productions_add_up_in_any_order() -> None:
    """Two cities that make the same are equal, however they came to it."""
    works = [Production(pack({"wood": 2}), ()), Production(0, (choice(BROWN),))]
    works.append(Production(pack({"wood": 1, "loom": 1}), (choice(GOODS),)))
    a, b, c = works
    assert Production(pack({"wood": 3, "loom": 1}), (15, 127)) == a.plus(b).plus(c)
    assert c.plus(b).plus(a) == a.plus(b).plus(c)


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
