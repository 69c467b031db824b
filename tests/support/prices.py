"""
What a city can pay for something, found in the plainest way from what is printed.

Every symbol that is within reach, one's own, the neighbours' and the bank's, is tried
for every unit of a cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.state import State
from tests.support.accounts import Account, Accounts, Led

Coins = tuple[int, int, int]
"""To the left, to the right and to the bank."""

Symbol = tuple[Sequence[str], Mapping[str, Coins]]
"""The goods it can be one of, and what each costs."""

OWN: Coins = (0, 0, 0)


class Price(NamedTuple):
    """All that may be said about a payment."""

    covers: frozenset[Coins]
    """Whatever would do, if one had the coins."""
    purse: int

    @property
    def best(self) -> list[Coins]:
        """Those that no other one beats, sorted (W3.4)."""
        return sorted(
            one for one in self.covers if not any(beats(o, one) for o in self.covers)
        )

    @property
    def legal(self) -> list[Coins]:
        return [one for one in self.best if sum(one) <= self.purse]

    @property
    def refusal(self) -> Refusal | None:
        """Why there is no way to pay, if there is none."""
        if self.legal:
            return None
        return Refusal.TOO_FEW_COINS if self.covers else Refusal.MISSING_RESOURCES

    def answer(self, paid: Coins) -> Refusal | None:
        """What is to be said to a payment."""
        if self.refusal or paid in self.legal:
            return self.refusal
        if paid not in self.covers:
            return Refusal.WRONG_PAYMENT
        dear = sum(paid) > self.purse
        return Refusal.TOO_FEW_COINS if dear else Refusal.NOT_CHEAPEST


def beats(one: Coins, other: Coins) -> bool:
    """Tell whether a payment costs no party more, and some party less."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def accounts(state: State) -> Accounts:
    """Write down what a state says its cities have."""
    return Accounts(map(account, state.cities))


def account(city: City) -> Account:
    """Write down what a city has."""
    new = Account(city.board.id, city.side.name, city.coins)
    new.cards = [building.id for building in city.buildings]
    new.halves = [stage.half for stage in city.stages]
    new.leaders = [Led(it.leader.id, it.age, it.buried) for it in city.leaders]
    new.rewards = [edifice.id for edifice in city.edifices]
    new.spent = city.spent
    return new


def price(
    around: Accounts, seat: Seat, cost: Mapping[str, int], what: str, more: int = 0
) -> Price:
    """
    Price what nothing makes free.

    Args:
        what: the colour of a building, or ``"wonder_stage"``: for either there may be
            goods less to find (L2.2).
        more: coins to the bank for something else in the same payment (E1.2).
    """
    mine = around[seat]
    discounts = [it for it in mine.of_kind("resource_discount") if it["on"] == what]
    spare = sum(it["amount"] for it in discounts)
    wanted = tuple((good, units) for good, units in cost.items() if good != "coins")
    ways = {(wanted, OWN)}
    for goods, prices in _all_symbols(around, seat):
        ways |= {
            (less, _plus(paid, prices[good]))
            for rest, paid in ways
            for good, less in _served(rest)
            if good in goods
        }
    for _ in range(spare):
        ways |= {(less, paid) for rest, paid in ways for _, less in _served(rest)}
    bank = (0, 0, cost.get("coins", 0) + more)
    covers = {
        _plus(paid, bank) for rest, paid in ways if not any(units for _, units in rest)
    }
    return Price(frozenset(covers), mine.coins)


Wanted = tuple[tuple[str, int], ...]


def _served(rest: Wanted) -> Iterator[tuple[str, Wanted]]:
    for i, (good, units) in enumerate(rest):
        if units:
            yield good, (*rest[:i], (good, units - 1), *rest[i + 1 :])


def _plus(paid: Coins, more: Coins) -> Coins:
    return paid[0] + more[0], paid[1] + more[1], paid[2] + more[2]


def _symbols(city: Account, *, for_sale: bool) -> Iterator[Sequence[str]]:
    """Give what a city produces, a symbol at a time."""
    for effect in city.effects():
        if effect["kind"] in ("produce", "produce_choice"):
            if for_sale and not effect["tradable"]:
                continue
            goods = effect["resources"]
            if effect["kind"] == "produce_choice":
                yield goods
            else:
                for good, amount in goods.items():
                    yield from [[good]] * amount


def _all_symbols(around: Accounts, seat: Seat) -> Iterator[Symbol]:
    """Give what a seat can use on a turn, and at what price."""
    mine = around[seat]
    for goods in _symbols(mine, for_sale=False):
        yield goods, dict.fromkeys(goods, OWN)
    for effect in mine.of_kind("buy_from_bank"):
        yield (
            effect["resources"],
            dict.fromkeys(effect["resources"], (0, 0, effect["price"])),
        )
    cheap = mine.of_kind("trade_price")
    neighbours = around.around(seat, "neighbours")
    for name, neighbour in zip(("left", "right"), neighbours, strict=True):
        for goods in _symbols(neighbour, for_sale=True):
            coins: dict[str, Coins] = {}
            for good in goods:
                offers = [
                    e["price"]
                    for e in cheap
                    if name in e["neighbours"] and good in e["resources"]
                ]
                least = min([2, *offers])
                coins[good] = (least, 0, 0) if name == "left" else (0, least, 0)
            yield goods, coins
