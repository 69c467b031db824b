"""
The places of all sealed cards of a table, as everybody knows them.

Theory of operation
-------------------

A card is an ElGamal ciphertext under a key of ristretto255; a `Slot` is its place. The
layout maps slots to ciphertexts. Everything in it follows from the log, so each fold
has the same layout. Only the key of a card determines who can read it:

- In a deck, the key is joint: Y, the sum of all seats' share keys. All seats have to
  help to decrypt. The first contents of a deck are public (`known`: the ciphertext has
  the random number 1).
- MIX: each seat in turn permutes and re-encrypts the ciphertexts of the previous seat,
  and proves it. After the last seat, nobody knows the order, as long as one of them
  keeps its permutation secret.
- DEAL, OPEN_SHARE and LOOK_X move a card from one key to another. In a DEAL, every seat
  removes its share and adds the recipient's hand key in a single step, so the card is
  never readable on the way. In an OPEN_SHARE, it only removes its share; then everybody
  sees the point.
- PICK: before a choice, the holder shuffles the hand once more under its own key, with
  the card to be used in front. So cards that are revealed, passed on or kept don't show
  their former places in the hand.
- A look uses all of these: LOOK_X moves the cards of the pile to the joint key; then
  they are mixed, and dealt to the looker.

The `Deck` of a request names a mix; `Place.key` names the KEY phase that made a card's
key. They differ if a deck is mixed again: it keeps its key, and one KEY serves all
decks of one Shuffle.

Invariants, and their reasons:

- Query methods change nothing. The others (from `make_keys` on) are called by
  `SealedCards.close`, and when seats are removed, between two phases. So a whole phase
  is checked against one layout.
- A slot has a name once, by phase, seat and number, and isn't reused. A card that went
  through a shuffle gets a new slot: the shuffle is meant to break the link to its old
  place.
- All cards of one deck, and of one hand, are under one key, so that one proof covers
  them.
- `_hidden` contains, for each deck, the cards that could still lie in it face down. The
  proofs show that a card belongs to the game; only this set shows that it belongs to
  the deck, and that none turns up twice.
- When seats are removed (`sealed_wonders.net.fold`), the layout returns to its state at
  the start of the request, and forgets what can't be read without them. A deck without
  face-down cards hides nothing, so its cards may be mixed again.
- The ciphertext of a card doesn't change in a peek. The seat that peeked has a
  ciphertext of its own (`PlacedCard.peeked`), so the card can still be dealt to somebody
  else or turned up.
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
from sealed_wonders.net.plan import PhasePlan, Place, joint_keys, new_slots
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import Point

K = TypeVar("K")
V = TypeVar("V")

Cards = tuple[Ciphertext, ...]


class SecretPart(NamedTuple):
    """A part of a seat's two secrets, held by another seat."""

    share: Point
    hand: Point
    box: bytes
    """The part, sealed for its holder."""


class PhaseKeys(NamedTuple):
    """Keys made in a KEY phase."""

    joint: Point
    """Sum of the share keys."""
    share: Mapping[Seat, Point]
    hand: Mapping[Seat, Point]
    parts: Mapping[Seat, Mapping[Seat, SecretPart]] = MappingProxyType({})
    """By seat and by holder; empty unless the table allows `rescue`."""
    prev: bytes = b""
    """Digest of the log before that phase."""


class PlacedCard(NamedTuple):
    """A card in its place."""

    place: Place
    card: Ciphertext
    position: int = 0
    """Position in the deck as it was mixed."""
    face: Card | None = None
    """Face of the card if everybody sees it."""
    peeked: Mapping[Seat, Ciphertext] = MappingProxyType({})
    """Ciphertexts for the seats that have peeked at the card and left it in place."""


class Portion(NamedTuple):
    """Cards dealt to one seat, all from one deck and under one key."""

    seat: Seat
    place: Place
    cards: Cards


