"""One seat's secrets of sealed cards: its keys, and what they open."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import boxes
from sealed_wonders.net.cards import MissingSecrets, UsedBody
from sealed_wonders.net.disclosures import OpenedCard
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.digests import NONCE_SIZE, wide_hash
from sealed_wonders.net.log.envelopes import Body, is_name, pack_body, unpack_array
from sealed_wonders.net.plan import PhasePlan
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    unsealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import Group, Point
from sealed_wonders.net.sealed.layout import PlacedCard, SecretPart
from sealed_wonders.net.sealed.proofs import (
    Transfer,
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
)
from sealed_wonders.net.sealed.scalars import (
    SCALAR_SIZE,
    Draw,
    draw_secret,
    hash_to_scalar,
    random_order,
    random_scalar,
    read_scalar,
    reduced,
    write_scalar,
)
from sealed_wonders.net.sealed.shuffle import mix, prove_shuffle
from sealed_wonders.net.seed import Seed


class _Pair(NamedTuple):
    """A seat's secrets for the deck of a KEY."""

    share: int
    hand: int

    def __repr__(self) -> str:
        return "<two secrets>"


Signer = Callable[[Seat, int], bytes]


def _seal_of(share: Point, hand: Point) -> bytes:
    """Return the bytes in a box that identify the keys whose parts it contains."""
    return wide_hash(b"part", share, hand)[: bodies.SEAL]


def _packed(deck: str, seat: Seat, part: _Pair) -> bytes:
    """Encode a part of a seat's secrets, to be sent to somebody."""
    return pack_body((deck, seat, *map(write_scalar, part)))


def _unpacked(data: bytes) -> tuple[str, Seat | None, _Pair] | None:
    """
    Decode secrets: their key, whose parts they are, and the secrets themselves.

    The seat is None for a seat's own secrets. The result is None for anything else.
    """
    seat: Seat | None = None
    with contextlib.suppress(RemoteProtocolError):
        match unpack_array(data):
            case (str(deck), bytes(share), bytes(hand)) if is_name(deck):
                return deck, seat, _Pair(read_scalar(share), read_scalar(hand))
            case (str(deck), int(seat), bytes(share), bytes(hand)) if is_name(deck):
                return deck, seat, _Pair(read_scalar(share), read_scalar(hand))
    return None


def _nobody(seat: Seat, phase: int) -> bytes:
    raise LocalProtocolError(f"nobody is known who signs for seat {seat}")


class Holder(NamedTuple):
    """The holder of a seat, as far as its secrets depend on it."""

    signer: Signer = _nobody
    """Return the identity that signs for a seat in a phase."""
    identity: Identity | None = None
    """Our identity, which opens what is sealed for it."""
    seed: Seed | None = None
    """Seed of our keys' secrets and of nonces; None to draw them at random."""


