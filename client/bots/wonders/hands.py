"""
The possible cards in the hands of an age, weighted by how they were used.

A hand is represented in the order of its use: the card of the first turn, of the
second, and so on, then the remaining cards. Some of these cards are known. Others
belong to a known small set: the rest of a hand when it was seen, or the unseen part of
the deck. `HandDealer` deals those cards, and then exchanges pairs of them repeatedly, so
that deals occur as often as they are likely (Metropolis 1953). A deal is more likely if
a builder would have made more of the same choices with it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from sealed_wonders.client.engine.wonders.kinds import CARD_AT
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.core.game import Seat

Block = int
"""A kind of card: see `engine.wonders.book`."""

CHOICES = 8
"""
The assumed number of equally likely moves of a player who doesn't move as a builder.
"""

CHAINS = 8
"""
Maximum number of deals that are kept and exchanged in turn; one is added at each eighth
call.
"""

SWAPS = 16
"""Maximum number of exchanges between two deals."""

WARM = 5
"""Factor for the number of exchanges before a new deal is first used."""


class CardUse(NamedTuple):
    """A seat's use of a card of a hand."""

    table: EngineTable
    """The table at that time; its hands are replaced whenever it is used."""
    seat: Seat
    verb: int
    otherwise: float
    """The probability that the seat doesn't move as a builder would, from 0 to 1."""


class HandPlace(NamedTuple):
    """The place of a card in a hand."""

    hand: int
    nth: int


@dataclass
class History:
    """A hand, in the order of its use."""

    cards: list[Block | None]
    """None for unknown cards."""
    uses: list[CardUse | None]
    """By turn; None if it says nothing about the hand, as with our own moves."""
    verbs: list[int | None] = field(default_factory=list)
    """The use of each card that left the hand; None if unknown."""


@dataclass
class CardGroup:
    """Places, and the cards that must be in them."""

    places: list[HandPlace] = field(default_factory=list)
    cards: list[Block] = field(default_factory=list)


class HandDealer:
    """
    Deals the unknown cards of hands with their likely frequencies.

    Args:
        histories: all hands.
        groups: the places of all unknown cards. In the first group, places outside all
            hands come last; their `hand` is the number of hands.
        policy: chooses a builder's moves.
        guilds: the guilds; the number of them in the hands doesn't change.
        apart: whether each deal is created from scratch instead of by exchanging cards
            of an earlier one. This takes longer, but deals are independent.
    """

    def __init__(
        self,
        histories: Sequence[History],
        groups: Sequence[CardGroup],
        policy: Policy,
        guilds: frozenset[Block],
        *,
        apart: bool = False,
    ) -> None:
        self._apart = apart
        self._policy = policy
        self._histories = histories
        self._groups = groups
        self._guilds = guilds
        unknown = {place for group in groups for place in group.places}
        self._checks = [
            [
                (nth, use, _odds(use.otherwise))
                for nth, use in enumerate(it.uses)
                if use is not None
                and any(
                    HandPlace(hand, at) in unknown for at in range(nth, len(it.cards))
                )
            ]
            for hand, it in enumerate(histories)
        ]
        self._spare = len(histories)
        self._pairs = [
            (one, other)
            for group in groups
            for one, other in combinations(group.places, 2)
            if one.hand != other.hand
            or min(one.nth, other.nth) < self._n_used(one.hand)
        ]
        self._is_told = any(self._checks) and bool(self._pairs)
        self._swaps = min(SWAPS, len({it for pair in self._pairs for it in pair}))
        self._found: dict[tuple[int, ...], int] = {}
        """A builder's choices, by hand, turn and cards."""
        self._deals: list[tuple[list[list[Block]], list[float]]] = []
        """Deals, with the unlikelihood of what was done with each hand."""
        self._nth = 0

    def _n_used(self, hand: int) -> int:
        """Return how many cards of a hand were used; 0 for places outside all hands."""
        return len(self._histories[hand].uses) if hand < self._spare else 0

    def deal(self, pool: Sequence[Block], dice: random.Random) -> list[list[Block]]:
        """
        Return all hands, and last the cards in none of them.

        The lists are reused: later deals exchange cards in them.

        Args:
            pool: the cards of the first group, as many as it has places, in random
                order.
            dice: the random numbers.
        """
        if not self._is_told:
            return self._dealt(pool, dice)
        nth = self._nth
        self._nth += 1
        if self._apart or (nth % CHAINS == 0 and nth < CHAINS * CHAINS):
            hands = self._dealt(pool, dice)
            differ = [self._differs(hand, hands[hand]) for hand in range(self._spare)]
            if not self._apart:
                self._deals.append((hands, differ))
            self._exchange(hands, differ, WARM * self._swaps, dice)
            return hands
        hands, differ = self._deals[nth % len(self._deals)]
        self._exchange(hands, differ, self._swaps, dice)
        return hands

    def _dealt(self, pool: Sequence[Block], dice: random.Random) -> list[list[Block]]:
        """Return a deal without regard to what was done with the hands."""
        hands = [[card or 0 for card in it.cards] for it in self._histories]
        hands.append([])
        for group in self._groups:
            cards = list(pool)
            if group is not self._groups[0]:
                cards = list(group.cards)
                dice.shuffle(cards)
            for place, card in zip(group.places, cards, strict=False):
                if place.hand < self._spare:
                    hands[place.hand][place.nth] = card
                else:
                    hands[-1].append(card)
        return hands

    def _exchange(
        self,
        hands: list[list[Block]],
        differ: list[float],
        times: int,
        dice: random.Random,
    ) -> None:
        """Exchange cards, accepting each exchange according to its likelihood."""
        pairs, spare = self._pairs, self._spare
        for pair in dice.choices(pairs, k=times):
            (one, nth), (other, at) = pair
            mine, theirs = hands[one], hands[other]
            first, second = mine[nth], theirs[at]
            if first == second:
                continue
            if other == spare and (first in self._guilds) != (second in self._guilds):
                continue
            mine[nth], theirs[at] = second, first
            before = differ[one]
            now = self._differs(one, mine)
            more = now - before
            then = 0.0
            if other != one and other != spare:
                then = self._differs(other, theirs)
                more += then - differ[other]
            if more > 0 and dice.random() >= math.exp(-more):
                mine[nth], theirs[at] = first, second
                continue
            differ[one] = now
            if other != one and other != spare:
                differ[other] = then

    def _differs(self, hand: int, cards: Sequence[Block]) -> float:
        """
        Return how unlikely it is that this was done with a hand, compared with
        builders' choices.

        The result is a sum of natural logarithms, 0 if builders would have done the
        same.
        """
        differs = 0.0
        for nth, use, odds in self._checks[hand]:
            key = (hand, nth, *sorted(cards[nth:]))
            move = self._found.get(key)
            if move is None:
                use.table.city(use.seat).lay_hand(list(cards[nth:]))
                move = self._policy.choose(use.table, use.seat)
                self._found[key] = move
            if move & 15 != use.verb or move >> CARD_AT & 511 != cards[nth]:
                differs += odds
        return differs


def _odds(otherwise: float) -> float:
    """
    Return the logarithm of the ratio between a builder's move and another particular
    move.
    """
    return max(0.0, math.log(CHOICES * (1 - otherwise) / otherwise))
