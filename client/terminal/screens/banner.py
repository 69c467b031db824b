"""Base of the box that shows for a while what has just happened at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from sealed_wonders.client.signs.draw import Rows, clip, framed, piece
from sealed_wonders.client.signs.symbols import Symbols

STAYS = inf
"""Stands for the time at which a box closes that only a key closes."""

LATE = 6.0
"""Seconds for which a key may still be meant for a box that closed by itself."""


@dataclass(slots=True)
class Banner:
    """
    News, and for how long they are shown.

    The box covers the lower part of a table, so that a new choice is visible at once. It
    closes by itself, or when a key is pressed that does something at the table.

    Attributes:
        noted: the number of events seen so far.
        until: when it closes, in the stack's seconds; `STAYS` if only a key closes it,
            None while it is closed.
    """

    noted: int = 0
    until: float | None = None

    def is_open(self, now: float) -> bool:
        return self.until is not None and now < self.until

    def has_just_closed(self, now: float) -> bool:
        """Return whether it closed by itself so recently that a key may be for it."""
        return self.until is not None and 0 <= now - self.until < LATE

    @property
    def wakes(self) -> float | None:
        """When it closes by itself; None if never."""
        return None if self.until == STAYS else self.until

    def close(self) -> None:
        self.until = None

    def stay(self) -> None:
        """Leave it open until a key closes it."""
        self.until = STAYS

    def show(self, now: float, lasts: float) -> None:
        """Open it for some seconds; 0 for not at all."""
        self.until = now + lasts if lasts > 0 else None

    def fresh(self, past: Sequence[object]) -> range:
        """Note the events so far; return the indices of those that weren't noted."""
        if len(past) < self.noted:  # another game
            self.noted, self.until = len(past), None
        first, self.noted = self.noted, len(past)
        return range(first, self.noted)


def framed_news(rows: Rows, title: str, width: int, symbols: Symbols) -> Rows:
    """Draw the box."""
    return framed(
        [clip(one, width - 4, symbols.more) for one in rows],
        width,
        symbols,
        title=(piece(title, "title"),),
        style="frame.chosen",
    )
