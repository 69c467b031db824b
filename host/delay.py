"""
The spectator delay: how much of the log, the clock and the like spectators see by now.

docs/PROTOCOL.md (Posting to the log) lists what is delayed, and for whom.

The log is public, and nobody can read what it hides. The delay only keeps spectators
from telling a player what others do before that player could see it. A host keeps to it
like to any of a table's times; it isn't signed.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """
    The value of something some time ago.

    Args:
        seconds: the delay after which a change becomes visible; 0 for none.
        first: the first value, which is visible at once.
    """

    def __init__(self, seconds: float, first: T) -> None:
        self._seconds = seconds
        self._shown = first
        self._changes = deque[tuple[float, T]]()
        """Times at which later values become visible."""

    @property
    def last(self) -> T:
        """The value that was recorded last."""
        return self._changes[-1][1] if self._changes else self._shown

    def note(self, value: T, now: float) -> None:
        """Record the current value; only the last change within a second counts."""
        if value == self.last:
            return
        due = math.ceil(now) + self._seconds
        if self._changes and self._changes[-1][0] == due:
            self._changes.pop()
        self._changes.append((due, value))

    def shown(self, now: float) -> T:
        """Return the visible value."""
        while self._changes and self._changes[0][0] <= now:
            self._shown = self._changes.popleft()[1]
        return self._shown

    @property
    def deadline(self) -> float | None:
        """Time at which another value becomes visible; None if the last one is."""
        return self._changes[0][0] if self._changes else None


class Delay(Later[int]):
    """The length of a log some time ago: the number of visible entries."""

    def note(self, length: int, now: float) -> None:
        """Record the current length of the log, which may be shorter than before."""
        due = now + self._seconds
        while self._changes and self.last > length:
            due, _longer = self._changes.pop()
        self._shown = min(self._shown, length)
        if not self._seconds:
            self._shown = length
        elif length > self.last:
            self._changes.append((due, length))
