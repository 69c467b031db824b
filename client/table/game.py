"""
One player's way through a game that has begun.

Between the seat, which says what the log needs, and the player, who is told what becomes of
the game and asked for what is to be chosen; with the votes on those who are silent, and what
is whispered about seats that change hands. What the host sends comes from the session.
"""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.table.actions import (
    AnswerOffer,
    AnswerQuestion,
    AskSubstitute,
    ConfirmTable,
    Disclose,
    EndEarly,
    HandOver,
    InGame,
    Insist,
    KeepSeat,
    KeepToTimes,
    ProposeBallot,
    SayGoodbye,
    ShowPresence,
    SummonBot,
    VoteOn,
)
from sealed_wonders.client.table.agreement import Agreement, AgreementCallbacks
from sealed_wonders.client.table.backup import Backups
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import (
    CardsDisclosed,
    ChoiceCommitted,
    ChoiceOpened,
    ChoiceUnwritten,
    ClockChanged,
    ClockPaused,
    DisclosureOffered,
    EquivocationProven,
    FalseDisclosure,
    FraudFound,
    GameBegan,
    GameEnded,
    GameStopped,
    Halting,
    HaltingChanged,
    HostMoved,
    LogForked,
    MachineMarked,
    ProgramUnwritten,
    PutOut,
    SeatHanded,
    SecretMissing,
    SpectatingBegan,
    StateAdvanced,
    TableClosed,
    TimesChanged,
    Waiting,
)
from sealed_wonders.client.table.exchange import Exchange
from sealed_wonders.client.table.memory import Past
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.recollecting import ALL_PATIENCE
from sealed_wonders.client.table.seat import Outcome as Said
from sealed_wonders.client.table.seat import Parted, Seat
from sealed_wonders.client.table.settling import convicted_by
from sealed_wonders.client.table.substitution import SubstitutionCallbacks
from sealed_wonders.client.table.voting import Voter
from sealed_wonders.core.game import Card, Move, Slot
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import MAX_PEOPLE, Person
from sealed_wonders.net.log.envelopes import NOBODY, Entry, Wire
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.messages import (
    Clock,
    FromClient,
    Marked,
    Summon,
    Taker,
    Timing,
    Whisper,
    posts,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.talk import MARK_SIZE, SET_BACK
from sealed_wonders.net.times import Times, times_of
from sealed_wonders.net.words import _

DISK_PATIENCE = 3.0
"""Seconds until what couldn't be written down is tried again."""


class Outcome(enum.Enum):
    """How a game has ended for us."""

    SIGNED = enum.auto()
    """As it should, signed by all."""
    STOPPED = enum.auto()
    """By a cheat; those who are there may play another one."""
    CLOSED = enum.auto()
    """We can't go on here."""


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What a game tells its session."""

    send: Callable[[FromClient], None]
    """Sends a message to the host."""
    over: Callable[[Outcome], None]
    """Nothing more will happen. The player hears of it next."""
    done: Callable[[], None]
    """The player was told so."""
    parted: Callable[[Sequence[Wire]], None]
    """
    The same, where somebody was shown another game; with what a host may not know that
    has that one.
    """
    failed: Callable[[Exception], None]
    """It can't go on, as was found out while no message was received."""
    expects: Callable[[int | None], None]
    """Takes the first phase in which the log hasn't what we said; None if there is none."""
    rejoined: Callable[[bytes], None]
    """
    We have a seat that another machine has played, as everybody has to know; with the mark by
    which they tell this one from it.
    """
    say: Callable[[str], object]
    """Says a code to the table, signed; see `sealed_wonders.net.talk`."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """Where a game is when we come to it."""

    fold: Fold
    past: Past
    table: str
    """The name of the table, as the host spells it."""
    host: bytes
    """The host's identity, whose bots may take seats."""
    here: Sequence[bool] = ()
    """Who is connected, by seat; nobody if that isn't known yet."""


class Game:
    """
    A game, for one player.

    Attributes:
        seat: theirs.
        over: nothing more will happen, or is heard, but for what is opened behind the end.
        is_signed: it is over as it should be.
    """

    def __init__(
        self,
        participant: Participant,
        player: Player,
        start: GameStart,
        callbacks: Callbacks,
        environment: Environment,
    ) -> None:
        """Begin; nothing is said before `receive`."""
        identity, fold, clock = participant.identity, start.fold, environment.clock
        self._identity = identity
        self._player = player
        self._entropy = environment.entropy
        self._callbacks = callbacks
        self._table = start.table
        self._takers: tuple[Person, ...] = ()
        self._handed: dict[int, list[Person]] = {}
        """Who has had which seat, as far as the player was told, but for the first."""
        self._has_begun = False
        """The player was told that we have a seat, or look on."""
        self._looks_on = False
        """The player was told that we do."""
        self._first = fold.state
        """What the game began with."""
        self._known_frauds: set[tuple[int, int]] = set()
        """Of which the player was told, by phase and seat."""
        self._proven: set[int] = set()
        """The seats that were seen to sign two versions."""
        self._is_out = False
        """The player was told that the others go on without us."""
        self._mark = b""
        """By what this machine is known, as far as the player was told."""
        self._announced = b""
        """The same, as far as the session was, to tell all at the table."""
        self._asked = -1
        """The phase of the last question asked."""
        self._late = -1
        """The phase in which time is out, whether we are there yet or not."""
        self._times = times_of(fold.charter.options)
        """How long those who play may think, as the host says."""
        self._is_timed = bool(self._times)
        """That was limited before the game."""
        self._agreed = set[Times]()
        """The times to which our person has agreed since."""
        self._told_time: Clock | None = None
        """What the host has said last of the time that is left."""
        self._would_halt = False
        """Our player would end the game, and hasn't chosen anything since."""
        self._halting = Halting()
        """Who would, as far as the player was told."""
        self._clock = clock
        self._trying_again: IDelayedCall | None = None
        """Says what couldn't be written down."""
        self._is_unwritten = False
        """The player was told that something can't be."""
        self.over = self.is_signed = False
        self._disclosed = 0
        """How many cards were opened behind the end, as far as the player was told."""
        self._untruths = 0
        """How much was opened wrongly, likewise."""
        self._disclosable: Mapping[Slot, Card] = {}
        """What we may open, likewise."""
        is_owned = participant.owner is not None
        is_person = not is_owned and (player.has_person or not player.is_program)
        self.seat = Seat(
            identity,
            fold,
            start.past,
            environment,
            changed=self._tell,
            failed=self._fail,
        )
        self._has_person = is_person
        self._answered_at: float | None = None
        """When somebody of another owner has answered first what they know of us."""
        self._has_told_of_memory = False
        """All at the table were told that our memory may have been set back."""
        self._backups: Backups | None = None
        if not (is_owned or player.is_program):
            self._backups = Backups(
                self.seat, identity, lambda: self._table, callbacks.send, self._entropy
            )
        self._voter: Voter | None = None
        self._exchange: Exchange | None = None
        self._agreement: Agreement | None = None
        if clock is not None:
            agreement = self._agreement = Agreement(
                lambda: self._table,
                self.seat,
                identity,
                player,
                clock,
                AgreementCallbacks(
                    callbacks.send, callbacks.say, self._stand_still_or_go_on
                ),
            )
            self._voter = Voter(self.seat, player, clock, self._tell)
            self._voter.halted = lambda: agreement.halted
            self._exchange = Exchange(
                self.seat,
                participant,
                player,
                clock,
                lambda to, sealed: callbacks.send(Whisper(self._table, to, sealed)),
                SubstitutionCallbacks(
                    self._voter.give_away,
                    lambda absent: callbacks.send(Summon(self._table, absent)),
                    self._tell,
                ),
            )
            self._exchange.substitution.host = start.host
            self._voter.substitution = self._exchange.substitution
            self._voter.presence(start.here)
            self._exchange.presence(start.here)

    @singledispatchmethod
    def do(self, action: InGame) -> bool:
        """
        Do something for our player; tells whether that was possible.

        Raises:
            OSError: it can't be written to disk; nothing was sent.
        """
        raise TypeError(f"no action of a game: {action!r}")

    # What comes from the host.

    def receive(self, entries: Sequence[Entry]) -> None:
        """Take entries of the log, in its order; see `Seat.receive`."""
        try:
            self.seat.receive(entries)
        except Parted as parted:
            self._part(parted)

    def welcomed(self) -> None:
        """Take note that there is a connection again."""
        if self._backups is not None:
            self._backups.welcomed()
            self._leave_backup()

    def lost(self) -> None:
        """Take note that there is no connection."""
        # A host that was started again says anew what it knows of the clock.
        self._told_time, self._times = None, times_of(self.seat.fold.charter.options)
        if self._voter is not None:
            self._voter.lost()
        if self._exchange is not None:
            self._exchange.lost()
        if self._agreement is not None:
            self._agreement.lost()

    def moved(self, table: str, host: bytes) -> None:
        """Take note that it goes on at another host, and what the table is called there."""
        self._table = table
        if self._exchange is not None:
            self._exchange.substitution.host = host
        self._player.told(HostMoved(host))

    def presence(self, here: Sequence[bool]) -> None:
        """Take who is connected, by seat."""
        if self._voter is not None and self._exchange is not None:
            self._voter.presence(here)
            self._exchange.presence(here)
            self._tell()

    def paused(self, by: str | None, on: Sequence[bool], most: int | None) -> None:
        """Take whether the clock stands still, by whose wish, who would go on, and how long."""
        if self._voter is not None:
            self._voter.paused(by is not None)
            self._tell()
        self._player.told(ClockPaused(by, on, most))

    def marked(self, marks: Sequence[Marked | None]) -> None:
        """Take how the rules of those who play stand, by seat, as they say."""
        if self._agreement is not None:
            self._agreement.marked(marks)

    def heard(self, identity: bytes, code: str) -> None:
        """Take what somebody at the table says, as they have signed."""
        if self._agreement is not None and self.seat.fold.seat_of(identity) is not None:
            self._agreement.heard(identity, code)

    def _stand_still_or_go_on(self) -> None:
        """Say nothing, since most others count otherwise; or go on."""
        if self._agreement is not None and not self.over:
            self._asked = -1
            self.seat.stand_still(stands_still=self._agreement.stands_still)
            self._tell()

    @property
    def statement(self) -> Statement | None:
        """How far we are, for whoever asks where we play; None if we have no seat."""
        said = self.seat.statement
        if said is None or self._agreement is None:
            return said
        return said._replace(mark=self._agreement.mark_of(said.phase, said.digest))

    def attested(self, seats: Mapping[int, Statement]) -> None:
        """Take what seats have signed for us, by seat, wherever they play."""
        if self._agreement is not None:
            self._agreement.attested(seats)

    @property
    def recollects(self) -> bool:
        """Others are to be asked what they know of us; a person compares by voice instead."""
        return self.seat.must_recollect and not (self._has_person or self.over)

    def recollect(self, seats: Mapping[int, Statement]) -> None:
        """Take what seats have signed for us that play at our host."""
        if self.recollects:
            may_lack = self._may_lack(seats)
            # What can't be written down now is asked for again.
            with contextlib.suppress(OSError):
                self.seat.recollect(seats, may_lack=may_lack)

    def _may_lack(self, seats: Mapping[int, Statement]) -> bool:
        """Tell whether somebody has answered for so long that all can be who will."""
        fold, mine = self.seat.fold, self.seat.number
        people = fold.people
        owner = people[mine].owner
        others = {
            it
            for it in fold.active
            if it != mine and (owner is None or people[it].owner != owner)
        }
        now = 0.0 if self._clock is None else self._clock.seconds()
        if self._answered_at is None and others & seats.keys():
            self._answered_at = now
        first = self._answered_at
        return not others or (first is not None and now >= first + ALL_PATIENCE)

    def account(self, seat: int, phase: int, account: bytes) -> None:
        """Take all that somebody's rules say in a phase."""
        if self._agreement is not None:
            self._agreement.account(seat, phase, account)

    def convicted(self, proof: Equivocation) -> None:
        """Take a proof that somebody has signed two versions of one thing."""
        seat = convicted_by(self.seat.fold, proof)
        if seat is not None:
            self.seat.fold.evidence.setdefault(seat, proof)
            self._tell()

    def takers(self, takers: Sequence[Taker]) -> None:
        """Take who would have a seat."""
        self._takers = tuple(Person(it.name, it.identity, it.owner) for it in takers)
        if self._exchange is not None:
            self._exchange.takers(takers)

    def whispered(self, sender: bytes, sealed: bytes) -> None:
        """Take what somebody at the table has whispered to us."""
        if self._exchange is not None:
            self._exchange.whispered(sender, sealed)
            self._tell()

    def not_there(self) -> None:
        """Take note that nobody is there to whom we have whispered."""
        if self._exchange is not None:
            self._exchange.not_there()

    def refused(self) -> None:
        """Take note that the host has refused something else."""
        if self._exchange is not None:
            self._exchange.refused()

    def clock(self, clock: Clock) -> None:
        """Take how much time is left for the choice of a phase, and for the game."""
        if self._is_timed or self._times:
            self._told_time = clock
            self._player.told(ClockChanged(clock))
            self._hurry()

    def _hurry(self) -> None:
        """Take note whether our time is out, if it is ours to keep to it."""
        clock = self._told_time
        if clock is None or not self._is_hurried:
            return
        own = clock.seats[self.seat.number :][:1]  # none of a seat that we haven't
        if clock.runs and 0 in (clock.seconds, *own):
            self._late = clock.phase
            self._answer_late()
        elif clock.phase == self._late:
            self._late = -1  # it has begun again, for whoever has got a seat

    def timing(self, timing: Timing) -> None:
        """Take how long those who play may think by now, and what else is proposed."""
        self._times = timing.now
        if self._voter is not None:
            self._voter.retime(timing.now)
        self._player.told(TimesChanged(timing))

    @do.register
    def _keep_to(self, action: KeepToTimes) -> bool:
        self._agreed.add(action.times)
        self._hurry()
        return True

    @property
    def _is_hurried(self) -> bool:
        """
        We have agreed to a clock, by the options or later.

        A host could say of any times that all have agreed to them.
        """
        return self._is_timed or (bool(self._times) and self._times in self._agreed)

    def receive_after(self, entries: Sequence[Entry]) -> None:
        """Take entries of the log when the game is over: what others open there."""
        if self.is_signed:
            self.seat.receive(entries)

    def stop(self) -> None:
        """Take note that nothing goes on: what only we know is needed no more."""
        self.over = True
        if self._agreement is not None:
            self._agreement.close()
        self._try_no_more()
        if self.is_signed:
            self.seat.end()
        else:
            self.seat.let_go()

    def close(self) -> None:
        """Do nothing more by ourselves."""
        self._try_no_more()
        self.seat.close()
        if self._agreement is not None:
            self._agreement.close()
        if self.seat.looked_on:
            self.seat.forget()
        if self._voter is not None:
            self._voter.close()
        if self._exchange is not None:
            self._exchange.close()

    # What the player does; see `sealed_wonders.client.table.actions`.

    @do.register
    def _vote(self, action: VoteOn) -> bool:
        if self._voter is None:
            return False
        self._voter.vote(action.opener, action.number, yes=action.yes)
        self._tell()
        return True

    @do.register
    def _show_presence(self, _: ShowPresence) -> bool:
        # If others would go on without us they are told, so that programs don't agree.
        # Where it can't be written down the next key tries again.
        with contextlib.suppress(OSError):
            if self._voter is not None and self._voter.touched():
                self._tell()
                return True
        return False

    @do.register
    def _confirm_table(self, action: ConfirmTable) -> bool:
        compared = self.seat.compare(action.phase)
        self._tell()
        return compared

    @do.register
    def _propose_ballot(self, action: ProposeBallot) -> bool:
        if self._voter is None:
            return False
        self._voter.go_on(action.out)
        self._tell()
        return True

    @do.register
    def _say_goodbye(self, _: SayGoodbye) -> bool:
        if self.seat.number in self.seat.fold.attendance.leaving:
            return False
        self.seat.attend("LEAVE")
        self._tell()
        return True

    @do.register
    def _end_early(self, _: EndEarly) -> bool:
        # It is said in each phase in which somebody is to choose.
        self._would_halt = True
        self._say_halt()
        self._tell()
        return True

    @do.register
    def _disclose(self, _: Disclose) -> bool:
        self._post(self.seat.disclose())
        self._tell_of_disclosures()
        return True

    @do.register
    def _summon_bot(self, _: SummonBot) -> bool:
        self._callbacks.send(Summon(self._table, None))
        return True

    @do.register
    def _hand_over(self, action: HandOver) -> bool:
        taker = self._find_taker(action.identity)
        if self._exchange is None or taker is None:
            return False
        self._exchange.giver.give(taker)
        self._tell()
        return True

    @do.register
    def _keep_seat(self, _: KeepSeat) -> bool:
        if self._exchange is None:
            return False
        self._exchange.giver.keep()
        return True

    @do.register
    def _ask_substitute(self, action: AskSubstitute) -> bool:
        identity = action.identity
        taker = None if identity is None else self._find_taker(identity)
        if self._exchange is None or (taker is None) != (identity is None):
            return False
        self._exchange.substitution.ask(action.absent, taker)
        self._tell()
        return True

    @do.register
    def _answer_offer(self, action: AnswerOffer) -> bool:
        if self._exchange is None:
            return False
        return self._exchange.answer(action)

    @do.register
    def _insist(self, _: Insist) -> bool:
        # Others may take what we say now for a fraud.
        if self._agreement is None:
            return False
        self._agreement.insist()
        return True

    @do.register
    def _answer_question(self, action: AnswerQuestion) -> bool:
        return self._answer(action.phase, action.move)

    def _find_taker(self, identity: bytes) -> Person | None:
        there = (taker for taker in self._takers if taker.identity == identity)
        return next(there, None)

    # What is told.

    def _tell(self) -> None:
        """Tell the player what has become of the game, and the host what we say."""
        seat, fold = self.seat, self.seat.fold
        if self.over:
            self._tell_of_disclosures()
            return
        if not self._has_begun and not self._begin():
            self._post(seat.take())
            return
        self._leave_backup()
        # Who gets a seat by a ballot gets it by what is voted last, so that is told first.
        self._tell_of_handovers(voted=False)
        self._tell_of_states()
        self._tell_of_frauds()
        self._tell_of_machine()
        if seat.is_stuck:
            # As long as we are there, no program agrees to go on without us.
            self._end(Outcome.CLOSED)
            self._player.told(SecretMissing())
            self._callbacks.done()
            return
        self._tell_of_being_out()
        if self._agreement is not None and not (fold.over or fold.stopped):
            self._agreement.look()
        self._look_for_votes()
        self._look_for_halts()
        self._tell_of_handovers(voted=True)
        if self._exchange is not None:
            self._exchange.look()
        self._post(seat.take())
        self._tell_of_disk()
        self._tell_of_evidence()
        self._tell_what_follows()
        if self.over:
            self._callbacks.done()
        else:
            self._callbacks.expects(seat.unconfirmed)

    def _tell_of_states(self) -> None:
        states = self.seat.happened()
        faces = self.seat.faces() if states else {}
        for state in states:
            self._player.told(StateAdvanced(state, faces))

    def _tell_of_being_out(self) -> None:
        """Tell once that the others go on without us."""
        seat = self.seat
        if seat.is_out and not self._is_out and not seat.fold.over:
            self._is_out = True
            if seat.number != NOBODY:  # or somebody else has the seat
                self._player.told(PutOut())

    def _tell_of_evidence(self) -> None:
        evidence = self.seat.fold.evidence
        for culprit in sorted(set(evidence) - self._proven):
            self._proven.add(culprit)
            self._player.told(EquivocationProven(culprit, evidence[culprit]))

    def _tell_what_follows(self) -> None:
        """Tell how the game has ended; or, if it goes on, what our player is to choose."""
        seat, fold = self.seat, self.seat.fold
        if fold.stopped and fold.fraud is not None:
            self._end(Outcome.STOPPED)
            self._player.told(GameStopped(fold.fraud))
        elif fold.over:
            self.is_signed = True
            self._end(Outcome.SIGNED)
            seat.forget()
            self._player.told(
                GameEnded(fold.state.score(), fold.gone, early=fold.halted)
            )
            self._tell_of_disclosures()
        else:
            self._tell_of_question()

    def _tell_of_question(self) -> None:
        """Tell who is waited for, and what our player is to choose."""
        seat, question = self.seat, self.seat.question
        self._player.told(Waiting(seat.wait))
        # The same choice is being sealed again: the player has made it.
        is_again = seat.is_making or seat.holds_back
        if question is not None and question.phase != self._asked and not is_again:
            self._asked = question.phase
            self._player.told(ChoiceOpened(question))
        self._answer_late()

    def _begin(self) -> bool:
        """
        Tell the player that we have a seat, as soon as we have; tells whether that is told.

        Who wants to look on needs none.
        """
        seat, fold = self.seat, self.seat.fold
        number: int | None = seat.number
        if number == NOBODY:
            # We never had one, or somebody else got it before we came back.
            number = fold.charter.seat_of(self._identity.public)
        if number is None and not self._looks_on:
            self._looks_on = True
            self._player.told(SpectatingBegan(fold.charter))
        if number is None and not self._player.watches:
            if self._exchange is not None:
                self._exchange.look()
            if fold.over or fold.stopped:
                self._end(Outcome.CLOSED)
                self._player.told(TableClosed(_("the game is over"), by_host=False))
                self._callbacks.done()
            return False
        self._has_begun = True
        if number is not None:
            self._player.told(GameBegan(fold.charter, number))
        # The first choice of a game is made among what lies there at its beginning.
        self._player.told(StateAdvanced(self._first, {}))
        return True

    def _tell_of_machine(self) -> None:
        """Tell by what others know this machine, if another one has played our seat."""
        must_compare, mark = self.seat.must_compare, self.seat.mark or self._mark
        if not self._has_person:
            if must_compare and not self._has_told_of_memory:
                self._has_told_of_memory = True
                self._callbacks.say(SET_BACK)
            return
        if must_compare and not mark:
            mark = self._entropy(MARK_SIZE)  # an older version has kept none
        if mark != self._mark:
            self._mark = mark
            self._player.told(MachineMarked(mark))
        if must_compare and mark != self._announced:
            self._announced = mark
            self._callbacks.rejoined(mark)

    # When it is over.

    def _tell_of_disclosures(self) -> None:
        """Tell what was opened behind the end, and what we may open."""
        if not self.is_signed:
            return
        fold = self.seat.fold
        disclosed = list(fold.disclosed.items())
        new, self._disclosed = disclosed[self._disclosed :], len(disclosed)
        for whose in sorted({it.seat for _slot, it in new}):
            cards = {slot: it.card for slot, it in new if it.seat == whose}
            self._player.told(CardsDisclosed(whose, cards))
        untrue, self._untruths = fold.untruths[self._untruths :], len(fold.untruths)
        for fraud in untrue:
            self._player.told(FalseDisclosure(fraud))
        may = {} if self._player.is_program else self.seat.disclosable
        if may != self._disclosable:
            self._disclosable = may
            self._player.told(DisclosureOffered(may))

    # What can't be written down.

    def _tell_of_disk(self) -> None:
        """Tell that what is to be said by itself can't be written down, or can be again."""
        why = self.seat.unwritten
        if why is not None:
            self._try_later(self.seat.try_again)
        if self._is_unwritten != (why is not None):
            self._is_unwritten = why is not None
            self._player.told(ProgramUnwritten(why))

    def _try_later(self, again: Callable[[], None]) -> None:
        """Try once more in a while; a disk that is full now may not be then."""
        is_trying = self._trying_again is not None and self._trying_again.active()
        if self._clock is not None and not is_trying:
            self._trying_again = self._clock.callLater(DISK_PATIENCE, again)

    def _try_no_more(self) -> None:
        if self._trying_again is not None and self._trying_again.active():
            self._trying_again.cancel()

    def _tell_of_handovers(self, *, voted: bool) -> None:
        """
        Tell who has which seat now.

        Args:
            voted: also where others have them by ballots on the open phase.
        """
        fold, mine = self.seat.fold, self._identity.public
        if not (self._handed or fold.handovers.are_there):
            return
        for number, first in enumerate(fold.charter.people):
            now = [it.takeover.person for it in fold.handovers.chain(number)]
            told = self._handed.get(number, [])
            is_deferred = not voted and fold.handovers.is_substituted(number)
            if is_deferred and now[-1].identity != mine:
                # Another ballot may give to somebody else what this one has given.
                now = told if told[: len(now) - 1] == now[:-1] else now[:-1]
            if now != told:
                self._handed[number] = now
                self._tell_of_handover(number, [first, *told], [first, *now])

    def _tell_of_handover(
        self, number: int, told: Sequence[Person], now: Sequence[Person]
    ) -> None:
        """
        Tell who has got a seat since that was told last.

        Args:
            told: all who have had it one after another, as far as it was told.
            now: the same by now.
        """
        fold, mine, before = self.seat.fold, self._identity.public, told[-1]
        # A ballot that gave it to somebody may be outranked by another.
        is_longer = now[: len(told)] == told
        for after in now[len(told) :] if is_longer else now[-1:]:
            plays_on = number in fold.active
            self._player.told(SeatHanded(number, before, after, plays_on=plays_on))
            if mine in (before.identity, after.identity):
                self._asked = -1
            before = after

    def _tell_of_frauds(self) -> None:
        fold = self.seat.fold
        for culprit, fraud in fold.frauds.items():
            if (fraud.phase, culprit) not in self._known_frauds and not fold.stopped:
                self._known_frauds.add((fraud.phase, culprit))
                self._player.told(FraudFound(fraud))

    def _look_for_votes(self) -> None:
        if self._voter is not None:
            # What can't be written down now is tried again with time.
            with contextlib.suppress(OSError):
                self._voter.look()

    def _look_for_halts(self) -> None:
        """See who would end the game, and say that we would, if so."""
        fold, player = self.seat.fold, self._player
        people = fold.people
        asked = frozenset(seat for seat in fold.active if people[seat].owner is None)
        now = Halting(fold.halting & asked, asked)
        is_news = now != self._halting and (now.agreed or self._halting.agreed)
        if is_news and not fold.over:
            self._halting = now
            player.told(HaltingChanged(now))
        if player.is_program and not player.has_person:
            # It is theirs to end it who play for themselves.
            others = asked - {self.seat.number}
            self._would_halt = bool(others) and now.agreed >= others
        # What can't be written down now is tried in the next phase.
        with contextlib.suppress(OSError):
            self._say_halt()

    def _say_halt(self) -> None:
        # Programs are about to speak in all other phases, by which it would be void at once.
        if self._would_halt and self.seat.fold.phase.kind in CHOOSING:
            self.seat.halt()

    def _leave_backup(self) -> None:
        if self._backups is not None and self._has_begun and not self.over:
            self._backups.look()

    def _end(self, outcome: Outcome) -> None:
        self.stop()
        self._callbacks.over(outcome)

    def _fail(self, error: Exception) -> None:
        """Take note that something went wrong while no message was received."""
        if isinstance(error, Parted):
            self._part(error)
        else:
            self._callbacks.failed(error)

    def _part(self, parted: Parted) -> None:
        """
        Stop: somebody was shown another game than we.

        Any honest host that hears of both sides finds who signed two versions.
        """
        fold = self.seat.fold
        number = fold.phase.number
        recent = fold.entries(max(0, fold.position - 2 * MAX_PEOPLE))
        said = [
            entry.wire
            for entry in recent
            if entry.envelope.lane == MAIN and entry.envelope.phase >= number - 1
        ]
        if not self._has_begun:
            self._begin()  # whoever was started again hasn't heard yet who plays
        self._end(Outcome.CLOSED)
        self._player.told(LogForked(parted.seat))
        self._callbacks.parted(said)

    # What is chosen.

    def _answer(self, phase: int, move: Move, *, late: bool = False) -> bool:
        seat, question = self.seat, self.seat.question
        if question is None or question.phase != phase or seat.is_making:
            return False
        if seat.holds_back or seat.stands_still:
            self._asked = -1  # and asked again, if we keep the seat, or go on
            return False

        def then(outcome: Said) -> None:
            if isinstance(outcome, OSError):
                self._late = -1  # or it were tried at once, again and again
                self._player.told(ChoiceUnwritten(question, outcome))
                if late or self._player.is_program:
                    self._try_later(lambda: self._ask_again(phase, late=late))
            elif outcome:
                if not (late or self._player.is_program):
                    self._would_halt = False  # they play on
                self._player.told(ChoiceCommitted(question, move, late=late))
                self._post(seat.take())

        seat.answer(move, then)
        if seat.is_making:
            self._player.told(Waiting(seat.wait))
        return True

    def _ask_again(self, phase: int, *, late: bool) -> None:
        """Choose once more what couldn't be written down, if nobody has by now."""
        self._late, self._asked = (phase if late else self._late), -1
        self._tell()

    def _answer_late(self) -> None:
        """Choose what is to be chosen when time is out, if it is."""
        seat, question = self.seat, self.seat.question
        if question is None or seat.is_making or question.phase != self._late:
            return
        if seat.holds_back and self._exchange is not None:
            self._exchange.giver.late()
        if not seat.holds_back:
            laid = self._player.time_out(question)
            move = laid if laid in question.moves else question.default
            self._answer(question.phase, move, late=True)

    def _post(self, wires: Sequence[Wire]) -> None:
        for message in posts(wires):
            self._callbacks.send(message)
        if wires and not self.over:
            self._callbacks.expects(self.seat.unconfirmed)
