"""
The second phase of a table, after its lobby: posted entries, presence, and the clock of the game.

The fold decides which entries are accepted. A host adds nothing to the log and chooses
for nobody: the game waits for a seat that is silent or has cheated until the others
have agreed to go on without it (`sealed_wonders.net.log.ballots`), however long that
takes.

Seats change hands (`sealed_wonders.net.handovers`), so the holder of a seat is always
asked of the fold, and stored nowhere else. A ballot may give a seat to somebody, and
another ballot of a higher rank may undo that until the phase is left.

A host believes proofs, so it may accept a wrong one. When that is found out, by its
auditor or by all others in a ballot, it folds the log again without that entry. Entries
accepted in the meantime stay in the log, without meaning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple, Self

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import part
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.host.clocks import Clocks, Timekeeper
from sealed_wonders.host.delay import Delay, Later
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import (
    Away,
    Back,
    Cheated,
    CountsDiffer,
    HandedOver,
    PlayerRemoved,
    Rescued,
)
from sealed_wonders.host.sidefiles import NOTHING, KeptTime
from sealed_wonders.host.tablestate import Tell
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.closedphase import ClosedPhase
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeovers_in
from sealed_wonders.net.lobby import Options, open_charter
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, MAIN, phase_about
from sealed_wonders.net.log.phases import Known, Reason, Receipt, SlotTaken, WireRefused
from sealed_wonders.net.messages import (
    Clock,
    FromHost,
    Marked,
    Paused,
    Presence,
    Timing,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.suites import begin_relayed
from sealed_wonders.net.tableoptions import PAUSE_TIME, SPECTATOR_DELAY
from sealed_wonders.net.talk import BOT, MYSELF
from sealed_wonders.net.times import Times, times_of


class Beside(NamedTuple):
    """The messages sent besides a game's log, at some position of the log."""

    marks: tuple[Marked | None, ...] = ()
    """The marks of the players' states, by seat; empty if there are none."""
    times: tuple[Paused | Timing, ...] = ()
    """The notices about the clock."""
    clocks: Clocks | None = None
    """A copy of the clocks, if there are any."""
    phase: int = 0
    """The open phase at that time."""


