"""
Whose time for a choice is out, by our own clock.

A client chooses by itself when the host says that its time is out. One that doesn't has nobody
at it, or is none that is honest. What others know of anybody's time is the host's word, which
may be any; so it is counted here once more, in the seat's favour: from when we were there,
without any moment at which the clock may have stood still, and by the longer of what the
options of the table and the host say.
"""

from __future__ import annotations

import math

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.times import LEAST, SETTLING, Times


class Overdue:
    """What time seats have had in one game."""

    def __init__(self, agreed: Times) -> None:
        """
        Begin with all the time that there is.

        Args:
            agreed: by the options of the table.
        """
        self._agreed = self._times = agreed
        self._at: float | None = None
        """The moment up to which all of this holds; None while the clock may stand still."""
        self._place: object = None
        """Which phase is open, and on top of what: a phase may be gone back to."""
        self._due: dict[Seat, bytes] = {}
        """Who owes a choice in it, and who has that seat."""
        self._turn: dict[Seat, float] = {}
        """What each of them has had for it."""
        self._own: dict[Seat, float] = {}
        """What is left to a seat for the game; less than nothing where it should have chosen."""

    def stop(self) -> None:
        """Count nothing until it is looked at again."""
        self._at = None

    def retime(self, told: Times) -> None:
        """Take how long those who play may think by now, as the host says."""
        times = _longer(self._agreed, told)
        if times != self._times:
            self._times = times
            self._own.clear()

    def look(self, fold: Fold, now: float) -> None:
        """See who owes a choice."""
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
                # Whoever has got a seat may have got time with it.
                self._turn[seat] = 0.0
                self._own[seat] = max(self._left(seat), SETTLING)
        self._due = due

    def _count(self, now: float) -> None:
        """Count the time that has passed for those who owe a choice."""
        passed, self._at = 0.0 if self._at is None else now - self._at, now
        for seat in self._due:
            self._turn[seat] += passed
            self._own[seat] = self._left(seat) - passed

    def since(self, seat: Seat) -> float:
        """Give for how many seconds the time of a seat has been out; 0 if it isn't."""
        if seat not in self._due:
            return 0.0
        turn, own = self._turn[seat], self._left(seat)
        over = turn - self._times.turn if self._times.turn else 0.0
        return max(over, -own if self._times.game else 0.0, 0.0)

    def _left(self, seat: Seat) -> float:
        return self._own.get(seat, float(self._times.game))


def _longer(one: Times, other: Times) -> Times:
    """Give the longer of two times, for each kind; 0 is as long as it takes."""
    game = _more(one.game, other.game)
    increment = max(one.increment, other.increment) if game else 0
    return Times(_more(one.turn, other.turn), game, increment)


def _more(one: int, other: int) -> int:
    longer = max(one or math.inf, other or math.inf)
    return 0 if longer == math.inf else int(longer)
