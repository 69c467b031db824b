"""
What one seat sees of its game at one moment; each game has a kind of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sealed_wonders.client.terminal.text import Who
from sealed_wonders.core.game import Card, Seat, Slot

S = TypeVar("S")
"""A state of one game."""

TurnNumber = tuple[int, int]
"""Which turn it is: an age and a turn, or 0 and a turn where there are no ages."""


@dataclass(frozen=True, slots=True)
class Sight(Generic[S]):
    """What one seat sees of its game at one moment, and how it speaks of the others."""

    names: tuple[str, ...]
    """By seat."""
    ours: Seat | None
    """Our own seat; None if we have none and look on."""
    state: S
    faces: Mapping[Slot, Card]
    """Those that may be seen from here."""
    behind: Seat = 0
    """The seat from behind which we look on; of no meaning while we have one."""

    @property
    def viewpoint(self) -> Seat:
        """The seat that is in the middle: our own, or the one we look on from."""
        return self.behind if self.ours is None else self.ours

    def who(self, seat: Seat) -> Who:
        """Name a seat; None is ours."""
        return None if seat == self.ours else self.names[seat]

    def is_left(self, seat: Seat) -> bool:
        """Tell whether somebody is our left neighbour."""
        return self.ours is not None and seat == self.left(self.ours)

    def is_right(self, seat: Seat) -> bool:
        """Tell whether somebody is our right neighbour."""
        return self.ours is not None and seat == self.right(self.ours)

    def left(self, seat: Seat) -> Seat:
        """Give the left neighbour (W1.5, A1.1)."""
        return (seat + 1) % len(self.names)

    def right(self, seat: Seat) -> Seat:
        """Give the right neighbour (W1.5, A1.1)."""
        return (seat - 1) % len(self.names)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, the one in the middle first, then to the left."""
        n = len(self.names)
        return tuple((self.viewpoint + step) % n for step in range(n))


Untold = tuple[Sight[Any], Sequence[str]]
"""Something that happened, and what is told of it."""
