"""
Honest voting: who is at fault, which ballots are sound, and when a seat says yes.

docs/PROTOCOL.md (How a client votes, Why this is safe) prescribes the rules below.

Theory of operation
-------------------

Whatever people answer, two rules are enough for safety, together with the majority that
each ballot needs (`sealed_wonders.net.log.ballots`):

1. An honest seat says yes to a ballot on phase r only if it has signed nothing beyond
   r: nothing in a later phase, and nothing about a ballot on one.
2. It signs beyond r only if each ballot on r to which it has said yes is void, or isn't
   ranked above the ballot that closed r. It knows its own yeses from its disk, whatever
   it is shown.

The reason: suppose that honest seats went on beyond r in two different histories. Two
ballots have a voter in common, since each has more than half. The history whose ballot
has the lower rank went on although the other ballot was open or carried. The common
voter either had said yes to that other ballot, and rule 2 held it back; or had said no,
and the ballot was void. So some seat would have signed twice. Seats that nobody has
heard of in the other history can't remove anybody in their own: see
`sealed_wonders.net.log.electorate`. The same two rules make it safe to reopen a phase
that closed without a ballot, once the log has one (`sealed_wonders.net.checkpoints`).

The other rules keep the game going. It goes on if the host passes everything on, and
more than half of the seats are there and willing; and a seat that speaks in time isn't
removed.

- A seat is at fault in the open phase while it is expected and hasn't spoken (SILENT;
  LEFT, if it has said that it leaves permanently), or has cheated (CHEATED); while it
  hasn't answered an open ballot (UNDECIDED; AWAITED, if we have said yes to that
  ballot); or when it has said no to a sound one (REFUSED).
- A ballot is sound as long as three conditions hold. Each seat that it removes has been
  at fault at every moment since it was opened. Its opener knew no more ballots than
  there were. It names the frauds of those seats that were in the log then, and no
  others. The log alone decides all this.
- Once a seat has been at fault for a while, the program asks its person about it. The
  program says no at once to a ballot that is unsound or that rule 1 forbids, so that
  nobody waits for an answer in vain.

A program must be neither an obstacle nor a tool. If programs said nothing about players
who are connected, somebody who left the room would hold up the table forever, since all
have to agree. If they said yes to whatever a friend wants, one impatient friend could
remove anybody who is thinking.

- A program opens a ballot, and says yes by itself, about seats that are *gone*: the
  host reports them away, or their time is up, for long enough by the program's own
  clock (`FaultWatch.is_gone`).
- A program says yes to a sound ballot that removes somebody who is there in two cases.
  Either a person whom the ballot doesn't name wants that, too, and those seats have
  been at fault for four times as long as others wait. Or their own program says that
  nobody is at it (`sealed_wonders.net.attendance`); then it says yes at once. They hear
  of the ballot at least a minute before. When they say that they are there, it says no,
  and waits for twice as long again (`FaultWatch.agreed_at`).
- A seat that a carried ballot already removes has no veto. While the phase waits for
  another seat, a program treats a ballot that names both as if it named only that other
  seat.
- A seat that doesn't answer ballots isn't thinking, since an honest program answers by
  itself. No person has to want that seat out.
- A lender's seats are one party, however many they are. A program doesn't agree to a
  ballot in which no other people vote, nor does it open one, unless the seats that it
  removes have signed that they leave, or have cheated: the lender may run the host, too,
  which says who is away.
- A program never gives the seat of somebody who is there to anybody, because a
  substitute can read its cards.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeovers_of
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import machine_of
from sealed_wonders.net.log.ballots import Ballot, Status, out_already
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.tableoptions import GONE_AFTER

ANSWER_SECONDS = 20.0
"""Seconds that a person has to answer a ballot, at least, however impatient the table is."""

COMPARE_SECONDS = 60.0
"""The same, where they have to compare words with somebody before they say yes."""

NOTICE_SECONDS = 60.0
"""
Seconds that a person has to notice that others would go on without them, at least, before
programs agree to that.
"""


class Fault(enum.Enum):
    """A reason to vote on a seat in the open phase."""

    SILENT = enum.auto()
    """It is expected, and hasn't spoken."""
    LEFT = enum.auto()
    """It is silent, and has announced that it won't come back."""
    CHEATED = enum.auto()
    """Its entry is a fraud."""
    UNDECIDED = enum.auto()
    """It hasn't answered a ballot that is open."""
    AWAITED = enum.auto()
    """It hasn't answered one to which we have said yes."""
    REFUSED = enum.auto()
    """It said no to a ballot that was sound."""


