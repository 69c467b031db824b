"""The time left, as last reported by the host."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Seat


class TimeLeft(NamedTuple):
    """The seconds left when the report arrived."""

    heard: float
    """When it arrived, on the reactor's clock."""
    turn: float | None
    """Seconds for the open choice; None for no limit."""
    seats: tuple[float, ...] = ()
    """Seconds for the game, by seat; empty for no limit."""
    runs: bool = True
    """Whether the clock runs for those who owe a choice; otherwise it is stopped."""

    def deadline(self, owes: Seat | None) -> float | None:
        """
        Return when the time for the open choice is up; None if never, or already.

        Args:
            owes: Our seat, if we owe a choice.
        """
        left = self._least(owes)
        return self.heard + left if left and self.runs else None

    def left(self, now: float, owes: Seat | None) -> float | None:
        """Return the seconds left for the open choice; None for no limit."""
        left, deadline = self._least(owes), self.deadline(owes)
        return left if deadline is None else deadline - now

    def _least(self, owes: Seat | None) -> float | None:
        own = () if owes is None else self.seats[owes : owes + 1]
        turn = () if self.turn is None else (self.turn,)
        return min((*own, *turn), default=None)

    def own(self, seat: Seat, now: float, *, owes: bool) -> float | None:
        """Return a seat's remaining game time in seconds; None for no limit."""
        if seat >= len(self.seats):
            return None
        passed = now - self.heard if owes and self.runs else 0.0
        return max(0.0, self.seats[seat] - passed)
