"""What time is left, as it is known."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Seat


class TimeLeft(NamedTuple):
    """What time was left when that was heard, in seconds."""

    heard: float
    """When, by the reactor's clock."""
    turn: float | None
    """For the open choice; None if as long as it takes."""
    seats: tuple[float, ...] = ()
    """For the game, by seat; empty if as long as it takes."""
    runs: bool = True
    """For those who owe a choice; else all of it stands still."""

    def deadline(self, owes: Seat | None) -> float | None:
        """
        Return when time is out for the open choice; None if never, or if it is.

        Args:
            owes: our seat, if we are among those for whom it runs.
        """
        left = self._least(owes)
        return self.heard + left if left and self.runs else None

    def left(self, now: float, owes: Seat | None) -> float | None:
        """Return what is left for the open choice; None if as long as it takes."""
        left, deadline = self._least(owes), self.deadline(owes)
        return left if deadline is None else deadline - now

    def _least(self, owes: Seat | None) -> float | None:
        own = () if owes is None else self.seats[owes : owes + 1]
        turn = () if self.turn is None else (self.turn,)
        return min((*own, *turn), default=None)

    def own(self, seat: Seat, now: float, *, owes: bool) -> float | None:
        """Return what a seat has left for the game; None if as long as it takes."""
        if seat >= len(self.seats):
            return None
        passed = now - self.heard if owes and self.runs else 0.0
        return max(0.0, self.seats[seat] - passed)
