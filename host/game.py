"""
The second stage of a table: what is posted, who is here, how much of the turn is left.

The fold decides what is taken. A host adds nothing to the log and chooses for nobody: a
seat that is silent, or has cheated, is waited for until the others have agreed to go on
without it (`sealed_wonders.net.log.ballots`), however long it takes.

Seats change hands (`sealed_wonders.net.handovers`): whoever has one is asked of the fold,
and kept nowhere else. A ballot may give one to somebody, and another of a higher rank undo
that, as long as the phase isn't left; so it is asked anew each time.

A host believes proofs, so it may go on with one that is wrong. When that is found, by its
auditor or by all others in a ballot, it folds the log again without that entry. What it has
taken meanwhile stays in the log, and means nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, Literal, NamedTuple, Self

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import part
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.host.clocks import Clocks, Timekeeper
from sealed_wonders.host.delay import Delay, Later
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.kepttime import NOTHING, KeptTime
from sealed_wonders.host.news import (
    Away,
    Back,
    Cheated,
    CountsDiffer,
    HandedOver,
    Left,
    Rescued,
)
from sealed_wonders.host.stage import TableEvent, TableState, Tell
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeovers_in
from sealed_wonders.net.lobby import Charter, Options, Person, open_charter
from sealed_wonders.net.log.ballots import Ballot
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, MAIN, phase_about
from sealed_wonders.net.log.phases import Known, Reason, Receipt, Refused, Taken
from sealed_wonders.net.messages import (
    Clock,
    FromHost,
    Marked,
    Paused,
    Presence,
    Timing,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.passed import Passed
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.suites import begin_relayed
from sealed_wonders.net.tableoptions import PAUSE_TIME, SPECTATOR_DELAY
from sealed_wonders.net.talk import BOT, MYSELF
from sealed_wonders.net.times import Times, times_of


class Beside(NamedTuple):
    """What is told beside a game's log, and follows from how far that is."""

    marks: tuple[Marked | None, ...] = ()
    """How the rules of those who play stand, by seat; nothing if nobody has said so."""
    times: tuple[Paused | Timing, ...] = ()
    """What becomes of the clock."""
    clocks: Clocks | None = None
    """A copy of them, if there are some."""
    phase: int = 0
    """Which was open then."""


