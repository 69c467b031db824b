"""
All payments that a city can make, found from the printed cards by trying everything.

Every symbol of the city, its neighbours and the bank is tried for every unit of a cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.wonders import model
from sealed_wonders.core.wonders.state import State
from tests.support import bills
from tests.support.bills import Paid
from tests.support.cities import Cities, City, Leader


class Price(NamedTuple):
    """Everything about a payment."""

    covers: frozenset[Paid]
    """Whatever would do, if one had the coins."""
    purse: int

    @property
    def best(self) -> list[Paid]:
        """The payments that no other one beats, sorted (W3.4)."""
        return bills.best(self.covers)

    @property
    def legal(self) -> list[Paid]:
        return [one for one in self.best if sum(one) <= self.purse]

    @property
    def refusal(self) -> Refusal | None:
        """Why nothing can be paid, or None if something can."""
        if self.legal:
            return None
        return Refusal.TOO_FEW_COINS if self.covers else Refusal.MISSING_RESOURCES

    def answer(self, paid: Paid) -> Refusal | None:
        """Return why a payment is refused, or None if it is accepted."""
        if self.refusal or paid in self.legal:
            return self.refusal
        if paid not in self.covers:
            return Refusal.WRONG_PAYMENT
        dear = sum(paid) > self.purse
        return Refusal.TOO_FEW_COINS if dear else Refusal.NOT_CHEAPEST


def written_down(state: State) -> Cities:
    """Return the cities of a state, as far as they matter for prices."""
    return Cities(map(_city, state.cities))


def _city(city: model.City) -> City:
    new = City(city.board.id, city.side.name, city.coins)
    new.built = [building.id for building in city.buildings]
    new.halves = [stage.half for stage in city.stages]
    new.leaders = [Leader(it.leader.id, it.age, it.buried) for it in city.leaders]
    new.rewards = [edifice.id for edifice in city.edifices]
    new.spent = city.spent
    return new


def price(
    cities: Cities, seat: Seat, cost: Mapping[str, int], what: str, more: int = 0
) -> Price:
    """
    Return the price of something that no power makes free.

    Args:
        what: the colour of a building, or ``"wonder_stage"``; either may have a discount
            (L2.2).
        more: coins to the bank for something else in the same payment (E1.2).
    """
    cost = {**cost, "coins": cost.get("coins", 0) + more}
    covers = cities.covering(seat, cost, what)
    return Price(frozenset(covers), cities[seat].coins)