PROVEN = frozenset((Fault.CHEATED, Fault.LEFT))
"""Faults that count at once, since the seat itself has signed the evidence."""

UNANSWERING = frozenset((Fault.UNDECIDED, Fault.AWAITED))
"""Faults that thinking doesn't excuse: an honest program answers ballots by itself."""


def is_one_lenders(
    people: Sequence[TablePerson], voters: Iterable[Seat], me: Seat
) -> bool:
    """
    Return whether one lender alone would carry a ballot, if all programs agreed to it.

    All people who vote in it, apart from us, then have their seats on one machine.

    Args:
        people: the holders of all seats.
        me: the seat that looks.
    """
    others = [people[seat] for seat in voters if seat != me]
    others = [one for one in others if one.owner is None]
    machines = {machine_of(one) for one in others}
    is_lent = any(one.lender is not None for one in others)
    is_ours = 0 <= me < len(people) and machine_of(people[me]) in machines
    return is_lent and len(others) > len(machines) == 1 and not is_ours


def may_say_yes(phase: int, furthest: int) -> bool:
    """
    Return whether a seat may say yes to a ballot on a phase: rule 1.

    Args:
        furthest: the highest phase that the seat has signed anything in or about.
    """
    return furthest <= phase


def may_sign_beyond(
    yeses: Iterable[SignedYes], fold: Fold, phase: int | None = None
) -> bool:
    """
    Return whether a seat may sign something in or about a phase: rule 2.

    Args:
        yeses: every yes that the seat has signed in this game.
        phase: None for the open one.
    """
    number = fold.phase.number if phase is None else phase
    return all(_is_settled(yes, fold) for yes in yeses if yes.phase < number)


def held_by(yeses: Collection[SignedYes], fold: Fold) -> tuple[Ballot, ...]:
    """
    Return the open ballots that forbid a seat, by rule 2, to sign anything in the open phase.

    Their phase was left, and they wait for a seat that may never come back. The way out is
    another ballot on the same phase that outranks them and puts out both the seats they name
    and the seats they wait for: a seat that has said yes to them has signed nothing beyond
    that phase. Only ballots on the earliest such phase are returned, since their outcome
    decides about the later ones.

    Args:
        yeses: every yes that the seat has signed in this game.
    """
    number = fold.phase.number
    held = [
        ballot
        for yes in yeses
        if yes.phase < number and not _is_settled(yes, fold)
        if (ballot := _ballot_of(yes, fold)) is not None
        if ballot.status is Status.OPEN
    ]
    if not held:
        return ()
    first = min(it.proposal.phase for it in held)
    return tuple(it for it in held if it.proposal.phase == first)


def way_out(held: Iterable[Ballot]) -> tuple[Seat, ...]:
    """Return the seats, ascending, to put out so that some ballots hold nobody back."""
    out = ((*it.proposal.out, *it.missing) for it in held)
    return tuple(sorted({seat for some in out for seat in some}))


@dataclass(frozen=True, slots=True)
class SignedYes:
    phase: int
    """The phase of the game it is about."""
    opener: Seat
    number: int
    """Which of the opener's ballots it is."""
    digest: bytes
    """Of the opener's envelope: an opener may have signed two of one number."""


