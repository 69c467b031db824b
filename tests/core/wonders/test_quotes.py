"""Prices in real games, compared with a simple independent search."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations as subsets
from typing import Any, NamedTuple

import pytest

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    IllegalMove,
    Refusal,
    Seat,
    Slot,
)
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.notation import MoveParts, text
from sealed_wonders.core.wonders.play import Using, stage_ways
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.view import view
from tests.support.bills import Paid
from tests.support.cities import Cities
from tests.support.games import wonders
from tests.support.prices import Price, price, written_down
from tests.support.printed import data, ids
from tests.support.records import COMBINATIONS
from tests.support.soak import seated_table
from tests.support.thorough import only

GAMES = 3


class Asked(NamedTuple):
    """A position of a game at which cards are used."""

    state: State
    faces: Mapping[Slot, Card]
    around: Cities
    chance: random.Random

    def seats(self) -> list[Seat]:
        """Return two of the seats asked; the same one twice if it is the only one."""
        assert isinstance(self.state.ask, Choose)
        return self.chance.choices(sorted(self.state.ask.offers), k=2)


def points(players: int, expansions: tuple[str, ...]) -> Iterator[Asked]:
    """Play some games, and yield each position at which somebody uses a card."""
    chance = random.Random(players)
    for game, way in zip(range(GAMES), ("chooser", "builder", "joiner"), strict=False):
        dealer, crowd = seated_table(players, way, f"prices/{game}", expansions)
        for _ in dealer.steps(crowd):
            state = wonders(dealer.state)
            if not isinstance(state.ask, Choose) or state.chosen:
                continue
            if isinstance(state.task, Using):
                yield Asked(state, dealer.faces, written_down(state), chance)


def quote(price: Price) -> Quote:
    """Return a price as a quote."""
    least = min((sum(one) for one in price.covers), default=0)
    if price.refusal is not None:
        dear = price.refusal is Refusal.TOO_FEW_COINS
        return Quote(price.refusal, least=least if dear else 0)
    return Quote(None, tuple(Split(*one) for one in price.legal))


def price_of_stage(asked: Asked, seat: Seat, more: int = 0) -> Price | None:
    """Return the price of the next stage; None if there is none."""
    mine = asked.around[seat]
    stages = mine.side["stages"][len(mine.halves) :]
    if not stages:
        return None
    return price(asked.around, seat, stages[0]["cost"], "wonder_stage", more)


def check_lacking(asked: Asked, seat: Seat, cost: Any, what: str, quote: Quote) -> bool:
    """
    Check the goods that a quote says are lacking; return whether there are any.

    Without these goods, the cost can be covered; with one unit more, it can't.
    """
    if quote.refusal is not Refusal.MISSING_RESOURCES:
        assert not quote.lacking
        return False
    lacking = Counter(unpack(quote.lacking))
    units = [it for it, n in cost.items() if it != "coins" for _ in range(n)]
    assert lacking <= Counter(units)

    def can_leave_out(some: Mapping[str, int]) -> bool:
        rest = {it: n - some.get(it, 0) for it, n in cost.items()}
        return bool(asked.around.covering(seat, rest, what))

    assert can_leave_out(lacking)
    fewer = set(subsets(sorted(units), lacking.total() - 1))
    assert not any(can_leave_out(Counter(some)) for some in fewer)
    return True


def price_of_building(asked: Asked, seat: Seat, name: str) -> Price:
    record = data("card")[name]
    return price(asked.around, seat, record.get("cost", {}), record["colour"])


combinations = pytest.mark.parametrize(
    "expansions", COMBINATIONS, ids=["none", "leaders", "edifice", "both"]
)


@combinations
@pytest.mark.parametrize("players", only([4], range(3, 8)))
def test_quotes_agree_with_an_exhaustive_search(
    players: int, expansions: tuple[str, ...]
) -> None:
    """This covers cards in hands and next stages that no power or chain makes free."""
    seen: Counter[str] = Counter()
    for asked in points(players, expansions):
        for seat in asked.seats():
            shown = view(asked.state, seat, asked.faces)
            assert isinstance(asked.state.task, Using)
            expected = None
            if "stage" in asked.state.task.verbs:
                expected = price_of_stage(asked, seat)
            else:
                assert shown.stage is None
            if expected is not None:
                assert shown.stage is not None
                mine = asked.around[seat]
                cost = mine.side["stages"][len(mine.halves)]["cost"]
                lacks = check_lacking(asked, seat, cost, "wonder_stage", shown.stage)
                seen["lacking"] += lacks
                assert quote(expected) == shown.stage._replace(
                    lacking=0, is_reduced=False
                )
                seen["bank"] += any(bank for _, _, bank in expected.best)
            if expected is not None and shown.joining is not None:
                quotes = asked.state.task.quotes(asked.state, seat)
                joined = price_of_stage(asked, seat, shown.joining)
                assert joined is not None
                assert quote(joined) == quotes.stage(joins=True)
                seen["joining"] += 1
            for held in shown.hand:
                given = held.quote
                assert given is not None
                if given.free or given.refusal is Refusal.ALREADY_BUILT:
                    continue
                expected = price_of_building(asked, seat, held.face.id)
                mine = asked.around[seat]
                power = (
                    mine.has("one_card_of_each_age_free")
                    and mine.spent != shown.age
                    and (0, 0, 0) not in expected.legal
                )
                assert quote(expected)._replace(power=power) == given._replace(
                    lacking=0, is_reduced=False
                )
                record = data("card")[held.face.id]
                cost = record.get("cost", {})
                lacks = check_lacking(asked, seat, cost, record["colour"], given)
                seen["lacking"] += lacks
                seen["power"] += power
                seen["quoted"] += 1
                seen["dear"] += given.refusal is Refusal.TOO_FEW_COINS
                seen["several"] += len(given.splits) > 1
    assert min(seen["quoted"] // 100, seen["dear"] // 3, seen["several"] // 3) > 0
    assert seen["lacking"] > 20
    assert (seen["joining"] > 20) == ("edifice" in expansions)


def test_the_games_contain_leaders_that_reduce_prices() -> None:
    """The games above have a bank that sells goods, and costs without some goods."""
    kinds: Counter[str] = Counter()
    for players in (3, 4, 7):
        for asked in points(players, ("leaders",)):
            for seat in asked.seats():
                mine = asked.around[seat]
                kinds.update(e["kind"] + e.get("on", "") for e in mine.effects())
    for kind in ("wonder_stage", "blue", "red", "green"):
        assert kinds[f"resource_discount{kind}"] > 4
    assert kinds["buy_from_bank"] > 10
    assert kinds["trade_price"] > 10


def tried(price: Price, chance: random.Random) -> Iterator[Paid]:
    """Yield payments to try: all that cover the cost, and some similar ones."""
    yield from sorted(price.covers)
    most = [max((one[i] for one in price.covers), default=2) for i in range(3)]
    for _ in range(12):
        left, right, bank = (chance.randint(0, n + 1) for n in most)
        yield left, right, bank


@combinations
def test_every_payment_is_refused_for_the_right_reason(
    expansions: tuple[str, ...],
) -> None:
    """
    Some payments cover nothing, exceed the coins, or are beaten by others (W3.4).

    This includes costs without some goods (L2.2), the bank's coin (L2.5) and taking
    part (E1.3).
    """
    seen: Counter[Refusal | None] = Counter()
    for asked in points(4, expansions):
        state, task = asked.state, asked.state.task
        assert isinstance(task, Using)
        seat = asked.seats()[0]
        quotes = task.quotes(state, seat)
        names = ids(expansions, state.rules.boards)
        slots = task.cards(state, seat)
        used, rest = slots[0], slots[1:]
        ways: list[tuple[MoveParts, Price, Card | None]] = []
        stages = stage_ways(state.cities[seat]) if "stage" in task.verbs else []
        for way in stages[:2]:
            for more in dict.fromkeys((None, quotes.joining)):
                expected = price_of_stage(asked, seat, more or 0)
                assert expected is not None
                ways.append((way._replace(joins=more is not None), expected, None))
        card = asked.faces[used]
        building = state.rules.catalog.building(card)
        if building is not None:
            given = quotes.building(building)
            if not given.free and given.refusal is not Refusal.ALREADY_BUILT:
                expected = price_of_building(asked, seat, names[card])
                ways.append((MoveParts("build", names[card]), expected, card))
        for way, expected, face in ways:
            for paid in tried(expected, asked.chance):
                line = text(way._replace(paid=Split(*paid)))
                answer = Chosen(seat, line, face, used, rest)
                refusal = None
                try:
                    task.check(state, answer)
                except IllegalMove as refused:
                    refusal = refused.refusal
                assert expected.answer(paid) is refusal, (line, expected)
                seen[refusal] += 1
    refusals = [
        None,
        Refusal.WRONG_PAYMENT,
        Refusal.TOO_FEW_COINS,
        Refusal.NOT_CHEAPEST,
        Refusal.MISSING_RESOURCES,
    ]
    assert all(seen[refusal] > 4 for refusal in refusals), seen