class SealedSecrets:
    """The secrets of one seat at a table that hides its cards."""

    def __init__(
        self,
        seat: Seat,
        cards: SealedCards,
        draw: Draw = draw_secret,
        group: Group = GROUP,
        holder: Holder | None = None,
    ) -> None:
        """
        Create a seat without any secrets, except for those that a seed determines.

        Args:
            draw: the source of all other secrets and masks.
        """
        holder = holder or Holder()
        self._seat = seat
        self._cards = cards
        self._draw = draw
        self._group = group
        self._signer = holder.signer
        self._identity = holder.identity
        self._seed = holder.seed
        self._parts: dict[tuple[str, Seat], _Pair] = {}
        """
        Parts of other seats' secrets that came with our seat, by the deck of their KEY.
        """
        self._gathered: dict[str, dict[Seat, _Pair]] = {}
        """Parts of our own seat's secrets, by deck and former holder."""
        self._pairs: dict[str, _Pair] = {}
        """Our secrets, by the deck of their KEY."""
        self._fitting: set[str] = set()
        """Decks whose secrets were found to match the keys in the log."""
        self._unknown: set[str] = set()
        """
        Decks whose keys don't come from our seed, since somebody else had the seat.
        """
        self._faces: dict[tuple[str, Ciphertext], Card] = {}
        """Faces seen so far, by the deck of their key."""

    def __repr__(self) -> str:
        return f"<SealedSecrets of seat {self._seat}>"

    def recall(self, kept: bytes) -> None:
        match _unpacked(kept):
            case (deck, None, pair):
                self._pairs[deck] = pair
                self._fitting.discard(deck)
            case (deck, seat, part):
                self._parts[deck, seat] = part
            case None:
                # The message omits the bytes, which may be secret.
                raise ValueError(Sentence("not a seat's saved keys"))

    def entrusted(self, keys: Collection[str]) -> tuple[bytes, ...]:
        own = [self._kept(deck) for deck in sorted(keys) if self._has(deck)]
        layout = self._cards.layout
        others = [
            part
            for deck in sorted(keys)
            for seat in sorted(layout.keys(deck).parts)
            for part in self.parts_of(seat, (deck,))
        ]
        return (*own, *others)

    def check(self, keys: Collection[str]) -> None:
        for deck in sorted(keys):
            if self._seat not in self._cards.layout.keys(deck).hand:
                continue
            try:
                self._pair(deck)
            except LocalProtocolError:
                raise ValueError(
                    Sentence("not the secrets for {deck}", deck=shown(deck))
                ) from None

    def parts_of(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        found = []
        for deck in sorted(keys):
            part = self._part(deck, seat)
            if part is not None:
                found.append(_packed(deck, seat, part))
        return tuple(found)

    def parts_for(self, seat: Seat, keys: Collection[str]) -> tuple[bytes, ...]:
        found = []
        for deck in sorted(keys):
            made = self._cards.layout.keys(deck)
            parts = made.parts.get(self._seat, {})
            if seat not in parts or not self._has(deck):
                continue
            cut = self._cut(self._pair(deck), tuple(parts), made.prev, deck)
            # The maker of the key may have split it differently, so that nobody can
            # recompute the parts.
            if self._is_of(cut[seat], parts[seat]):
                found.append(_packed(deck, self._seat, cut[seat]))
        return tuple(found)

    def hold(
        self, author: Seat, part: bytes, keep: Callable[[str], None] = lambda deck: None
    ) -> str | None:
        deck, pair, _ = self._received(part, author, self._seat)
        if self._part(deck, author) is not None:
            return None
        keep(deck)
        self._parts[deck, author] = pair
        return deck

    def _received(
        self, part: bytes, author: Seat, holder: Seat
    ) -> tuple[str, _Pair, Mapping[Seat, SecretPart]]:
        """
        Decode a holder's part of an author's secrets.

        Returns:
            The deck of the key, the part, and what is public of all parts.

        Raises:
            ValueError: it is something else.
        """
        match _unpacked(part):
            case (deck, seat, pair) if seat == author:
                with contextlib.suppress(LocalProtocolError):
                    parts = self._cards.layout.keys(deck).parts.get(author, {})
                    if holder in parts and self._is_of(pair, parts[holder]):
                        return deck, pair, parts
        # The message omits the bytes, which may be secret.
        raise ValueError(Sentence("not one of this seat's secrets"))

    def _part(self, deck: str, seat: Seat) -> _Pair | None:
        """Return our part of a seat's secrets, or None if we have no valid one."""
        keys = self._cards.layout.keys(deck)
        sealed = keys.parts.get(seat, {}).get(self._seat)
        if sealed is None:
            return None
        part = self._parts.get((deck, seat))
        if part is None and self._identity is not None:
            try:
                opened = boxes.unseal(sealed.box, self._identity)
                share, hand, of = (
                    opened[at : at + SCALAR_SIZE]
                    for at in range(0, 3 * SCALAR_SIZE, SCALAR_SIZE)
                )
                part = _Pair(read_scalar(share), read_scalar(hand))
            except RemoteProtocolError:
                return None
            # The box and its points may be copies of another seat's, and our answer
            # would reveal that seat's secrets.
            if of != _seal_of(keys.share[seat], keys.hand[seat]):
                return None
        if part is None or not self._is_of(part, sealed):
            return None
        return part

    def _is_of(self, part: _Pair, sealed: SecretPart) -> bool:
        return self._keys_of(part) == (sealed.share, sealed.hand)

    def _keys_of(self, pair: _Pair) -> tuple[Point, Point]:
        return (
            self._group.multiply_base(pair.share),
            self._group.multiply_base(pair.hand),
        )

    def gather(self, holder: Seat, part: bytes) -> None:
        deck, pair, parts = self._received(part, self._seat, holder)
        gathered = self._gathered.setdefault(deck, {})
        gathered[holder] = pair
        if gathered.keys() == parts.keys():
            self._pairs[deck] = _Pair(
                *(sum(some) % Q for some in zip(*gathered.values(), strict=True))
            )

    def nonce(self, task: PhasePlan, ctx: bytes, payload: bytes) -> bytes | None:
        layout = self._cards.layout
        hand = layout.usable(task, self._seat)
        deck = next((it.place.key for it in hand.values()), layout.last_key(self._seat))
        if self._cards.rescues and deck is not None and self._has(deck):
            secret = write_scalar(self._pair(deck).hand)
            return wide_hash(b"rescue-nonce", secret, ctx, payload)[:NONCE_SIZE]
        # Nobody else should find the nonce, or nobody could: it is before any KEY, or
        # all cards under the key are open.
        return None if self._seed is None else self._seed.nonce(ctx, payload)

    def discard(self) -> None:
        self._parts.clear()
        self._gathered.clear()
        self._pairs.clear()
        self._fitting.clear()
        self._faces.clear()
        self._seed = None

    def _kept(self, deck: str) -> bytes:
        return pack_body((deck, *map(write_scalar, self._pairs[deck])))

    # Seeing cards.

    def faces(self) -> Mapping[Slot, Card]:
        seen = self._cards.layout.seen(self._seat)
        # A seat that was given away may lack secrets that it no longer needs.
        return {
            slot: self._face(lying)
            for slot, lying in seen.items()
            if lying.face is not None or self._has(lying.place.key)
        }

    def hand(self, task: PhasePlan) -> Mapping[Slot, Card]:
        layout, seat = self._cards.layout, self._seat
        seen = {**layout.usable(task, seat), **layout.peeked(seat)}
        return {slot: self._face(lying) for slot, lying in seen.items()}

    def _face(self, lying: PlacedCard) -> Card:
        if lying.face is not None:
            return lying.face
        return self._unseal(lying.place.key, lying.card)

    def _unseal(self, deck: str, card: Ciphertext) -> Card:
        found = self._faces.get((deck, card))
        if found is None:
            point = unsealed(card, self._pair(deck).hand, group=self._group)
            found = self._faces[deck, card] = self._cards.card_of(point)
        return found

    def _pair(self, deck: str) -> _Pair:
        """Return the secrets of the keys in the log."""
        if not self._has(deck):
            raise MissingSecrets(
                f"seat {self._seat} has not kept its secrets of {deck!r:.80}"
            )
        pair = self._pairs[deck]
        if deck not in self._fitting:
            if not self._fits(pair, deck):
                raise LocalProtocolError(
                    f"what seat {self._seat} has kept is not its secrets of {deck!r:.80}"
                )
            self._fitting.add(deck)
        return pair

    def _has(self, deck: str) -> bool:
        """Return whether the secrets of a deck are stored, or come from the seed."""
        if deck not in self._pairs and self._seed and deck not in self._unknown:
            keys = self._cards.layout.keys(deck)
            pair = self._of_seed(self._seed, keys.prev, deck)
            if self._seat in keys.share and self._fits(pair, deck):
                self._pairs[deck] = pair
                self._fitting.add(deck)
            else:
                self._unknown.add(deck)
        return deck in self._pairs

    def _fits(self, pair: _Pair, deck: str) -> bool:
        keys = self._cards.layout.keys(deck)
        return self._keys_of(pair) == (keys.share[self._seat], keys.hand[self._seat])

    def _of_seed(self, seed: Seed, prev: bytes, deck: str) -> _Pair:
        places = statements.key_places(prev, deck, self._seat)
        return _Pair(*(reduced(seed.key(ctx)) for ctx in places))

    # Making bodies.

    def speak(self, task: PhasePlan) -> UsedBody:
        layout, seat = self._cards.layout, self._seat
        match task.phase.kind:
            case "KEY":
                return self._speak_of_keys(task)
            case "MIX":
                stated = statements.mixings(layout, task, seat)
                mixed = (
                    self._mix(it, random_order(len(it.before), self._draw))
                    for it in stated
                )
                return UsedBody(bodies.flat_body(mixed))
            case "DEAL":
                handings = statements.dealings(layout, task, seat)
                return UsedBody(self._handed(handings, lambda pair: pair.share))
            case "LOOK_X":
                handings = statements.handings_in(layout, task, seat)
                return UsedBody(self._handed(handings, lambda pair: pair.hand))
            case "OPEN_SHARE":
                sharings = statements.sharings(layout, task, seat)
                return UsedBody(bodies.flat_body(map(self._share, sharings)))
            case "REPASS":
                passing = statements.passing(layout, task, seat)
                if passing is not None:
                    return UsedBody(tuple(self._pass(passing)))
        raise LocalProtocolError(f"there is something to choose in {task.phase!r:.80}")

    def commit(self, task: PhasePlan, move: Move, commitment: bytes) -> Body:
        hand = self._cards.layout.usable(task, self._seat)
        if not hand:
            return (commitment,)
        order = random_order(len(hand), self._draw)
        if move.slot is not None:
            used = list(hand).index(move.slot)
            order = (used, *(place for place in order if place != used))
        stated = statements.picking(self._cards.layout, task, self._seat)
        return bodies.pick_body(self._mix(stated, order), commitment)

    def reveal(self, task: PhasePlan, move: Move, nonce: bytes) -> Body:
        layout, seat = self._cards.layout, self._seat
        if not layout.usable(task, seat):
            return (nonce, move.text.encode())
        opened = None
        if self._cards.opens(task, seat, move.text):
            opened = self._open(statements.opening(layout, task, seat, 0))
        passing = statements.passing(layout, task, seat)
        passed = None if passing is None else self._pass(passing)
        said = bodies.RevealBody(nonce, move.text, opened, passed)
        return bodies.reveal_body(said)

    def choose(self, task: PhasePlan, move: Move) -> Body:
        layout, seat = self._cards.layout, self._seat
        if move.slot is None or not self._cards.opens(task, seat, move.text):
            return bodies.choice_body(move.text)
        position = list(layout.usable(task, seat)).index(move.slot)
        opened = self._open(statements.opening(layout, task, seat, position))
        opened = opened._replace(position=position)
        return bodies.choice_body(move.text, opened)

    def disclose(self, task: PhasePlan) -> Body:
        layout, seat = self._cards.layout, self._seat
        return tuple(
            OpenedCard(slot, opened.card, opened.proof).body
            for slot, lying in layout.own(seat).items()
            if self._has(lying.place.key)
            for opened in [self._open(statements.disclosing(layout, task, seat, slot))]
        )

    # Parts of bodies, with their proofs.

    def _speak_of_keys(self, task: PhasePlan) -> UsedBody:
        deck = task.phase.deck
        if self._seed is not None:
            made = self._of_seed(self._seed, task.prev, deck)
        else:
            made = _Pair(random_scalar(self._draw), random_scalar(self._draw))
        # A deck has one KEY: if it is requested again, the seat says the same keys.
        pair = self._pairs.setdefault(deck, made)
        places = statements.key_places(task.prev, deck, self._seat)
        share, hand = map(self._prove_key, places, pair)
        said = bodies.Key(share, hand, self._escrow(task, pair))
        return UsedBody(bodies.key_body(said), self._kept(deck))

    def _prove_key(self, ctx: bytes, secret: int) -> bodies.Proven:
        key = self._group.multiply_base(secret)
        proof = prove_knowledge(ctx, secret, key, draw=self._draw, group=self._group)
        return bodies.Proven(key, proof)

    def _escrow(self, task: PhasePlan, pair: _Pair) -> bodies.Escrow | None:
        """Seal the parts of both secrets, one per other seat."""
        others = self._cards.others(task, self._seat)
        if not others:
            return None
        parts = self._cut(pair, others, task.prev, task.phase.deck).values()
        number = task.phase.number
        seal = _seal_of(*self._keys_of(pair))
        return bodies.Escrow(
            b"".join(key for part in parts for key in self._keys_of(part)),
            b"".join(
                boxes.seal(
                    b"".join((*map(write_scalar, part), seal)),
                    self._signer(other, number),
                )
                for other, part in zip(others, parts, strict=True)
            ),
        )

    def _cut(
        self, pair: _Pair, others: Sequence[Seat], prev: bytes, deck: str
    ) -> Mapping[Seat, _Pair]:
        """
        Split two secrets into parts, one per other seat, which add up to the secrets.

        The parts are derived from the secrets, so anybody with the secrets can send a
        part again whose holder took it along. The last part is the remainder.
        """
        *some, last = others
        places = statements.key_places(prev, deck, self._seat)
        cut = {
            other: _Pair(
                *(
                    hash_to_scalar(b"escrow", write_scalar(whole), ctx, bytes([other]))
                    for whole, ctx in zip(pair, places, strict=True)
                )
            )
            for other in some
        }
        rest = _Pair(
            (pair.share - sum(it.share for it in cut.values())) % Q,
            (pair.hand - sum(it.hand for it in cut.values())) % Q,
        )
        return {**cut, last: rest}

    def _mix(self, stated: statements.Mixing, order: Sequence[int]) -> bodies.Proven:
        mixed = mix(
            stated.before, stated.key, order, draw=self._draw, group=self._group
        )
        proof = prove_shuffle(stated, mixed, draw=self._draw, group=self._group)
        return bodies.Proven(write_ciphertexts(mixed.after), proof)

    def _handed(
        self, handings: Sequence[statements.Handing], secret: Callable[[_Pair], int]
    ) -> Body:
        made = [self._transfer(it, secret(self._pair(it.deck))) for it in handings]
        return bodies.handed_body(
            bodies.Proven(write_ciphertexts(it.given), proof) for it, proof in made
        )

    def _pass(self, stated: statements.Passing) -> bodies.Proven:
        secret = self._pair(stated.handing.deck).hand
        made, proof = self._transfer(stated.handing, secret)
        # The body contains the new cards: the old ones with the given points added.
        cards = (
            Ciphertext(given.a, self._group.add(card.b, given.b))
            for card, given in zip(stated.cards, made.given, strict=True)
        )
        return bodies.Proven(write_ciphertexts(cards), proof)

    def _transfer(
        self, stated: statements.Handing, secret: int
    ) -> tuple[Transfer, bytes]:
        made = transfer(stated, secret, draw=self._draw, group=self._group)
        proof = prove_transfer(stated, secret, made, draw=self._draw, group=self._group)
        return made, proof

    def _share(self, stated: statements.Unsealing) -> bodies.Proven:
        return bodies.Proven(*self._take_off(stated, self._pair(stated.deck).share))

    def _open(self, stated: statements.Unsealing) -> bodies.OpenedBody:
        _, proof = self._take_off(stated, self._pair(stated.deck).hand)
        return bodies.OpenedBody(self._unseal(stated.deck, stated.card), proof)

    def _take_off(
        self, stated: statements.Unsealing, secret: int
    ) -> tuple[Point, bytes]:
        """Return the point that a secret removes from a card, and the proof."""
        taken = self._group.multiply(secret, stated.card.a)
        proof = prove_equality(
            stated, secret, taken, draw=self._draw, group=self._group
        )
        return taken, proof
