"""
The time of those who play, as the host keeps it: what of it is left, for whom it runs, and
what else they would have.

It runs for each seat that owes a choice, and stands still for all while the game does.
Nobody signs any of it and nothing is in the log: where the time of a seat is out the host says
so, and the seat's own program chooses. So a host that goes on with a game from its log, as
after a crash or on another machine, gives each seat all of its time again. A pause, what was
agreed during the game, and what each had left as the host before it ended in order, it finds
beside the journal (`sealed_wonders.host.kepttime`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import copy

from msgspec.structs import replace

from sealed_wonders.core.game import Seat
from sealed_wonders.host.kepttime import KeptTime
from sealed_wonders.host.pausing import TICK, Pause
from sealed_wonders.net.messages import Clock, Paused, Proposal, Timing
from sealed_wonders.net.tableoptions import DAY
from sealed_wonders.net.times import LEAST, SETTLING, Times


class Clocks:
    """
    What time is left to each seat, for the open choice and the game.

    Moments are told in order, by the host's clock.

    Attributes:
        times: what the table has agreed.
        changes: grows whenever all must be told; 0 as long as there is nothing to be told.
    """

    def __init__(self, times: Times, seats: int) -> None:
        """Begin where no choice is open, with all the time that there is."""
        self.times = times
        self.changes = 0
        self._at = 0.0
        """The moment for which all of this holds."""
        self._stands_still = False
        self._due: frozenset[Seat] = frozenset()
        """Who owes a choice."""
        self._turn = 0.0
        """What is left of the time for it."""
        self._own = [float(times.game)] * seats
        """By seat, what is left for the game."""

    # What happens.

    def begin(self, now: float, due: Iterable[Seat]) -> None:
        """Begin to wait for some to choose; for nobody, if no choice is open."""
        self._go_to(now)
        self._due = frozenset(due)
        self._turn = float(self.times.turn)
        for seat in self._due if self.times.game else ():
            self._own[seat] = max(self._own[seat], LEAST)
        if self._due:
            self._tell()

    def spoke(self, now: float, seat: Seat) -> None:
        """Take note that somebody has made the open choice, if they owe it."""
        if seat not in self._due:
            return
        self._go_to(now)
        self._due -= {seat}
        if self.times.game:
            grown = self._own[seat] + self.times.increment
            self._own[seat] = min(grown, DAY)
            self._tell()

    def got_holder(self, now: float, seat: Seat) -> None:
        """Give time for the open choice to whom the others have given a seat: it may be out."""
        self._go_to(now)
        self._turn = float(self.times.turn)
        least = min(SETTLING, self.times.game)
        self._own[seat] = max(self._own[seat], least)
        self._tell()

    def stand_still(self, now: float, *, stands_still: bool) -> None:
        """Stop all of them, or let them go on."""
        if stands_still is not self._stands_still:
            self._go_to(now)
            self._stands_still = stands_still
            self._tell()

    def expire(self, now: float) -> None:
        """Take note of what is out by now."""
        deadline = self.deadline
        if deadline is not None and deadline <= now:
            self._go_to(now)
            self._tell()

    def retime(self, now: float, times: Times) -> None:
        """Give each seat all the time that there is by other times; no choice is open."""
        self._go_to(now)
        self.times = times
        self._own = [float(times.game)] * len(self._own)
        self.changes += 1  # also where there is no limit any more

    # What outlives the host.

    def left(self, now: float) -> tuple[float, ...]:
        """Return what is left to each seat for the game; nothing, where that has no end."""
        self._go_to(now)
        return tuple(self._own) if self.times.game else ()

    def restore(self, left: Iterable[float]) -> None:
        """Give each seat what it had left, as far as that is known; no choice is open."""
        for seat, some in zip(range(len(self._own)), left, strict=False):
            if self.times.game and 0 <= some <= DAY:
                self._own[seat] = some

    # What is told.

    @property
    def deadline(self) -> float | None:
        """When something is out next; None: nothing runs."""
        if self._stands_still or not self._due:
            return None
        left = [self._turn] if self.times.turn else []
        left += [self._own[seat] for seat in self._due] if self.times.game else []
        return min((self._at + it for it in left if it), default=None)

    def told(self, now: float, table: str, phase: int) -> Clock:
        """Say what is left; at 0, clients choose what the rules have for that."""
        self._go_to(now)
        turn = _whole(self._turn) if self.times.turn and self._due else None
        own = map(_whole, self._own) if self.times.game else ()
        return Clock(table, turn, phase, tuple(own), not self._stands_still)

    def copy(self) -> Clocks:
        """Return others that are as these are now, and to which nothing happens."""
        other = copy(self)
        other._own = list(self._own)
        return other

    # Inside.

    def _go_to(self, now: float) -> None:
        """Let time pass."""
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
    What other times somebody proposes, and who agrees; and those that are agreed.

    These hold from where the game's next part begins: see `sealed_wonders.core.games.part`.
    """

    def __init__(self) -> None:
        """Begin with nothing proposed."""
        self._proposed: Times | None = None
        self._by = ""
        self._wanted: dict[bytes, Times] = {}
        """
        The times to which each has agreed last, since anything was settled or declined.

        Two may propose the same, and a third something else in between.
        """
        self._against: str | None = None
        """Who doesn't agree: nothing comes of it."""
        self._next: Times | None = None
        self._after = 0
        """The part of the game behind which that holds."""
        self._was_ever = False

    @property
    def _is_open(self) -> bool:
        return self._proposed is not None and self._against is None

    def say(self, identity: bytes, name: str, times: Times, *, agrees: bool) -> None:
        """
        Take whether somebody wants some times; another proposal takes the place of the last.

        Who speaks of times that aren't proposed any more agrees to nothing else by that.
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
        """Who agrees to what is proposed."""
        return frozenset(
            identity
            for identity, times in self._wanted.items()
            if times == self._proposed
        )

    def settle(
        self, asked: Iterable[bytes], people: Iterable[bytes], now: Times, part: int
    ) -> None:
        """
        See whether all agree who have to.

        Nobody has less time because of something that was agreed while they were away: to
        that all have to agree who play.

        Args:
            asked: the people who play and can answer; where nobody can, nobody agrees.
            people: all people who play.
            now: how it is now.
            part: of the game.
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
        """Return the times that hold from now on, once, if others do than before."""
        if self._next is None or part <= self._after:
            return None
        times, self._next = self._next, None
        return times

    # What outlives the host.

    def kept(self, kept: KeptTime) -> KeptTime:
        """Add what is to be written down of it; what is only proposed is proposed again."""
        after = 0 if self._next is None else self._after
        return replace(kept, next=self._next, after=after)

    def restore(self, kept: KeptTime) -> None:
        """Take it up as it was, and tell all how it is."""
        self._next, self._after = kept.next, kept.after
        self._was_ever = True

    def notices(
        self, table: str, now: Times, seats: Sequence[bytes]
    ) -> tuple[Timing, ...]:
        """
        Say how it is to those who look on; nothing, if nobody has ever proposed anything.

        Args:
            seats: the identities of those who play, by seat.
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
    The time of one game: its clocks, whether they stand still, and what is proposed.

    Whoever is asked, where all have to agree, are the people who play and can answer.
    """

    def __init__(
        self,
        table: str,
        times: Times,
        seats: int,
        seconds: Callable[[], float],
        pause_time: int,
    ) -> None:
        """
        Begin where no choice is open.

        Args:
            table: its name.
            seconds: returns the time.
            pause_time: the seconds for which each seat may stop the clocks; 0 is as long as
                it likes.
        """
        self._table = table
        self._seconds = seconds
        self._options = times
        self._clocks = Clocks(times, seats)
        self._pause = Pause(seats, pause_time)
        self._vote = Vote()

    # What everybody may know.

    @property
    def times(self) -> Times:
        """How long those who play may think."""
        return self._clocks.times

    @property
    def stands_still(self) -> bool:
        """The clocks were stopped."""
        return self._pause.by is not None

    @property
    def changes(self) -> int:
        """What is another number when all must be told of the clocks; 0 if there are none."""
        return self._clocks.changes

    def told(self, phase: int) -> Clock:
        """Say what time is left."""
        return self._clocks.told(self._seconds(), self._table, phase)

    def copy(self) -> Clocks:
        """Return the clocks as they are now, for who sees them later."""
        return self._clocks.copy()

    def notices(self, seats: Sequence[bytes]) -> Iterator[Paused | Timing]:
        """Say what becomes of the clocks to those who look on; see `Pause.notices`."""
        yield from self._pause.notices(self._table, seats)
        yield from self._vote.notices(self._table, self.times, seats)

    # What outlives the host.

    @property
    def kept(self) -> KeptTime:
        """What is to be written down, so that a host that is started again knows of it."""
        kept = self._vote.kept(self._pause.kept())
        return kept if self.times == self._options else replace(kept, now=self.times)

    @property
    def kept_at_the_end(self) -> KeptTime:
        """The same, as a host ends in order."""
        return replace(self.kept, left=self._clocks.left(self._seconds()))

    def restore(self, kept: KeptTime) -> None:
        """Take it up where no choice is open yet, and tell all how it is."""
        now = self._seconds()
        if kept.now is not None:
            self._clocks.retime(now, kept.now)
        self._clocks.restore(kept.left)
        self._vote.restore(kept)
        self._pause.restore(now, kept)
        self._clocks.stand_still(now, stands_still=self.stands_still)

    # What people do.

    def may_stand_still(self, seat: Seat) -> bool:
        """Tell whether a seat may stop the clocks for a while."""
        return self._pause.may_begin(seat)

    def stand_still(self, by: str, seat: Seat | None = None) -> None:
        """
        Stop the clocks.

        Args:
            seat: whose wish it is; None: it is that of whoever runs the host.
        """
        now = self._seconds()
        self._pause.begin(now, by, seat)
        self._clocks.stand_still(now, stands_still=True)

    def go_on(self) -> None:
        """Let them go on, whatever anybody wants."""
        now = self._seconds()
        self._pause.end(now)
        self._clocks.stand_still(now, stands_still=False)

    def would_go_on(self, identity: bytes, asked: Iterable[bytes]) -> None:
        """Note that somebody would."""
        self._pause.would_go_on(identity)
        self.look_whether_on(asked)

    def there(self, there: Iterable[bytes]) -> None:
        """Take note of the people who play and are there."""
        self._pause.there(self._seconds(), there)

    def look_whether_on(self, asked: Iterable[bytes]) -> None:
        """Let the clocks go on if all would."""
        if self._pause.all_would_go_on(asked):
            self.go_on()

    def propose(
        self, identity: bytes, name: str, times: Times, *, agrees: bool
    ) -> None:
        """Take whether somebody would have other times; see `Vote.say`."""
        self._vote.say(identity, name, times, agrees=agrees)

    def look_who_agrees(
        self, asked: Iterable[bytes], people: Iterable[bytes], part: int
    ) -> None:
        """
        See whether all who have to would have other times; see `Vote.settle`.

        Not as somebody goes: where all are cut off one after the other, the last of them
        would agree alone.
        """
        self._vote.settle(asked, people, self.times, part)

    # What happens in the game.

    def open(self, due: Collection[Seat], part: int) -> None:
        """
        Begin to wait for some to choose, in a part of the game; for nobody, if none is due.

        Other times hold from here on, if that was agreed.
        """
        now = self._seconds()
        self._clocks.begin(now, ())
        if due and (times := self._vote.take(part)) is not None:
            self._clocks.retime(now, times)
        self._clocks.begin(now, due)

    def spoke(self, seat: Seat) -> None:
        """Take note that somebody has made the open choice, if they owe it."""
        self._clocks.spoke(self._seconds(), seat)

    def got_holder(self, seat: Seat) -> None:
        """Give time for the open choice to whom the others have given a seat."""
        self._clocks.got_holder(self._seconds(), seat)

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        times = self._clocks.deadline, self._pause.deadline
        return min((it for it in times if it is not None), default=None)

    def expire(self) -> None:
        """Take note of what is out by now."""
        now, deadline = self._seconds(), self._pause.deadline
        if deadline is not None and deadline <= now:
            self.go_on()
        self._clocks.expire(now)
