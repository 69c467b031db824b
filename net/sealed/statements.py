"""
Statements to be proven in a phase, built from public knowledge, not from messages.

The seat that speaks proves exactly these statements, and everybody else checks exactly
these. Each includes its place in the log, so its proof is worthless in another place.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from sealed_wonders.core.game import Choose, Look, Pass, Seat, Slot, TurnUp
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.plan import PhasePlan, laid_at
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import Point
from sealed_wonders.net.sealed.layout import Cards, Layout, PlacedCard


class Mixing(NamedTuple):
    """These cards, all under this key, were put in some order."""

    ctx: bytes
    key: Point
    before: Cards


class Handing(NamedTuple):
    """
    The secret of the seat's key is removed from cards with these first halves, and the
    key of another is added.
    """

    ctx: bytes
    deck: str
    """Deck of the KEY that made the seat's key."""
    key: Point
    to: Point
    points: tuple[Point, ...]


class Passing(NamedTuple):
    """These cards were re-encrypted for another seat."""

    handing: Handing
    cards: Cards


class Unsealing(NamedTuple):
    """This is what the secret of the seat's key removes from this card."""

    ctx: bytes
    deck: str
    """Deck of the KEY that made the seat's key."""
    key: Point
    card: Ciphertext


def key_places(prev: bytes, deck: str, seat: Seat) -> tuple[bytes, bytes]:
    """
    Return the contexts of the proofs of a KEY's share key and hand key.

    Args:
        prev: the digest of the log before that phase.
    """
    share, hand = (context(prev, "KEY", deck, seat, extra) for extra in (b"x", b"z"))
    return share, hand


def mixings(
    layout: Layout, task: PhasePlan, seat: Seat, ahead: tuple[Cards, ...] = ()
) -> tuple[Mixing, ...]:
    """
    Return the statements of a MIX, one for each deck that has cards.

    Args:
        ahead: results of the mixes before it, if they aren't in the layout yet.
    """
    return tuple(
        Mixing(_context(task, deck, seat), key, cards)
        for deck, key, cards in layout.unmixed(task, ahead)
    )


def dealings(layout: Layout, task: PhasePlan, seat: Seat) -> tuple[Handing, ...]:
    """Return the statements of a DEAL, one for each seat that gets cards."""
    return tuple(
        Handing(
            _context(task, place.deck, seat, bytes([to])),
            place.key,
            layout.keys(place.key).share[seat],
            layout.keys(place.key).hand[to],
            tuple(card.a for card in cards),
        )
        for to, place, cards in layout.portions(task)
    )


def handings_in(layout: Layout, task: PhasePlan, seat: Seat) -> tuple[Handing, ...]:
    """
    Return the statements of a LOOK_X, one for each key of the seat's cards in the pile.
    """
    match task.ask:
        case Look(_, pile):
            name = task.phase.deck
            return tuple(
                Handing(
                    _context(task, name, seat, deck.encode("ascii")),
                    deck,
                    layout.keys(deck).hand[seat],
                    layout.keys(name).joint,
                    tuple(layout.at(slot).card.a for slot in slots),
                )
                for deck, slots in layout.handed_in(pile, seat).items()
            )
    raise LocalProtocolError(f"no pile is handed in: {task!r:.80}")


def sharings(layout: Layout, task: PhasePlan, seat: Seat) -> tuple[Unsealing, ...]:
    """Return the statements of an OPEN_SHARE, one for each card that is turned up."""
    match task.ask:
        case TurnUp(slots):
            return tuple(
                Unsealing(
                    _context(task, place.deck, seat, position.to_bytes(2, "big")),
                    place.key,
                    layout.keys(place.key).share[seat],
                    card,
                )
                for place, card, position, *_ in map(layout.at, slots)
            )
    raise LocalProtocolError(f"nothing is turned up: {task!r:.80}")


def picking(layout: Layout, task: PhasePlan, seat: Seat) -> Mixing:
    """Return the statement of a PICK, about the seat's hand."""
    hand = tuple(layout.usable(task, seat).values())
    place = hand[0].place
    return Mixing(
        _context(task, place.deck, seat),
        layout.keys(place.key).hand[seat],
        tuple(lying.card for lying in hand),
    )


def passing(layout: Layout, task: PhasePlan, seat: Seat) -> Passing | None:
    """
    Return the statement of a REVEAL about the rest of the hand, if it is passed on.
    """
    match task.ask:
        case Choose(offers):
            rest, cards = offers[seat].rest, layout.picked(seat)[1:]
            if not (isinstance(rest, Pass) and cards):
                return None
            place = layout.at(offers[seat].hand[0]).place
            handing = Handing(
                _context(task, place.deck, seat, b"pass"),
                place.key,
                layout.keys(place.key).hand[seat],
                layout.keys(place.key).hand[rest.seat],
                tuple(card.a for card in cards),
            )
            return Passing(handing, cards)
    raise LocalProtocolError(f"nothing is passed: {task!r:.80}")


def opening(layout: Layout, task: PhasePlan, seat: Seat, position: int) -> Unsealing:
    """Return the statement of a REVEAL or CHOOSE about a card that is opened."""
    lying = tuple(layout.usable(task, seat).values())[position]
    if task.phase.kind == "REVEAL":
        picked = lying._replace(card=layout.picked(seat)[position])
        return _unsealing(layout, task, seat, picked, b"open")
    return _unsealing(layout, task, seat, lying)


def disclosing(layout: Layout, task: PhasePlan, seat: Seat, slot: Slot) -> Unsealing:
    """Return the statement of an AFTER about a card that is opened after the game."""
    lying = layout.own(seat)[slot]
    return _unsealing(layout, task, seat, lying, struct.pack(">IBH", *laid_at(slot)))


def _unsealing(
    layout: Layout, task: PhasePlan, seat: Seat, lying: PlacedCard, *extra: bytes
) -> Unsealing:
    place = lying.place
    return Unsealing(
        _context(task, place.deck, seat, *extra),
        place.key,
        layout.keys(place.key).hand[seat],
        lying.card,
    )


def _context(task: PhasePlan, deck: str, seat: Seat, *extra: bytes) -> bytes:
    return context(task.prev, task.phase.kind, deck, seat, *extra)