class RunningGame:
    """
    A table from the draw for seats to the score sheet.

    Its fold accepts entries that are signed and in their place, and believes their
    proofs. It grows with the log, whose size is bounded by the rules.

    Args:
        here: the identities of the connected people.
        pause_time: seconds for which each seat may pause the game; 0 for no limit.

    Attributes:
        time: the clocks, and what players want of them.
        fold: the fold of the log; a new one if the log was folded again.
        proofs: proofs that somebody has signed two versions, by identity.
        accused: numbers of entries that were reported as frauds.
        damage: why only the first entries of a resumed game are used; empty if all are.
        failure: why the fold can't go on although it knows of no broken rule; this can
            result from wrong proofs that it believed.
    """

    def __init__(
        self,
        table: str,
        fold: Fold,
        seconds: Callable[[], float],
        tell: Tell,
        pause_time: int,
        here: Iterable[bytes] = (),
    ) -> None:
        self.table = table
        self._pause_time = pause_time
        self.fold = fold
        self.damage: Text = ""
        self.failure: LocalProtocolError | None = None
        self._seconds = seconds
        self._tell = tell
        self._is_closed = False
        self._here = set(here)
        """
        Identities of all connected subscribers, with or without a seat.

        Somebody who takes a seat has been connected before.
        """
        self.proofs: dict[bytes, Equivocation] = {}
        self._marks: dict[bytes, Marked] = {}
        """The signed marks of the players' own states, by identity."""
        self._has_told_of_marks = False
        """Whether a difference between the marks has been reported."""
        self._told_people = fold.people
        """The holders of seats that were last reported."""
        self._convicted: frozenset[bytes] = frozenset()
        """Digests of entries that the fold treats as frauds without checking them."""
        self._unfounded: frozenset[bytes] = frozenset()
        """Digests of entries without which the log can't be folded again."""
        self.accused: set[int] = set()
        self._told_left: set[bytes] = set()
        """Digests of ballots that were reported."""
        self._seconds_later = SPECTATOR_DELAY.agreed(fold.charter.options)
        self._delay = Delay(self._seconds_later, fold.position)
        self._later = Later(self._seconds_later, Beside())
        self._played_for: frozenset[bytes] = frozenset()
        """Identities of players who said that a program plays for them now."""
        self._timed: tuple[int, bytes] | None = None
        """The timed phase, and the log's digest before it, since a phase can reopen."""
        self.time = self._new_time()
        self._note_who_is_there()
        self._time_the_phase()

    @classmethod
    def resumed(
        cls,
        table: str,
        wires: Sequence[Wire],
        seconds: Callable[[], float],
        tell: Tell,
        pause_time: int = PAUSE_TIME.default,
        kept: KeptTime = NOTHING,
    ) -> Self:
        """
        Resume a game from its entries, in order of arrival, as far as they are valid.

        Raises:
            RemoteProtocolError: the entries aren't those of a game.
        """
        entries, damage = _parsed(wires)
        charter = open_charter(entries)
        try:
            rules = rules_of(charter.options)
        except ValueError as error:
            raise RemoteProtocolError(sentence_of(error)) from None
        fold = begin_relayed(charter, rules)
        game = cls(table, fold, seconds, tell, pause_time)
        with game._in_silence():
            for number in range(game.fold.position, len(entries)):
                try:
                    verdict = game._accept(entries[number])
                except WireRefused as refused:
                    damage = sentence_of(refused)
                    break
                if isinstance(verdict, Equivocation | Known):
                    damage = f"entry {number} appears twice"
                    break
        game.damage = damage
        # Reading took no time on the clocks, so they start afresh.
        game.time, game._timed = game._new_time(), None
        game.time.restore(kept)
        game._time_the_phase()
        for fraud in game.fold.frauds.values():
            game._tell_of(fraud)
        return game

    # Public facts.

    @property
    def gid(self) -> bytes:
        return self.fold.charter.gid

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the current holders, by seat."""
        return tuple(person.name for person in self.fold.people)

    @property
    def handed(self) -> tuple[tuple[str, ...], ...]:
        """The names of former holders, by seat, oldest first."""
        handovers = self.fold.handovers
        return tuple(
            tuple(handover.before.name for handover in handovers.chain(seat))
            for seat in self.fold.seats
        )

    @property
    def options(self) -> Options:
        return self.fold.charter.options

    @property
    def wanted(self) -> int:
        return len(self.names)

    @property
    def is_complete(self) -> bool:
        """Whether all have signed the end, so that nothing more is logged."""
        return self.fold.over

    @property
    def is_stuck(self) -> bool:
        """
        Whether the fold can't go on, not even with a ballot.

        If that results from a proof that was believed, the log may still be folded
        again.
        """
        return self.fold.stopped or self.failure is not None

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats that the others have gone on without, ascending."""
        return self.fold.gone

    @property
    def here(self) -> tuple[bool, ...]:
        """Whether the holder is connected, by seat."""
        return tuple(person.identity in self._here for person in self.fold.people)

    @property
    def is_late(self) -> bool:
        """Whether spectators see the game with a delay; False once it is over."""
        return bool(self._seconds_later) and not (self._is_closed or self.fold.over)

    @property
    def shown(self) -> int:
        """Number of entries that spectators with a delay see by now."""
        return min(self.fold.position, self._delay.shown(self._seconds()))

    @property
    def later(self) -> tuple[FromHost, ...]:
        """The delayed notices for spectators; presence and chat aren't delayed."""
        then = self._later.shown(self._seconds())
        return (Presence(self.table, self.here, then.marks), *then.times)

    def clock_later(self, told: int) -> tuple[int, Clock] | None:
        """
        Return the delayed clock with its number of changes.

        Args:
            told: the number of changes when it was last sent.

        Returns:
            None if it hasn't changed since.
        """
        now = self._seconds()
        then = self._later.shown(now)
        if then.clocks is None or then.clocks.changes == told:
            return None
        clock = then.clocks.told(now - self._seconds_later, self.table, then.phase)
        return then.clocks.changes, clock

    def note(self) -> None:
        """Record the current state for spectators with a delay."""
        if not self.is_late:
            return
        before = self._later.last
        clocks, phase = before.clocks, before.phase
        if self.time.changes != (0 if clocks is None else clocks.changes):
            clocks, phase = self.time.clocks.copy(), self.fold.phase.number
        beside = Beside(self._shown_marks, self._times, clocks, phase)
        self._later.note(beside, self._seconds())

    def seat_of(self, identity: bytes) -> Seat | None:
        return self.fold.seat_of(identity)

    def seats(self, identity: bytes) -> bool:
        return self.seat_of(identity) is not None

    def has_sat(self, identity: bytes) -> bool:
        """Return whether somebody has a seat, or had one that is now another's."""
        return self.fold.handovers.seat_of(identity) is not None

    def has_lost(self, identity: bytes) -> bool:
        """Return whether somebody lost their seat without handing it over."""
        found = self.fold.handovers.person_of(identity)
        chain = () if found is None else self.fold.handovers.chain(found[0])
        given = [it for it in chain if not it.is_voluntary]
        return any(it.before.identity == identity for it in given)

    def name_of(self, identity: bytes) -> str | None:
        seat = self.seat_of(identity)
        return None if seat is None else self.names[seat]

    def name_in(self, phase: int, seat: Seat) -> str:
        return self.fold.handovers.holder(seat, phase).name

    def notices(self) -> tuple[FromHost, ...]:
        return (Presence(self.table, self.here, self._shown_marks), *self._times)

    @property
    def _times(self) -> tuple[Paused | Timing, ...]:
        seats = [person.identity for person in self.fold.people]
        return tuple(self.time.notices(seats))

    @property
    def _shown_marks(self) -> tuple[Marked | None, ...]:
        marks = tuple(self._marks.get(it.identity) for it in self.fold.people)
        return marks if any(marks) else ()

    # Actions of people.

    def mark(self, identity: bytes, marked: Marked) -> None:
        """Record a player's mark, and compare it with others."""
        self._marks[identity] = marked
        if not self._has_told_of_marks:
            self._compare_marks(marked)

    def _marks_of(self, phase: int, digest: bytes) -> dict[str, bytes]:
        """Return the marks of players at a place in the log, by name."""
        return {
            person.name: mine.mark
            for seat, person in enumerate(self.fold.people)
            if seat in self.fold.active
            if (mine := self._marks.get(person.identity)) is not None
            and (mine.phase, mine.digest) == (phase, digest)
        }

    def _compare_marks(self, marked: Marked) -> None:
        """Report once that programs compute different states, and whose are rare."""
        said = self._marks_of(marked.phase, marked.digest)
        if not said:
            return  # the sender no longer plays
        ((most, count), *_) = Counter(said.values()).most_common(1)
        is_most_peoples = 2 * count > len(said) > 2
        if count == len(said) or not (
            is_most_peoples or len(said) == len(self.fold.active)
        ):
            return  # all agree, or it isn't clear yet which ones differ
        self._has_told_of_marks = True
        others = [name for name, mark in said.items() if mark != most]
        names = tuple(others) if is_most_peoples else ()
        self._tell(CountsDiffer(self.table, marked.phase, names))

    def sit(self, identity: bytes, entry: Entry) -> None:
        """Let players return, even if they lost their seat; or raise `Denied`."""
        if not (self.seats(identity) or self.has_lost(identity)):
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def leave(self, identity: bytes) -> None:
        """Raise `Denied` if somebody who leaves is still playing; change nothing."""
        plays = self.seats(identity) and self.seat_of(identity) not in self.left
        if plays and not self._is_closed:
            raise Denied("begun", "the game goes on, and your seat is kept")

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """Raise `Denied` if somebody is no longer ready, since the game has begun."""
        if not ready:
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Post an envelope to the log.

        Anybody who has or had a seat here may send it, even another seat's: only the
        signature counts, and a returning player may know what the host has lost in a
        crash, such as their own handover. So may somebody who takes a seat by it.

        Returns:
            The proof, if it shows that its author signed another envelope for its
            place.

        Raises:
            Denied: the sender doesn't play here, or the author has been removed.
            WireRefused: it has no place in the log now.
        """
        if not self.has_sat(identity) and not _takes_seat(identity, entry):
            raise Denied("no-seat", f"you don't play at {self.table!r}")
        if self.failure is not None:
            raise WireRefused(Reason.OVER, sentence_of(self.failure))
        envelope, fold = entry.envelope, self.fold
        about = phase_about(envelope)
        if fold.frauds and about is not None and about > fold.phase.number:
            # The fold would pass it on, since it also reads entries that a host
            # accepted before it knew of a fraud. Now the fraud is known.
            raise WireRefused(
                Reason.WRONG_PHASE,
                Sentence(
                    "got {given}, expected {due}",
                    given=about,
                    due=fold.phase.number,
                ),
            )
        try:
            verdict = self._accept(entry)
        except WireRefused as refused:
            self._check_left(identity, entry, refused.reason)
            raise
        if not isinstance(verdict, Equivocation):
            return None
        self.proofs.setdefault(verdict.identity, verdict)
        return verdict

    def accuse(self, fraud: Fraud) -> bool:
        """
        Record a wrong proof, and go back to it if it was believed.

        Args:
            fraud: found by a fold of the same log that checks everything.

        Returns:
            Whether the game can go on, or doesn't depend on it; False if it is over, or
            if too much has followed from what was believed.
        """
        if fraud.entry in self.accused:
            return True
        self._tell_of(fraud)
        if self.fold.halted and fraud.phase == self.fold.phase.number:
            # All have agreed to end the game before that, so it has no effect.
            return True
        entry = self.fold.entries()[fraud.entry]
        try:
            return not self.fold.over and self._fold_again(
                {entry_digest(entry.wire.env)}
            )
        finally:
            self._tell_what_followed()

    # Presence.

    def came(self, identity: bytes) -> None:
        """Note that a subscriber is connected, with or without a seat."""
        if identity in self._here:
            return
        self._here.add(identity)
        self._note_who_is_there()
        name = self.name_of(identity)
        if name is not None:
            self._tell(Back(self.table, name))

    def went(self, identity: bytes) -> None:
        """Note that a subscriber's connection is lost; the game waits for players."""
        if identity not in self._here:
            return
        self._here.discard(identity)
        seat = self.seat_of(identity)
        if seat in self.fold.active and not self._is_closed:
            self._tell(Away(self.table, self.names[seat]))
        self._note_who_is_there()
        self.time.look_whether_on(self._asked)

    def pause(self, identity: bytes, *, paused: bool) -> None:
        """Pause the game, or note that a player agrees to resume; or raise `Denied`."""
        seat = self._voice_of(identity)
        if not paused:
            self.time.would_go_on(identity, self._asked)
        elif identity in self.proofs or seat in self.fold.frauds:
            raise Denied("no-pause", "a player who has cheated can't pause the game")
        elif not self.time.pause.may_begin(seat):
            seconds = self._pause_time
            raise Denied(
                "no-pause", f"a player can pause for at most {seconds} s in total"
            )
        else:
            self.time.stand_still(self.names[seat], seat)

    def retime(self, identity: bytes, times: Times, *, agrees: bool) -> None:
        """Record whether a player wants other times; raise `Denied` for a bot."""
        seat = self._voice_of(identity)
        self.time.vote.say(identity, self.names[seat], times, agrees=agrees)
        self._look_who_agrees()

    def _voice_of(self, identity: bytes) -> Seat:
        """Return a player's seat; raise `Denied` for bots and non-players."""
        seat = self.seat_of(identity)
        if seat not in self.fold.active or self.is_complete:
            raise Denied("no-seat", f"you don't play at {self.table!r}")
        if self.fold.people[seat].owner is not None:
            raise Denied("no-seat", "bots can't do that")
        return seat

    def _note_who_is_there(self) -> None:
        self.time.pause.there(it for it in self._people if it in self._here)

    def _look_who_agrees(self) -> None:
        """
        Adopt the proposed times if everybody who has to has agreed.

        Not called when somebody disconnects: if all lost their connections one after
        the other, the last of them would agree alone.
        """
        time, now = self.time, part(self.fold.state)
        time.vote.settle(self._asked, self._people, time.times, now)

    def heard(self, identity: bytes, place: bytes, code: str) -> None:
        """
        Note from the chat that a bot plays for somebody, or no longer does.

        Somebody who is away for a minute can't agree to anything.
        """
        if place != self.gid or code not in (BOT, MYSELF):
            return
        self._played_for -= {identity}
        if code == BOT and self.seats(identity):
            self._played_for |= {identity}
            self._ask_no_more()

    @property
    def _people(self) -> list[bytes]:
        people = [self.fold.people[seat] for seat in self.fold.active]
        return [it.identity for it in people if it.owner is None]

    @property
    def _asked(self) -> list[bytes]:
        """The connected people who play themselves, or all of them if none does."""
        there = [it for it in self._people if it in self._here]
        return [it for it in there if it not in self._played_for] or there

    # Time.

    @property
    def deadline(self) -> float | None:
        """Time of the next call of `expire`, also for spectators with a delay."""
        times = self.time.deadline, self._delay.deadline, self._later.deadline
        return min((it for it in times if it is not None), default=None)

    def expire(self) -> None:
        """Apply timeouts, and make delayed entries visible."""
        now = self._seconds()
        self._delay.shown(now)
        self._later.shown(now)
        self.time.expire()

    def close(self) -> None:
        """Report no more absences."""
        self._is_closed = True

    # Private.

    def _accept(self, entry: Entry) -> Receipt | Fraud | None:
        verdict: Receipt | Fraud | None = None
        # An entry that ends a phase may be reduced to its wire, which would be parsed
        # again.
        lane, seat = entry.envelope.lane, entry.envelope.seat
        try:
            verdict = self.fold.accept(entry)
        except LocalProtocolError as failure:
            self.failure = failure
        if isinstance(verdict, Fraud):
            self._tell_of(verdict)
        if isinstance(verdict, SlotTaken) and lane == MAIN:
            self.time.clocks.spoke(seat)
        if lane.startswith(BALLOTS):
            while wrong := self.fold.overturned - self._convicted - self._unfounded:
                self._fold_again(wrong)
        self._tell_what_followed()
        return verdict

    def _tell_what_followed(self) -> None:
        """Report changed seats and removed players; start the open phase's clock."""
        self._delay.note(self.fold.position, self._seconds())
        self._tell_who_took_over()
        self._tell_who_left()
        self._time_the_phase()

    # Frauds, and going back to them.

    def _fold_again(self, wrong: Collection[bytes]) -> bool:
        """
        Fold the log again without some entries; return whether that was possible.

        Args:
            wrong: the digests of the entries.
        """
        before, convicted = self.fold, self._convicted.union(wrong)
        fold = begin_relayed(before.charter, before.ruleset, convicted)
        frauds = []
        try:
            for entry in before.entries(fold.position):
                if fold.halted:
                    break  # later entries were for players who believed a cheat
                verdict = fold.accept(entry)
                if isinstance(verdict, Equivocation | Known):
                    raise LocalProtocolError("an entry appears twice")
                if isinstance(verdict, Fraud):
                    frauds.append(verdict)
        except (LocalProtocolError, WireRefused):
            self._unfounded = self._unfounded.union(wrong)
            return False
        fold.evidence = before.evidence
        self.fold, self.failure, self._convicted = fold, None, convicted
        for fraud in frauds:
            self._tell_of(fraud)
        return True

    def _tell_of(self, fraud: Fraud) -> None:
        if fraud.entry in self.accused:
            return
        self.accused.add(fraud.entry)
        self._tell(
            Cheated(
                self.table,
                self.name_in(fraud.phase, fraud.seat),
                fraud.seat,
                fraud.entry,
                fraud.phase,
                fraud.kind,
                make_line(str(fraud.reason)),
            )
        )

    def _tell_who_took_over(self) -> None:
        """
        Report seats that have changed hands, in either direction.

        A seat returns to its former holder if its handover came after a fraud, or after
        the seat was removed but before the handover counted, or if a ballot that gave
        it away is replaced by another. It isn't reported if the seat is then removed,
        since its holder doesn't play on.
        """
        before, people = self._told_people, self.fold.people
        self._told_people = people
        for seat, (old, new) in enumerate(zip(before, people, strict=True)):
            if old.identity == new.identity or seat not in self.fold.active:
                continue
            last = self.fold.handovers.last(seat)
            if last is None or last.is_voluntary or last.takeover.person != new:
                self._tell(HandedOver(self.table, old.name, new.name, new.owner))
            else:
                was, phase = last.before.name, last.phase
                self._tell(Rescued(self.table, was, new.name, new.owner, phase))
                if phase == self.fold.phase.number:
                    self.time.clocks.got_holder(seat)
            if new.identity not in self._here:
                self._tell(Away(self.table, new.name))
            self._ask_no_more()

    def _ask_no_more(self) -> None:
        """React to the absence of somebody whose agreement was being waited for."""
        self._note_who_is_there()
        self.time.look_whether_on(self._asked)
        self._look_who_agrees()

    def _tell_who_left(self) -> None:
        for passed in self.fold.left_phases:
            ballot = passed.ballot
            if ballot is not None and ballot.digest not in self._told_left:
                self._told_left.add(ballot.digest)
                self._tell_of_ballot(ballot, passed)

    def _check_left(self, identity: bytes, entry: Entry, reason: Reason) -> None:
        """
        Raise `Denied` if an entry was refused because its author has left.

        To be accepted, it would have to precede the removal of its author, or the loss
        of their seat.
        """
        seat = entry.envelope.seat
        if reason is Reason.WRONG_SEAT and seat in self.left:
            name = self.names[seat]
            raise Denied("left", f"the game goes on without {name}") from None
        is_theirs = self.has_lost(identity) and entry.is_signed_by(identity)
        if reason is Reason.BAD_SIGNATURE and is_theirs:
            raise Denied(
                "left", f"{self.names[seat]} has taken over your seat"
            ) from None

    def _tell_of_ballot(self, ballot: Ballot, passed: ClosedPhase) -> None:
        proposal = ballot.proposal
        self._ask_no_more()
        # In the entries of the phase, these are the frauds that the ballot is about.
        said = {it.envelope.seat for it in passed.entries if it.envelope.lane == MAIN}
        cheats = [seat for seat in proposal.out if seat in said]
        silent = [seat for seat in proposal.out if seat not in said]
        self._tell_left(cheats, proposal.phase, "fraud")
        self._tell_left(silent, proposal.phase, "silent")

    def _tell_left(
        self, seats: Sequence[Seat], phase: int, why: Literal["fraud", "silent"]
    ) -> None:
        if seats:
            names = tuple(self.name_in(phase, seat) for seat in seats)
            self._tell(PlayerRemoved(self.table, names, phase, why))

    @contextmanager
    def _in_silence(self) -> Iterator[None]:
        """Report nothing, since it was reported before."""
        tell, self._tell = self._tell, lambda news: None
        try:
            yield
        finally:
            self._tell = tell
            self.accused.difference_update(it.entry for it in self.fold.frauds.values())

    def _new_time(self) -> Timekeeper:
        times = times_of(self.options)
        return Timekeeper(
            self.table, times, self.wanted, self._seconds, self._pause_time
        )

    def _time_the_phase(self) -> None:
        """Start the clock for a choice, if a new one is open."""
        phase = self.fold.phase
        if (phase.number, self.fold.digest) == self._timed:
            return
        self._timed = phase.number, self.fold.digest
        is_choice = phase.kind in CHOOSING and not self.is_complete
        due = self.fold.missing if is_choice else ()
        self.time.open(due, part(self.fold.state) if due else 0)


def _parsed(wires: Iterable[Wire]) -> tuple[tuple[Entry, ...], Text]:
    """Parse wires up to the first invalid one; return what is wrong with that one."""
    entries: list[Entry] = []
    for wire in wires:
        try:
            entries.append(Entry.of(wire))
        except RemoteProtocolError as error:
            return tuple(entries), sentence_of(error)
    return tuple(entries), ""


def _takes_seat(identity: bytes, entry: Entry) -> bool:
    return any(it.person.identity == identity for it in takeovers_in(entry))
