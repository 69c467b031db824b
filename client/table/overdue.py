"""
For how long each seat's time has been up, by our own clock.

docs/PROTOCOL.md (How a client votes: Programs that answer by themselves) relies on it.

A client makes the default choice when the host reports that its time is up. A client
that doesn't has no player, or isn't honest. But a host could report anything about other
seats' time. So this module counts again, in the seat's favour: only while we are
connected, without any moment in which the clock may be paused, and by the longer of the
table's times and the host's.
"""

from __future__ import annotations

import math

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.times import LEAST, SETTLING, Times


class TimeUsed:
    """The time that each seat has used in one game."""

    def __init__(self, agreed: Times) -> None:
        """
        Create a count with all time left.

        Args:
            agreed: the times in the table's options.
        """
        self._agreed = self._times = agreed
        self._at: float | None = None
        """Time up to which seconds are counted; None while the clock may be paused."""
        self._place: object = None
        """
        The open phase and the log's digest before it, since a phase can be reopened.
        """
        self._due: dict[Seat, bytes] = {}
        """Seats that owe a choice, with their holders' identities."""
        self._turn: dict[Seat, float] = {}
        """Seconds that each of them has used for this choice."""
        self._own: dict[Seat, float] = {}
        """Seconds that a seat has left for the game; negative if it is overdue."""

    def stop(self) -> None:
        """Stop counting until the next `look`."""
        self._at = None

    def retime(self, told: Times) -> None:
        """Take the thinking times in force, as the host reports them."""
        times = _longer(self._agreed, told)
        if times != self._times:
            self._times = times
            self._own.clear()

    def look(self, fold: Fold, now: float) -> None:
        """Update who owes a choice."""
        self._count(now)
        place = fold.phase.number, fold.digest
        is_new, self._place = place != self._place, place
        is_choice = fold.phase.kind in CHOOSING
        due = {seat: fold.people[seat].identity for seat in fold.missing if is_choice}
        for seat in self._due if is_new else self._due.keys() - due.keys():
            self._own[seat] = self._left(seat) + self._times.increment
        for seat, holder in due.items():
            if is_new or seat not in self._due:
                self._turn[seat] = 0.0
                self._own[seat] = max(self._left(seat), LEAST)
            elif holder != self._due[seat]:
                # A new holder may have received extra time.
                self._turn[seat] = 0.0
                self._own[seat] = max(self._left(seat), SETTLING)
        self._due = due

    def _count(self, now: float) -> None:
        """Add the seconds since the last count to the seats that owe a choice."""
        passed, self._at = 0.0 if self._at is None else now - self._at, now
        for seat in self._due:
            self._turn[seat] += passed
            self._own[seat] = self._left(seat) - passed

    def since(self, seat: Seat) -> float:
        """Return the seconds since a seat's time ran out; 0 if it hasn't."""
        if seat not in self._due:
            return 0.0
        turn, own = self._turn[seat], self._left(seat)
        over = turn - self._times.turn if self._times.turn else 0.0
        return max(over, -own if self._times.game else 0.0, 0.0)

    def _left(self, seat: Seat) -> float:
        return self._own.get(seat, float(self._times.game))


def _longer(one: Times, other: Times) -> Times:
    """Return the longer of each kind of time; 0 means no limit."""
    game = _more(one.game, other.game)
    increment = max(one.increment, other.increment) if game else 0
    return Times(_more(one.turn, other.turn), game, increment)


def _more(one: int, other: int) -> int:
    longer = max(one or math.inf, other or math.inf)
    return 0 if longer == math.inf else int(longer)
