"""
Records: a line for each thing that happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import (
    Event,
    Fought,
    Founded,
    GameEnded,
    HandsDealt,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.wonders.state import State

Faces = Callable[[Slot], Card | None]
"""The face of a slot, as far as the writer of the record knows it."""


def unknown(slot: Slot) -> Card | None:
    """Know no face, as somebody who only looks on."""
    return None


def told(state: game.State, names: Sequence[str], faces: Faces) -> list[lines.Line]:
    """
    Give the lines of what the last answer brought about.

    Args:
        names: the players, by seat.
        faces: the faces of slots, as they are in this state.

    Raises:
        ValueError: seats left, for which records have no line.
    """
    if not isinstance(state, State):
        raise TypeError(state)
    return [line(event, names, faces) for event in state.news]


def line(event: Event, names: Sequence[str], faces: Faces) -> lines.Line:
    """Give the line that records an event; as `told`, which gives those of a state."""
    match event:
        case Founded(boards, sides):
            seats = map(lines.Seating, names, boards, sides)
            return lines.Header(tuple(seats))
        case HandsDealt(age, hands):
            return lines.Hands(age, tuple(_hand(hand, faces) for hand in hands))
        case Played(age, turn, seat, use, card, slot, paid, free, half):
            used = faces(slot) if card is None else card
            return lines.Use(age, turn, seat, _id(used), use, paid, free, half)
        case LeftOver(age, turn, seat, slot):
            return lines.Discard(age, turn, seat, _id(faces(slot)))
        case Picked(age, turn, seat, card, by):
            return lines.Pick(age, turn, seat, _id(card), by)
        case TurnEnded(age, turn, coins, shields):
            return lines.After(age, turn, coins, shields)
        case Fought(age, tokens):
            return lines.Conflict(age, tokens)
        case GameEnded(sheet):
            return lines.Final(sheet.rows, sheet.winners)
        case SeatsLeft(left):
            raise ValueError(f"records can't tell that seats left: {left}")


def _hand(hand: Sequence[Slot], faces: Faces) -> tuple[str, ...] | None:
    cards = [_id(faces(slot)) for slot in hand]
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(hand) else None


def _id(card: Card | None) -> str | None:
    return None if card is None else catalog().cards[card].id
