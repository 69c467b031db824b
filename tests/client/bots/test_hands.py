"""Unknown hands are dealt as often as they are likely."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any, cast

import pytest

from sealed_wonders.client.bots.wonders.hands import (
    CHOICES,
    CardGroup,
    CardUse,
    HandDealer,
    HandPlace,
    History,
)
from sealed_wonders.client.engine.wonders.kinds import BUILD, CARD_AT, SELL

COMMON, GUILDS, BUILT = (1, 2, 3), (8, 9), 5


class Dearest:
    """A table of one city, and a builder that uses the highest card there."""

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.hand: list[int] = []

    def city(self, _seat: int) -> Dearest:
        """Return where hands are laid."""
        return self

    def lay_hand(self, cards: list[int]) -> None:
        """Lay one."""
        self.hand = cards

    @staticmethod
    def choose(table: Dearest, _seat: int) -> int:
        """Choose."""
        return table.verb | max(table.hand) << CARD_AT


def _told(deal: tuple[int, ...]) -> tuple[bool, bool]:
    """Tell what one looks for in a deal: that nothing is dearer, in either hand."""
    one, other, sold, left = deal
    return max(one, other) < BUILT, sold > left


@pytest.mark.parametrize("apart", [False, True])
def test_deals_come_up_as_often_as_they_are_likely(apart: bool) -> None:
    """As counting all of them says; and one of two guilds is always dealt."""
    tables = Dearest(BUILD), Dearest(SELL)
    uses = [CardUse(cast("Any", table), 0, table.verb, 0.5) for table in tables]
    histories = [
        History([BUILT, None, None], [uses[0]]),
        History([None, None], [uses[1]]),
    ]
    places = [
        HandPlace(0, 1),
        HandPlace(0, 2),
        HandPlace(1, 0),
        HandPlace(1, 1),
        HandPlace(2, 0),
    ]
    hands = HandDealer(
        histories,
        [CardGroup(places)],
        cast("Any", Dearest),
        frozenset(GUILDS),
        apart=apart,
    )
    dice = random.Random("likely")
    shares: dict[tuple[bool, bool], float] = {}
    for _ in range(3000):
        guilds = dice.sample(GUILDS, 2)
        pool = dice.sample([*COMMON, guilds[0]], 4)
        first, second, spare = hands.deal([*pool, guilds[1]], dice)
        deal = *first[1:], *second
        assert sorted([*deal, *spare]) == sorted([*COMMON, *GUILDS])
        assert first[0] == BUILT
        assert {*spare} < {*GUILDS}
        shares[_told(deal)] = shares.get(_told(deal), 0) + 1 / 3000
    odds: dict[tuple[bool, bool], float] = {}
    for deal in permutations([*COMMON, GUILDS[0]]):
        told = _told(deal)
        odds[told] = odds.get(told, 0) + float(CHOICES) ** sum(told)
    for told, likely in odds.items():
        assert shares[told] == pytest.approx(likely / sum(odds.values()), abs=0.03)
