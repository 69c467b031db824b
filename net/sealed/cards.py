"""
Suite 2, "sealed": cards are ciphertexts that everybody has, and every step is proven.

A hand consists of ciphertexts under its holder's key. This module checks what a body
must prove, and applies the result to the cards.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Look,
    Looked,
    Mixed,
    Offer,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net import disclosures, notices
from sealed_wonders.net.cards import (
    Committed,
    PostponedProofs,
    RevealedBody,
    Took,
    ValidBody,
    Workers,
    Wrong,
    check_decided,
    check_declared,
    finding_on,
    is_chain_of,
)
from sealed_wonders.net.disclosures import ValidDisclosure
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.plan import PhasePlan, Place, new_slots
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import Point
from sealed_wonders.net.sealed.layout import (
    Cards,
    Layout,
    PhaseKeys,
    Portion,
    SecretPart,
)
from sealed_wonders.net.sealed.scalars import BadEncoding
from sealed_wonders.net.sealed.verifier import Noted, Verifier

T = TypeVar("T", bound=ValidBody)


@dataclass(frozen=True, slots=True)
class _Keys(ValidBody):
    share: Point
    hand: Point
    parts: Mapping[Seat, SecretPart]


@dataclass(frozen=True, slots=True)
class _Mixed(ValidBody):
    decks: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class _Handed(ValidBody):
    parts: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class _Shared(ValidBody):
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Picked(Committed):
    hand: Cards


@dataclass(frozen=True, slots=True)
class _RevealedCards(RevealedBody):
    cards: Cards
    """The card used, then the rest as it lies from now on."""


@dataclass(frozen=True, slots=True)
class _PassedAgain(ValidBody):
    rest: Cards


@dataclass(frozen=True, slots=True)
class _TookCard(Took):
    position: int | None
    """Position of the card that is opened, or None."""


class SealedCards:
    """The cards of a table that hides them."""

    def __init__(
        self,
        cards: int,
        shows: Callable[[str], bool],
        verifier: Verifier,
        *,
        rescues: bool = False,
    ) -> None:
        """
        Create a table without any cards.

        Args:
            cards: the number of different cards in the game.
            shows: return whether a move shows the card that it uses.
            verifier: how strictly proofs are checked.
            rescues: whether all others hold parts of a seat's secrets, and can give the
                seat away.
        """
        self.rescues = rescues
        self.layout = Layout(verifier.known)
        self.verifier = verifier
        self._cards = cards
        self._shows = shows
        self._ahead: tuple[Cards, ...] = ()

    @property
    def strictness(self) -> str:
        return self.verifier.strictness

    def place(self, slot: Slot) -> Place:
        return self.layout.at(slot).place

    def card_of(self, point: Point) -> Card:
        """
        Return the card that a point encodes.

        Raises:
            LocalProtocolError: the point isn't a card of the game.
        """
        try:
            return self.verifier.faces(self._cards)[point]
        except KeyError:
            raise _impossible() from None

    def own(self, seat: Seat) -> Collection[Slot]:
        return self.layout.own(seat).keys()

    def opens(self, task: PhasePlan, seat: Seat, text: str) -> bool:
        """Return whether a move in the current choice shows the card that it uses."""
        match task.ask:
            case Choose(offers):
                return offers[seat].shown and self._shows(text)
        return self._shows(text)

    # Check bodies.

    def check(
        self, task: PhasePlan, seat: Seat, body: Body, *, is_known: bool = False
    ) -> ValidBody:
        verifier = self.verifier.believing() if is_known else self.verifier
        return self._with(verifier)._read(task, seat, body)

    def check_together(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        read = self.read_together(said)
        if self.verifier.all_hold([it for _, some in read for it in some]):
            return [finding for finding, _ in read]
        is_chain = is_chain_of(task for task, _, _ in said)
        judged: list[ValidBody | Wrong] = []
        for finding, some in read:
            judged.append(self._judged(finding, some))
            if is_chain and isinstance(judged[-1], Wrong):
                break
        return judged

    def read_together(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[tuple[ValidBody | Wrong, Sequence[Noted]]]:
        """
        Check bodies but for their proofs; return what remains to be checked of each.
        """
        is_chain = is_chain_of(task for task, _, _ in said)
        read: list[tuple[ValidBody | Wrong, Sequence[Noted]]] = []
        cards = self
        for task, seat, body in said:
            noted: list[Noted] = []
            reader = cards._with(self.verifier.noting(noted))
            finding = finding_on(partial(reader._read, task, seat, body))
            # Of a body that can't be read on, too: an invalid proof before that is told.
            read.append((finding, noted))
            if is_chain and isinstance(finding, Wrong):
                break
            if is_chain and isinstance(finding, _Mixed):
                # The next mix begins with these cards, as soon as this phase closes.
                cards = cards._with(self.verifier, finding.decks)
        return read

    def postpone(self) -> PostponedProofs:
        return _PostponedProofs(self)

    def _judged(
        self, finding: ValidBody | Wrong, noted: Sequence[Noted]
    ) -> ValidBody | Wrong:
        """
        Return a finding if everything noted for it holds, each proof alone.

        Otherwise, return the same reason as `check`, or programs would tell different ones.
        """
        try:
            for it in noted:
                self.verifier.confirm(it)
        except BadProof as error:
            return Wrong(sentence_of(error))
        return finding

    def _with(self, verifier: Verifier, mixed: tuple[Cards, ...] = ()) -> SealedCards:
        """
        Return a copy with the same cards and another verifier.

        Args:
            mixed: what the current decks have become in mixes that aren't applied yet.
        """
        cards = copy.copy(self)
        cards.verifier = verifier
        cards._ahead = mixed or self._ahead
        return cards

    def _read(self, task: PhasePlan, seat: Seat, body: Body) -> ValidBody:
        try:
            return self._check(task, seat, body)
        except (BadEncoding, BadProof) as error:
            raise Wrong(sentence_of(error)) from None

    def _check(self, task: PhasePlan, seat: Seat, body: Body) -> ValidBody:
        match task.phase.kind:
            case "KEY":
                return self._check_key(task, seat, body)
            case "MIX":
                return self._check_mix(task, seat, body)
            case "DEAL":
                dealings = statements.dealings(self.layout, task, seat)
                return self._check_handed(dealings, body)
            case "LOOK_X":
                handings = statements.handings_in(self.layout, task, seat)
                return self._check_handed(handings, body)
            case "OPEN_SHARE":
                return self._check_shared(task, seat, body)
            case "REPASS":
                return self._check_passed_again(task, seat, body)
            case "AFTER":
                return self._check_disclosed(task, seat, body)
        return self._check_choice(task, seat, body)

    def _check_choice(self, task: PhasePlan, seat: Seat, body: Body) -> ValidBody:
        """Check the body of a phase with choices."""
        match task.phase.kind, task.ask:
            case "PICK", _:
                return self._check_pick(task, seat, body)
            case "DECIDE", _:
                return check_decided(body)
            case "DECLARE", _:
                return check_declared(seat, body)
            case "REVEAL", _:
                return self._check_reveal(task, seat, body)
            case "CHOOSE", Choose(offers):
                return self._check_alone(task, offers[seat], seat, body)
            case "CHOOSE", Look():
                return self._check_look(task, seat, body)
        raise LocalProtocolError(f"nothing is said of cards in {task.phase!r:.80}")

    def _check_key(self, task: PhasePlan, seat: Seat, body: Body) -> _Keys:
        others = self.others(task, seat)
        key = bodies.read_key(body, len(others))
        share, hand = statements.key_places(task.prev, task.phase.deck, seat)
        parts = key.escrow and self.verifier.parts(
            key.escrow, len(others), Point(key.share.points), Point(key.hand.points)
        )
        return _Keys(
            self.verifier.key(share, key.share),
            self.verifier.key(hand, key.hand),
            dict(zip(others, parts or (), strict=True)),
        )

    def others(self, task: PhasePlan, seat: Seat) -> tuple[Seat, ...]:
        """
        Return the seats that hold parts of the secrets that a seat makes in a KEY.
        """
        # With two seats, one would hold all of the other's secrets, and couldn't remove
        # it anyway.
        seats = task.phase.seats
        is_shared = self.rescues and len(seats) > 2
        return tuple(other for other in seats if other != seat) if is_shared else ()

    def _check_mix(self, task: PhasePlan, seat: Seat, body: Body) -> _Mixed:
        stated = statements.mixings(self.layout, task, seat, self._ahead)
        decks = bodies.read_mix(body, [len(mixing.before) for mixing in stated])
        return _Mixed(tuple(map(self.verifier.mixed, stated, decks)))

    def _check_handed(
        self, stated: Sequence[statements.Handing], body: Body
    ) -> _Handed:
        parts = bodies.read_handed(body, [len(handing.points) for handing in stated])
        return _Handed(tuple(map(self.verifier.handed, stated, parts)))

    def _check_shared(self, task: PhasePlan, seat: Seat, body: Body) -> _Shared:
        stated = statements.sharings(self.layout, task, seat)
        shares = bodies.read_shares(body, len(stated))
        return _Shared(tuple(map(self.verifier.shared, stated, shares)))

    def _check_pick(self, task: PhasePlan, seat: Seat, body: Body) -> _Picked:
        stated = statements.picking(self.layout, task, seat)
        hand, commitment = bodies.read_pick(body, len(stated.before))
        return _Picked(commitment, self.verifier.picked(stated, hand))

    def _check_reveal(self, task: PhasePlan, seat: Seat, body: Body) -> _RevealedCards:
        passing = statements.passing(self.layout, task, seat)
        said = bodies.read_reveal(body, len(passing.cards) if passing else 0)
        face = self._check_opened(task, seat, said.text, said.opened)
        used, *rest = self.layout.picked(seat)
        if passing and said.passed:
            rest = list(self.verifier.passed(passing, said.passed))
        slot, *left = new_slots(task.phase.number, seat, 1 + len(rest))
        answer = Chosen(seat, said.text, face, slot, tuple(left))
        payload = said.text.encode()
        return _RevealedCards(said.nonce, payload, answer, (used, *rest))

    def _check_passed_again(
        self, task: PhasePlan, seat: Seat, body: Body
    ) -> _PassedAgain:
        passing = statements.passing(self.layout, task, seat)
        if passing is None:
            raise LocalProtocolError(
                f"seat {seat} passes nothing in {task.phase!r:.80}"
            )
        passed = bodies.read_passed(body, len(passing.cards))
        return _PassedAgain(self.verifier.passed(passing, passed))

    def _check_alone(
        self, task: PhasePlan, offer: Offer, seat: Seat, body: Body
    ) -> _TookCard:
        text, opened = bodies.read_choice(body, len(offer.hand))
        if not offer.hand:
            return _TookCard(Chosen(seat, text), None)
        face = self._check_opened(task, seat, text, opened)
        (slot,) = new_slots(task.phase.number, seat, 1)
        return _TookCard(Chosen(seat, text, face, slot), None if face is None else 0)

    def _check_look(self, task: PhasePlan, seat: Seat, body: Body) -> _TookCard:
        pile = self.layout.usable(task, seat)
        text, opened = bodies.read_choice(body, len(pile))
        face = self._check_opened(task, seat, text, opened)
        slots = new_slots(task.phase.number, seat, len(pile))
        left = len(pile) - (opened is not None)
        position = None if opened is None else opened.position
        return _TookCard(Looked(text, face, slots[:left], *slots[left:]), position)

    def _check_opened(
        self, task: PhasePlan, seat: Seat, text: str, opened: bodies.OpenedBody | None
    ) -> Card | None:
        """
        Return the card that is opened; it is opened if and only if the move shows it.
        """
        if (opened is not None) != self.opens(task, seat, text):
            raise Wrong(
                Sentence("{what} doesn't match the revealed card", what=shown(text))
            )
        if opened is None:
            return None
        lying = tuple(self.layout.usable(task, seat).values())[opened.position]
        if not self.layout.hides(lying.place.deck, opened.card):
            raise Wrong(Sentence("impossible card: {what}", what=shown(opened.card)))
        stated = statements.opening(self.layout, task, seat, opened.position)
        self.verifier.opened(stated, opened)
        return opened.card

    def _check_disclosed(
        self, task: PhasePlan, seat: Seat, body: Body
    ) -> ValidDisclosure:
        openings = disclosures.read(body)
        for slot, card, proof in openings:
            # The proof shows that no other card lies there. A relay can check only this
            # much.
            if not self.layout.hides(self.place(slot).deck, card):
                raise Wrong(Sentence("impossible card: {what}", what=shown(card)))
            opened = bodies.read_opening(card, proof)
            self.verifier.opened(
                statements.disclosing(self.layout, task, seat, slot), opened
            )
        return ValidDisclosure({it.slot: it.card for it in openings})

    # Apply phases.

    def close(
        self, task: PhasePlan, said: Mapping[Seat, ValidBody]
    ) -> Mixed | Dealt | TurnedUp | None:
        match task.phase.kind:
            case "KEY":
                self._make_keys(task, _each(said, _Keys))
            case "MIX":
                return self._mix(task, _each(said, _Mixed))
            case "DEAL":
                return self._deal(task, _each(said, _Handed))
            case "OPEN_SHARE":
                return self._turn_up(task, _each(said, _Shared))
            case "LOOK_X":
                self._hand_in(task, _each(said, _Handed))
            case "PICK":
                picked = _each(said, _Picked)
                self.layout.pick({seat: it.hand for seat, it in picked.items()})
            case "REVEAL":
                self._use(task, _each(said, _RevealedCards))
            case "CHOOSE":
                for took in _each(said, _TookCard).values():
                    self._take(task, took)
        return None

    def save(self) -> object:
        return self.layout.save()

    def restore(self, saved: object) -> None:
        self.layout.restore(saved)

    def passed_on(self, revealed: ValidBody, passed: ValidBody) -> ValidBody:
        match revealed, passed:
            case _RevealedCards(cards=(used, *_)), _PassedAgain(rest):
                return replace(revealed, cards=(used, *rest))
        raise LocalProtocolError(f"nothing was passed again: {passed!r:.80}")

    def lost(self, seats: Collection[Seat]) -> tuple[Slot, ...]:
        return self.layout.lost(seats)

    def keys_in_use(self, saved: object) -> frozenset[str]:
        return self.layout.keys_in_use(saved)

    def forget(self, slots: Collection[Slot]) -> None:
        self.layout.forget(slots)

    def _mix(self, task: PhasePlan, said: Mapping[Seat, _Mixed]) -> Mixed | None:
        for mixed in said.values():
            self.layout.mix(mixed.decks)
        match task.ask:
            case Shuffle(decks) if task.last:
                return self.layout.lay(task.phase.number, decks)
        return None

    def _deal(self, task: PhasePlan, said: Mapping[Seat, _Handed]) -> Dealt | None:
        number, portions = task.phase.number, self._dealt(task, said)
        match task.ask:
            case Deal(hands, peek=True):
                return self.layout.peek(hands, portions)
            case Deal(hands):
                return self.layout.deal(number, hands, portions)
            case Look(_, pile):
                (portion,) = portions
                self.layout.begin_look(number, pile, portion)
        return None

    def _use(self, task: PhasePlan, said: Mapping[Seat, _RevealedCards]) -> None:
        match task.ask:
            case Choose(offers):
                for seat, revealed in said.items():
                    self.layout.use(offers[seat], revealed.answer, revealed.cards)

    def _make_keys(self, task: PhasePlan, said: Mapping[Seat, _Keys]) -> None:
        share = {seat: keys.share for seat, keys in said.items()}
        hand = {seat: keys.hand for seat, keys in said.items()}
        joint = self.verifier.joint(share.values())
        parts = {seat: keys.parts for seat, keys in said.items() if keys.parts}
        self.layout.make_keys(
            task.phase.deck, PhaseKeys(joint, share, hand, parts, task.prev)
        )

    def _dealt(
        self, task: PhasePlan, said: Mapping[Seat, _Handed]
    ) -> Sequence[Portion]:
        """Combine the shares of all seats in each card that is dealt."""
        dealt = []
        for i, portion in enumerate(self.layout.portions(task)):
            given = zip(*(handed.parts[i] for handed in said.values()), strict=True)
            pairs = zip(portion.cards, given, strict=True)
            cards = tuple(itertools.starmap(self.verifier.dealt, pairs))
            dealt.append(portion._replace(cards=cards))
        return dealt

    def _hand_in(self, task: PhasePlan, said: Mapping[Seat, _Handed]) -> None:
        pile = task.ask.pile if isinstance(task.ask, Look) else ()
        for seat, handed in said.items():
            slots = self.layout.handed_in(pile, seat).values()
            self.layout.hand_in(
                {
                    slot: self.verifier.dealt(self.layout.at(slot).card, (given,))
                    for some, part in zip(slots, handed.parts, strict=True)
                    for slot, given in zip(some, part, strict=True)
                }
            )

    def _turn_up(self, task: PhasePlan, said: Mapping[Seat, _Shared]) -> TurnedUp:
        slots = task.ask.slots if isinstance(task.ask, TurnUp) else ()
        lying = [self.layout.at(slot) for slot in slots]
        shares = zip(*(shared.points for shared in said.values()), strict=True)
        faces = tuple(
            self.card_of(self.verifier.face(at.card, parts))
            for at, parts in zip(lying, shares, strict=True)
        )
        # Impossible where mixes were verified, since a shuffle keeps the cards. A relay
        # hasn't verified them, and must not report a card to the rules twice.
        decks = [at.place.deck for at in lying]
        if len(set(faces)) < len(faces) or not all(
            map(self.layout.hides, decks, faces)
        ):
            raise _impossible()
        self.layout.turn_up(dict(zip(slots, faces, strict=True)))
        return TurnedUp(faces)

    def _take(self, task: PhasePlan, took: _TookCard) -> None:
        match task.ask, took.answer:
            case Choose(offers), Chosen(seat) as answer:
                cards = [self.layout.at(slot).card for slot in offers[seat].hand]
                self.layout.use(offers[seat], answer, tuple(cards))
            case Look(), Looked() as answer:
                self.layout.end_look(answer, took.position)


class _PostponedProofs:
    def __init__(self, cards: SealedCards) -> None:
        self._cards = cards
        self._noted: list[Noted] = []
        self.size = 0

    def check(
        self, said: Sequence[tuple[PhasePlan, Seat, Body]]
    ) -> Sequence[ValidBody | Wrong]:
        read = self._cards.read_together(said)
        for _, noted in read:
            self._noted += noted
            self.size += sum(len(it.terms) for one in noted for it in one.equations)
        return [finding for finding, _ in read]

    def hold(self, workers: Workers) -> bool:
        noted, self._noted, self.size = self._noted, [], 0
        return self._cards.verifier.all_hold(noted, workers)


def _each(said: Mapping[Seat, ValidBody], kind: type[T]) -> Mapping[Seat, T]:
    return {seat: what for seat, what in said.items() if isinstance(what, kind)}


def _impossible() -> LocalProtocolError:
    return LocalProtocolError(notices.IMPOSSIBLE_CARD())