def _ballot_of(yes: SignedYes, fold: Fold) -> Ballot | None:
    """Return the ballot that a yes is to; None if the log doesn't show it."""
    ballot = fold.ballots.find(yes.opener, yes.number)
    return ballot if ballot is not None and ballot.digest == yes.digest else None


def _is_settled(yes: SignedYes, fold: Fold) -> bool:
    ballot = _ballot_of(yes, fold)
    if ballot is None:
        # We have signed it, and are not shown it.
        return False
    if ballot.status is Status.VOID:
        return True
    by = fold.closed_phases[yes.phase].ballot
    return by is not None and ballot.rank <= by.rank


@dataclass
class _WatchedBallot:
    """A ballot on the open phase, as we saw it."""

    ballot: Ballot
    since: float
    is_sound: bool
    place: int
    """The number in the log of the entry that opened it."""
    votes: dict[Seat, float] = field(default_factory=dict)
    """Whose votes we have seen, and when."""
    is_one_lenders: bool = False
    """Apart from programs, only the seats of one lender vote in it."""
    is_answered: bool = False
    """One of those whom it puts out has said since then that somebody is there."""
    agreed_at: float | None = None
    """From when on programs say yes to it, though somebody whom it puts out is there."""


class FaultWatch:
    """
    Faults and sound ballots in the open phase of one log, with times.

    Call `look` after each entry, and whenever somebody comes or goes.

    Attributes:
        me: the seat that looks.
    """

    def __init__(self, me: Seat, patience: Patience | None = None) -> None:
        """
        Create a watch that has seen no ballot.

        Args:
            patience: how long others have to answer; None: as at a table without options.
        """
        self.me = me
        self._patience = Patience() if patience is None else patience
        self._phase = -1
        self._prev = b""
        """The log's digest before it: a phase may be gone back to."""
        self._seen: list[_WatchedBallot] = []
        self._refused: dict[Seat, float] = {}
        """Seats that said no to a sound ballot, and when."""
        self._silent: dict[Seat, float] = {}
        """Since when a seat is silent, or has cheated."""
        self._given: dict[Seat, bytes] = {}
        """Identities of new holders of seats given away by ballots on the open phase."""
        self._cheated: frozenset[Seat] = frozenset()
        self._leaving: frozenset[Seat] = frozenset()
        self._away: dict[Seat, float] = {}
        """Since when the host calls a seat away."""
        self._overdue: frozenset[Seat] = frozenset()
        """Seats whose time for a choice ran out long ago."""
        self._idle: frozenset[Seat] = frozenset()
        """Seats that have announced that nobody is there."""
        self._put_out: frozenset[Seat] = frozenset()
        """Seats put out by the highest-ranked carried ballot while the phase is still open."""
        self._here: dict[Seat, list[float]] = {}
        """When seats have said in the open phase that somebody is there."""
        self._bots: frozenset[Seat] = frozenset()
        """Seats whose holders say that they are bots."""

    def look(
        self,
        fold: Fold,
        now: float,
        away: Collection[Seat],
        overdue: Collection[Seat] = (),
    ) -> None:
        """
        See what has changed.

        Args:
            away: whom the host calls away.
            overdue: whose time for a choice is out, and has been for as long as anybody is
                waited for.
        """
        if (fold.phase.number, fold.digest) != (self._phase, self._prev):
            self._phase, self._prev = fold.phase.number, fold.digest
            self._seen, self._refused, self._silent = [], {}, {}
            self._here = {}
        self._away = {seat: self._away.get(seat, now) for seat in away}
        self._overdue = frozenset(overdue)
        ballots = fold.ballots.on(self._phase)
        self._put_out = frozenset(out_already(ballots))
        self._note_attendance(fold, now)
        self._note_refusals(now)
        self._note_silence(fold, now)
        for number in range(len(self._seen), len(ballots)):
            ballot = ballots[number]
            place = _place_of(ballot, fold)
            known = ballot.proposal.known <= number
            is_sound = known and self._are_there(ballot, fold, place)
            seen = _WatchedBallot(ballot, now, is_sound, place)
            seen.is_one_lenders = is_one_lenders(fold.people, ballot.voters, self.me)
            self._seen.append(seen)
        for number, seen in enumerate(self._seen):
            out = seen.ballot.proposal.out
            seen.is_sound = seen.is_sound and all(
                self._is_at_fault(seat, self._seen[:number]) for seat in out
            )
            seen.is_answered = self._is_answered(seen, fold)
            seen.agreed_at = self._find_agreed_at(seen, now)
        self._note_refusals(now)

    def is_sound(self, ballot: Ballot) -> bool:
        """Return whether a ballot on the open phase is sound."""
        return any(it.is_sound for it in self._seen if it.ballot is ballot)

    def faults(self, seat: Seat, ballot: Ballot | None = None) -> Mapping[Fault, float]:
        """
        Return a seat's faults, each with the time at which it began.

        Args:
            ballot: the ballot that the faults are for, which later ballots don't affect;
                None for a new one.
        """
        found: dict[Fault, float] = {}
        if seat in self._silent:
            found[self._silence_of(seat)] = self._silent[seat]
        if seat in self._refused:
            found[Fault.REFUSED] = self._refused[seat]
        for it in self._seen:
            if it.ballot is ballot:
                break  # what came after it is held against nobody in it
            if it.ballot.waits_for(seat):
                mine = it.votes.get(self.me)
                kind = Fault.UNDECIDED if mine is None else Fault.AWAITED
                since = it.since if mine is None else mine
                since += self._patience.grace(it.ballot)
                if seat in self._bots and it.agreed_at is not None:
                    since = max(since, it.agreed_at)  # it has to wait
                found[kind] = min(since, found.get(kind, since))
        return found

    def is_gone(self, seat: Seat, now: float, ballot: Ballot | None = None) -> bool:
        """
        Return whether programs put a seat out by themselves, since nobody is there to think.

        Args:
            ballot: as in `faults`.
        """
        faults = self.faults(seat, ballot)
        if Fault.CHEATED in faults:
            return True
        if Fault.SILENT in faults and seat in self._overdue:
            return True
        away = self._away.get(seat)
        if away is None:
            return False
        # Nor who was there a moment ago.
        return (
            Fault.LEFT in faults
            or away <= min(faults.values(), default=now)
            or now - away >= self._patience.gone_after
        )

    def agreed_at(self, ballot: Ballot) -> float | None:
        """
        Return when programs start to say yes to a ballot that puts out somebody who is there.

        None if they don't, as things stand.
        """
        return next((it.agreed_at for it in self._seen if it.ballot is ballot), None)

    def is_left_to_people(self, ballot: Ballot) -> bool:
        """
        Return whether programs don't agree to a ballot, as one lender would carry it alone.
        """
        return any(it.is_one_lenders for it in self._seen if it.ballot is ballot) and (
            not all(
                PROVEN & self.faults(it, ballot).keys() for it in ballot.proposal.out
            )
        )

    def is_answered(self, ballot: Ballot) -> bool:
        """Return whether somebody has said they are there since a ballot named their seat."""
        return any(it.is_answered for it in self._seen if it.ballot is ballot)

    def seen_at(self, ballot: Ballot) -> float | None:
        """Return when we first saw a ballot on the open phase; None if we haven't."""
        return next((it.since for it in self._seen if it.ballot is ballot), None)

    def is_calm(self, now: float, lasts: float) -> bool:
        """Return whether the only faults are silences shorter than ``lasts`` seconds."""
        is_more = self._cheated or self._leaving or self._refused or self._seen
        return not is_more and all(
            now - since < lasts for since in self._silent.values()
        )

    def opened(self, out: tuple[Seat, ...]) -> Sequence[float]:
        """Return when we first saw each ballot that names exactly these seats, in order."""
        return [it.since for it in self._seen if it.ballot.proposal.out == out]

    def refusing(self, out: tuple[Seat, ...]) -> frozenset[Seat]:
        """Return who is at fault for a no, and last answered no to a ballot about just these."""
        last = dict[Seat, bool]()
        for seen in self._seen:
            if seen.ballot.proposal.put_out == out:
                last.update(seen.ballot.votes)
        return frozenset(
            seat for seat, yes in last.items() if not yes and seat in self._refused
        )

    def is_given(self, seat: Seat) -> bool:
        """Return whether a ballot on the open phase has given a seat to somebody."""
        return seat in self._given

    def away_since(self, seat: Seat) -> float | None:
        """Return since when the host has called a seat away; None while it is here."""
        return self._away.get(seat)

    # Inside.

    def _silence_of(self, seat: Seat) -> Fault:
        """Return how a seat that is silent is at fault."""
        if seat in self._cheated:
            return Fault.CHEATED
        return Fault.LEFT if seat in self._leaving else Fault.SILENT

    def _note_attendance(self, fold: Fold, now: float) -> None:
        attendance, people = fold.attendance, fold.people
        self._leaving, self._idle = attendance.leaving, attendance.idle
        self._bots = frozenset(
            seat for seat in fold.active if people[seat].owner is not None
        )
        before = self._here
        self._here = {
            seat: (before.get(seat, []) + [now] * len(said))[: len(said)]
            for seat in fold.active
            if (said := attendance.here(seat))
        }
        for seen in self._seen:
            seen.is_answered = self._is_answered(seen, fold)

    def _find_agreed_at(self, seen: _WatchedBallot, now: float) -> float | None:
        """Find from when on programs say yes to a ballot; see `agreed_at`."""
        ballot = seen.ballot
        is_open = ballot.status is Status.OPEN and seen.is_sound
        if not is_open or seen.is_answered or ballot.proposal.substitutes:
            return None
        if self.is_left_to_people(ballot):
            return None
        agreed_at = seen.since
        for seat in ballot.proposal.out:
            if seat in self._put_out or self.is_gone(seat, now, ballot):
                continue
            agreed_on_it = self._find_agreed_on(seat, seen)
            if agreed_on_it is None:
                return None
            agreed_at = max(agreed_at, agreed_on_it)
        return agreed_at

    def _find_agreed_on(self, seat: Seat, seen: _WatchedBallot) -> float | None:
        """Find from when on programs say yes to putting out a seat that is there."""
        wanted = self._is_wanted(seen.ballot)
        faults = self.faults(seat, seen.ballot)
        held = [since for it, since in faults.items() if wanted or it in UNANSWERING]
        if not held:
            return None
        if wanted and seat in self._idle:
            return seen.since
        until = self._patience.for_who_is_there(min(held), self._here.get(seat, ()))
        return max(until, seen.since + NOTICE_SECONDS)

    def _is_wanted(self, ballot: Ballot) -> bool:
        """Whether a person has said yes to a ballot."""
        return any(seat not in self._bots for seat, yes in ballot.votes.items() if yes)

    def _find_given(self, fold: Fold) -> dict[Seat, bytes]:
        if not fold.handovers.are_there:
            return {}
        last = {seat: fold.handovers.last(seat) for seat in fold.active}
        return {
            seat: handover.takeover.person.identity
            for seat, handover in last.items()
            if handover is not None
            and not handover.is_voluntary
            and handover.phase == self._phase
        }

    def _is_at_fault(self, seat: Seat, earlier: Sequence[_WatchedBallot]) -> bool:
        return (
            seat in self._silent
            or seat in self._refused
            or any(it.ballot.waits_for(seat) for it in earlier)
        )

    def _note_silence(self, fold: Fold, now: float) -> None:
        self._cheated = frozenset(fold.frauds)
        silent = self._cheated.union(fold.missing)
        # Whoever is given a seat isn't to blame for the silence of the one before.
        before, self._given = self._given, self._find_given(fold)
        same = {seat for seat in silent if before.get(seat) == self._given.get(seat)}
        self._silent = {
            seat: self._silent.get(seat, now) if seat in same else now
            for seat in sorted(silent)
        }

    def _note_refusals(self, now: float) -> None:
        for seen in self._seen:
            for seat, yes in seen.ballot.votes.items():
                if seat not in seen.votes:
                    seen.votes[seat] = now
                    # Nobody is to blame who won't put out somebody who is there.
                    if not yes and seen.is_sound and not seen.is_answered:
                        self._refused.setdefault(seat, now)

    def _is_answered(self, seen: _WatchedBallot, fold: Fold) -> bool:
        """
        Return whether somebody has said they are there since a ballot named their seat.

        Seats that a carried ballot puts out already don't count.
        """
        here = fold.attendance.here
        out = set(seen.ballot.proposal.out) - self._put_out
        return any(at > seen.place for seat in out for at in here(seat))

    def _are_there(self, ballot: Ballot, fold: Fold, place: int) -> bool:
        """
        Return whether a ballot names exactly the frauds of the seats it puts out.

        A program that trusts proofs without checking them takes a phase with a fraud as closed,
        and goes back to it only if a ballot names the fraud.
        """
        proposal = ballot.proposal
        for seat, digest in zip(proposal.out, proposal.about, strict=True):
            entry, fraud = fold.entry_of(seat), fold.frauds.get(seat)
            if not isinstance(digest, bytes):
                if fraud is not None and fraud.entry < place:
                    return False
            elif (
                fraud is None or entry is None or entry_digest(entry.wire.env) != digest
            ):
                return False
        return True


