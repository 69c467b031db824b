"""`AnySight`, the view of a game from one seat at a moment; each game has a subclass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sealed_wonders.core.game import Card, Seat, Slot

S = TypeVar("S")
"""A state of one game."""

TurnNumber = tuple[int, int]
"""Age and turn; 0 and the turn in games without ages."""


@dataclass(frozen=True, slots=True)
class AnySight(Generic[S]):
    """The view of a game from one seat at a moment, with names for the others."""

    names: tuple[str, ...]
    """Names by seat."""
    ours: Seat | None
    """Our own seat; None for a spectator."""
    state: S
    faces: Mapping[Slot, Card]
    """Faces that may be seen from here."""
    behind: Seat = 0
    """The seat that a spectator watches from; meaningless for a player."""

    @property
    def viewpoint(self) -> Seat:
        """The seat in the middle: our own, or the one a spectator watches from."""
        return self.behind if self.ours is None else self.ours

    def who(self, seat: Seat) -> str | None:
        """Return the name of a seat; None for ours."""
        return None if seat == self.ours else self.names[seat]

    def is_left(self, seat: Seat) -> bool:
        return self.ours is not None and seat == self.left(self.ours)

    def is_right(self, seat: Seat) -> bool:
        return self.ours is not None and seat == self.right(self.ours)

    def left(self, seat: Seat) -> Seat:
        """Return the left neighbour's seat (W1.5, A1.1)."""
        return (seat + 1) % len(self.names)

    def right(self, seat: Seat) -> Seat:
        """Return the right neighbour's seat (W1.5, A1.1)."""
        return (seat - 1) % len(self.names)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, beginning with the viewpoint and going left."""
        n = len(self.names)
        return tuple((self.viewpoint + step) % n for step in range(n))


Untold = tuple[AnySight[Any], Sequence[str]]
"""An event's sight and sentences, not shown yet."""
