"""
The clocks of a game, as the host keeps them, and agreements on other times.

docs/PROTOCOL.md (Clocks) prescribes these rules.

A clock runs for each seat that owes a choice, and stands still for all seats during a
pause.

Nothing of this is signed or in the log: when a seat's time is up the host says so, and
the seat's own program chooses. So a host that resumes a game from its log, after a
crash or on another machine, gives each seat its full time again. Next to the journal,
it finds the pause, the times agreed during the game, and the remaining times of all
seats if the previous host process ended in order (`sealed_wonders.host.sidefiles`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy

from msgspec.structs import replace

from sealed_wonders.core.game import Seat
from sealed_wonders.host.pausing import TICK, GamePause
from sealed_wonders.host.sidefiles import KeptTime
from sealed_wonders.net.messages import Clock, Paused, Proposal, Timing
from sealed_wonders.net.tableoptions import DAY
from sealed_wonders.net.times import LEAST, SETTLING, Times


class Clocks:
    """
    The time left to each seat for the open choice and the game.

    Attributes:
        times: the table's agreed times.
        changes: incremented when everybody has to be told; 0 as long as there is
            nothing to tell.
    """

    def __init__(self, times: Times, seats: int, seconds: Callable[[], float]) -> None:
        self.times = times
        self._seconds = seconds
        self.changes = 0
        self._at = 0.0
        """Time at which all of these values hold."""
        self._stands_still = False
        self._due: frozenset[Seat] = frozenset()
        """Seats that owe a choice."""
        self._turn = 0.0
        """Seconds left for that choice."""
        self._own = [float(times.game)] * seats
        """Seconds left for the game, by seat."""

    # Events.

    def begin(self, due: Iterable[Seat]) -> None:
        """Start the clocks of the seats that owe a choice, if a choice is open."""
        self._catch_up(self._seconds())
        self._due = frozenset(due)
        self._turn = float(self.times.turn)
        for seat in self._due if self.times.game else ():
            self._own[seat] = max(self._own[seat], LEAST)
        if self._due:
            self._tell()

    def spoke(self, seat: Seat) -> None:
        """Stop the clock of a seat that has made the open choice."""
        if seat not in self._due:
            return
        self._catch_up(self._seconds())
        self._due -= {seat}
        if self.times.game:
            grown = self._own[seat] + self.times.increment
            self._own[seat] = min(grown, DAY)
            self._tell()

    def got_holder(self, seat: Seat) -> None:
        """Add time for a seat's new holder, since it may have run out."""
        self._catch_up(self._seconds())
        self._turn = float(self.times.turn)
        least = min(SETTLING, self.times.game)
        self._own[seat] = max(self._own[seat], least)
        self._tell()

    def stand_still(self, *, stands_still: bool) -> None:
        """Pause or resume all clocks."""
        if stands_still is not self._stands_still:
            self._catch_up(self._seconds())
            self._stands_still = stands_still
            self._tell()

    def expire(self) -> None:
        deadline, now = self.deadline, self._seconds()
        if deadline is not None and deadline <= now:
            self._catch_up(now)
            self._tell()

    def retime(self, times: Times) -> None:
        """Replace the times; each clock is full again. No choice may be open."""
        self._catch_up(self._seconds())
        self.times = times
        self._own = [float(times.game)] * len(self._own)
        self.changes += 1  # even if there is no limit any more

    # Persistence.

    def left(self) -> tuple[float, ...]:
        """Return each seat's seconds left for the game; empty without a limit."""
        self._catch_up(self._seconds())
        return tuple(self._own) if self.times.game else ()

    def restore(self, left: Iterable[float]) -> None:
        """Restore the seconds left, as far as known; only while no choice is open."""
        for seat, some in zip(range(len(self._own)), left, strict=False):
            if self.times.game and 0 <= some <= DAY:
                self._own[seat] = some

    # Messages.

    @property
    def deadline(self) -> float | None:
        """Time of the next timeout; None if no clock is running."""
        if self._stands_still or not self._due:
            return None
        left = [self._turn] if self.times.turn else []
        left += [self._own[seat] for seat in self._due] if self.times.game else []
        return min((self._at + it for it in left if it), default=None)

    def told(self, now: float, table: str, phase: int) -> Clock:
        """Return the message with the seconds left; at 0, clients use the default."""
        self._catch_up(now)
        turn = _whole(self._turn) if self.times.turn and self._due else None
        own = map(_whole, self._own) if self.times.game else ()
        return Clock(table, turn, phase, tuple(own), not self._stands_still)

    def copy(self) -> Clocks:
        other = copy(self)
        other._own = list(self._own)
        return other

    # Private.

    def _catch_up(self, now: float) -> None:
        """Subtract the time that has passed."""
        passed, self._at = now - self._at, now
        if self._stands_still or not self._due:
            return
        self._turn = _less(self._turn, passed)
        for seat in self._due:
            self._own[seat] = _less(self._own[seat], passed)

    def _tell(self) -> None:
        if self.times:
            self.changes += 1