class _Saved(NamedTuple):
    keys: Mapping[str, PhaseKeys]
    lying: Mapping[Slot, PlacedCard]
    hidden: Mapping[str, frozenset[Card]]
    mixed: tuple[Cards, ...]
    given: Mapping[Slot, Ciphertext]
    pile: tuple[Slot, ...]
    picked: Mapping[Seat, Cards]


class Layout:
    """
    The cards of one table.

    Queries come first, then the methods that apply a closed phase.
    """

    def __init__(self, known: Callable[[Card, Point], Ciphertext]) -> None:
        """
        Create the layout of a table that has no cards yet.

        Args:
            known: encrypt a public card with a key.
        """
        self._known = known
        self._keys: dict[str, PhaseKeys] = {}
        self._lying: dict[Slot, PlacedCard] = {}
        self._hidden: dict[str, frozenset[Card]] = {}
        """By deck, the cards that may lie in it face down."""
        self._mixed: tuple[Cards, ...] = ()
        """Results of the mixes so far of the current decks or pile."""
        self._given: dict[Slot, Ciphertext] = {}
        """Ciphertexts of the current pile's cards under the joint key."""
        self._pile: tuple[Slot, ...] = ()
        """The current pile as it was dealt to the looker."""
        self._picked: dict[Seat, Cards] = {}
        self._last: _Saved | None = None
        """
        The last snapshot. Most of it doesn't change between phases, and is shared.
        """

    # Queries.

    def at(self, slot: Slot) -> PlacedCard:
        """
        Return the card in a slot.

        Raises:
            LocalProtocolError: there is no such slot.
        """
        try:
            return self._lying[slot]
        except KeyError:
            raise LocalProtocolError(f"there is no slot {slot!r:.80}") from None

    def seen(self, seat: Seat) -> Mapping[Slot, PlacedCard]:
        """Return the cards whose faces a seat may see, ascending by slot."""
        return {
            slot: lying._replace(card=lying.peeked[seat])
            if seat in lying.peeked
            else lying
            for slot, lying in sorted(self._lying.items())
            if lying.place.shown or lying.place.owner == seat or seat in lying.peeked
        }

    def peeked(self, seat: Seat) -> Mapping[Slot, PlacedCard]:
        """Return the cards that a seat has peeked at and left in place."""
        return {
            slot: lying._replace(card=lying.peeked[seat])
            for slot, lying in self._lying.items()
            if seat in lying.peeked
        }

    def own(self, seat: Seat) -> Mapping[Slot, PlacedCard]:
        """
        Return the face-down cards that only this seat can read, with its ciphertexts.
        """
        return {
            slot: lying for slot, lying in self.seen(seat).items() if lying.face is None
        }

    def usable(self, task: PhasePlan, seat: Seat) -> Mapping[Slot, PlacedCard]:
        """Return the cards that a seat may choose from, by the slots of the request."""
        match task.ask:
            case Choose(offers) if seat in offers:
                return {slot: self.at(slot) for slot in offers[seat].hand}
            case Look(looker, pile) if seat == looker and task.last:
                return dict(zip(pile, map(self.at, self._pile), strict=True))
        return {}

    def keys(self, deck: str) -> PhaseKeys:
        """Return the keys made in the KEY phase of a deck."""
        try:
            return self._keys[deck]
        except KeyError:
            raise LocalProtocolError(f"no key was made for {deck!r:.80}") from None

    def last_key(self, seat: Seat) -> str | None:
        """Return the name of the last key that a seat has a part in, or None."""
        decks = reversed(self._keys)
        return next((deck for deck in decks if seat in self._keys[deck].hand), None)

    def hides(self, deck: str, card: Card) -> bool:
        """Return whether a card may lie face down in a deck, or come from it."""
        return card in self._hidden[deck]

    def picked(self, seat: Seat) -> Cards:
        """Return a seat's hand in its PICK: the card used, then the rest."""
        return self._picked[seat]

    def unmixed(
        self, task: PhasePlan, ahead: tuple[Cards, ...] = ()
    ) -> tuple[tuple[str, Point, Cards], ...]:
        """
        Return the cards with which a MIX begins, for each deck that has cards.

        With each deck's cards come its name and its key.

        Args:
            ahead: results of the mixes before it, if they aren't applied yet.
        """
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
        # The first seat mixes the cards in place; each other seat, the previous seat's
        # result.
        mixed = (
            ahead
            or self._mixed
            or tuple(self._entries(deck, key) for deck, key in named)
        )
        return tuple(
            (deck.name, key, cards)
            for (deck, key), cards in zip(named, mixed, strict=True)
        )

    def portions(self, task: PhasePlan) -> tuple[Portion, ...]:
        """Return the cards that the open DEAL deals to each seat, ascending."""
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
        """
        Return the cards of a pile that belong to a seat, by the deck of their key.
        """
        found: dict[str, list[Slot]] = {}
        for slot in pile:
            place = self.at(slot).place
            if place.owner == seat:
                found.setdefault(place.key, []).append(slot)
        return found

    def _entries(self, deck: Deck, key: Point) -> Cards:
        """Return the contents of a deck before it is mixed."""
        return (
            *(self._entry(slot, key) for slot in deck.slots),
            *(self._known(card, key) for card in deck.cards),
        )

    def _entry(self, slot: Slot, key: Point) -> Ciphertext:
        lying = self.at(slot)
        if lying.face is not None:
            # Its key is that of the seat that showed it. A public card needs no proof.
            return self._known(lying.face, key)
        return self._given.get(slot, lying.card)

    # Applying phases.

    def make_keys(self, deck: str, keys: PhaseKeys) -> None:
        if deck in self._keys:
            raise LocalProtocolError(f"two decks are called {deck!r:.80}")
        self._keys[deck] = keys

    def mix(self, mixed: tuple[Cards, ...]) -> None:
        """Apply one seat's mix of each deck that has cards."""
        self._mixed = mixed

    def lay(self, number: int, decks: Sequence[Deck]) -> Mixed:
        """Lay out the decks that all seats have mixed."""
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
                self._lying[slot] = PlacedCard(place, card, position)
            laid.append(slots)
        self._mixed = ()
        return Mixed(tuple(laid))

    def peek(
        self, hands: Mapping[Seat, tuple[Slot, ...]], portions: Sequence[Portion]
    ) -> Dealt:
        """Show dealt cards to seats, leaving them in place."""
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
        """Lay dealt cards into hands, in the order of the request."""
        made = {
            seat: new_slots(number, seat, len(hand)) for seat, hand in hands.items()
        }
        for seat, place, cards in portions:
            for slot in hands[seat]:
                del self._lying[slot]
            theirs = place._replace(owner=seat)
            for slot, card in zip(made[seat], cards, strict=True):
                self._lying[slot] = PlacedCard(theirs, card)
        return Dealt(made)

    def turn_up(self, faces: Mapping[Slot, Card]) -> None:
        for slot, face in faces.items():
            self._show(slot, face)

    def pick(self, picked: Mapping[Seat, Cards]) -> None:
        """Put hands in the order in which they will be used."""
        self._picked = dict(picked)

    def use(self, offer: Offer, answer: Chosen, cards: Cards) -> None:
        """Let a seat use its first card; the rest goes where the offer says."""
        if answer.slot is None:
            return
        place = self.at(offer.hand[0]).place
        for slot in offer.hand:
            del self._lying[slot]
        to = offer.rest.seat if isinstance(offer.rest, Pass) else answer.seat
        used, *rest = cards
        self._lying[answer.slot] = PlacedCard(place, used)
        if answer.face is not None:
            self._show(answer.slot, answer.face)
        theirs = place._replace(owner=to)
        for slot, card in zip(answer.rest, rest, strict=True):
            self._lying[slot] = PlacedCard(theirs, card)

    def hand_in(self, given: Mapping[Slot, Ciphertext]) -> None:
        """Put cards of a pile under the joint key."""
        self._given.update(given)

    def begin_look(self, number: int, pile: Sequence[Slot], portion: Portion) -> None:
        """Lay the mixed pile before the looker."""
        seat, place, cards = portion
        self._hide(Deck(place.deck, tuple(pile), ()))
        for slot in pile:
            del self._lying[slot]
        self._pile = new_slots(number, seat, len(cards))
        theirs = place._replace(owner=seat)
        for position, (slot, card) in enumerate(zip(self._pile, cards, strict=True)):
            self._lying[slot] = PlacedCard(theirs, card, position)
        self._mixed, self._given = (), {}

    def end_look(self, answer: Looked, position: int | None) -> None:
        """
        Show one card of the pile to everybody, or none; the looker keeps the rest.
        """
        left = [self._lying.pop(slot) for slot in self._pile]
        if position is not None and answer.slot is not None:
            self._lying[answer.slot] = left.pop(position)
            if answer.face is not None:
                self._show(answer.slot, answer.face)
        self._lying.update(zip(answer.rest, left, strict=True))
        self._pile = ()

    # Removing seats.

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        """Return the slots that become unreadable without some seats, ascending."""
        return tuple(
            slot
            for slot, lying in sorted(self._lying.items())
            if lying.face is None and self._needs(lying.place, seats)
        )

    def _needs(self, place: Place, seats: Collection[Seat]) -> bool:
        """Return whether reading a card in a place needs one of these seats."""
        if place.owner is not None:
            return place.owner in seats
        return any(seat in seats for seat in self.keys(place.key).share)

    def keys_in_use(self, saved: object) -> frozenset[str]:
        """
        Return the names of the keys that the current layout or a snapshot needs.

        The newest key is always included, because nonces may be derived from it.
        """
        if not isinstance(saved, _Saved):
            raise LocalProtocolError("nothing that was saved of a layout")
        lying = (*self._lying.values(), *saved.lying.values())
        # Keys made since then may have no cards yet.
        made = self._keys.keys() - saved.keys.keys()
        newest = itertools.islice(reversed(self._keys), 1)
        hidden = (it.place.key for it in lying if it.face is None)
        return frozenset({*made, *newest, *hidden})

    def forget(self, slots: Collection[Slot]) -> None:
        """Take cards out of the game."""
        for slot in slots:
            del self._lying[slot]
        lying = self._lying.values()
        face_down = {it.place.deck for it in lying if it.face is None}
        for deck in self._hidden.keys() - face_down:
            self._hidden[deck] = frozenset()

    def save(self) -> object:
        """Return a snapshot for `restore`; later changes of the layout don't affect it."""
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
        """Return to a snapshot from `save`; the snapshot can be used again."""
        if not isinstance(saved, _Saved):
            raise LocalProtocolError("nothing that was saved of a layout")
        self._keys = dict(saved.keys)
        self._lying = dict(saved.lying)
        self._hidden = dict(saved.hidden)
        self._mixed, self._pile = saved.mixed, saved.pile
        self._given = dict(saved.given)
        self._picked = dict(saved.picked)

    def _shown(self, cards: Sequence[Card]) -> list[Slot]:
        """Return the slots of face-up cards that go back into a deck."""
        lying = self._lying.items()
        return [slot for slot, it in lying if it.face is not None and it.face in cards]

    def _hide(self, deck: Deck) -> None:
        """Record the cards that may lie in a deck that is mixed."""
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
        self._lying[slot] = PlacedCard(place, lying.card, lying.position, face)

    def _find(self, face: Card) -> None:
        """Record that a card no longer lies face down anywhere."""
        for deck, hidden in self._hidden.items():
            if face in hidden:
                self._hidden[deck] = hidden - {face}


def _copied(now: Mapping[K, V], before: Mapping[K, V]) -> Mapping[K, V]:
    """Return a copy, or the earlier copy if nothing has changed."""
    return before if now == before else dict(now)
