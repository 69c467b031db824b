"""
Where all sealed cards of a table lie, and what everybody can see of them.

Theory of operation
-------------------

A card is an ElGamal ciphertext under a key of edwards25519; a `Slot` is where it lies. The
layout maps slots to ciphertexts, and everything in it follows from the log: each fold keeps
the same one. Who can read a card depends on nothing but the key it lies under:

- In a deck that key is joint, Y, the sum of all seats' share keys: all have to help. What
  a deck is made of at first is public (`known`: the ciphertext has the random number 1).
- MIX: each seat in turn takes the ciphertexts that the seat before it left, permutes and
  re-randomises them, and proves that. After the last one nobody knows the order, as long
  as one of them keeps its permutation to itself.
- DEAL, OPEN_SHARE and LOOK_X take a card from one key to another. In a DEAL every seat
  takes its share off and puts the recipient's hand key on in one go, so the card is never
  readable on the way. In OPEN_SHARE it only takes its share off: then all see the point.
- PICK: before a choice the hand is shuffled once more, by its holder and under its own
  key, with the card to be used in front. So what is revealed, passed on or kept tells
  nothing of where it stood in the hand.
- A look goes the whole way: LOOK_X brings the cards of the pile under the joint key, then
  they are mixed and dealt to the looker.

The `Deck` of an ask names a mix; `Place.key` names the KEY phase whose keys a card lies
under. They differ where a deck is mixed again: it stays under the key it had, and one KEY
serves all decks of one Shuffle.

What always holds, and why:

- The methods that ask change nothing, and those that change (from `make_keys` on) are
  called by `SealedCards.close`, and when seats are put out, between two phases. So all of a phase is checked against one layout.
- A slot is named once, by phase, seat and number, and isn't used again. A card that passed
  through a shuffle gets a new slot: that it can be told from the others by where it lay is
  what the shuffle takes away.
- Within one deck, and one hand, all cards lie under one key; a proof covers them together.
- `_hidden` knows for each deck which cards could still lie in it face down. The proofs show
  that a card is one of the game's; only this shows that it is one of that deck, and that
  none turns up twice.
- Where seats are put out (`sealed_wonders.net.fold`), the layout goes back to what was
  saved as the ask began, and what can't be read without them is forgotten. A deck of which
  nothing lies face down any more hides no card, and its cards may be mixed anew.
- The ciphertext of a card stays as it was in a peek: the seat that peeked has one of its own
  (`Lying.peeked`), so that the card can still be dealt to another or turned up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    Look,
    Looked,
    Mixed,
    Offer,
    Pass,
    Seat,
    Shuffle,
    Slot,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.plan import Place, Task, joint_keys, new_slots
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import Point

K = TypeVar("K")
V = TypeVar("V")

Cards = tuple[Ciphertext, ...]


class Part(NamedTuple):
    """A part of a seat's two secrets, which another seat holds."""

    share: Point
    hand: Point
    box: bytes
    """The part, sealed for whoever holds it."""


class Keys(NamedTuple):
    """What a KEY phase made."""

    joint: Point
    """The sum of the share keys."""
    share: Mapping[Seat, Point]
    hand: Mapping[Seat, Point]
    parts: Mapping[Seat, Mapping[Seat, Part]] = MappingProxyType({})
    """By seat and by who holds them; none where no seat can be rescued."""
    prev: bytes = b""
    """The log's digest before that phase."""


class Lying(NamedTuple):
    """A card and where it lies."""

    place: Place
    card: Ciphertext
    position: int = 0
    """In the deck, as it was mixed."""
    face: Card | None = None
    """Of a card that all see."""
    peeked: Mapping[Seat, Ciphertext] = MappingProxyType({})
    """What it was for the seats that had a look at it and left it where it lies."""


class Unmixed(NamedTuple):
    """A deck to be mixed."""

    deck: str
    key: Point
    cards: Cards


class Portion(NamedTuple):
    """What one seat is dealt, all of one deck and one key."""

    seat: Seat
    place: Place
    cards: Cards


class _Saved(NamedTuple):
    keys: Mapping[str, Keys]
    lying: Mapping[Slot, Lying]
    hidden: Mapping[str, frozenset[Card]]
    mixed: tuple[Cards, ...]
    given: Mapping[Slot, Ciphertext]
    pile: tuple[Slot, ...]
    picked: Mapping[Seat, Cards]


