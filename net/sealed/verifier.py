"""
Verifiers: how strictly proofs are checked, all of them or as few as possible.

Players and auditors check everything that they receive, and compute the resulting
cards; what they have checked once, they only compute again. The equations of many
proofs can be noted first, and checked together. A relay may trust the log.
Then it knows only the places of the cards, which is all that the rules need, apart from
the faces that are turned up.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import Card
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import notices
from sealed_wonders.net.cards import Workers
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.bodies import (
    BOX,
    Escrow,
    OpenedBody,
    Proven,
)
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    split_ciphertexts,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.equations import BadProof, Equation, confirm, hold
from sealed_wonders.net.sealed.group import (
    IDENTITY,
    Group,
    Point,
    cut_points,
    split_points,
)
from sealed_wonders.net.sealed.layout import SecretPart
from sealed_wonders.net.sealed.proofs import (
    KNOWLEDGE,
    OPENING,
    TRANSFER,
    read_equality,
    read_knowledge,
    read_transfer,
)
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import BadEncoding
from sealed_wonders.net.sealed.shuffle import SHUFFLE, read_shuffle
from sealed_wonders.net.sealed.statements import (
    Handing,
    Mixing,
    Passing,
    Unsealing,
)


class Noted(NamedTuple):
    """The equations of one proof, which remain to be checked."""

    what: Sentence
    """Name of the proof."""
    equations: Sequence[Equation]


class Verifier:
    """
    Operations on received parts of bodies, with everything checked.

    Methods that read a part raise `BadEncoding` or `BadProof` if it isn't as stated.
    Several threads may call them at once.
    """

    strictness = "proofs"
    """Name of what is checked: equal for all verifiers that reach the same verdicts."""

    def __init__(self, group: Group = GROUP, noted: list[Noted] | None = None) -> None:
        """
        Create a verifier.

        Args:
            noted: receives the equations of proofs; None to check each proof at once.
        """
        self._group = group
        self._noted = noted

    def believing(self) -> Verifier:
        """Return a verifier that trusts all proofs, but computes the same results."""
        return BelievingVerifier(self._group)

    def noting(self, noted: list[Noted]) -> Verifier:
        """Return a verifier that adds all equations of proofs to a list instead."""
        return type(self)(self._group, noted)

    def all_hold(self, noted: Sequence[Noted], workers: Workers | None = None) -> bool:
        """
        Return whether all of the noted equations hold.

        Args:
            workers: do part of the work; None to do everything in this thread.
        """
        some = [it for one in noted for it in one.equations]
        return not some or hold(some, group=self._group, workers=workers)

    def confirm(self, one: Noted) -> None:
        """
        Check a noted proof, as it would have been checked at once.

        Raises:
            BadProof: it doesn't hold, or contains bytes that aren't a point.
        """
        confirm(one.what, one.equations, group=self._group)

    def _confirm(self, what: Sentence, equations: Sequence[Equation]) -> None:
        one = Noted(what, equations)
        if self._noted is None:
            self.confirm(one)
        else:
            self._noted.append(one)

    def key(self, ctx: bytes, part: Proven) -> Point:
        """Read a seat's key."""
        point, equation = read_knowledge(ctx, part.points, part.proof)
        self._confirm(KNOWLEDGE, (equation,))
        return point

    def parts(
        self, escrow: Escrow, others: int, share: Point, hand: Point
    ) -> tuple[SecretPart, ...]:
        """
        Read the parts of two secrets, which must add up to the secrets of two keys.
        """
        points = split_points(escrow.points, 2 * others)
        for whole, some in ((share, points[::2]), (hand, points[1::2])):
            if self._group.sum(some) != whole:
                raise BadProof(Sentence("the parts don't add up to the whole"))
        return _parts(points, escrow.boxes)

    def mixed(self, stated: Mixing, part: Proven) -> tuple[Ciphertext, ...]:
        """Read mixed cards."""
        cards, equations = read_shuffle(
            stated, part.points, part.proof, group=self._group
        )
        self._confirm(SHUFFLE, equations)
        return cards

    def picked(self, stated: Mixing, part: Proven) -> tuple[Ciphertext, ...]:
        """Read a hand that its holder has mixed."""
        return self.mixed(stated, part)

    def handed(self, stated: Handing, part: Proven) -> tuple[Ciphertext, ...]:
        """Read the re-encrypted points of some cards."""
        pairs, equations = read_transfer(stated, part.points, part.proof)
        self._confirm(TRANSFER, equations)
        return pairs

    def passed(self, stated: Passing, part: Proven) -> tuple[Ciphertext, ...]:
        """Read cards that were re-encrypted for another seat."""
        cards = split_ciphertexts(part.points, len(stated.cards))
        # In each card, one half is the given point, and the other has it added.
        given = write_ciphertexts(
            Ciphertext(new.a, self._group.subtract(new.b, old.b))
            for new, old in zip(cards, stated.cards, strict=True)
        )
        self.handed(stated.handing, Proven(given, part.proof))
        return cards

    def shared(self, stated: Unsealing, part: Proven) -> Point:
        """Read a decryption share of a card."""
        # This rejects the identity; the proof validates everything else.
        (share,) = split_points(part.points, 1)
        self._confirm(OPENING, read_equality(stated, share, part.proof))
        return share

    def opened(self, stated: Unsealing, part: OpenedBody) -> None:
        """Check the face of a card."""
        masked = self._group.subtract(stated.card.b, self._group.card_point(part.card))
        self._confirm(OPENING, read_equality(stated, masked, part.proof))

    def joint(self, keys: Iterable[Point]) -> Point:
        """Return the joint key of all seats."""
        # Everybody has proven knowledge of their own secret, so nobody can choose a key
        # that cancels the others. All together could, and would only open their own
        # cards.
        return self._group.sum(keys)

    def known(self, card: Card, key: Point) -> Ciphertext:
        """Encrypt a public card."""
        return known(card, key, group=self._group)

    def dealt(self, card: Ciphertext, given: Sequence[Ciphertext]) -> Ciphertext:
        """Return a card with what some seats gave for it applied."""
        return _dealt(self._group, card, tuple(given))

    def face(self, card: Ciphertext, shares: Sequence[Point]) -> Point:
        """Return the point of a card with all decryption shares applied."""
        return self._group.subtract(card.b, self._group.sum(shares))

    def faces(self, cards: int) -> Mapping[Point, Card]:
        """Return the card of each point, in a game with this number of cards."""
        return _faces(cards, self._group)


