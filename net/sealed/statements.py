"""
What is to be proven in a phase: made from what everybody knows, never from a message.

The seat that speaks proves exactly these, and everybody else checks exactly these. Each
has its place in the log, so that its proof is worth nothing in another.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Choose, Look, Pass, Seat, Slot, TurnUp
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.plan import Task, laid_at
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.group import Point, negated
from sealed_wonders.net.sealed.layout import Cards, Layout


class Mixing(NamedTuple):
    """These cards, all under this key, were put in some order."""

    ctx: bytes
    key: Point
    before: Cards


class Handing(NamedTuple):
    """Each of these points, times the secret of the seat's key, was sealed for another."""

    ctx: bytes
    deck: str
    """Whose KEY the seat's key is from."""
    key: Point
    to: Point
    points: tuple[Point, ...]


class Passing(NamedTuple):
    """These cards were sealed for another."""

    handing: Handing
    cards: Cards


class Unsealing(NamedTuple):
    """This is what the secret of the seat's key takes off this card."""

    ctx: bytes
    deck: str
    """Whose KEY the seat's key is from."""
    key: Point
    card: Ciphertext


def key_places(prev: bytes, deck: str, seat: Seat) -> tuple[bytes, bytes]:
    """
    Of KEY: where in the log the share key and the hand key are proven.

    Args:
        prev: the log's digest before that phase.
    """
    share, hand = (context(prev, "KEY", deck, seat, extra) for extra in (b"x", b"z"))
    return share, hand


def mixings(layout: Layout, task: Task, seat: Seat) -> tuple[Mixing, ...]:
    """Of MIX: for each deck that has cards."""
    return tuple(
        Mixing(_context(task, deck, seat), key, cards)
        for deck, key, cards in layout.unmixed(task)
    )


def dealings(layout: Layout, task: Task, seat: Seat) -> tuple[Handing, ...]:
    """Of DEAL: for each seat that gets cards."""
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


def handings_in(layout: Layout, task: Task, seat: Seat) -> tuple[Handing, ...]:
    """Of LOOK_X: for each key under which cards of the pile are the seat's."""
    match task.ask:
        case Look(_, pile):
            name = task.phase.deck
            return tuple(
                Handing(
                    _context(task, name, seat, deck.encode("ascii")),
                    deck,
                    layout.keys(deck).hand[seat],
                    layout.keys(name).joint,
                    _taken_off(tuple(layout.at(slot).card for slot in slots)),
                )
                for deck, slots in layout.handed_in(pile, seat).items()
            )
    raise LocalProtocolError(f"no pile is handed in: {task!r:.80}")


def sharings(layout: Layout, task: Task, seat: Seat) -> tuple[Unsealing, ...]:
    """Of OPEN_SHARE: for each card that is turned up."""
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


def picking(layout: Layout, task: Task, seat: Seat) -> Mixing:
    """Of PICK: for the seat's hand."""
    hand = tuple(layout.usable(task, seat).values())
    place = hand[0].place
    return Mixing(
        _context(task, place.deck, seat),
        layout.keys(place.key).hand[seat],
        tuple(lying.card for lying in hand),
    )


def passing(layout: Layout, task: Task, seat: Seat) -> Passing | None:
    """Of REVEAL: for the rest of the hand, if another seat gets it and there is one."""
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
                _taken_off(cards),
            )
            return Passing(handing, cards)
    raise LocalProtocolError(f"nothing is passed: {task!r:.80}")


def opening(layout: Layout, task: Task, seat: Seat, position: int) -> Unsealing:
    """Of REVEAL and CHOOSE: for a card that is opened."""
    place, card, *_ = tuple(layout.usable(task, seat).values())[position]
    extra: tuple[bytes, ...] = ()
    if task.phase.kind == "REVEAL":
        card, extra = layout.picked(seat)[position], (b"open",)
    return Unsealing(
        _context(task, place.deck, seat, *extra),
        place.key,
        layout.keys(place.key).hand[seat],
        card,
    )


def disclosing(layout: Layout, task: Task, seat: Seat, slot: Slot) -> Unsealing:
    """Of AFTER: for a card that is opened when the game is over."""
    place, card, *_ = layout.own(seat)[slot]
    phase, by, index = laid_at(slot)
    where = b"".join(
        (phase.to_bytes(4, "big"), by.to_bytes(1, "big"), index.to_bytes(2, "big"))
    )
    return Unsealing(
        _context(task, place.deck, seat, where),
        place.key,
        layout.keys(place.key).hand[seat],
        card,
    )


def _taken_off(cards: Cards) -> tuple[Point, ...]:
    """Give what a new owner's share is made from, so that the old key comes off."""
    return tuple(negated(card.a) for card in cards)


def _context(task: Task, deck: str, seat: Seat, *extra: bytes) -> bytes:
    return context(task.prev, task.phase.kind, deck, seat, *extra)
