"""
What one seat sees of its game at one moment, and how it speaks of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.client.terminal import describe
from sealed_wonders.client.terminal.text import Who
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.core.wonders.catalog import Building, Face
from sealed_wonders.core.wonders.state import State


@dataclass(frozen=True, slots=True)
class Sight:
    """A state of the game, from one seat."""

    names: tuple[str, ...]
    """By seat."""
    me: Seat
    state: State
    faces: Mapping[Slot, Card]
    """Those our seat may see."""

    def who(self, seat: Seat) -> Who:
        """Name a seat; None is ours."""
        return None if seat == self.me else self.names[seat]

    def left(self, seat: Seat) -> Seat:
        """Give the left neighbour (W1.5)."""
        return (seat + 1) % len(self.names)

    def right(self, seat: Seat) -> Seat:
        """Give the right neighbour (W1.5)."""
        return (seat - 1) % len(self.names)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, ours first, then to the left."""
        n = len(self.names)
        return tuple((self.me + step) % n for step in range(n))

    def face(self, slot: Slot) -> Face | None:
        """Give what lies in a slot, an age card or a leader; None if we may not see it."""
        return self.state.rules.catalog.face(self.faces.get(slot))

    def card(self, slot: Slot) -> Building | None:
        """Give the building in a slot; None if we may not see it, or it is a leader."""
        face = self.face(slot)
        return face if isinstance(face, Building) else None

    def card_name(self, slot: Slot) -> str:
        """Name what lies in a slot; nothing if we may not see it."""
        face = self.face(slot)
        return "" if face is None else describe.name(face)

    def shown(self, card: Card | None) -> str:
        """Name a card that was shown; nothing if none was."""
        face = self.state.rules.catalog.face(card)
        return "" if face is None else describe.name(face)


def wonders(state: AnyState) -> State:
    """
    Give a state as one of 7 Wonders, which is all this terminal can show.

    Raises:
        TypeError: it is of another game.
    """
    if isinstance(state, State):
        return state
    raise TypeError(f"not a state of 7 Wonders: {state!r:.80}")
