"""Prices in real games, held against the plainest way to find them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

from sealed_wonders.core.game import Choose, Refusal, Seat, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.city import City
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.view import view
from tests.support.games import builder, chooser, wonders
from tests.support.printed import Record, data

Price = tuple[int, int]
"""Coins to the left and to the right."""

Symbol = tuple[Sequence[str], Mapping[str, Price]]
"""The goods it can be one of, and what each costs."""

OWN: Price = (0, 0)


def effects(city: City) -> Iterator[Record]:
    """Give the effects of a city, from the data."""
    side = data("board")[city.board.id][city.side.name]
    yield side["start"]
    for stage, built in zip(side["stages"], city.stages, strict=False):
        half = built.half and stage["halves"][built.half == "right"]
        yield from half or stage["effects"]
    for building in city.buildings:
        yield from data("card")[building.id]["effects"]


def symbols(city: City, *, for_sale: bool) -> Iterator[Sequence[str]]:
    """Give what a city produces, a symbol at a time."""
    for effect in effects(city):
        if effect["kind"] in ("produce", "produce_choice"):
            if for_sale and not effect["tradable"]:
                continue
            goods = effect["resources"]
            if effect["kind"] == "produce_choice":
                yield goods
            else:
                for good, amount in goods.items():
                    yield from [[good]] * amount


def all_symbols(state: State, seat: Seat) -> Iterator[Symbol]:
    """Give what a seat can use on a turn, and at what price."""
    city, n = state.cities[seat], state.players
    for goods in symbols(city, for_sale=False):
        yield goods, dict.fromkeys(goods, OWN)
    cheap = [e for e in effects(city) if e["kind"] == "trade_price"]
    for name, neighbour in (("left", (seat + 1) % n), ("right", (seat - 1) % n)):
        for goods in symbols(state.cities[neighbour], for_sale=True):
            coins = {}
            for good in goods:
                offers = [
                    e["price"]
                    for e in cheap
                    if name in e["neighbours"] and good in e["resources"]
                ]
                price = min([2, *offers])
                coins[good] = (price, 0) if name == "left" else (0, price)
            yield goods, coins


def splits(state: State, seat: Seat, cost: Mapping[str, int]) -> set[Price]:
    """Give every payment that covers a cost and that no other one beats."""
    wanted = tuple((good, n) for good, n in cost.items() if good != "coins")
    ways = {(wanted, OWN)}
    for goods, prices in all_symbols(state, seat):
        more = set()
        for rest, (left, right) in ways:
            for i, (good, n) in enumerate(rest):
                if n and good in goods:
                    less = (*rest[:i], (good, n - 1), *rest[i + 1 :])
                    paid = (left + prices[good][0], right + prices[good][1])
                    more.add((less, paid))
        ways |= more
    covers = {split for rest, split in ways if not any(n for _, n in rest)}
    return {split for split in covers if not any(beats(o, split) for o in covers)}


def beats(one: Price, other: Price) -> bool:
    """Tell whether a payment costs no party more, and some party less."""
    return one != other and one[0] <= other[0] and one[1] <= other[1]


def expected(state: State, seat: Seat, cost: Mapping[str, int]) -> Quote:
    """Quote a cost that nothing waives."""
    coins, bank = state.cities[seat].coins, cost.get("coins", 0)
    best = splits(state, seat, cost)
    if not best:
        return Quote(Refusal.MISSING_RESOURCES)
    within = sorted(split for split in best if sum(split) + bank <= coins)
    if not within:
        least = min(left + right + bank for left, right in best)
        return Quote(Refusal.TOO_FEW_COINS, least=least)
    return Quote(None, tuple(Split(left, right, bank) for left, right in within))


@pytest.mark.parametrize("players", range(3, 8))
def test_quotes_are_those_of_the_plainest_search(players: int) -> None:
    """For cards in hands and next stages, wherever a power or chain doesn't speak."""
    chance = random.Random(players)
    quoted = dear = several = 0
    for game in range(3):
        seed = f"quotes/{players}/{game}"
        dealer = Dealer(Wonders(players, "random"), seeded(seed))
        player = builder(seed) if game else chooser(seed)
        for _ in dealer.steps([player] * players):
            state = wonders(dealer.state)
            if not isinstance(state.ask, Choose) or state.chosen:
                continue
            for seat in chance.choices(sorted(state.ask.offers), k=2):
                shown = view(state, seat, dealer.faces)
                assert shown.stage is not None
                side = data("board")[shown.boards[seat].id][
                    state.cities[seat].side.name
                ]
                built = len(state.cities[seat].stages)
                if built < len(side["stages"]):
                    cost = side["stages"][built]["cost"]
                    assert expected(state, seat, cost) == shown.stage
                for held in shown.hand:
                    quote = held.quote
                    assert quote is not None
                    if quote.free or quote.refusal is Refusal.ALREADY_BUILT:
                        continue
                    cost = data("card")[held.building.id].get("cost", {})
                    assert expected(state, seat, cost) == quote
                    quoted += 1
                    dear += quote.refusal is Refusal.TOO_FEW_COINS
                    several += len(quote.splits) > 1
    assert min(quoted // 100, dear // 3, several // 3) > 0
