"""
How a seat's program votes: when it asks its person, and when it votes by itself.

All times and conditions are those of docs/PROTOCOL.md (How a client votes).

`sealed_wonders.net.voting` has the rules: which votes are allowed, and who is at fault. This
module adds the clock: a voter looks again after each entry, when somebody comes or goes, and
every few seconds while somebody is waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.answers import Answers, meaning
from sealed_wonders.client.table.events import (
    Absence,
    AbsenceChanged,
    Hindered,
    Hindrance,
    Vote,
)
from sealed_wonders.client.table.overdue import TimeUsed
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat as OwnSeat
from sealed_wonders.client.table.substitution import Substitution
from sealed_wonders.core.game import Seat
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT
from sealed_wonders.net.escrow import lost_with
from sealed_wonders.net.handovers import Takeover, takeovers_of
from sealed_wonders.net.lobby.options import goes_on, rescues
from sealed_wonders.net.log.ballots import (
    Ballot,
    Status,
    is_settled,
    leading,
    out_already,
)
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.times import Times, times_of
from sealed_wonders.net.voting import (
    NOTICE_SECONDS,
    PROVEN,
    UNANSWERING,
    Fault,
    FaultWatch,
    Patience,
    is_one_lenders,
    way_out,
)

TICKS = 18
"""Number of looks before the program offers to go on without somebody."""

LONGEST_PAUSE = 4.0
"""Upper limit for the factor by which programs lengthen the pause between two ballots."""

OF_VOTES = UNANSWERING | {Fault.REFUSED}
"""Faults of seats that have spoken, but vote no or don't vote at all."""

Faults = Mapping[Seat, Mapping[Fault, float]]
"""The faults of each seat, with the time at which each began."""

UNSEEN_SECONDS = 60.0
"""Seconds without a page in sight after which nobody can see what we owe."""

STAGGER = 2.0
"""Seconds between the programs that would open the same ballot."""

STAGGER_ASKING = 10.0
"""The same, if they first request a bot from the host, which takes a while to start."""


