"""
How much of a game those who look on may see, at tables that let them see it later: of its log,
and of what a host tells beside it, such as the clock.

The log is public, and what it hides nobody can read: a delay keeps an onlooker from telling
a player what others take before they could have seen it themselves, and no more. A host
keeps to it as to any of a table's clocks, and nothing of it is signed.
"""

from __future__ import annotations

import math
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Delay:
    """The length of a log, as it was some time ago."""

    def __init__(self, seconds: float, shown: int) -> None:
        """
        Begin with a log of which the first entries are shown at once.

        Args:
            seconds: after which an entry is shown; 0 is at once.
        """
        self._seconds = seconds
        self._shown = shown
        self._grown = deque[tuple[float, int]]()
        """When the log had become how long, of what isn't shown yet."""

    def note(self, length: int, now: float) -> None:
        """Take note of how long the log is; it may be shorter than it was before."""
        due = now + self._seconds
        while self._grown and self._grown[-1][1] > length:
            due, _longer = self._grown.pop()
        self._shown = min(self._shown, length)
        if not self._seconds:
            self._shown = length
        elif length > (self._grown[-1][1] if self._grown else self._shown):
            self._grown.append((due, length))

    def shown(self, now: float) -> int:
        """Return how many entries are shown."""
        while self._grown and self._grown[0][0] <= now:
            self._shown = self._grown.popleft()[1]
        return self._shown

    @property
    def deadline(self) -> float | None:
        """When more is shown; None if all is."""
        return self._grown[0][0] if self._grown else None


class Later(Generic[T]):
    """What changes from time to time, as it was some time ago."""

    def __init__(self, seconds: float, first: T) -> None:
        """
        Begin with what is shown at once.

        Args:
            seconds: after which a change is shown.
        """
        self._seconds = seconds
        self._shown = first
        self._changes = deque[tuple[float, T]]()
        """When what is shown."""

    @property
    def last(self) -> T:
        """What was noted last."""
        return self._changes[-1][1] if self._changes else self._shown

    def note(self, value: T, now: float) -> None:
        """Take note of how it is now; of the changes of a second the last one counts."""
        if value == self.last:
            return
        due = math.ceil(now) + self._seconds
        if self._changes and self._changes[-1][0] == due:
            self._changes.pop()
        self._changes.append((due, value))

    def shown(self, now: float) -> T:
        """Return how it was."""
        while self._changes and self._changes[0][0] <= now:
            self._shown = self._changes.popleft()[1]
        return self._shown

    @property
    def deadline(self) -> float | None:
        """When something else is shown; None if all is."""
        return self._changes[0][0] if self._changes else None