class BelievingVerifier(Verifier):
    """Reads what was checked before and found right, and computes the results."""

    strictness = "believed"

    def key(self, ctx: bytes, part: Proven) -> Point:
        return Point(part.points)

    def parts(
        self, escrow: Escrow, others: int, share: Point, hand: Point
    ) -> tuple[SecretPart, ...]:
        return _parts(cut_points(escrow.points), escrow.boxes)

    def mixed(self, stated: Mixing, part: Proven) -> tuple[Ciphertext, ...]:
        return _cards(part.points)

    def handed(self, stated: Handing, part: Proven) -> tuple[Ciphertext, ...]:
        return _cards(part.points)

    def passed(self, stated: Passing, part: Proven) -> tuple[Ciphertext, ...]:
        return _cards(part.points)

    def shared(self, stated: Unsealing, part: Proven) -> Point:
        return Point(part.points)

    def opened(self, stated: Unsealing, part: OpenedBody) -> None:
        pass


PURE = PurePython()
"""Group that works on every machine."""

_UNKNOWN = Ciphertext(IDENTITY, IDENTITY)
"""Placeholder for ciphertexts that a relay doesn't compute."""


class RelayVerifier(BelievingVerifier):
    """
    Checks only what the rules need to know: the faces that are turned up.

    That takes so few calculations that no library is needed.
    """

    strictness = "relayed"

    def __init__(self, group: Group = PURE) -> None:
        super().__init__(group)

    def believing(self) -> Verifier:
        return self

    def noting(self, noted: list[Noted]) -> Verifier:
        return self

    def picked(self, stated: Mixing, part: Proven) -> tuple[Ciphertext, ...]:
        # Everything that is dealt is unknown, and all seats' shares turn up none of it.
        return (_UNKNOWN,) * len(stated.before)

    def handed(self, stated: Handing, part: Proven) -> tuple[Ciphertext, ...]:
        return (_UNKNOWN,) * len(stated.points)

    def passed(self, stated: Passing, part: Proven) -> tuple[Ciphertext, ...]:
        return (_UNKNOWN,) * len(stated.cards)

    def shared(self, stated: Unsealing, part: Proven) -> Point:
        try:
            for half in stated.card:
                self._group.read_point(half)
        except BadEncoding:
            raise LocalProtocolError(notices.NO_CARD()) from None
        return Verifier(self._group).shared(stated, part)

    def joint(self, keys: Iterable[Point]) -> Point:
        return IDENTITY

    def known(self, card: Card, key: Point) -> Ciphertext:
        return _UNKNOWN

    def dealt(self, card: Ciphertext, given: Sequence[Ciphertext]) -> Ciphertext:
        return _UNKNOWN


@functools.lru_cache(128)
def _dealt(group: Group, card: Ciphertext, given: tuple[Ciphertext, ...]) -> Ciphertext:
    # Several seats of one process, as bots, compute the same for all cards of a deal.
    a = group.sum(pair.a for pair in given)
    return Ciphertext(a, group.sum((card.b, *(pair.b for pair in given))))


@functools.lru_cache
def _faces(cards: int, group: Group) -> Mapping[Point, Card]:
    return {group.card_point(card): card for card in range(cards)}


def _parts(points: Sequence[Point], boxes: bytes) -> tuple[SecretPart, ...]:
    pairs = zip(points[::2], points[1::2], strict=True)
    return tuple(
        SecretPart(share, hand, boxes[BOX * at : BOX * (at + 1)])
        for at, (share, hand) in enumerate(pairs)
    )


def _cards(data: bytes) -> tuple[Ciphertext, ...]:
    points = cut_points(data)
    return tuple(map(Ciphertext, points[::2], points[1::2]))