class Voter:
    """
    Votes for one seat.

    Attributes:
        absence: the seats that the table waits for, and the ballots about them.
        substitution: finds substitutes, at tables where others may give a seat away.
        stalled: returns the seats whose programs stand still, since most others computed
            another state.
    """

    def __init__(
        self,
        seat: OwnSeat,
        player: Player,
        clock: IReactorTime,
        looked: Callable[[], None],
    ) -> None:
        """
        Create a voter that hasn't voted.

        Args:
            looked: called after time has passed, when there may be something to send.
        """
        options = seat.fold.charter.options
        self.absence = Absence()
        self.substitution: Substitution | None = None
        self.stalled: Callable[[], frozenset[Seat]] = frozenset
        self._seat = seat
        self._player = player
        self._clock = clock
        self._looked = looked
        self._goes_on = goes_on(options)
        self._rescues = rescues(options)
        self._patience = Patience(GONE_AFTER.agreed(options))
        self._watch = self._new_watch()
        self._overdue = TimeUsed(times_of(options))
        self._away: frozenset[Seat] = frozenset()
        self._touched = clock.seconds()
        """When somebody was last at our program, or when it began."""
        self._noticed: set[tuple[Seat, int]] = set()
        """The ballots about us that we have answered by saying somebody is there."""
        self._said_idle = -1
        """The last phase in which we announced that nobody is at our program."""
        self._asked: dict[tuple[Seat, int], float] = {}
        """The end of our person's time to answer, by ballot."""
        self._answers = Answers()
        """Our person's votes."""
        self._tried: set[tuple[Seat, int]] = set()
        """Seats and phases for which we have looked for a substitute by ourselves."""
        self._opened = float("-inf")
        """When we last opened a ballot."""
        self._held: dict[tuple[Seat, int], float] = {}
        """Since when each ballot on a phase that was left has held us back."""
        self._ways: dict[tuple[Seat, int], float] = {}
        """When we first saw each ballot that would be a way out."""
        self._timer: IDelayedCall | None = None
        self._is_paused = False
        """The clock stands still."""
        self._is_offline = False
        """We have no connection, or don't know yet who is there."""
        self._is_closed = False

    def presence(self, here: Sequence[bool]) -> None:
        """Note which seats are connected, as the host says."""
        self._away = frozenset(seat for seat, is_here in enumerate(here) if not is_here)
        self._is_offline = False

    def paused(self, is_paused: bool) -> None:
        """Hold nothing against anybody while the clock stands still."""
        self._is_paused = is_paused
        if is_paused:
            self._watch = self._new_watch()
            self._overdue.stop()
            self._stop()

    def connection_lost(self) -> None:
        """Hold nothing against anybody while we can't hear them."""
        self._is_offline = True
        self._is_paused = False  # the host repeats it if the pause goes on
        self._watch = self._new_watch()
        # A restarted host gives each seat its full time again.
        self._overdue = TimeUsed(times_of(self._seat.fold.charter.options))
        self._stop()

    def retime(self, times: Times) -> None:
        """Take how long those who play may think by now, as the host says."""
        self._overdue.retime(times)

    def touched(self) -> bool:
        """
        Note that somebody is at our program; return whether this is announced to all.

        Raises:
            OSError: the announcement can't be written to disk; it isn't sent.
        """
        self._touched = self._clock.seconds()
        fold, me = self._seat.fold, self._seat.number
        is_idle = self._said_idle == fold.phase.number or me in fold.attendance.idle
        if not (is_idle or self._unnoticed) or not self._is_on:
            return False
        if not self._seat.may_attend("HERE"):
            return False
        self._seat.attend("HERE")
        self._said_idle = -1
        self._noticed |= {it.key for it in self._against_us}
        return True

    def _new_watch(self) -> FaultWatch:
        return FaultWatch(self._seat.number, self._patience)

    @property
    def _is_suspended(self) -> bool:
        """Whether faults are ignored, since the clock stands still or we are offline."""
        return self._is_offline or self._is_paused

    @property
    def _is_on(self) -> bool:
        """Whether we may vote, and faults count."""
        fold = self._seat.fold
        return not (fold.over or fold.stopped or self._is_closed or self._is_suspended)

    def vote(self, opener: Seat, number: int, *, yes: bool) -> None:
        """
        Answer a ballot, as our person wishes.

        Raises:
            OSError: the answer can't be written to disk; it isn't sent.
        """
        for ballot in self._seat.unanswered:
            if ballot.key == (opener, number):
                self._seat.vote(ballot, yes=yes)
                self._answers.give(ballot.key, yes=yes)

    def go_on(self, out: tuple[Seat, ...] | None = None) -> None:
        """
        Open a ballot to go on without some seats.

        Args:
            out: one of the offers; None for the first one, which is the widest.

        Raises:
            OSError: the ballot can't be written to disk; it isn't sent.
        """
        now = self._clock.seconds()
        for offer in self._offers(now):
            if out in (None, offer):
                phase = self._seat.voted_on
                number = self._seat.propose(offer)
                self._opened = now
                self._note_opened(number, phase, offer, ())
                return

    def give_away(self, absent: Seat, takeover: Takeover) -> bool:
        """
        Open a ballot that gives a seat to somebody; return whether that is allowed.

        Raises:
            OSError: the ballot can't be written to disk; it isn't sent.
        """
        now, fold = self._clock.seconds(), self._seat.fold
        phase, prev, taken = fold.phase.number, fold.task.prev, takeover.person.identity
        if takeover.phase != phase:
            return False
        wanted = phase, prev, (absent,), (taken,)
        on = fold.ballots.on(phase)
        same = [it for it in on if meaning(it, prev) == wanted]
        if quicker := [it.key for it in same if it.status is Status.OPEN]:
            for key in quicker:
                self._answers.give(key, yes=True)
            return True
        is_open = self._is_rescuable(absent, self._offers(now))
        if is_open:
            number = self._seat.propose((absent,), {absent: takeover})
            self._opened = now
            self._note_opened(number, phase, (absent,), (taken,))
        return is_open

    def _note_opened(
        self,
        number: int | None,
        phase: int,
        out: tuple[Seat, ...],
        taken: tuple[bytes, ...],
    ) -> None:
        """Note that our person has opened a ballot, unless its number is None."""
        if number is not None:
            wanted = phase, self._seat.fold.prev_of(phase), out, taken
            key = self._seat.number, number
            self._answers.open(key, wanted, self._clock.seconds())

    def close(self) -> None:
        """Vote no more."""
        self._is_closed = True
        self._stop()

    def look(self) -> None:
        """
        See what has changed, send votes that are due, and tell the player.

        Raises:
            OSError: a vote can't be written to disk.
        """
        seat, fold, now = self._seat, self._seat.fold, self._clock.seconds()
        is_on = self._is_on
        for phase in fold.ballots.phases:
            self._answers.look(fold.ballots.on(phase), now)
        if self._watch.me != seat.number:
            # Somebody has handed their seat over to us, or we ours.
            self._watch = self._new_watch()
        if is_on:
            self._observe(now)
            try:
                self._speak(now)
            except OSError:
                self._wait()  # to try the write again
                raise
        absence = self._find(now) if is_on else Absence()
        if absence != self.absence:
            self.absence = absence
            self._player.told(AbsenceChanged(absence))
        if is_on and (absence.since or absence.votes or self._idle_at is not None):
            self._wait()
        else:
            self._stop()

    def _observe(self, now: float) -> None:
        """Note the faults of each seat, and the ballots that hold us back."""
        seat, fold = self._seat, self._seat.fold
        self._overdue.look(fold, now)
        gone_after = self._patience.gone_after
        overdue = [it for it in fold.missing if self._overdue.since(it) >= gone_after]
        self._watch.look(fold, now, self._away, overdue)
        self._held = {it.key: self._held.get(it.key, now) for it in seat.held_by}

    # What it says by itself.

    def _speak(self, now: float) -> None:
        """
        Send our due answers and ballot, and announce if nobody is at our program.

        Raises:
            OSError: an envelope can't be written to disk.
        """
        for ballot in self._seat.unanswered:
            self._consider(ballot, now)
        if not self._seat.is_out:
            self._open_by_itself(now)
            self._say_idle(now)

    def _consider(self, ballot: Ballot, now: float) -> None:
        """Answer a ballot, unless our person has to decide and still has time."""
        seat, out = self._seat, ballot.proposal.out
        if ballot.proposal.phase != seat.fold.phase.number:
            self._consider_way_out(ballot, now)
            return
        if not (self._is_acceptable(ballot, now) and seat.may_say_yes(ballot)):
            # At once, so that nobody waits for our answer in vain.
            seat.vote(ballot, yes=False)
        elif (said := self._said_already(ballot)) is not None:
            seat.vote(ballot, yes=said)
        elif not all(self._is_due(it, ballot, now) for it in out):
            return
        elif self._is_unheard(ballot, now):
            answer = self._by_program(ballot, now) if self._player.is_program else False
            if answer is not None:
                seat.vote(ballot, yes=answer)
            else:
                # A person who comes back meanwhile gets the full time again.
                self._asked.pop(ballot.key, None)

    def _is_acceptable(self, ballot: Ballot, now: float) -> bool:
        """Whether a ballot is sound, and may be carried by the options of the table."""
        is_agreed = self._goes_on or all(
            PROVEN & self._watch.faults(it, ballot).keys() for it in ballot.proposal.out
        )
        is_sound = self._watch.is_sound(ballot) and not (
            self._holds_up(ballot, now) or self._is_stalled(ballot)
        )
        return is_sound and is_agreed

    def _by_program(self, ballot: Ballot, now: float) -> bool | None:
        """Return a program's answer to a ballot that is due; None if it waits."""
        watch, out = self._watch, ballot.proposal.out
        if watch.is_left_to_people(ballot):
            return False
        if all(watch.is_gone(it, now, ballot) for it in out):
            return True
        if ballot.proposal.substitutes:
            # A substitute reads the seat's cards: nobody who is there has to accept that.
            is_there = any(watch.away_since(it) is None for it in out)
            return False if is_there else None
        if watch.is_answered(ballot) or self._is_needless(ballot):
            return False
        agreed_at = watch.agreed_at(ballot)
        return True if agreed_at is not None and now >= agreed_at else None

    def _said_already(self, ballot: Ballot) -> bool | None:
        """Return our person's answer to a ballot or to an identical simultaneous one."""
        prev = self._seat.fold.prev_of(ballot.proposal.phase)
        return self._answers.to(ballot, prev, self._clock.seconds())

    def _consider_way_out(self, ballot: Ballot, now: float) -> None:
        """Answer a ballot on a phase that was left: no, unless it is our way out."""
        seat, held = self._seat, self._held_apart_from(ballot)
        if not (self._frees(ballot, held) and seat.may_say_yes(ballot)):
            seat.vote(ballot, yes=False)
        elif (said := self._said_already(ballot)) is not None:
            seat.vote(ballot, yes=said)
        elif not self._have_held(held, self._patience.until_asked, now):
            return
        elif self._is_unheard(ballot, now):
            if not self._player.is_program or self._is_one_lenders(ballot.voters):
                seat.vote(ballot, yes=False)
            elif self._are_gone(held, now) or self._never_answer(ballot, held, now):
                seat.vote(ballot, yes=True)
            else:
                self._asked.pop(ballot.key, None)

    def _is_one_lenders(self, voters: Iterable[Seat]) -> bool:
        """Return whether, but for programs, only the seats of one lender would vote."""
        return is_one_lenders(self._seat.fold.people, voters, self._seat.number)

    def _held_apart_from(self, ballot: Ballot) -> Sequence[Ballot]:
        """
        Return the ballots that hold us back from a ballot on a phase that was left.

        Another one to the same end, which came at the same time, is none that holds us.
        """
        out = ballot.proposal.out
        return [it for it in self._seat.held_by if it.proposal.out != out]

    def _is_needless(self, ballot: Ballot) -> bool:
        """
        Return whether the game would go on by another ballot if it weren't for this one.

        Its seats have only said no to an earlier ballot; nobody waits for them.
        """
        faults = (self._watch.faults(it, ballot) for it in ballot.proposal.out)
        return bool(self._put_out) and all(
            it.keys() <= {Fault.REFUSED} for it in faults
        )

    @property
    def _put_out(self) -> tuple[Seat, ...]:
        """Seats put out by the leading ballot, once the other ballots are answered."""
        fold = self._seat.fold
        return out_already(fold.ballots.on(fold.phase.number))

    def _with_put_out(self, out: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
        """
        Add to some seats those that carried ballots put out, the highest rank first.

        A carried ballot doesn't close the phase while others are missing, and the seats it puts
        out then vote on those as well. Their programs say no if nobody is there to answer. Our
        own seat is left out: it can't propose to go on without itself.
        """
        carried = [
            ballot
            for ballot in self._seat.fold.ballots.on(self._seat.fold.phase.number)
            if ballot.status is Status.CARRIED
        ]
        for ballot in sorted(carried, key=lambda it: it.rank, reverse=True):
            others = (it for it in ballot.proposal.put_out if it != self._seat.number)
            blocking = filter(self._watch.faults, others)
            yield tuple(sorted({*out, *blocking}))

    def _with_refusing(
        self, out: tuple[Seat, ...], now: float
    ) -> Iterator[tuple[Seat, ...]]:
        """Add to some seats those that still refuse to put these out, and so on in turn."""
        while True:
            more = {
                it
                for it in self._watch.refusing(out)
                if it != self._seat.number
                and self._may_ask_about(self._watch.faults(it), now)
            }
            if not more:
                return
            out = tuple(sorted(more.union(out)))
            yield out

    def _never_answer(self, ballot: Ballot, held: Sequence[Ballot], now: float) -> bool:
        """Return whether voters who are there have had long enough to answer some ballots."""
        is_known = now - self._ways.setdefault(ballot.key, now) >= NOTICE_SECONDS
        return is_known and self._have_held(held, 4 * self._patience.gone_after, now)

    def _frees(self, ballot: Ballot, held: Sequence[Ballot]) -> bool:
        """Return whether a ballot frees us from those that hold us back, and does no more."""
        proposal = ballot.proposal
        awaited = {seat for it in held for seat in it.missing}
        on = self._seat.fold.ballots.on(proposal.phase)
        return (
            bool(held)
            and awaited <= set(proposal.out) <= set(way_out(held))
            and not any(proposal.about)
            and proposal.known <= on.index(ballot)
            and all(ballot.rank > it.rank for it in held)
        )

    def _have_held(self, held: Sequence[Ballot], seconds: float, now: float) -> bool:
        """Return whether each of some ballots has held us back for some seconds and grace."""
        return all(
            now - self._held.get(it.key, now) >= seconds + self._patience.grace(it)
            for it in held
        )

    def _are_gone(self, held: Sequence[Ballot], now: float) -> bool:
        """Return whether all seats that the ballots holding us back wait for are gone."""
        away = [self._watch.away_since(seat) for it in held for seat in it.missing]
        return all(
            it is not None and now - it >= self._patience.gone_after for it in away
        )

    def _is_unheard(self, ballot: Ballot, now: float) -> bool:
        """Return whether the time for our person, if any, to answer a ballot has passed."""
        player = self._player
        if player.is_program and not player.has_person:
            return True
        later = now + self._patience.for_an_answer(ballot)
        return now >= self._asked.setdefault(ballot.key, later)

    def _is_stalled(self, ballot: Ballot) -> bool:
        """Return whether a program would put out one that reports that it stands still."""
        there = self.stalled() - self._away if self._player.is_program else frozenset()
        return not there.isdisjoint(ballot.proposal.out)

    def _holds_up(self, ballot: Ballot, now: float) -> bool:
        """
        Return whether a program would keep a substitute waiting who has just got a seat.

        The substitute says nothing until the ballot is settled, and the program doesn't agree
        to it as long as the substitute is there.
        """
        out = ballot.proposal.out
        return (
            self._player.is_program
            and any(map(self._watch.is_given, out))
            and not all(self._watch.is_gone(it, now, ballot) for it in out)
        )

    def _open_by_itself(self, now: float) -> None:
        """Open a ballot, if our seat is played by a program and it is time."""
        if not self._player.is_program or now - self._opened < self._patience.of_bots:
            return
        offers = self._offers(now)
        if not offers:
            return
        if self._seat.held_by:
            self._open_way_out(offers[0], now)
        else:
            self._open_without_gone(offers, now)

    def _open_way_out(self, out: tuple[Seat, ...], now: float) -> None:
        """Open a ballot that frees us from those that hold us back, once it is time."""
        held, since = self._seat.held_by, now - self._delay(STAGGER)
        is_long = self._have_held(held, self._patience.of_bots, since)
        if self._is_one_lenders(it for it in held[0].voters if it not in out):
            return
        if is_long and self._are_gone(held, since):
            self._opened = now
            self._seat.propose(out)

    def _open_without_gone(
        self, offers: tuple[tuple[Seat, ...], ...], now: float
    ) -> None:
        """Open a ballot about those who are gone, or ask a bot to play on for one."""
        already = self._put_out
        out = tuple(
            it for it in offers[0] if it in already or self._watch.is_gone(it, now)
        )
        if self._leaves_to_people(out):
            return
        gone = set(out).difference(already)
        rescuable = self._first_rescuable(out, offers)
        stagger = STAGGER if rescuable is None else STAGGER_ASKING
        since = now - self._delay(stagger, out)
        if not (gone and all(self._is_long_gone(it, since) for it in gone)):
            return
        if since < self._rests_until(out):
            return
        if rescuable is None or not self._asks_for_a_bot(rescuable):
            self._opened = now
            self._seat.propose(out)

    def _leaves_to_people(self, out: tuple[Seat, ...]) -> bool:
        """Return whether one lender alone would put some seats out who haven't left."""
        voters = (it for it in self._seat.fold.active if it not in out)
        return self._is_one_lenders(voters) and not all(
            PROVEN & self._watch.faults(it).keys() for it in out
        )

    def _delay(self, stagger: float, out: tuple[Seat, ...] = ()) -> float:
        """
        Return for how many seconds to leave it to the seats before ours to open a ballot.

        Args:
            stagger: seconds between two of them.
            out: whom the ballot puts out; they don't open it.
        """
        others = [it for it in self._seat.fold.active if it not in out]
        return stagger * others.index(self._seat.number)

    def _rests_until(self, out: tuple[Seat, ...]) -> float:
        """
        Return the time before which programs don't open another ballot about some seats.

        After a ballot about them, whoever opened it, people have said no. They needn't do so
        each time, and can open a ballot themselves.
        """
        asked = self._watch.opened(out)
        if not asked:
            return 0.0
        pauses = min(2.0 ** (len(asked) - 1), LONGEST_PAUSE)
        return asked[-1] + self._patience.of_bots * pauses

    def _asks_for_a_bot(self, absent: Seat) -> bool:
        """Request a bot from the host, once in a phase; return whether a request is pending."""
        if self.substitution is None:
            return False
        place = absent, self._seat.fold.phase.number
        if place not in self._tried:
            self._tried.add(place)
            self.substitution.ask(absent, None)
        return self.substitution.asking is not None

    def _is_long_gone(self, seat: Seat, now: float) -> bool:
        faults = self._watch.faults(seat)
        return any(
            now - since >= (0 if fault in PROVEN else self._patience.of_bots)
            for fault, since in faults.items()
        )

    # Our own attendance.

    @property
    def _against_us(self) -> Sequence[Ballot]:
        """The open ballots that would put us out."""
        fold, me = self._seat.fold, self._seat.number
        return [
            it
            for it in fold.ballots.on(fold.phase.number)
            if it.status is Status.OPEN and me in it.proposal.put_out
        ]

    @property
    def _unnoticed(self) -> Sequence[Ballot]:
        """Open ballots against us that we haven't answered by saying somebody is there."""
        return [
            it
            for it in self._against_us
            if it.key not in self._noticed and not self._watch.is_answered(it)
        ]

    def _say_idle(self, now: float) -> None:
        """
        Announce that nobody is at our program, if nobody has reacted since it rang, or
        no page has been in sight that could show what we owe.

        Not if our person could no longer take that back on their return.
        """
        idle_at = self._idle_at
        if idle_at is not None and now >= idle_at:
            self._seat.attend("IDLE")
            self._said_idle = self._seat.fold.phase.number

    @property
    def _idle_at(self) -> float | None:
        """When we say that nobody is at our program, if nobody comes; None if we don't."""
        seat, fold = self._seat, self._seat.fold
        if self._player.is_program or self._said_idle == fold.phase.number:
            return None
        rang = [self._watch.seen_at(it) for it in self._against_us]
        rang_at = min((it for it in rang if it is not None), default=None)
        unseen_since = self._unseen_since
        if rang_at is None and unseen_since is None:
            return None
        if not (seat.may_attend("IDLE") and seat.may_attend("HERE")):
            return None
        untouched = self._touched + self._patience.until_idle
        moments = []
        if rang_at is not None:
            moments.append(max(rang_at + self._patience.until_idle, untouched))
        if unseen_since is not None:
            moments.append(max(unseen_since + UNSEEN_SECONDS, untouched))
        return min(moments)

    @property
    def _unseen_since(self) -> float | None:
        """Since when no page shows what we owe; None if we owe nothing."""
        owes = self._seat.number in self._seat.fold.missing
        return self._player.unseen_since if owes else None

    # What the player is told.

    def _is_due(self, seat: Seat, ballot: Ballot, now: float) -> bool:
        faults = self._watch.faults(seat, ballot)
        return any(
            self._patience.is_due(fault, now - since) for fault, since in faults.items()
        )

    def _offers(self, now: float) -> tuple[tuple[Seat, ...], ...]:
        """Return the sets of seats we may propose to go on without, the widest first."""
        seat = self._seat
        if self._is_suspended or now - self._opened < self._patience.gone_after:
            return ()
        if seat.held_by:
            return self._ways_out(now) if seat.may_open else ()
        due = self._due(now)
        if all(found.keys() <= {Fault.REFUSED} for found in due.values()):
            return ()  # nobody keeps the table waiting any more
        if not seat.may_open:
            return ()
        return self._offers_about(due, now)

    def _offers_about(self, due: Faults, now: float) -> tuple[tuple[Seat, ...], ...]:
        """
        Return the sets of seats with faults that we may propose to go on without.

        The widest set has everybody who keeps the table waiting. The next leaves out the seats
        that have only said no: they may agree to another proposal, and may be too many to be
        put out. The last also leaves out those that haven't answered, for the same reason.
        Seats whose players are there and think are named only if nobody is away and nobody
        fails to answer. Seats that are put out already may go on refusing, so the first offers
        put them out together with the rest. Others who refused once may agree by now, so
        another offer adds only those who still refuse.
        """
        out, waited_for, silent = (
            self._foremost(_without(some, due), now)
            for some in ((), (Fault.REFUSED,), OF_VOTES)
        )
        on, is_enough = self._asked_about, self._seat.fold.opened.is_enough
        if out in on:
            return ()
        return tuple(
            some
            for some in dict.fromkeys(
                (
                    *self._with_put_out(out),
                    *self._with_refusing(waited_for, now),
                    out,
                    waited_for,
                    *self._with_refusing(silent, now),
                    silent,
                )
            )
            if some and some not in on and is_enough(some)
        )

    @property
    def _asked_about(self) -> frozenset[tuple[Seat, ...]]:
        """The sets of seats named by open ballots that may still prevail."""
        fold = self._seat.fold
        ballots = fold.ballots.on(fold.phase.number)
        best = leading(ballots)
        return frozenset(
            ballot.proposal.out
            for ballot in ballots
            if ballot.status is Status.OPEN
            and (best is None or ballot.rank > best.rank)
        )

    def _ways_out(self, now: float) -> tuple[tuple[Seat, ...], ...]:
        """Return the set of seats to go on without if ballots hold us back; empty if none."""
        held, fold = self._seat.held_by, self._seat.fold
        out, phase = way_out(held), held[0].proposal.phase
        is_asked = any(
            it.proposal.out == out and it.status is Status.OPEN
            for it in fold.ballots.on(phase)
        )
        is_due = self._goes_on and self._have_held(held, self._patience.gone_after, now)
        is_enough = fold.closed_phases[phase].opened.is_enough(out)
        return (out,) if is_due and is_enough and not is_asked else ()

    def _due(self, now: float) -> Faults:
        """Return the faults of the seats that have been at fault long enough for a ballot."""
        if self._watch.is_calm(now, self._patience.gone_after):
            return {}  # nearly always: it is asked after each entry
        fold = self._seat.fold
        faults: Faults = {
            it: self._watch.faults(it) for it in fold.active if it != self._seat.number
        }
        if out := self._put_out:
            # An answer that is owed to what is outranked holds nobody.
            is_held = not is_settled(fold.ballots.on(fold.phase.number))
            owed = UNANSWERING if is_held else frozenset()
            faults = {
                it: found if it not in out else _only(owed, found)
                for it, found in _without((Fault.REFUSED,), faults).items()
            }
        return {
            it: found for it, found in faults.items() if self._may_ask_about(found, now)
        }

    def _may_ask_about(self, found: Mapping[Fault, float], now: float) -> bool:
        """Whether the faults of a seat are enough to open a ballot by now."""
        return any(
            self._patience.may_open(fault, now - since)
            and (self._goes_on or fault in PROVEN)
            for fault, since in found.items()
        )

    def _foremost(self, faults: Faults, now: float) -> tuple[Seat, ...]:
        """Return the seats that aren't merely thinking; all seats if there are none."""
        first = (
            it
            for it, found in faults.items()
            if self._watch.is_gone(it, now) or found.keys() != {Fault.SILENT}
        )
        return tuple(first) or tuple(faults)

    def _find(self, now: float) -> Absence:
        fold, me = self._seat.fold, self._seat.number
        since = self._waited_for_since(now)
        votes = self._votes()
        against_us = {it.key for it in self._unnoticed}
        attendance = fold.attendance
        offers = () if self._player.is_program else self._offers(now)
        rescuable = self._first_rescuable(chain.from_iterable(offers), offers)
        return Absence(
            since,
            offers,
            votes,
            rescuable,
            self._hindered(since, rescuable, now),
            idle=attendance.idle,
            here={it: n for it in fold.active if (n := len(attendance.here(it)))},
            against_us=next((it for it in votes[::-1] if it.key in against_us), None),
            keys_left=MAX_STATEMENTS_PER_SEAT["HERE"] - attendance.count(me, "HERE"),
        )

    def _waited_for_since(self, now: float) -> Mapping[Seat, float]:
        """Since when each of the others is waited for, in the phase or in a ballot."""
        since: dict[Seat, float] = {}
        for seat in self._seat.fold.active:
            faults = self._watch.faults(seat)
            if seat != self._seat.number and faults:
                since[seat] = min(faults.values())
        for ballot in self._seat.held_by:
            for seat in ballot.missing:
                since[seat] = min(self._held.get(ballot.key, now), since.get(seat, now))
        return since

    def _votes(self) -> tuple[Vote, ...]:
        """The ballots on the phase that is voted on, in the form shown to our person."""
        ballots = self._seat.fold.ballots.on(self._seat.voted_on)
        if not ballots:
            return ()
        unanswered = {it.key for it in self._seat.unanswered}
        return tuple(
            Vote(
                opener=ballot.opener,
                number=ballot.number,
                out=ballot.proposal.out,
                faults=self._faults_of(ballot),
                votes=dict(ballot.votes),
                missing=ballot.missing,
                status=ballot.status,
                until=self._asked.get(ballot.key) if ballot.key in unanswered else None,
                substitutes=tuple(
                    takeover.person
                    for takeover in takeovers_of(ballot.proposal).values()
                ),
                first=self._answers.first(ballot),
                agreed_at=self._agreed_at(ballot),
            )
            for ballot in ballots
        )

    def _agreed_at(self, ballot: Ballot) -> float | None:
        """Return when programs start to say yes to a ballot, as far as we can tell."""
        agreed_at, me = self._watch.agreed_at(ballot), self._seat.number
        if agreed_at is None or me not in ballot.proposal.out:
            return agreed_at
        idle_at = self._idle_at
        return agreed_at if idle_at is None else min(agreed_at, idle_at)

    def _hindered(
        self, since: Mapping[Seat, float], rescuable: Seat | None, now: float
    ) -> Mapping[Seat, Hindered]:
        """
        Return the seats for which nobody can be asked to play on, each with the reason.

        Args:
            since: who is waited for, and since when.
            rescuable: the seat for which somebody can be asked.
        """
        if not self._rescues or self._player.is_program:
            return {}
        # Seats that are gone come before those whose players are there and think.
        gone = self._foremost(self._due(now), now) or tuple(since)
        return {it: self._hindrance(it, gone, now) for it in gone if it != rescuable}

    def _hindrance(self, absent: Seat, gone: tuple[Seat, ...], now: float) -> Hindered:
        """Return the reason why nobody can be asked to play on for an absent seat."""
        fold, others = self._seat.fold, tuple(it for it in gone if it != absent)
        if absent in fold.frauds:
            return Hindered(Hindrance.CHEATED)
        if lost := lost_with(fold, absent):
            return Hindered(Hindrance.PARTS, tuple(sorted(lost)))
        if not fold.opened.is_enough((absent,)):
            return Hindered(Hindrance.FEW)
        if others and absent in self._due(now):
            return Hindered(Hindrance.SEVERAL, others)
        return Hindered(Hindrance.SOON)

    def _first_rescuable(
        self, some: Iterable[Seat], offers: tuple[tuple[Seat, ...], ...]
    ) -> Seat | None:
        return next((it for it in some if self._is_rescuable(it, offers)), None)

    def _is_rescuable(self, absent: Seat, offers: tuple[tuple[Seat, ...], ...]) -> bool:
        """
        Return whether we may propose to give a seat to somebody else.

        One seat at a time: each of the others has to send its parts of that seat's secrets.
        """
        fold = self._seat.fold
        return (
            self._rescues
            and (absent,) in offers
            and absent not in fold.frauds
            and not lost_with(fold, absent)
        )

    def _faults_of(self, ballot: Ballot) -> Mapping[Seat, tuple[Fault, ...]]:
        out, held = ballot.proposal.out, self._seat.held_by
        if held:
            awaited = {it for ballot in held for it in ballot.missing}
            return {it: (Fault.AWAITED,) if it in awaited else () for it in out}
        return {seat: tuple(self._watch.faults(seat, ballot)) for seat in out}

    # The clock.

    def _wait(self) -> None:
        if self._timer is None:
            later = self._patience.gone_after / TICKS
            self._timer = self._clock.callLater(later, self._tick)

    def _stop(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _tick(self) -> None:
        self._timer = None
        self._looked()


def _only(
    some: Collection[Fault], found: Mapping[Fault, float]
) -> Mapping[Fault, float]:
    return {fault: since for fault, since in found.items() if fault in some}


def _without(some: Collection[Fault], faults: Faults) -> Faults:
    """Return the seats' faults without those of some kinds; drop seats with none left."""
    left = {
        seat: {fault: since for fault, since in found.items() if fault not in some}
        for seat, found in faults.items()
    }
    return {seat: kept for seat, kept in left.items() if kept}
