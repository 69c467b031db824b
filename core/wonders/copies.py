"""
The possible places of each copy of a card, as far as a record tells.

A record may leave out the contents of a hand, and the cards used face down. All cards
that it names must still fit into the hands that were dealt: into a known hand, card by
card; into an unknown hand, from whatever the known hands left of the deck. A card built
from the discard pile may be any of the unknown cards there, as long as at least one
assignment is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import Seat
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.ages import HAND, deck_for
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.works import Colour


class Impossible(Exception):
    """A card can't have been where a record places it."""


@dataclass(slots=True)
class _Pool:
    """The cards that one or more hands were dealt from, without those named since."""

    age: int
    what: Sentence
    left: Counter[str]
    guilds: int
    """The maximum number of guilds among them."""

    def lack(self, card: str) -> Sentence | None:
        """Return why a card can't be one of these; None if it can."""
        if not self.left[card]:
            return Sentence("{card} is not {what}", card=card, what=self.what)
        if not self.guilds and _is_guild(card):
            return Sentence("{card} would be one guild too many", card=card)
        return None

    def take(self, card: str, number: int = 1) -> None:
        self.left[card] -= number
        self.guilds -= number if _is_guild(card) else 0


class _Picked(NamedTuple):
    """
    A card built from the discard pile that must have been one of the unknown cards.
    """

    card: str
    until: int
    """The number of unknown cards in the discard pile at that time."""


class Copies:
    """The possible places of the cards of one game."""

    def __init__(self) -> None:
        self._pools: dict[tuple[int, int], _Pool] = {}
        """By age and by the seat that the hand was dealt to."""
        self._discard: Counter[str] = Counter()
        self._unknown: list[_Pool] = []
        """The pool of each unknown card that was discarded."""
        self._picked: list[_Picked] = []

    def deal(
        self,
        age: int,
        hands: Sequence[tuple[str, ...] | None],
        gone: Collection[Seat] = (),
    ) -> None:
        """
        Deal the hands of an age.

        Args:
            age: the age.
            hands: the hands by seat; None for an unknown hand.
            gone: the seats that have left; no cards are dealt for them (G3).

        Raises:
            Impossible: the age doesn't have these cards.
        """
        deck = _deck(age, deck_for(len(hands) - len(gone)))
        for seat, hand in enumerate(hands):
            if seat in gone:
                continue
            if hand is None:
                self._pools[age, seat] = deck
                continue
            if len(hand) != HAND:
                raise Impossible(
                    Sentence(
                        "seat {seat} has {n} cards, not {all}",
                        seat=seat,
                        n=len(hand),
                        all=HAND,
                    )
                )
            for card in hand:
                if lack := deck.lack(card):
                    raise Impossible(
                        Sentence("in seat {seat}'s hand: {lack}", seat=seat, lack=lack)
                    )
                deck.take(card)
            guilds = sum(map(_is_guild, hand))
            what = Sentence("in the hand dealt to seat {seat}", seat=seat)
            self._pools[age, seat] = _Pool(age, what, Counter(hand), guilds)

    def use(self, age: int, seat: int, card: str | None) -> None:
        """
        Use a card of the hand that was dealt to a seat; None for an unknown card.

        Raises:
            Impossible: the card can't be in that hand any more.
        """
        if card is None:
            return
        pool = self._pools[age, seat]
        if lack := pool.lack(card):
            raise Impossible(lack)
        pool.take(card)
        if not self._fits():
            pool.take(card, -1)
            raise Impossible(
                Sentence(
                    "{card} must have been built from the discard pile earlier",
                    card=card,
                )
            )

    def discard(self, age: int, seat: int, card: str | None) -> None:
        """
        Discard a card of the hand that was dealt to a seat; None for an unknown card.
        """
        if card is None:
            self._unknown.append(self._pools[age, seat])
        else:
            self._discard[card] += 1

    def lose(self, card: str) -> None:
        """Discard a building that a city lost (E1.7)."""
        self._discard[card] += 1

    def pick(self, card: str) -> None:
        """
        Take a card from the discard pile.

        Raises:
            Impossible: the card can't be there.
        """
        if self._discard[card]:
            # If it were an unknown copy, the known copy would remain for the next pick,
            # so nothing is lost by taking the known one.
            self._discard[card] -= 1
            return
        self._picked.append(_Picked(card, len(self._unknown)))
        if not self._fits():
            del self._picked[-1]
            raise Impossible(Sentence("{card} can't be in the discard pile", card=card))

    def _fits(self, first: int = 0, used: frozenset[int] = frozenset()) -> bool:
        """
        Return whether the picked cards can all be distinct unknown ones, from the first
        on.
        """
        if first == len(self._picked):
            return True
        card, until = self._picked[first]
        tried: list[_Pool] = []
        for place, pool in enumerate(self._unknown[:until]):
            if place in used or any(pool is other for other in tried):
                continue
            tried.append(pool)
            if pool.lack(card):
                continue
            pool.take(card)
            fits = self._fits(first + 1, used | {place})
            pool.take(card, -1)
            if fits:
                return True
        return False


def _is_guild(card: str) -> bool:
    return catalog().buildings_by_id[card].colour is Colour.PURPLE


def _deck(age: int, players: int) -> _Pool:
    """Return the pool of cards that an age is dealt from (W1.1, W1.2)."""
    cards = catalog().age_deck(age, players)
    left = Counter(catalog().cards[card].id for card in cards)
    if age == 3:
        left.update(catalog().cards[card].id for card in catalog().guilds)
    what = Sentence(
        "among the remaining age {age} cards for {n} players", age=age, n=players
    )
    return _Pool(age, what, left, players + 2 if age == 3 else 0)