def _less(left: float, passed: float) -> float:
    left -= passed
    return left if left >= TICK else 0.0


def _whole(left: float) -> int:
    return math.ceil(left)


class Vote:
    """
    A proposal of other times, who agrees to it, and the times agreed.

    Agreed times apply from the beginning of the game's next part: see
    `sealed_wonders.core.games.part`.
    """

    def __init__(self) -> None:
        self._proposed: Times | None = None
        self._by = ""
        self._wanted: dict[bytes, Times] = {}
        """
        The times to which each player last agreed, since any were settled or declined.

        Two players may propose the same times, with another proposal in between.
        """
        self._against: str | None = None
        """The name of somebody who declined the proposal."""
        self._next: Times | None = None
        self._after = 0
        """The part of the game after which the agreed times apply."""
        self._was_ever = False

    @property
    def _is_open(self) -> bool:
        return self._proposed is not None and self._against is None

    def say(self, identity: bytes, name: str, times: Times, *, agrees: bool) -> None:
        """
        Record whether somebody wants some times; a new proposal replaces the last one.

        An answer to a proposal that has been replaced doesn't count for the new one.
        """
        self._was_ever = True
        is_same = self._is_open and times == self._proposed
        if agrees:
            if not self._is_open:
                self._wanted.clear()
            self._wanted[identity] = times
            if not is_same:
                self._proposed, self._by, self._against = times, name, None
        elif is_same:
            self._against = name

    @property
    def _agree(self) -> frozenset[bytes]:
        return frozenset(
            identity
            for identity, times in self._wanted.items()
            if times == self._proposed
        )

    def settle(
        self, asked: Iterable[bytes], people: Iterable[bytes], now: Times, part: int
    ) -> None:
        """
        Adopt the proposal if everybody who has to has agreed.

        Nobody gets less time because of an agreement made while they were away: all
        players have to agree to that.

        Args:
            asked: the people who play and can respond; without any, nobody agrees.
        """
        if self._proposed is None:
            return
        all_asked = set(asked)
        if self._proposed.hurries(now if self._next is None else self._next):
            all_asked.update(people)
        if self._is_open and all_asked and not all_asked - self._agree:
            self._next, self._after = self._proposed, part
            self._proposed = None

    def take(self, part: int) -> Times | None:
        """Return newly applicable times the first time; None otherwise."""
        if self._next is None or part <= self._after:
            return None
        times, self._next = self._next, None
        return times

    # Persistence.

    def kept(self, kept: KeptTime) -> KeptTime:
        """Add the values to write to disk; an open proposal isn't saved."""
        after = 0 if self._next is None else self._after
        return replace(kept, next=self._next, after=after)

    def restore(self, kept: KeptTime) -> None:
        """Restore saved values, and have everybody told of them."""
        self._next, self._after = kept.next, kept.after
        self._was_ever = True

    def notices(
        self, table: str, now: Times, seats: Sequence[bytes]
    ) -> tuple[Timing, ...]:
        """
        Return the notice for the table; empty if no times were ever proposed.

        Args:
            seats: the identities of the players, by seat.
        """
        if not self._was_ever:
            return ()
        proposal = None
        if self._proposed is not None:
            agree = tuple(it in self._agree for it in seats)
            proposal = Proposal(self._by, self._proposed, agree, self._against)
        return (Timing(table, now, self._next, proposal),)


