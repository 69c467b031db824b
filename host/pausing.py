"""
Pauses: a player stops the clock of a game, and nothing else.

docs/PROTOCOL.md (Clocks: Pauses) prescribes these rules.

The host keeps time, so it stops the clock; nobody signs anything, and players who owe a
choice may still make it. The clock runs again when everybody who plays and can respond
has agreed. A host that pauses by itself delays a game, which it can do in any case.

Nobody can delay the others forever: each seat has a limited number of seconds per game
for its pauses, set by the operator. When they are used up, the clock runs again. These
seconds don't count while nobody is there, so that players find the pause as they left
it. The operator can pause a game without limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.host.sidefiles import KeptTime
from sealed_wonders.net.messages import Paused

TICK = 0.001
"""Seconds below which a remaining time counts as zero, because of rounding."""


class GamePause:
    """
    The pause of a game: who paused it, and who agrees to resume it.

    Args:
        most: seconds of pauses that each seat has; 0 for no limit.

    Attributes:
        by: the name of whoever paused the game; None if it isn't paused.
    """

    def __init__(self, seats: int, most: float, seconds: Callable[[], float]) -> None:
        self.by: str | None = None
        self._most = most or math.inf
        self._seconds = seconds
        self._seat: Seat | None = None
        """The seat that paused the game; None for the operator."""
        self._used = [0.0] * seats
        """Seconds used for pauses, by seat."""
        self._at = 0.0
        """Time at which these values hold."""
        self._is_anybody_there = False
        self._longest: int | None = None
        """Whole seconds that the pause could last when it began; None for no limit."""
        self._on = set[bytes]()
        self._was_ever = False

    def may_begin(self, seat: Seat) -> bool:
        return self._used[seat] < self._most - TICK

    def begin(self, by: str, seat: Seat | None) -> None:
        """
        Pause the game, unless it is paused.

        Args:
            by: the name of whoever pauses it.
            seat: their seat; None for the operator.
        """
        self._catch_up()
        if self.by is None:
            self.by, self._seat = by, seat
            self._longest = self._left
            self._on.clear()
            self._was_ever = True

    def end(self) -> None:
        self._catch_up()
        self.by = None

    # Persistence.

    def kept(self) -> KeptTime:
        used = tuple(self._used) if any(self._used) else ()
        seat = None if self.by is None else self._seat
        return KeptTime(self.by, seat, used)

    def restore(self, kept: KeptTime) -> None:
        """Restore saved values, and have everybody told of them."""
        seats = range(len(self._used))
        for seat, used in zip(seats, kept.used, strict=False):
            self._used[seat] = max(0.0, used)
        if kept.paused_seat is None or kept.paused_seat in seats:
            self._at = self._seconds()
            self.by, self._seat = kept.paused_by, kept.paused_seat
            self._longest = self._left
        self._was_ever = True

    # Resuming.

    def would_go_on(self, identity: bytes) -> None:
        self._on.add(identity)

    def there(self, there: Iterable[bytes]) -> None:
        self._catch_up()
        self._is_anybody_there = any(True for _ in there)

    def all_would_go_on(self, asked: Iterable[bytes]) -> bool:
        """
        Return whether the game is paused, and everybody agrees to resume it.

        Args:
            asked: the people who play and can respond; without any, nobody agrees.
        """
        people = set(asked)
        return self.by is not None and bool(people) and not people - self._on

    @property
    def deadline(self) -> float | None:
        """Time at which the seat has used up its pauses; None if that won't happen."""
        if not self._runs or self._seat is None:
            return None
        at = self._at + max(0.0, self._most - self._used[self._seat])
        return None if math.isinf(at) else at

    def notices(self, table: str, seats: Sequence[bytes]) -> tuple[Paused, ...]:
        """
        Return the notice for the table; empty if there never was a pause.

        Args:
            seats: the identities of the players, by seat.
        """
        if not self._was_ever:
            return ()
        on = tuple(self.by is not None and it in self._on for it in seats)
        return (Paused(table, self.by, on, None if self.by is None else self._longest),)

    @property
    def _left(self) -> int | None:
        """Whole seconds that the pause may still last; None for no limit."""
        if self._seat is None or math.isinf(self._most):
            return None
        return max(0, math.ceil(self._most - self._used[self._seat] - TICK))

    @property
    def _runs(self) -> bool:
        return self.by is not None and self._is_anybody_there

    def _catch_up(self) -> None:
        before, self._at = self._at, self._seconds()
        if self._runs and self._seat is not None:
            self._used[self._seat] += self._at - before
