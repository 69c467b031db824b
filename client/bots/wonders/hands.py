"""
Which cards the hands of an age may have had, by what was done with them.

A hand is written down in the order in which it is used: the card of the first turn, of the
second, and so on, and then what is left of it. Of some of these cards it is known which
they are; others are somewhere among the same few: what a hand still had when it was seen,
or what nobody has seen of the deck. `Hands` deals those, and then exchanges two of them
again and again, such that deals come up as often as they are likely (Metropolis 1953). A
deal is the likelier, the more of the choices that were made with it a builder would have
made as well.
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
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core.game import Seat

Block = int
"""A kind of card: see `engine.wonders.book`."""

CHOICES = 8
"""Of about so many ways somebody takes one who doesn't do what a builder would."""

CHAINS = 8
"""So many deals are kept at most, and exchanged in, by turns; one more at each eighth."""

SWAPS = 16
"""How often cards are exchanged at most from one deal to the next."""

WARM = 5
"""How many times as often before a deal counts for the first time."""


class Use(NamedTuple):
    """What somebody did with a card of a hand."""

    table: Table
    """As it stood then; its hands are laid anew whenever it is used."""
    seat: Seat
    verb: int
    otherwise: float
    """How likely that seat does something else than a builder, 0 to 1."""


class Place(NamedTuple):
    """One of a hand's cards."""

    hand: int
    nth: int


@dataclass
class History:
    """A hand, in the order of its use."""

    cards: list[Block | None]
    """None are those that aren't known."""
    uses: list[Use | None]
    """By turn; None if it tells nothing about the hand, as when it was ours."""
    verbs: list[int | None] = field(default_factory=list)
    """The use of each card that left the hand; None if unknown."""


@dataclass
class Group:
    """Places, and the cards that must be there."""

    places: list[Place] = field(default_factory=list)
    cards: list[Block] = field(default_factory=list)


class Hands:
    """
    Deals what isn't known of some hands, as often as it is likely.

    Args:
        histories: of all hands.
        groups: all cards of the histories that aren't known are in one of them. Places of
            the first one that are in no hand come last, with the number of hands as
            theirs.
        policy: chooses what a builder would.
        guilds: as many of these are in the hands as there are at first.
        apart: each deal is made anew, instead of exchanging cards of one before: that
            takes longer, and none says anything of the next.
    """

    def __init__(
        self,
        histories: Sequence[History],
        groups: Sequence[Group],
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
                and any(Place(hand, at) in unknown for at in range(nth, len(it.cards)))
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
        """What a builder chooses, by hand, turn and cards."""
        self._deals: list[tuple[list[list[Block]], list[float]]] = []
        """Deals, and how unlikely what was done with each hand is."""
        self._nth = 0

    def _n_used(self, hand: int) -> int:
        """Return how many cards of a hand were used; of what is in none, all are alike."""
        return len(self._histories[hand].uses) if hand < self._spare else 0

    def deal(self, pool: Sequence[Block], dice: random.Random) -> list[list[Block]]:
        """
        Deal all hands; last, what is in none of them.

        The lists are used again: cards are exchanged in them for later deals.

        Args:
            pool: the cards of the first group, as many as it has places, in such an order
                that all are likely.
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
        """Deal anyhow."""
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
        """Exchange cards, such that likely deals come to be likely."""
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
        Tell how unlikely what was done with a hand is, by what builders would have done.

        In natural logarithms: 0 if that is the same.
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
    """Return by how much, in logarithms, one card is likelier that a builder would use."""
    return max(0.0, math.log(CHOICES * (1 - otherwise) / otherwise))