def _place_of(ballot: Ballot, fold: Fold) -> int:
    """Return the number in the log of the entry that opened a ballot."""
    opened = ballot.entries[0].wire
    return [entry.wire for entry in fold.entries()].index(opened)


@dataclass(frozen=True, slots=True)
class Patience:
    """
    How long somebody is waited for, in seconds.

    Everything scales with one number, except the time that a person needs to answer.
    """

    gone_after: float = GONE_AFTER.default

    def is_due(self, fault: Fault, lasts: float) -> bool:
        """Return whether to ask a person about a fault that has lasted some seconds."""
        match fault:
            case Fault.SILENT | Fault.AWAITED:
                return lasts >= self.until_asked
            case Fault.UNDECIDED:
                return lasts >= 4 / 3 * self.gone_after
        return True

    def may_open(self, fault: Fault, lasts: float) -> bool:
        """Return whether to offer a ballot about a fault that has lasted some seconds."""
        match fault:
            case Fault.CHEATED | Fault.LEFT:
                return True
            case Fault.UNDECIDED:
                return lasts >= 2 * self.gone_after
        return lasts >= self.gone_after

    @property
    def until_asked(self) -> float:
        """Seconds of silence before a person is asked about a seat."""
        return 2 / 3 * self.gone_after

    def for_an_answer(self, ballot: Ballot) -> float:
        """Return how long a person has to answer a ballot; then it is a no."""
        people = (it.person for it in takeovers_of(ballot.proposal).values())
        must_compare = any(person.owner is None for person in people)
        return max(
            self.until_asked, COMPARE_SECONDS if must_compare else ANSWER_SECONDS
        )

    def grace(self, ballot: Ballot) -> float:
        """Return how much later than by scale it is a fault not to have answered a ballot."""
        return self.for_an_answer(ballot) - self.until_asked

    def for_who_is_there(self, since: float, here: Iterable[float] = ()) -> float:
        """
        Return the time before which programs won't agree to put out somebody who is there.

        Args:
            since: when they came to be at fault.
            here: when they have said that they are there, in order.
        """
        until = since + 4 * self.gone_after
        for at in here:
            until = max(until, at) + 2 * self.gone_after
        return until

    @property
    def until_idle(self) -> float:
        """How long nobody has been at a program, though it rang, before it says so."""
        return max(self.gone_after, NOTICE_SECONDS)

    @property
    def of_bots(self) -> float:
        """After how long a program opens a ballot by itself."""
        return 2 * self.gone_after
