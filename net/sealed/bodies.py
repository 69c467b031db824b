"""
Bodies of sealed cards: the parts of each kind, with their types and lengths.

docs/PROTOCOL.md (Bodies of suite 2) fixes them.

Only the form is checked here. The verifiers check points, scalars and proofs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sealed_wonders.core.game import Card
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.boxes import OVERHEAD
from sealed_wonders.net.cards import Wrong, check_commitment, check_nonce, check_text
from sealed_wonders.net.log.envelopes import Body, Value, is_number
from sealed_wonders.net.sealed.group import POINT_SIZE as POINT
from sealed_wonders.net.sealed.proofs import (
    EQUALITY_SIZE,
    KNOWLEDGE_SIZE,
    TRANSFER_SIZE,
)
from sealed_wonders.net.sealed.scalars import SCALAR_SIZE as SCALAR
from sealed_wonders.net.sealed.shuffle import proof_size

PAIR = 2 * POINT

SEAL = 32
"""Bytes that identify the secrets that a part belongs to."""

BOX = 2 * SCALAR + SEAL + OVERHEAD
"""Bytes of a box with one part each of two secrets."""


class Proven(NamedTuple):
    """Points that a seat says, and the proof of what they must be."""

    points: bytes
    proof: bytes


class Key(NamedTuple):
    """KEY: a seat's two keys for a deck, and proofs that it knows their secrets."""

    share: Proven
    hand: Proven
    escrow: Escrow | None = None


class Escrow(NamedTuple):
    """KEY at a table with `rescue`: parts of both secrets, one per other seat."""

    points: bytes
    """
    Public points of the parts of the share key and the hand key, ascending by seat.
    """
    boxes: bytes
    """The parts, each sealed for its seat."""


class OpenedBody(NamedTuple):
    """REVEAL and CHOOSE: the face of a card at some position."""

    card: Card
    proof: bytes
    position: int = 0
    """Position among the cards to choose from."""


class RevealBody(NamedTuple):
    nonce: bytes
    text: str
    opened: OpenedBody | None = None
    passed: Proven | None = None
    """The rest of the hand, re-encrypted for another key."""


# Parsers, which raise `Wrong` for any other form.


def read_key(body: Body, others: int = 0) -> Key:
    """
    Parse two keys.

    Args:
        others: the number of seats that hold parts of their secrets, or 0.
    """
    match body:
        case (share, share_proof, hand, hand_proof, *more) if len(more) == (
            2 if others else 0
        ):
            return Key(
                _proven(share, share_proof, 1, KNOWLEDGE_SIZE),
                _proven(hand, hand_proof, 1, KNOWLEDGE_SIZE),
                Escrow(
                    _bytes(more[0], 2 * POINT * others),
                    _bytes(more[1], BOX * others),
                )
                if more
                else None,
            )
    raise Wrong(Sentence("not two keys with their proofs: {body}", body=shown(body)))


def read_mix(body: Body, counts: Sequence[int]) -> tuple[Proven, ...]:
    """Parse a mix of decks with these numbers of cards."""
    if len(body) != 2 * len(counts):
        raise Wrong(
            Sentence(
                "{n} parts for a mix of {other} decks", n=len(body), other=len(counts)
            )
        )
    parts = zip(body[::2], body[1::2], counts, strict=True)
    return tuple(_shuffled(after, proof, count) for after, proof, count in parts)


def read_handed(body: Body, counts: Sequence[int]) -> tuple[Proven, ...]:
    """Parse re-encrypted cards, with these numbers of cards in the parts."""
    if len(body) != len(counts):
        raise Wrong(
            Sentence("{n} parts instead of {other}", n=len(body), other=len(counts))
        )
    return tuple(map(read_passed, body, counts))


def read_shares(body: Body, count: int) -> tuple[Proven, ...]:
    """Parse one seat's shares in turning up *count* cards."""
    if len(body) != 2 * count:
        raise Wrong(Sentence("{n} parts, for {count} cards", n=len(body), count=count))
    return tuple(
        _proven(point, proof, 1, EQUALITY_SIZE)
        for point, proof in zip(body[::2], body[1::2], strict=True)
    )