class Timekeeper:
    """
    The time of a game: clocks, pauses and proposed times.

    Agreement always means that of the people who play and can respond.

    Args:
        pause_time: seconds for which each seat may pause the game; 0 for no limit.
    """

    def __init__(
        self,
        table: str,
        times: Times,
        seats: int,
        seconds: Callable[[], float],
        pause_time: int,
    ) -> None:
        self._table = table
        self._seconds = seconds
        self._options = times
        self.clocks = Clocks(times, seats, seconds)
        self.pause = GamePause(seats, pause_time, seconds)
        self.vote = Vote()

    # Public facts.

    @property
    def times(self) -> Times:
        return self.clocks.times

    @property
    def stands_still(self) -> bool:
        return self.pause.by is not None

    @property
    def changes(self) -> int:
        """A number that changes when everybody has to be told; 0 without clocks."""
        return self.clocks.changes

    def told(self, phase: int) -> Clock:
        return self.clocks.told(self._seconds(), self._table, phase)

    def notices(self, seats: Sequence[bytes]) -> Iterator[Paused | Timing]:
        yield from self.pause.notices(self._table, seats)
        yield from self.vote.notices(self._table, self.times, seats)

    # Persistence.

    @property
    def kept(self) -> KeptTime:
        """The values to write to disk when they change, for a restart of the host."""
        kept = self.vote.kept(self.pause.kept())
        return kept if self.times == self._options else replace(kept, now=self.times)

    @property
    def kept_at_the_end(self) -> KeptTime:
        """The values to write when the host ends in order."""
        return replace(self.kept, left=self.clocks.left())

    def restore(self, kept: KeptTime) -> None:
        """Restore saved values before a choice is open, and send them to everybody."""
        if kept.now is not None:
            self.clocks.retime(kept.now)
        self.clocks.restore(kept.left)
        self.vote.restore(kept)
        self.pause.restore(kept)
        self.clocks.stand_still(stands_still=self.stands_still)

    # Actions of people.

    def stand_still(self, by: str, seat: Seat | None = None) -> None:
        """Pause the game for a player or the operator: see `GamePause.begin`."""
        self.pause.begin(by, seat)
        self.clocks.stand_still(stands_still=True)

    def go_on(self) -> None:
        self.pause.end()
        self.clocks.stand_still(stands_still=False)

    def would_go_on(self, identity: bytes, asked: Iterable[bytes]) -> None:
        self.pause.would_go_on(identity)
        self.look_whether_on(asked)

    def look_whether_on(self, asked: Iterable[bytes]) -> None:
        if self.pause.all_would_go_on(asked):
            self.go_on()

    # Events of the game.

    def open(self, due: Collection[Seat], part: int) -> None:
        """
        Start the clocks of the seats that owe a choice; of none, if no choice is open.

        Other times that were agreed for this part of the game apply from now on.
        """
        self.clocks.begin(())
        if due and (times := self.vote.take(part)) is not None:
            self.clocks.retime(times)
        self.clocks.begin(due)

    # Time.

    @property
    def deadline(self) -> float | None:
        times = self.clocks.deadline, self.pause.deadline
        return min((it for it in times if it is not None), default=None)

    def expire(self) -> None:
        deadline = self.pause.deadline
        if deadline is not None and deadline <= self._seconds():
            self.go_on()
        self.clocks.expire()
