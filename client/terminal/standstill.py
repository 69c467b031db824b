"""A clock that stands still, as it is known."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.game import Seat


class Standstill(NamedTuple):
    """By whose wish the clock of a game stands still."""

    by: str
    on: tuple[bool, ...]
    """By seat: who would go on."""
    most: int | None = None
    """Seconds for which whoever stopped it may do so; None: as long as they like."""

    @property
    def would_go_on(self) -> tuple[Seat, ...]:
        """Who would go on."""
        return tuple(seat for seat, would in enumerate(self.on) if would)


class Break(NamedTuple):
    """A break that somebody has proposed."""

    by: Seat
    age: int
    """At the end of which age."""
