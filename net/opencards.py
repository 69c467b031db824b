"""
Suite 0, "open": the same phases as with sealed cards, but nothing is sealed.

It is meant for tests and for games in one process: at a network table, everybody could
work out every card. A mix is a public permutation that depends on the game and the
deck. Choices are committed and revealed as in any suite.
docs/PROTOCOL.md (The open suite) fixes the bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

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
    Move,
    Offer,
    Pass,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
    permutation,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import disclosures
from sealed_wonders.net.cards import (
    PostponedProofs,
    RevealedBody,
    Took,
    UsedBody,
    ValidBody,
    Workers,
    Wrong,
    check_decided,
    check_declared,
    check_empty,
    check_nonce,
    check_text,
    finding_on,
)
from sealed_wonders.net.disclosures import OpenedCard, ValidDisclosure
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import NOBODY, Body, Value, is_number
from sealed_wonders.net.plan import PhasePlan, Place, joint_keys, new_slots
from sealed_wonders.net.seed import Seed


class _Lying(NamedTuple):
    card: Card
    place: Place
    peeked: frozenset[Seat] = frozenset()
    """Seats that have looked at the card and left it in place."""


@dataclass(frozen=True, slots=True)
class _RevealedCard(RevealedBody):
    """A move from a hand, with the card that it uses, even if that stays face down."""

    used: Slot


@dataclass(frozen=True, slots=True)
class _TookCard(Took):
    used: Slot | None


class OpenCards:
    """
    The cards of a table that hides nothing.

    Card numbers stay inside this class. The fold learns only faces that it would learn
    from sealed cards, and a seat only those that it would see.
    """

    strictness = "open"

    def __init__(self, gid: bytes, shows: Callable[[str], bool]) -> None:
        """
        Create a table without any cards.

        Args:
            shows: return whether a move shows the card that it uses.
        """
        self._gid = gid
        self._shows = shows
        self._lying: dict[Slot, _Lying] = {}
        self._pile: tuple[Slot, ...] = ()
        """The mixed pile of the current look."""

    def place(self, slot: Slot) -> Place:
        return self._at(slot).place

    def faces(self, seat: Seat) -> dict[Slot, Card]:
        """Return the faces that a seat may see."""
        return {
            slot: card
            for slot, (card, place, peeked) in self._lying.items()
            if place.shown or place.owner == seat or seat in peeked
        }

    def peeked(self, seat: Seat) -> dict[Slot, Card]:
        """Return the faces of cards that a seat has peeked at and left in place."""
        return {slot: at.card for slot, at in self._lying.items() if seat in at.peeked}

    def usable(self, task: PhasePlan, seat: Seat) -> dict[Slot, Card]:
        """Return the faces of the cards that a seat may use in the current choice."""
        match task.ask:
            case Choose(offers) if seat in offers:
                return {slot: self._at(slot).card for slot in offers[seat].hand}
            case Look(looker, pile) if seat == looker and task.last:
                cards = [self._at(slot).card for slot in self._pile]
                return dict(zip(pile, cards, strict=True))
        return {}

    def own(self, seat: Seat) -> Collection[Slot]:
        seen = self.faces(seat)
        return [slot for slot in sorted(seen) if not self.place(slot).shown]

    def opens(self, task: PhasePlan, seat: Seat, text: str) -> bool:
        """Return whether a move in the current choice shows the card that it uses."""
        match task.ask:
            case Choose(offers):
                return offers[seat].shown and self._shows(text)
        return self._shows(text)

    def check(
        self, task: PhasePlan, seat: Seat, body: Body, *, is_known: bool = False
    ) -> ValidBody:
        match task.phase.kind, task.ask:
            case (("PICK" | "DECIDE"), _):
                return check_decided(body)
            case "DECLARE", _:
                return check_declared(seat, body)
            case "REVEAL", Choose(offers):
                return self._check_reveal(task, offers[seat], seat, body)
            case "CHOOSE", Choose(offers):
                return self._check_alone(task, offers[seat], seat, body)
            case "CHOOSE", Look():
                return self._check_look(task, seat, body)
            case "AFTER", _:
                return self._check_disclosed(body)
        return check_empty(body)

    def check_together(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        return [finding_on(partial(self.check, *it)) for it in said]

    def postpone(self) -> PostponedProofs:
        return _NoProofs(self)

    def close(
        self, task: PhasePlan, said: Mapping[Seat, ValidBody]
    ) -> Mixed | Dealt | TurnedUp | None:
        number = task.phase.number
        match task.ask:
            case Shuffle(decks) if task.last:
                return self._mix(number, decks)
            case Deal(hands, peek):
                return self._peek(hands) if peek else self._deal(number, hands)
            case TurnUp(slots):
                return self._turn_up(slots)
            case Choose(offers):
                self._use(offers, said)
            case Look(seat, pile) if task.phase.kind == "DEAL":
                self._begin_look(task, seat, pile)
            case Look(seat) if task.last:
                self._end_look(said[seat])
        return None

    def save(self) -> object:
        return dict(self._lying), self._pile

    def restore(self, saved: object) -> None:
        match saved:
            case (dict(lying), tuple(pile)):
                self._lying, self._pile = dict(lying), pile

    def passed_on(self, revealed: ValidBody, passed: ValidBody) -> ValidBody:
        return revealed

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        # Unseen cards would be under a key of all seats in the game.
        return tuple(
            sorted(
                slot
                for slot, (_, place, _) in self._lying.items()
                if not place.shown and (place.owner is None or place.owner in seats)
            )
        )

    def keys_in_use(self, saved: object) -> frozenset[str]:
        return frozenset()

    def forget(self, slots: Collection[Slot]) -> None:
        for slot in slots:
            del self._lying[slot]

    # Check bodies.

    def _check_reveal(
        self, task: PhasePlan, offer: Offer, seat: Seat, body: Body
    ) -> _RevealedCard:
        match body:
            case (nonce, payload, card):
                text = check_text(payload)
                used = self._find(offer.hand, card)
                answer = self._answer(task, offer, seat, text, used)
                return _RevealedCard(check_nonce(nonce), text.encode(), answer, used)
        raise Wrong("not a nonce with a move and a card: {what}", what=shown(body))

    def _check_alone(
        self, task: PhasePlan, offer: Offer, seat: Seat, body: Body
    ) -> _TookCard:
        text, taken = self._check_opened(body, offer.hand)
        if not offer.hand:
            return _TookCard(Chosen(seat, text), None)
        (used,) = offer.hand
        if (taken is not None) != self.opens(task, seat, text):
            raise Wrong("{what} doesn't match the revealed card", what=shown(text))
        return _TookCard(self._answer(task, offer, seat, text, used), used)

    def _check_look(self, task: PhasePlan, seat: Seat, body: Body) -> _TookCard:
        text, taken = self._check_opened(body, self._pile)
        if (taken is not None) != self.opens(task, seat, text):
            raise Wrong("{what} doesn't match the revealed card", what=shown(text))
        face = None if taken is None else self._at(taken).card
        slots = new_slots(task.phase.number, seat, len(self._pile))
        left = len(self._pile) - (taken is not None)
        looked = Looked(text, face, slots[:left], *slots[left:])
        return _TookCard(looked, taken)

    def _check_opened(
        self, body: Body, slots: Sequence[Slot]
    ) -> tuple[str, Slot | None]:
        """Parse the body of a CHOOSE: a move, and the card that it opens, if any."""
        match body:
            case (payload, ()):
                return check_text(payload), None
            case (payload, ((position, card, None),)):
                text = check_text(payload)
                if not is_number(position, len(slots)):
                    raise Wrong(
                        "not one of {n} positions: {position}",
                        n=len(slots),
                        position=shown(position),
                    )
                slot = slots[position]
                if self._find(slots, card) != slot:
                    raise Wrong("a different card is there: {what}", what=shown(body))
                return text, slot
        raise Wrong("not a move with the card that it opens: {what}", what=shown(body))

    def _check_disclosed(self, body: Body) -> ValidDisclosure:
        openings = disclosures.read(body)
        for slot, card, proof in openings:
            if proof is not None or self._at(slot).card != card:
                raise Wrong("a different card is there: {what}", what=shown(card))
        return ValidDisclosure({it.slot: it.card for it in openings})

    def _answer(
        self, task: PhasePlan, offer: Offer, seat: Seat, text: str, used: Slot
    ) -> Chosen:
        face = self._at(used).card if self.opens(task, seat, text) else None
        slot, *rest = new_slots(task.phase.number, seat, len(offer.hand))
        return Chosen(seat, text, face, slot, tuple(rest))

    def _find(self, slots: Sequence[Slot], card: Value) -> Slot:
        if type(card) is int:
            for slot in slots:
                if self._at(slot).card == card:
                    return slot
        raise Wrong("not one of the cards to choose from: {what}", what=shown(card))

    # Apply phases.

    def _mix(self, number: int, decks: Sequence[Deck]) -> Mixed:
        keys = joint_keys(decks, self.place)
        mixed, first = [], 0
        for deck, key in zip(decks, keys, strict=True):
            cards = [self._lying.pop(slot).card for slot in deck.slots]
            for slot in [it for it, at in self._lying.items() if at.card in deck.cards]:
                # The card was open, and returns to the deck.
                del self._lying[slot]
            cards += deck.cards
            order = permutation(self._gid, deck.name, len(cards))
            slots = new_slots(number, NOBODY, len(cards), first)
            first += len(cards)
            place = Place(deck.name, key)
            for slot, i in zip(slots, order, strict=True):
                self._lying[slot] = _Lying(cards[i], place)
            mixed.append(slots)
        return Mixed(tuple(mixed))

    def _peek(self, hands: Mapping[Seat, tuple[Slot, ...]]) -> Dealt:
        for seat, hand in hands.items():
            for slot in hand:
                lying = self._at(slot)
                self._lying[slot] = lying._replace(peeked=lying.peeked | {seat})
        return Dealt(hands)

    def _deal(self, number: int, hands: Mapping[Seat, tuple[Slot, ...]]) -> Dealt:
        return Dealt(
            {
                seat: self._move(new_slots(number, seat, len(hand)), hand, owner=seat)
                for seat, hand in hands.items()
            }
        )

    def _turn_up(self, slots: Sequence[Slot]) -> TurnedUp:
        for slot in slots:
            self._show(slot)
        return TurnedUp(tuple(self._at(slot).card for slot in slots))

    def _use(
        self, offers: Mapping[Seat, Offer], said: Mapping[Seat, ValidBody]
    ) -> None:
        for seat, what in said.items():
            if isinstance(what, _RevealedCard | _TookCard):
                self._choose(offers[seat], what)

    def _choose(self, offer: Offer, what: _RevealedCard | _TookCard) -> None:
        match what.answer, what.used:
            case Chosen(seat, _, face, int(slot), left), int(used):
                # Sorted by number, so that the position in the hand reveals nothing.
                rest = sorted(
                    (other for other in offer.hand if other != used),
                    key=lambda other: self._at(other).card,
                )
                self._move([slot], [used], owner=seat)
                if face is not None:
                    self._show(slot)
                to = offer.rest.seat if isinstance(offer.rest, Pass) else seat
                self._move(left, rest, owner=to)

    def _begin_look(self, task: PhasePlan, seat: Seat, pile: Sequence[Slot]) -> None:
        name = task.phase.deck
        cards = [self._lying.pop(slot).card for slot in pile]
        order = permutation(self._gid, name, len(cards))
        self._pile = new_slots(task.phase.number, seat, len(cards))
        for slot, i in zip(self._pile, order, strict=True):
            self._lying[slot] = _Lying(cards[i], Place(name, name, seat))

    def _end_look(self, what: ValidBody) -> None:
        if not isinstance(what, _TookCard):
            return
        left = [slot for slot in self._pile if slot != what.used]
        if what.used is not None and what.answer.slot is not None:
            self._lying[what.answer.slot] = self._lying.pop(what.used)
            self._show(what.answer.slot)
        for new, old in zip(what.answer.rest, left, strict=True):
            self._lying[new] = self._lying.pop(old)
        self._pile = ()

    def _move(
        self, to: Sequence[Slot], slots: Sequence[Slot], owner: Seat
    ) -> tuple[Slot, ...]:
        for new, old in zip(to, slots, strict=True):
            card, place, _ = self._lying.pop(old)
            self._lying[new] = _Lying(card, place._replace(owner=owner))
        return tuple(to)

    def _show(self, slot: Slot) -> None:
        card, place, _ = self._at(slot)
        self._lying[slot] = _Lying(card, place._replace(owner=None, shown=True))

    def _at(self, slot: Slot) -> _Lying:
        try:
            return self._lying[slot]
        except KeyError:
            raise LocalProtocolError(f"there is no slot {slot!r:.80}") from None


class OpenSecrets:
    """Faces that one seat at an open table may see, and its bodies."""

    def __init__(self, seat: Seat, cards: OpenCards, seed: Seed | None = None) -> None:
        self._seat = seat
        self._cards = cards
        self._seed = seed

    def recall(self, kept: bytes) -> None:
        if kept:
            raise ValueError(Sentence("a table with open cards has no secrets to keep"))

    def entrusted(self, keys: Collection[str]) -> tuple[bytes, ...]:
        return ()

    def check(self, keys: Collection[str]) -> None:
        pass

    def parts_of(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        return ()

    def parts_for(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        return ()

    def hold(
        self, author: Seat, part: bytes, keep: Callable[[str], None] = lambda deck: None
    ) -> str | None:
        raise ValueError(Sentence("a table with open cards has no secrets to keep"))

    def gather(self, holder: Seat, part: bytes) -> None:
        raise ValueError(Sentence("a table with open cards has no secrets to keep"))

    def nonce(self, task: PhasePlan, ctx: bytes, payload: bytes) -> bytes | None:
        return None if self._seed is None else self._seed.nonce(ctx, payload)

    def discard(self) -> None:
        self._seed = None

    def faces(self) -> Mapping[Slot, Card]:
        return dict(sorted(self._cards.faces(self._seat).items()))

    def hand(self, task: PhasePlan) -> Mapping[Slot, Card]:
        return {**self._usable(task), **self._cards.peeked(self._seat)}

    def speak(self, task: PhasePlan) -> UsedBody:
        return UsedBody(())

    def commit(self, task: PhasePlan, move: Move, commitment: bytes) -> Body:
        return (commitment,)

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        payload = move.text.encode()
        hand = self._usable(task)
        if not hand:
            return (nonce, payload)
        # A move that uses no card still names the first one, which stays in place.
        slot = next(iter(hand)) if move.slot is None else move.slot
        return (nonce, payload, hand[slot])

    def choose(self, task: PhasePlan, move: Move) -> Body:
        payload = move.text.encode()
        hand = self._usable(task)
        if move.slot is None or not self._cards.opens(task, self._seat, move.text):
            return (payload, ())
        position = list(hand).index(move.slot)
        return (payload, ((position, hand[move.slot], None),))

    def disclose(self, task: PhasePlan) -> Body:
        faces, own = self._cards.faces(self._seat), self._cards.own(self._seat)
        return tuple(OpenedCard(slot, faces[slot], None).body for slot in own)

    def _usable(self, task: PhasePlan) -> Mapping[Slot, Card]:
        return self._cards.usable(task, self._seat)


class _NoProofs:
    """Checks everything at once, since open cards need no proofs."""

    size = 0

    def __init__(self, cards: OpenCards) -> None:
        self.check = cards.check_together

    def hold(self, workers: Workers) -> bool:
        return True