class Layout:
    """
    The cards of one table.

    What is asked of them comes first, what a closed phase makes of them after that.
    """

    def __init__(self, known: Callable[[Card, Point], Ciphertext]) -> None:
        """
        Begin without any card.

        Args:
            known: seals a card that everybody knows under a key.
        """
        self._known = known
        self._keys: dict[str, Keys] = {}
        self._lying: dict[Slot, Lying] = {}
        self._hidden: dict[str, frozenset[Card]] = {}
        """By deck, the cards of which some may lie in it face down."""
        self._mixed: tuple[Cards, ...] = ()
        """What the mixes made so far of the decks, or the pile, at hand."""
        self._given: dict[Slot, Ciphertext] = {}
        """What the cards of the pile at hand became for all seats together."""
        self._pile: tuple[Slot, ...] = ()
        """The pile that is looked at, as it was dealt."""
        self._picked: dict[Seat, Cards] = {}
        self._last: _Saved | None = None
        """What was saved last. Most of it stays as it is from phase to phase, and is shared."""

    # What everybody knows.

    def at(self, slot: Slot) -> Lying:
        """
        Give what lies in a slot.

        Raises:
            LocalProtocolError: there is no such slot.
        """
        try:
            return self._lying[slot]
        except KeyError:
            raise LocalProtocolError(f"there is no slot {slot!r:.80}") from None

    def seen(self, seat: Seat) -> Mapping[Slot, Lying]:
        """Give the cards whose faces a seat may see, by ascending slot."""
        return {
            slot: lying._replace(card=lying.peeked[seat])
            if seat in lying.peeked
            else lying
            for slot, lying in sorted(self._lying.items())
            if lying.place.shown or lying.place.owner == seat or seat in lying.peeked
        }

    def peeked(self, seat: Seat) -> Mapping[Slot, Lying]:
        """Give the cards that a seat alone has seen and left where they lie."""
        return {
            slot: lying._replace(card=lying.peeked[seat])
            for slot, lying in self._lying.items()
            if seat in lying.peeked
        }

    def own(self, seat: Seat) -> Mapping[Slot, Lying]:
        """Give the cards face down that a seat alone can read, as it reads them."""
        return {
            slot: lying for slot, lying in self.seen(seat).items() if lying.face is None
        }

    def usable(self, task: Task, seat: Seat) -> Mapping[Slot, Lying]:
        """Give what a seat may use in the choice at hand, by the slots of the ask."""
        match task.ask:
            case Choose(offers) if seat in offers:
                return {slot: self.at(slot) for slot in offers[seat].hand}
            case Look(looker, pile) if seat == looker and task.last:
                return dict(zip(pile, map(self.at, self._pile), strict=True))
        return {}

    def keys(self, deck: str) -> Keys:
        """Give the keys made in the KEY phase of a deck."""
        try:
            return self._keys[deck]
        except KeyError:
            raise LocalProtocolError(f"no key was made for {deck!r:.80}") from None

    def last_key(self, seat: Seat) -> str | None:
        """Name the last key that a seat has a part in, None if there is none."""
        decks = reversed(self._keys)
        return next((deck for deck in decks if seat in self._keys[deck].hand), None)

    def hides(self, deck: str, card: Card) -> bool:
        """Tell whether a card may lie face down in a deck, or come from it."""
        return card in self._hidden[deck]

    def picked(self, seat: Seat) -> Cards:
        """Give the hand that a seat picked from: the card used, then the rest."""
        return self._picked[seat]

    def unmixed(self, task: Task) -> tuple[Unmixed, ...]:
        """Give what the open MIX begins with, for each deck that has cards."""
        match task.ask:
            case Shuffle(decks):
                keys = joint_keys(decks, lambda slot: self.at(slot).place)
                named = [
                    (deck, self.keys(key).joint)
                    for deck, key in zip(decks, keys, strict=True)
                    if deck.slots or deck.cards
                ]
            case Look(_, pile):
                name = task.phase.deck
                named = [(Deck(name, pile, ()), self.keys(name).joint)]
            case _:
                raise LocalProtocolError(f"nothing is mixed: {task!r:.80}")
        # The first seat mixes what lies there, every other one what was left to it.
        mixed = self._mixed or tuple(self._entries(deck, key) for deck, key in named)
        return tuple(
            Unmixed(deck.name, key, cards)
            for (deck, key), cards in zip(named, mixed, strict=True)
        )

    def portions(self, task: Task) -> tuple[Portion, ...]:
        """Give what the open DEAL deals to each seat that gets cards, ascending."""
        match task.ask:
            case Deal(hands):
                dealt = [
                    (seat, [self.at(slot) for slot in hands[seat]])
                    for seat in sorted(hands)
                    if hands[seat]
                ]
                return tuple(
                    Portion(seat, first.place, (first.card, *(it.card for it in rest)))
                    for seat, (first, *rest) in dealt
                )
            case Look(seat):
                name = task.phase.deck
                (cards,) = self._mixed
                return (Portion(seat, Place(name, name), cards),)
        raise LocalProtocolError(f"nothing is dealt: {task!r:.80}")

    def handed_in(self, pile: Sequence[Slot], seat: Seat) -> Mapping[str, list[Slot]]:
        """Give the cards of a pile that are a seat's alone, by their key's deck."""
        found: dict[str, list[Slot]] = {}
        for slot in pile:
            place = self.at(slot).place
            if place.owner == seat:
                found.setdefault(place.key, []).append(slot)
        return found

    def _entries(self, deck: Deck, key: Point) -> Cards:
        """Give what a deck is made of before anybody mixed it."""
        return (
            *(self._entry(slot, key) for slot in deck.slots),
            *(self._known(card, key) for card in deck.cards),
        )

    def _entry(self, slot: Slot, key: Point) -> Ciphertext:
        lying = self.at(slot)
        if lying.face is not None:
            # It lies under the key of whoever showed it; what all know needs no proof.
            return self._known(lying.face, key)
        return self._given.get(slot, lying.card)

    # What becomes of it.

    def make_keys(self, deck: str, keys: Keys) -> None:
        """Add the keys of a deck."""
        if deck in self._keys:
            raise LocalProtocolError(f"two decks are called {deck!r:.80}")
        self._keys[deck] = keys

    def mix(self, mixed: tuple[Cards, ...]) -> None:
        """Apply one seat's mix of each deck that has cards."""
        self._mixed = mixed

    def lay(self, number: int, decks: Sequence[Deck]) -> Mixed:
        """Lay out the decks that all have mixed."""
        keys = joint_keys(decks, lambda slot: self.at(slot).place)
        mixed, made, laid = iter(self._mixed), 0, []
        for deck, key in zip(decks, keys, strict=True):
            self._hide(deck)
            cards = next(mixed) if deck.slots or deck.cards else ()
            for slot in (*deck.slots, *self._shown(deck.cards)):
                del self._lying[slot]
            slots = new_slots(number, NOBODY, len(cards), made)
            made += len(cards)
            place = Place(deck.name, key)
            for position, (slot, card) in enumerate(zip(slots, cards, strict=True)):
                self._lying[slot] = Lying(place, card, position)
            laid.append(slots)
        self._mixed = ()
        return Mixed(tuple(laid))

    def peek(
        self, hands: Mapping[Seat, tuple[Slot, ...]], portions: Sequence[Portion]
    ) -> Dealt:
        """Show seats what they were dealt; it lies where it lay."""
        for seat, _, cards in portions:
            for slot, card in zip(hands[seat], cards, strict=True):
                lying = self.at(slot)
                peeked = {**lying.peeked, seat: card}
                self._lying[slot] = lying._replace(peeked=peeked)
        return Dealt(hands)

    def deal(
        self,
        number: int,
        hands: Mapping[Seat, tuple[Slot, ...]],
        portions: Sequence[Portion],
    ) -> Dealt:
        """Give seats what they were dealt, in the order of the ask."""
        made = {
            seat: new_slots(number, seat, len(hand)) for seat, hand in hands.items()
        }
        for seat, place, cards in portions:
            for slot in hands[seat]:
                del self._lying[slot]
            theirs = place._replace(owner=seat)
            for slot, card in zip(made[seat], cards, strict=True):
                self._lying[slot] = Lying(theirs, card)
        return Dealt(made)

    def turn_up(self, faces: Mapping[Slot, Card]) -> None:
        """Show cards to all."""
        for slot, face in faces.items():
            self._show(slot, face)

    def pick(self, picked: Mapping[Seat, Cards]) -> None:
        """Put hands in the order in which they are going to be used."""
        self._picked = dict(picked)

    def use(self, offer: Offer, answer: Chosen, cards: Cards) -> None:
        """Let a seat use the first of its cards; the rest goes where the offer says."""
        if answer.slot is None:
            return
        place = self.at(offer.hand[0]).place
        for slot in offer.hand:
            del self._lying[slot]
        to = offer.rest.seat if isinstance(offer.rest, Pass) else answer.seat
        used, *rest = cards
        self._lying[answer.slot] = Lying(place, used)
        if answer.face is not None:
            self._show(answer.slot, answer.face)
        theirs = place._replace(owner=to)
        for slot, card in zip(answer.rest, rest, strict=True):
            self._lying[slot] = Lying(theirs, card)

    def hand_in(self, given: Mapping[Slot, Ciphertext]) -> None:
        """Put cards of a pile under the key of all."""
        self._given.update(given)

    def begin_look(self, number: int, pile: Sequence[Slot], portion: Portion) -> None:
        """Give the looker the mixed pile."""
        seat, place, cards = portion
        self._hide(Deck(place.deck, tuple(pile), ()))
        for slot in pile:
            del self._lying[slot]
        self._pile = new_slots(number, seat, len(cards))
        theirs = place._replace(owner=seat)
        for position, (slot, card) in enumerate(zip(self._pile, cards, strict=True)):
            self._lying[slot] = Lying(theirs, card, position)
        self._mixed, self._given = (), {}

    def end_look(self, answer: Looked, position: int | None) -> None:
        """Show a card of the pile to all, or none; the rest is the looker's."""
        left = [self._lying.pop(slot) for slot in self._pile]
        if position is not None and answer.slot is not None:
            self._lying[answer.slot] = left.pop(position)
            if answer.face is not None:
                self._show(answer.slot, answer.face)
        self._lying.update(zip(answer.rest, left, strict=True))
        self._pile = ()

    # When seats are put out.

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        """Give what can't be read any more without some seats, ascending."""
        return tuple(
            slot
            for slot, lying in sorted(self._lying.items())
            if lying.face is None and self._needs(lying.place, seats)
        )

    def _needs(self, place: Place, seats: Collection[Seat]) -> bool:
        """Tell whether some seats are needed to read what lies in a place."""
        if place.owner is not None:
            return place.owner in seats
        return any(seat in seats for seat in self.keys(place.key).share)

    def keys_in_use(self, saved: object) -> frozenset[str]:
        """
        Name the keys that are needed as it lies now, or as it lay when it was saved.

        The newest is among them, whatever lies under it: nonces may come of it.
        """
        if not isinstance(saved, _Saved):
            raise LocalProtocolError("nothing that was saved of a layout")
        lying = (*self._lying.values(), *saved.lying.values())
        # A key that was made since then may have no cards yet.
        made = self._keys.keys() - saved.keys.keys()
        newest = itertools.islice(reversed(self._keys), 1)
        hidden = (it.place.key for it in lying if it.face is None)
        return frozenset({*made, *newest, *hidden})

    def forget(self, slots: Collection[Slot]) -> None:
        """Leave cards out of the game."""
        for slot in slots:
            del self._lying[slot]
        lying = self._lying.values()
        face_down = {it.place.deck for it in lying if it.face is None}
        for deck in self._hidden.keys() - face_down:
            self._hidden[deck] = frozenset()

    def save(self) -> object:
        """Give all there is, as it is now."""
        last = self._last or _Saved({}, {}, {}, (), {}, (), {})
        self._last = _Saved(
            _copied(self._keys, last.keys),
            _copied(self._lying, last.lying),
            _copied(self._hidden, last.hidden),
            self._mixed,
            _copied(self._given, last.given),
            self._pile,
            _copied(self._picked, last.picked),
        )
        return self._last

    def restore(self, saved: object) -> None:
        """Go back to what `save` gave; it may be gone back to again."""
        if not isinstance(saved, _Saved):
            raise LocalProtocolError("nothing that was saved of a layout")
        self._keys = dict(saved.keys)
        self._lying = dict(saved.lying)
        self._hidden = dict(saved.hidden)
        self._mixed, self._pile = saved.mixed, saved.pile
        self._given = dict(saved.given)
        self._picked = dict(saved.picked)

    def _shown(self, cards: Sequence[Card]) -> list[Slot]:
        """Give where cards lay, all saw them, that go back into a deck."""
        lying = self._lying.items()
        return [slot for slot, it in lying if it.face is not None and it.face in cards]

    def _hide(self, deck: Deck) -> None:
        """Remember which cards may lie in a deck that is mixed."""
        if deck.name in self._hidden:
            raise LocalProtocolError(f"two decks are called {deck.name!r:.80}")
        hidden = frozenset(deck.cards)
        for other, cards in self._hidden.items():
            if cards & hidden:
                raise LocalProtocolError(
                    f"{deck.name!r:.80} has a card of {other!r:.80}"
                )
        for slot in deck.slots:
            place, _, _, face, _ = self.at(slot)
            hidden |= self._hidden[place.deck] if face is None else {face}
        self._hidden[deck.name] = hidden

    def _show(self, slot: Slot, face: Card) -> None:
        self._find(face)
        lying = self.at(slot)
        place = lying.place._replace(owner=None, shown=True)
        self._lying[slot] = Lying(place, lying.card, lying.position, face)

    def _find(self, face: Card) -> None:
        """Know that a card lies face down nowhere any more."""
        for deck, hidden in self._hidden.items():
            if face in hidden:
                self._hidden[deck] = hidden - {face}


def _copied(now: Mapping[K, V], before: Mapping[K, V]) -> Mapping[K, V]:
    """Give a copy, or an earlier one if that is the same."""
    return before if now == before else dict(now)