class GameStage:
    """
    A table from the draw for seats to the score sheet.

    Its fold takes what is signed and in its place, and believes the proofs. What grows
    is the log, which the rules bound.

    Attributes:
        time: what its people have, and want.
        fold: what follows from the log; another one, when the log was folded again.
        proofs: of who has signed two versions of something, by identity.
        damage: why it goes on with the first of its entries only; empty if with all.
        failure: why the fold can't go on though nobody broke the rules for all it knows;
            if proofs are bad that it believed, it may come to this.
    """

    initial: ClassVar[TableState] = TableState.PLAYING
    completed: ClassVar[TableEvent] = TableEvent.FILLED

    def __init__(
        self,
        table: str,
        fold: Fold,
        seconds: Callable[[], float],
        tell: Tell,
        pause_time: int,
    ) -> None:
        """
        Begin a game, or go on with one.

        Args:
            seconds: returns the time.
            tell: takes the news of it.
            pause_time: the seconds for which each seat may stop the clock; 0 is as long as
                it likes.
        """
        self.table = table
        self._pause_time = pause_time
        self.fold = fold
        self.damage: Text = ""
        self.failure: LocalProtocolError | None = None
        self._seconds = seconds
        self._tell = tell
        self._is_closed = False
        self._here: set[bytes] = set()
        """
        Who of those who look on is connected, whether they sit here or not: whoever takes
        a seat was there before.
        """
        self.proofs: dict[bytes, Equivocation] = {}
        self._marks: dict[bytes, Marked] = {}
        """How the rules of those who play stand by their own logs, as they have signed."""
        self._has_told_of_marks = False
        """It was told that they don't all stand alike."""
        self._told_people = fold.people
        """Those of whom it was told that they have the seats."""
        self._convicted: frozenset[bytes] = frozenset()
        """The digests of entries that the fold takes for frauds without having looked."""
        self._unfounded: frozenset[bytes] = frozenset()
        """Those without which the log can't be folded again."""
        self._accused: set[int] = set()
        """The entries of which it was told that they are frauds."""
        self._told_left: set[bytes] = set()
        """The ballots of which it was told that they have put somebody out."""
        self._seconds_later = SPECTATOR_DELAY.agreed(fold.charter.options)
        self._delay = Delay(self._seconds_later, fold.position)
        self._later = Later(self._seconds_later, Beside())
        self._played_for: frozenset[bytes] = frozenset()
        """Those whose programs play for them just now, by their own word."""
        self._timed: tuple[int, bytes] | None = None
        """The phase that is timed, and the log's digest before it: it may be gone back to."""
        self.time = self._new_time()
        self._time_the_phase()

    @classmethod
    def of(
        cls,
        table: str,
        charter: Charter,
        seconds: Callable[[], float],
        tell: Tell,
        here: Sequence[bool],
        pause_time: int = PAUSE_TIME.default,
    ) -> Self:
        """
        Begin the game a lobby agreed on.

        Args:
            here: who is connected, by seat.
        """
        fold = begin_relayed(charter, rules_of(charter.options))
        game = cls(table, fold, seconds, tell, pause_time)
        people = zip(fold.people, here, strict=True)
        game._here = {person.identity for person, is_here in people if is_here}
        game._note_who_is_there()
        return game

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
        Go on with a game, as far as its entries follow from each other.

        Args:
            wires: all entries so far, as they came in.
            kept: what was written down of its time.

        Raises:
            RemoteProtocolError: they are no game's.
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
                    verdict = game._take(entries[number])
                except Refused as refused:
                    damage = sentence_of(refused)
                    break
                if isinstance(verdict, Equivocation | Known):
                    damage = f"entry {number} was there before"
                    break
        game.damage = damage
        # While it was read no time has passed, and each seat has made its choices in none.
        game.time, game._timed = game._new_time(), None
        game.time.restore(kept)
        game._time_the_phase()
        for fraud in game.fold.frauds.values():
            game._tell_of(fraud)
        return game

    # What everybody may know.

    @property
    def gid(self) -> bytes:
        """The game's id."""
        return self.fold.charter.gid

    @property
    def names(self) -> tuple[str, ...]:
        """By seat: those who have them now."""
        return tuple(person.name for person in self.fold.people)

    @property
    def handed(self) -> tuple[tuple[str, ...], ...]:
        """By seat: the names of those who had it before, as they came."""
        handovers = self.fold.handovers
        return tuple(
            tuple(handover.before.name for handover in handovers.chain(seat))
            for seat in self.fold.seats
        )

    @property
    def options(self) -> Options:
        """What is played."""
        return self.fold.charter.options

    @property
    def wanted(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def suite(self) -> int:
        """How its cards are kept: see `sealed_wonders.net.suites`."""
        return self.fold.charter.suite

    @property
    def is_complete(self) -> bool:
        """Nothing more is logged: all have signed the end."""
        return self.fold.over

    @property
    def is_stuck(self) -> bool:
        """
        The fold can't go on, nor can a ballot help.

        Unless it comes of a proof that was believed: then it may yet be folded again.
        """
        return self.fold.stopped or self.failure is not None

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats that the others have gone on without, ascending."""
        return self.fold.gone

    def is_left(self, identity: bytes) -> bool:
        """Tell whether the others have gone on without somebody."""
        return self.seat_of(identity) in self.left

    @property
    def here(self) -> tuple[bool, ...]:
        """Who is connected, by seat."""
        return tuple(person.identity in self._here for person in self.fold.people)

    @property
    def plays_here(self) -> tuple[bool, ...]:
        """Who is connected of the seats that play, which some may not any more."""
        return tuple(self.here[seat] for seat in self.fold.active)

    @property
    def is_late(self) -> bool:
        """Those who look on see what happens later; not when it is over."""
        return bool(self._seconds_later) and not (self._is_closed or self.fold.over)

    @property
    def shown(self) -> int:
        """How many entries of the log those see by now who see it later."""
        return min(self.fold.position, self._delay.shown(self._seconds()))

    @property
    def later(self) -> tuple[FromHost, ...]:
        """
        The notices for those who see it later, as they were then.

        But who is connected is so now, as what people say is said now.
        """
        then = self._later.shown(self._seconds())
        return (Presence(self.table, self.here, then.marks), *then.times)

    def clock_later(self, told: int) -> tuple[int, Clock] | None:
        """
        Return the time that was left then, and how often it had changed.

        Args:
            told: how often it had as it was told last; where that is the same, nothing is.
        """
        now = self._seconds()
        then = self._later.shown(now)
        if then.clocks is None or then.clocks.changes == told:
            return None
        clock = then.clocks.told(now - self._seconds_later, self.table, then.phase)
        return then.clocks.changes, clock

    def note(self) -> None:
        """Take note of how it is just now, for those who see it later."""
        if not self.is_late:
            return
        before = self._later.last
        clocks, phase = before.clocks, before.phase
        if self.time.changes != (0 if clocks is None else clocks.changes):
            clocks, phase = self.time.copy(), self.fold.phase.number
        beside = Beside(self._shown_marks, self._times, clocks, phase)
        self._later.note(beside, self._seconds())

    def seat_of(self, identity: bytes) -> Seat | None:
        """Return the seat somebody has now; None if they only look on."""
        return self.fold.seat_of(identity)

    def seats(self, identity: bytes) -> bool:
        """Tell whether somebody plays here."""
        return self.seat_of(identity) is not None

    def has_sat(self, identity: bytes) -> bool:
        """Tell whether somebody plays here, or has had a seat that is another's now."""
        return self.fold.handovers.seat_of(identity) is not None

    def has_lost(self, identity: bytes) -> bool:
        """Tell whether somebody's seat is another's now, and they didn't hand it over."""
        found = self.person_of(identity)
        chain = () if found is None else self.fold.handovers.chain(found[0])
        given = [it for it in chain if not it.is_voluntary]
        return any(it.before.identity == identity for it in given)

    def person_of(self, identity: bytes) -> tuple[Seat, Person] | None:
        """Return who it is, and the seat they have or have had; None if there is none."""
        return self.fold.handovers.person_of(identity)

    def name_of(self, identity: bytes) -> str | None:
        """Return the name by which somebody plays here."""
        seat = self.seat_of(identity)
        return None if seat is None else self.names[seat]

    def name_in(self, phase: int, seat: Seat) -> str:
        """Return the name of whoever had a seat in some phase."""
        return self.fold.handovers.holder(seat, phase).name

    def notices(self) -> tuple[FromHost, ...]:
        """Return who is connected, and what becomes of the clock, for all who look on."""
        return (Presence(self.table, self.here, self._shown_marks), *self._times)

    @property
    def _times(self) -> tuple[Paused | Timing, ...]:
        seats = [person.identity for person in self.fold.people]
        return tuple(self.time.notices(seats))

    @property
    def _shown_marks(self) -> tuple[Marked | None, ...]:
        marks = tuple(self._marks.get(it.identity) for it in self.fold.people)
        return marks if any(marks) else ()

    # What people do.

    def mark(self, identity: bytes, marked: Marked) -> None:
        """Note how the rules of somebody who plays stand."""
        self._marks[identity] = marked
        if not self._has_told_of_marks:
            self._compare_marks(marked)

    def _marks_of(self, phase: int, digest: bytes) -> dict[str, bytes]:
        """Return what those who play have counted at a place in the log, by their names."""
        return {
            person.name: mine.mark
            for seat, person in enumerate(self.fold.people)
            if seat in self.fold.active
            if (mine := self._marks.get(person.identity)) is not None
            and (mine.phase, mine.digest) == (phase, digest)
        }

    def _compare_marks(self, marked: Marked) -> None:
        """Tell once if programs don't count alike, and whose counts otherwise than most."""
        said = self._marks_of(marked.phase, marked.digest)
        if not said:
            return  # whoever sent it plays no more
        ((most, count), *_) = Counter(said.values()).most_common(1)
        is_most_peoples = 2 * count > len(said) > 2
        if count == len(said) or not (
            is_most_peoples or len(said) == len(self.fold.active)
        ):
            return  # all are the same, or it can't be told yet whose is another
        self._has_told_of_marks = True
        others = [name for name, mark in said.items() if mark != most]
        names = tuple(others) if is_most_peoples else ()
        self._tell(CountsDiffer(self.table, marked.phase, names))

    def sit(self, identity: bytes, entry: Entry) -> None:
        """
        Let somebody come back who plays already, or whose seat others have given away.

        Raises:
            Denied: it is too late for anybody else.
        """
        if not (self.seats(identity) or self.has_lost(identity)):
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def leave(self, identity: bytes) -> None:
        """
        Leave a game that is over for them, which changes nothing.

        Raises:
            Denied: it goes on.
        """
        plays = self.seats(identity) and not self.is_left(identity)
        if plays and not self._is_closed:
            raise Denied("begun", "the game goes on, and your seat is kept")

    def ready(self, identity: bytes, ready: bool, options: bytes) -> None:
        """
        Take it that somebody is ready, which the game has begun with.

        Raises:
            Denied: they aren't any more.
        """
        if not ready:
            raise Denied("begun", f"the game at {self.table!r} has begun")

    def post(self, identity: bytes, entry: Entry) -> Equivocation | None:
        """
        Take an envelope for the log.

        Whoever sits here or has sat here may bring it, also another's: it is the signature
        that counts, and a returning player may know what a host has forgotten in a crash,
        such as that they have handed their seat over. So may whoever takes a seat by it.

        Returns:
            The proof, if it shows that its author signed another one for its place.

        Raises:
            Denied: whoever brings it doesn't sit here, or whoever signed it was put out.
            Refused: it has no place in the log now.
        """
        if not self.has_sat(identity) and not _takes_seat(identity, entry):
            raise Denied("no-seat", f"you don't play at {self.table!r}")
        if self.failure is not None:
            raise Refused(Reason.OVER, sentence_of(self.failure))
        envelope, fold = entry.envelope, self.fold
        about = phase_about(envelope)
        if fold.frauds and about is not None and about > fold.phase.number:
            # The fold would pass it on, since it reads what a host has taken before it
            # knew of a fraud. Now it is known.
            raise Refused(
                Reason.WRONG_PHASE,
                Sentence(
                    "{given}, expected {due}",
                    given=about,
                    due=fold.phase.number,
                ),
            )
        try:
            verdict = self._take(entry)
        except Refused as refused:
            self._check_left(identity, entry, refused.reason)
            raise
        if not isinstance(verdict, Equivocation):
            return None
        self.proofs.setdefault(verdict.identity, verdict)
        return verdict

    def accuse(self, fraud: Fraud) -> bool:
        """
        Take note of what is wrong with a proof, and go back to it if it was believed.

        Args:
            fraud: found by a fold of the same log that believes nothing.

        Returns:
            Whether the game goes on, or can, or doesn't depend on that: not if it is over,
            or if too much has followed from what was believed.
        """
        if fraud.entry in self._accused:
            return True
        self._tell_of(fraud)
        if self.fold.halted and fraud.phase == self.fold.phase.number:
            # All have agreed to end it before that, so it counts for nothing.
            return True
        entry = self.fold.entries()[fraud.entry]
        try:
            return not self.fold.over and self._fold_again(
                {entry_digest(entry.wire.env)}
            )
        finally:
            self._tell_what_followed()

    # Who is here.

    def came(self, identity: bytes) -> None:
        """Note that somebody who looks on is connected, whether they have a seat or not."""
        if identity in self._here:
            return
        self._here.add(identity)
        self._note_who_is_there()
        name = self.name_of(identity)
        if name is not None:
            self._tell(Back(self.table, name))

    def went(self, identity: bytes) -> None:
        """Note that somebody's connection broke; the table waits for those who play."""
        if identity not in self._here:
            return
        self._here.discard(identity)
        seat = self.seat_of(identity)
        if seat in self.fold.active and not self._is_closed:
            self._tell(Away(self.table, self.names[seat]))
        self._note_who_is_there()
        self.time.look_whether_on(self._asked)

    def release(self, identity: bytes) -> None:
        """Do nothing: seats are reserved in lobbies only."""

    def pause(self, identity: bytes, *, paused: bool) -> None:
        """
        Stop the clock, as somebody who plays wants; or note that they would go on.

        Raises:
            Denied: they don't play, or may not do so any more.
        """
        seat = self._voice_of(identity)
        if not paused:
            self.time.would_go_on(identity, self._asked)
        elif identity in self.proofs or seat in self.fold.frauds:
            raise Denied("no-pause", "who has cheated keeps nobody waiting")
        elif not self.time.may_stand_still(seat):
            seconds = self._pause_time
            raise Denied("no-pause", f"a seat stops the clock for {seconds} s at most")
        else:
            self.time.stand_still(self.names[seat], seat)

    def retime(self, identity: bytes, times: Times, *, agrees: bool) -> None:
        """
        Take whether somebody who plays would have other times.

        Raises:
            Denied: they don't play, or are a bot.
        """
        seat = self._voice_of(identity)
        self.time.propose(identity, self.names[seat], times, agrees=agrees)
        self._look_who_agrees()

    def _voice_of(self, identity: bytes) -> Seat:
        """
        Return the seat of somebody who has a say in the time.

        Raises:
            Denied: they don't play, or are a bot.
        """
        seat = self.seat_of(identity)
        if seat not in self.fold.active or self.is_complete:
            raise Denied("no-seat", f"you don't play at {self.table!r}")
        if self.fold.people[seat].owner is not None:
            raise Denied("no-seat", "a bot has no say in that")
        return seat

    def _note_who_is_there(self) -> None:
        self.time.there(it for it in self._people if it in self._here)

    def _look_who_agrees(self) -> None:
        """See whether all who are asked would have other times."""
        people = self._people
        self.time.look_who_agrees(self._asked, people, part(self.fold.state))

    def heard(self, identity: bytes, place: bytes, code: str) -> None:
        """
        Take note that somebody says, where others hear it, that their program plays for
        them, or that they do so again: who is away for a minute can't answer.
        """
        if place != self.gid or code not in (BOT, MYSELF):
            return
        self._played_for -= {identity}
        if code == BOT and self.seats(identity):
            self._played_for |= {identity}
            self._ask_no_more()

    @property
    def _people(self) -> list[bytes]:
        """The people who play."""
        people = [self.fold.people[seat] for seat in self.fold.active]
        return [it.identity for it in people if it.owner is None]

    @property
    def _asked(self) -> list[bytes]:
        """Those of them who are there, and play themselves if anybody does."""
        there = [it for it in self._people if it in self._here]
        return [it for it in there if it not in self._played_for] or there

    def lost_bot(self, name: str, *, again: bool) -> None:
        """Do nothing: the seat of a bot is kept like anybody's."""

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do, or those who look on see more."""
        times = self.time.deadline, self._delay.deadline, self._later.deadline
        return min((it for it in times if it is not None), default=None)

    def expire(self) -> None:
        """Note that time is out, if it is, and that more is to be seen."""
        now = self._seconds()
        self._delay.shown(now)
        self._later.shown(now)
        self.time.expire()

    # What comes next.

    def successor(self) -> Self:
        """Return itself: nothing follows a game."""
        return self

    def close(self) -> None:
        """Tell no more of who has gone."""
        self._is_closed = True

    # Inside.

    def _take(self, entry: Entry) -> Receipt | Fraud | None:
        verdict: Receipt | Fraud | None = None
        # Which entries end a phase keep their wires alone: they would be parsed again.
        lane, seat = entry.envelope.lane, entry.envelope.seat
        try:
            verdict = self.fold.accept(entry)
        except LocalProtocolError as failure:
            self.failure = failure
        if isinstance(verdict, Fraud):
            self._tell_of(verdict)
        if isinstance(verdict, Taken) and lane == MAIN:
            self.time.spoke(seat)
        if lane.startswith(BALLOTS):
            while wrong := self.fold.overturned - self._convicted - self._unfounded:
                self._fold_again(wrong)
        self._tell_what_followed()
        return verdict

    def _tell_what_followed(self) -> None:
        """Tell whose seats have changed hands and who has left; time what is open now."""
        self._delay.note(self.fold.position, self._seconds())
        self._tell_who_took_over()
        self._tell_who_left()
        self._time_the_phase()

    # Frauds, and going back to them.

    def _fold_again(self, wrong: Collection[bytes]) -> bool:
        """
        Fold the log again without some entries that were believed, if that can be.

        Args:
            wrong: their digests.
        """
        before, convicted = self.fold, self._convicted.union(wrong)
        fold = begin_relayed(before.charter, before.ruleset, convicted)
        frauds = []
        try:
            for entry in before.entries(fold.position):
                if fold.halted:
                    break  # what was said behind that was said to who believed a cheat
                verdict = fold.accept(entry)
                if isinstance(verdict, Equivocation | Known):
                    raise LocalProtocolError("an entry came twice")
                if isinstance(verdict, Fraud):
                    frauds.append(verdict)
        except (LocalProtocolError, Refused):
            self._unfounded = self._unfounded.union(wrong)
            return False
        fold.evidence = before.evidence
        self.fold, self.failure, self._convicted = fold, None, convicted
        for fraud in frauds:
            self._tell_of(fraud)
        return True

    def _tell_of(self, fraud: Fraud) -> None:
        if fraud.entry in self._accused:
            return
        self._accused.add(fraud.entry)
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
        Tell whose seats have changed hands.

        Also back: where a handover came beyond a fraud, or of a seat that was put out
        before it counted, or where a ballot gave it away and another is to be in force,
        whoever had the seat has it. Not if they are put out by that: they don't play on.
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
                    self.time.got_holder(seat)
            if new.identity not in self._here:
                self._tell(Away(self.table, new.name))
            self._ask_no_more()

    def _ask_no_more(self) -> None:
        """Take note that somebody whom all waited for to agree hasn't the seat any more."""
        self._note_who_is_there()
        self.time.look_whether_on(self._asked)
        self._look_who_agrees()

    def _tell_who_left(self) -> None:
        for passed in self.fold.left:
            ballot = passed.ballot
            if ballot is not None and ballot.digest not in self._told_left:
                self._told_left.add(ballot.digest)
                self._tell_of_ballot(ballot, passed)

    def _check_left(self, identity: bytes, entry: Entry, reason: Reason) -> None:
        """
        Check that an entry wasn't refused because its author has left the game.

        To be taken it would have to be said before they were put out, or before their seat
        was given away.

        Raises:
            Denied: it was.
        """
        seat = entry.envelope.seat
        if reason is Reason.WRONG_SEAT and seat in self.left:
            name = self.names[seat]
            raise Denied("left", f"the game goes on without {name}") from None
        is_theirs = self.has_lost(identity) and entry.is_signed_by(identity)
        if reason is Reason.BAD_SIGNATURE and is_theirs:
            raise Denied("left", f"{self.names[seat]} plays on for you") from None

    def _tell_of_ballot(self, ballot: Ballot, passed: Passed) -> None:
        proposal = ballot.proposal
        self._ask_no_more()
        # In a file of it these are the frauds that the ballot is about.
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
            self._tell(Left(self.table, names, phase, why))

    @contextmanager
    def _in_silence(self) -> Iterator[None]:
        """Tell nothing, since it was told before."""
        tell, self._tell = self._tell, lambda news: None
        try:
            yield
        finally:
            self._tell = tell
            self._accused.difference_update(
                it.entry for it in self.fold.frauds.values()
            )

    def _new_time(self) -> Timekeeper:
        times = times_of(self.options)
        return Timekeeper(
            self.table, times, self.wanted, self._seconds, self._pause_time
        )

    def _time_the_phase(self) -> None:
        """Begin to wait for a choice, if a new one is open."""
        phase = self.fold.phase
        if (phase.number, self.fold.digest) == self._timed:
            return
        self._timed = phase.number, self.fold.digest
        is_choice = phase.kind in CHOOSING and not self.is_complete
        due = self.fold.missing if is_choice else ()
        self.time.open(due, part(self.fold.state) if due else 0)


def _parsed(wires: Iterable[Wire]) -> tuple[tuple[Entry, ...], Text]:
    """Parse wires up to one that is no envelope's; gives what is wrong with that one."""
    entries: list[Entry] = []
    for wire in wires:
        try:
            entries.append(Entry.of(wire))
        except RemoteProtocolError as error:
            return tuple(entries), sentence_of(error)
    return tuple(entries), ""


def _takes_seat(identity: bytes, entry: Entry) -> bool:
    """Tell whether somebody takes a seat by an envelope, as it says."""
    return any(it.person.identity == identity for it in takeovers_in(entry))
