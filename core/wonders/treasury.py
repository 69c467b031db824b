"""Coins that change hands while the plays of a turn are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.works import Bought, Deed, Honoured


class Till:
    """The coins of all seats while they change; `settle` writes them to the cities."""

    def __init__(self, state: State) -> None:
        self._coins = [city.coins for city in state.cities]
        self._thanked: Sequence[Seat] = state.thanked
        self.taken = [0] * len(self._coins)
        """By seat: coins taken from the bank."""

    def pay(self, seat: Seat, city: City, paid: Split) -> None:
        """Pay neighbours and the bank, and collect income for purchases (L2.6)."""
        left, right, bank = paid
        self._coins[seat] -= left + right + bank
        self._coins[(seat + 1) % len(self._coins)] += left
        self._coins[seat - 1] += right
        if left or right:
            self.reward(seat, city, Bought(bool(left) + bool(right)))

    def take(self, seat: Seat, city: City, coins: int) -> None:
        """Take coins from the bank; once a turn, an effect may add coins (L2.6)."""
        if not coins:
            return
        if city.works.on_top and seat not in self._thanked:
            self._thanked = (*self._thanked, seat)
            coins += city.works.on_top
        self._coins[seat] += coins
        self.taken[seat] += coins

    def reward(self, seat: Seat, city: City, deed: Deed) -> None:
        """Take the income of the city's effects for a deed."""
        if city.works.watchers:
            self.take(seat, city, sum(it.earns(deed) for it in city.works.watchers))

    def honour(self, seat: Seat, city: City, tokens: int) -> None:
        """Take the income for victory tokens gained (L2.4)."""
        if tokens:
            self.reward(seat, city, Honoured(tokens))

    def settle(self, state: State, cities: Sequence[City]) -> State:
        """Return the state with these cities and the changed coins."""
        return evolve(
            state,
            cities=tuple(
                city if city.coins == coins else evolve(city, coins=coins)
                for city, coins in zip(cities, self._coins, strict=True)
            ),
            thanked=tuple(sorted(self._thanked)),
        )
