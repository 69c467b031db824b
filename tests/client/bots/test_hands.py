"""Unknown hands are dealt with the right probabilities."""

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


class DearestCardTable:
    """A table with one city, and a builder that uses the highest card there."""

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.hand: list[int] = []

    def city(self, _seat: int) -> DearestCardTable:
        """Return the object that hands are laid on."""
        return self

    def lay_hand(self, cards: list[int]) -> None:
        self.hand = cards

    @staticmethod
    def choose(table: DearestCardTable, _seat: int) -> int:
        return table.verb | max(table.hand) << CARD_AT


def _features(deal: tuple[int, ...]) -> tuple[bool, bool]:
    """Return a deal's checked features: whether nothing is dearer, in either hand."""
    one, other, sold, left = deal
    return max(one, other) < BUILT, sold > left


@pytest.mark.parametrize("apart", [False, True])
def test_deals_come_up_with_the_right_probabilities(apart: bool) -> None:
    """The probabilities come from all deals. One of two guilds is always dealt."""
    tables = DearestCardTable(BUILD), DearestCardTable(SELL)
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
        cast("Any", DearestCardTable),
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
        shares[_features(deal)] = shares.get(_features(deal), 0) + 1 / 3000
    odds: dict[tuple[bool, bool], float] = {}
    for deal in permutations([*COMMON, GUILDS[0]]):
        told = _features(deal)
        odds[told] = odds.get(told, 0) + float(CHOICES) ** sum(told)
    for told, likely in odds.items():
        assert shares[told] == pytest.approx(likely / sum(odds.values()), abs=0.03)
