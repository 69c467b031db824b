"""
What leaders in a hand are worth: those recruited later, and those that never will be.
"""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.client.bots.wonders.forecast import AGES
from sealed_wonders.client.bots.wonders.worth import Worth
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.leaders.effects import ExtraLeader
from sealed_wonders.core.wonders.model import Leader
from sealed_wonders.core.wonders.play import SALE
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.trade import Split

LATER = 0.75
"""What a leader is worth that comes later, as a part of what it is worth then."""

SPARE = 0.05
"""The same of one that may well not come at all."""


class LeaderWorth:
    """
    What leaders are worth to a seat that has them in its hand.

    Args:
        first: the first age in which one of them may be recruited later.
    """

    def __init__(self, state: State, seat: Seat, first: int) -> None:
        around = state.around(seat)
        self._times = [
            (Worth(around, state.players, later, 0), Quotes(around, 0, later))
            for later in AGES[first - 1 :]
        ]
        city = around.city
        extra = sum(
            isinstance(effect, ExtraLeader)
            for stage in city.side.stages[len(city.stages) :]
            for effect in stage.whole
        )
        self._recruits = len(self._times) + extra
        """How many may still be recruited later."""
        if not self._times and extra:
            last = AGES[-1]
            self._times = [
                (Worth(around, state.players, last, 0), Quotes(around, 0, last))
            ]
        self._known: dict[Leader, float] = {}

    def leader(self, leader: Leader) -> float:
        """Return what a leader is worth when it is recruited later, at the best time."""
        if leader not in self._known:
            self._known[leader] = max(
                (
                    worth.leader(leader)
                    - worth.price(Split(0, 0, quotes.cost_of(leader).bank))
                    for worth, quotes in self._times
                ),
                default=0.0,
            )
        return self._known[leader]

    def hand(self, leaders: Iterable[Leader]) -> float:
        """Return what a hand of leaders is worth."""
        if not self._times:
            return 0.0
        worths = sorted(map(self.leader, leaders), reverse=True)
        sale = self._times[0][0].coins(SALE)
        worths = [max(sale, worth) for worth in worths]
        some, others = worths[: self._recruits], worths[self._recruits :]
        return LATER * sum(some) + SPARE * sum(others)
