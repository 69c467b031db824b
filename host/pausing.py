"""
A game that stands still because somebody at the table wanted it: the clock, and nothing else.

The host keeps time, and so it is the one to stop the clock; nobody signs anything, and who
must may still choose. It goes on when everybody who plays and can answer has said so. A host
that stops it by itself delays a game, which it can in any case.

Nobody holds the others up for ever: each seat has so many seconds of a game for its pauses,
as whoever runs the host says, and the clock goes on when they are used up. They don't run
where nobody is there, who finds all as they left it. Whoever runs the host stops it for as
long as they like.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.host.kepttime import KeptTime
from sealed_wonders.net.messages import Paused

TICK = 0.001
"""Seconds that count as none: a difference of two moments is rounded."""


class Pause:
    """
    Whether a game stands still, by whose wish, and who would go on.

    Moments are told in order, by the host's clock.

    Attributes:
        by: the name of whoever wanted it; None: it doesn't stand still.
    """

    def __init__(self, seats: int, most: float) -> None:
        """
        Begin with a game that goes on.

        Args:
            most: seconds for which each seat may stop it; 0 is as long as it likes.
        """
        self.by: str | None = None
        self._most = most or math.inf
        self._seat: Seat | None = None
        """Whose pause it is; None: that of whoever runs the host."""
        self._used = [0.0] * seats
        """By seat, the seconds for which it has stopped it."""
        self._at = 0.0
        """The moment for which that holds."""
        self._is_anybody_there = False
        self._longest: int | None = None
        """Seconds that whoever stopped it had then for that, in whole ones; None: no end of them."""
        self._on = set[bytes]()
        self._was_ever = False

    def may_begin(self, seat: Seat) -> bool:
        """Tell whether a seat has something left of its time for that."""
        return self._used[seat] < self._most - TICK

    def begin(self, now: float, by: str, seat: Seat | None) -> None:
        """
        Stand still, unless it does.

        Args:
            seat: whose wish it is; None: it is that of whoever runs the host.
        """
        self._go_to(now)
        if self.by is None:
            self.by, self._seat = by, seat
            self._longest = self._left
            self._on.clear()
            self._was_ever = True

    def end(self, now: float) -> None:
        """Go on."""
        self._go_to(now)
        self.by = None

    # What outlives the host.

    def kept(self) -> KeptTime:
        """Give what is to be written down of it."""
        used = tuple(self._used) if any(self._used) else ()
        seat = None if self.by is None else self._seat
        return KeptTime(self.by, seat, used)

    def restore(self, now: float, kept: KeptTime) -> None:
        """Take it up as it was, and tell all how it is."""
        seats = range(len(self._used))
        for seat, used in zip(seats, kept.used, strict=False):
            self._used[seat] = max(0.0, used)
        if kept.paused_seat is None or kept.paused_seat in seats:
            self._at = now
            self.by, self._seat = kept.paused_by, kept.paused_seat
            self._longest = self._left
        self._was_ever = True

    # Who would go on.

    def would_go_on(self, identity: bytes) -> None:
        """Note that somebody would."""
        self._on.add(identity)

    def there(self, now: float, there: Iterable[bytes]) -> None:
        """Take note of who plays and is there."""
        self._go_to(now)
        self._is_anybody_there = any(True for _ in there)

    def all_would_go_on(self, asked: Iterable[bytes]) -> bool:
        """
        Tell whether it stands still, and all would go on.

        Args:
            asked: the people who play and can answer; where nobody can, nobody would.
        """
        people = set(asked)
        return self.by is not None and bool(people) and not people - self._on

    @property
    def deadline(self) -> float | None:
        """When whoever stopped it has no time left for that; None: never, as it is now."""
        if not self._runs or self._seat is None:
            return None
        at = self._at + max(0.0, self._most - self._used[self._seat])
        return None if math.isinf(at) else at

    def notices(self, table: str, seats: Sequence[bytes]) -> tuple[Paused, ...]:
        """
        Say how it is to those who look on; nothing, if it never stood still.

        Args:
            seats: the identities of those who play, by seat.
        """
        if not self._was_ever:
            return ()
        on = tuple(self.by is not None and it in self._on for it in seats)
        return (Paused(table, self.by, on, None if self.by is None else self._longest),)

    @property
    def _left(self) -> int | None:
        """The seconds for which it may still be stopped by whoever has stopped it."""
        if self._seat is None or math.isinf(self._most):
            return None
        return max(0, math.ceil(self._most - self._used[self._seat] - TICK))

    @property
    def _runs(self) -> bool:
        return self.by is not None and self._is_anybody_there

    def _go_to(self, now: float) -> None:
        passed, self._at = now - self._at, now
        if self._runs and self._seat is not None:
            self._used[self._seat] += passed
