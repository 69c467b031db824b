"""A paused clock and a planned break."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Seat


class Standstill(NamedTuple):
    """A paused clock."""

    by: str
    on: tuple[bool, ...]
    """By seat, whether the player wants to resume."""
    most: int | None = None
    """Seconds after which the clock runs again anyway; None for no limit."""

    @property
    def would_go_on(self) -> tuple[Seat, ...]:
        """Seats that want to resume."""
        return tuple(seat for seat, would in enumerate(self.on) if would)


class Break(NamedTuple):
    """A break that somebody has proposed."""

    by: Seat
    age: int
    """The age that it follows."""