def read_pick(body: Body, count: int) -> tuple[Proven, bytes]:
    """Parse a hand of *count* cards in a new order, and a commitment to the first."""
    match body:
        case (after, proof, commitment):
            return _shuffled(after, proof, count), check_commitment(commitment)
    raise Wrong(
        Sentence("not a hand with its proof and a commitment: {body}", body=shown(body))
    )


def read_reveal(body: Body, passing: int) -> RevealBody:
    """Parse a move from a hand that passes *passing* cards to another seat."""
    match body:
        case (nonce, payload, opening, passed):
            return RevealBody(
                check_nonce(nonce),
                check_text(payload),
                None if opening is None else _opened(opening),
                _passed(passed, passing),
            )
    raise Wrong(
        Sentence(
            "not a nonce, a move, a card and what is passed: {body}", body=shown(body)
        )
    )


def read_passed(part: Value, count: int) -> Proven:
    """Parse *count* cards that are handed over, or passed to another seat."""
    match part:
        case (pairs, proof):
            return _proven(pairs, proof, 2 * count, TRANSFER_SIZE)
    raise Wrong(
        Sentence("not {count} cards handed over: {part}", count=count, part=shown(part))
    )


def read_choice(body: Body, count: int) -> tuple[str, OpenedBody | None]:
    """Parse a move that may open one of *count* cards."""
    match body:
        case (payload, ()):
            return check_text(payload), None
        case (payload, ((position, *opening),)):
            if not is_number(position, count):
                raise Wrong(
                    Sentence(
                        "not one of {n} positions: {position}",
                        n=count,
                        position=shown(position),
                    )
                )
            opened = _opened(tuple(opening))._replace(position=position)
            return check_text(payload), opened
    raise Wrong(
        Sentence("not a move with the card that it opens: {what}", what=shown(body))
    )


def read_opening(card: Card, proof: Value) -> OpenedBody:
    """Parse a card that is opened after the game."""
    return OpenedBody(card, _bytes(proof, EQUALITY_SIZE))


# Encoders.


def key_body(key: Key) -> Body:
    return (*key.share, *key.hand, *(key.escrow or ()))


def flat_body(parts: Iterable[Proven]) -> Body:
    """Encode a MIX, or shares in turning up cards."""
    return tuple(itertools.chain.from_iterable(parts))


def handed_body(parts: Iterable[Proven]) -> Body:
    return tuple(map(tuple, parts))


def pick_body(hand: Proven, commitment: bytes) -> Body:
    return (*hand, commitment)


def reveal_body(reveal: RevealBody) -> Body:
    opened, passed = reveal.opened, reveal.passed
    return (
        reveal.nonce,
        reveal.text.encode(),
        None if opened is None else (opened.card, opened.proof),
        None if passed is None else tuple(passed),
    )


def choice_body(text: str, opened: OpenedBody | None = None) -> Body:
    if opened is None:
        return (text.encode(), ())
    return (text.encode(), ((opened.position, opened.card, opened.proof),))


# Parts of bodies.


def _proven(points: Value, proof: Value, count: int, size: int) -> Proven:
    return Proven(_bytes(points, POINT * count), _bytes(proof, size))


def _shuffled(after: Value, proof: Value, count: int) -> Proven:
    return _proven(after, proof, 2 * count, proof_size(count))


def _passed(part: Value, count: int) -> Proven | None:
    if count:
        return read_passed(part, count)
    if part is not None:
        raise Wrong(Sentence("no card is passed: {part}", part=shown(part)))
    return None


def _opened(part: Value) -> OpenedBody:
    match part:
        # True is an int, too.
        case (card, proof) if type(card) is int:
            return OpenedBody(card, _bytes(proof, EQUALITY_SIZE))
    raise Wrong(Sentence("not a card and its proof: {part}", part=shown(part)))


def _bytes(part: Value, size: int) -> bytes:
    if type(part) is bytes and len(part) == size:
        return part
    raise Wrong(Sentence("not {size} bytes: {part}", size=size, part=shown(part)))
