"""
Which copies of the cards can be where, as far as a record tells.

A record may leave open what a hand held and what was used face down. All it names must
still fit into the hands that were dealt: a hand that is known, card by card; one that
isn't, with whatever the others left of the deck. Which unknown card of the discard was
built is left open too, as long as there is one that it can have been.
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
    """A card can't have been where a record says it was."""


@dataclass(slots=True)
class _Pool:
    """The cards one or more hands were dealt from, less those that were named since."""

    age: int
    what: Sentence
    left: Counter[str]
    guilds: int
    """How many guilds can be among them."""

    def lack(self, card: str) -> Sentence | None:
        """Return why a card can't be of these; None if it can."""
        if not self.left[card]:
            return Sentence("{card} is not {what}", card=card, what=self.what)
        if not self.guilds and _is_guild(card):
            return Sentence("{card} would be one guild too many", card=card)
        return None

    def take(self, card: str, number: int = 1) -> None:
        self.left[card] -= number
        self.guilds -= number if _is_guild(card) else 0


class _Picked(NamedTuple):
    """A card built from the discard that can only have been an unknown one."""

    card: str
    until: int
    """How many unknown cards had come to the discard."""


class Copies:
    """Where the cards of one game can be."""

    def __init__(self) -> None:
        self._pools: dict[tuple[int, int], _Pool] = {}
        """By age, and the seat a hand was dealt to."""
        self._discard: Counter[str] = Counter()
        self._unknown: list[_Pool] = []
        """The pool of each unknown card that came to the discard."""
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
            gone: who has left: nothing is dealt to them, nor for them (G3).

        Raises:
            Impossible: there are no such cards in that age.
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
                        Sentence(
                            "in the hand of seat {seat}: {lack}", seat=seat, lack=lack
                        )
                    )
                deck.take(card)
            guilds = sum(map(_is_guild, hand))
            what = Sentence("in the hand, dealt to seat {seat}", seat=seat)
            self._pools[age, seat] = _Pool(age, what, Counter(hand), guilds)

    def use(self, age: int, seat: int, card: str | None) -> None:
        """
        Use a card of the hand that was dealt to a seat; None if it isn't known.

        Raises:
            Impossible: it can't be in that hand any more.
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
                    "{card} must have been built from the discard before", card=card
                )
            )

    def discard(self, age: int, seat: int, card: str | None) -> None:
        """Put a card into the discard, of the hand that was dealt to a seat."""
        if card is None:
            self._unknown.append(self._pools[age, seat])
        else:
            self._discard[card] += 1

    def lose(self, card: str) -> None:
        """Put a building that a city lost into the discard (E1.7)."""
        self._discard[card] += 1

    def pick(self, card: str) -> None:
        """
        Take a card out of the discard.

        Raises:
            Impossible: it can't be there.
        """
        if self._discard[card]:
            # Were it an unknown one, the known one would be left for the next.
            self._discard[card] -= 1
            return
        self._picked.append(_Picked(card, len(self._unknown)))
        if not self._fits():
            del self._picked[-1]
            raise Impossible(Sentence("{card} can't be in the discard", card=card))

    def _fits(self, first: int = 0, used: frozenset[int] = frozenset()) -> bool:
        """Return whether each card picked can be another unknown one, from the first."""
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
    """Return what an age is dealt from (W1.1, W1.2)."""
    cards = catalog().age_deck(age, players)
    left = Counter(catalog().cards[card].id for card in cards)
    if age == 3:
        left.update(catalog().cards[card].id for card in catalog().guilds)
    what = Sentence("left of age {age} with {n} players", age=age, n=players)
    return _Pool(age, what, left, players + 2 if age == 3 else 0)
