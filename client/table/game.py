"""
One player's part in a game that has begun.

`Game` connects the seat, which signs what the log requires, with the player, who
receives events and makes choices. It also runs the votes about absent players, and the
whispers about seats that change hands. The session
(`sealed_wonders.client.table.session`) passes on what the host sends.

*Halt* here means ending the game early by agreement (`sealed_wonders.net.halts`). That
our program or others stand still, since they computed different states, is the business
of `sealed_wonders.client.table.agreement`.
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
from sealed_wonders.client.table.attribution import convicted_by
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
from sealed_wonders.client.table.seat import AnswerResult, ForkedLog, Seat
from sealed_wonders.client.table.substitution import SubstitutionCallbacks
from sealed_wonders.client.table.voting import Voter
from sealed_wonders.core.game import Card, Move, Slot
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import MAX_PEOPLE, TablePerson
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
"""Seconds after which a failed write to the store is retried."""


class Outcome(enum.Enum):
    """How a game has ended for us."""

    SIGNED = enum.auto()
    """All seats have signed the end."""
    STOPPED = enum.auto()
    """A fraud stopped it; those present may play another one."""
    CLOSED = enum.auto()
    """We can't continue here."""


@dataclass(frozen=True, slots=True)
class Callbacks:
    """Functions with which a game reports to its session."""

    send: Callable[[FromClient], None]
    """Sends a message to the host."""
    over: Callable[[Outcome], None]
    """
    Called when nothing more will happen, before the player receives the last event.
    """
    done: Callable[[], None]
    """Called after the player has received it."""
    parted: Callable[[Sequence[Wire]], None]
    """
    Called after `over` if a seat was shown a different game (`ForkedLog`).

    Receives recent entries that a host with the other game may lack.
    """
    failed: Callable[[Exception], None]
    """Called with an error that was found outside the handling of a message."""
    expects: Callable[[int | None], None]
    """Takes the first phase in which the log lacks our entry; None if there is none."""
    rejoined: Callable[[bytes], None]
    """
    Called if we have a seat that another machine has played, to tell the table.

    Takes the mark by which others tell this machine from that one.
    """
    say: Callable[[str], object]
    """Sends a signed code to the table; see `sealed_wonders.net.talk`."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """The state of a game when we join it."""

    fold: Fold
    past: Past
    table: str
    """Name of the table, as the host spells it."""
    host: bytes
    """The host's identity; its bots may take seats."""
    here: Sequence[bool] = ()
    """Whether each seat is connected; empty if that isn't known yet."""


class Game:
    """
    A game, as one player plays it.

    Attributes:
        seat: our seat.
        over: whether nothing more will happen, except that cards are disclosed.
        is_signed: whether all seats have signed the end.
    """

    def __init__(
        self,
        participant: Participant,
        player: Player,
        start: GameStart,
        callbacks: Callbacks,
        environment: Environment,
    ) -> None:
        """Create the game; nothing is signed before `receive`."""
        identity, fold, clock = participant.identity, start.fold, environment.clock
        self._identity = identity
        self._player = player
        self._entropy = environment.entropy
        self._callbacks = callbacks
        self._table = start.table
        self._takers: tuple[TablePerson, ...] = ()
        self._handed: dict[int, list[TablePerson]] = {}
        """
        For each seat, its holders after the first that were reported to the player.
        """
        self._has_begun = False
        """Whether the player was told that we have a seat or are spectators."""
        self._looks_on = False
        """Whether the player was told that we are spectators."""
        self._first = fold.state
        """State at the beginning of the game."""
        self._known_frauds: set[tuple[int, int]] = set()
        """Frauds reported to the player, by phase and seat."""
        self._proven: set[int] = set()
        """Seats reported to have signed two versions."""
        self._is_out = False
        """Whether the player was told that the others go on without us."""
        self._mark = b""
        """Mark of this machine, as last reported to the player."""
        self._announced = b""
        """
        Mark of this machine, as last reported to the session, which tells the table.
        """
        self._asked = -1
        """Phase of the last question put to the player."""
        self._is_resuming = True
        """Whether what an earlier process has sealed may still be open."""
        self._late = -1
        """Phase in which our time is up, whether we have reached it yet or not."""
        self._times = times_of(fold.charter.options)
        """Thinking times now in force, as the host reports them."""
        self._is_timed = bool(self._times)
        """Whether the game's options had a time limit."""
        self._agreed = set[Times]()
        """Times to which the player has agreed since."""
        self._told_time: Clock | None = None
        """Last message of the host about the time that is left."""
        self._would_halt = False
        """
        Whether our player wants to end the game, and hasn't chosen anything since.
        """
        self._halting = Halting()
        """Who wants to end the game, as last reported to the player."""
        self._clock = clock
        self._trying_again: IDelayedCall | None = None
        """Retries what couldn't be written to the store."""
        self._is_unwritten = False
        """Whether the player was told that something can't be written."""
        self.over = self.is_signed = False
        self._disclosed = 0
        """Number of disclosed cards reported to the player."""
        self._false_disclosures = 0
        """Number of false disclosures reported to the player."""
        self._disclosable: Mapping[Slot, Card] = {}
        """Cards that we may disclose, as last reported to the player."""
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
        """When somebody of another owner first answered with what they know of us."""
        self._has_told_of_memory = False
        """Whether the table was told that our memory may be an older copy."""
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
            self._voter.stalled = lambda: agreement.stalled
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
        Carry out an action of our player, and return whether that was possible.

        Raises:
            OSError: it can't be written to disk; nothing was sent.
        """
        raise TypeError(f"no action of a game: {action!r}")

    # Messages from the host, passed on by the session.

    def receive(self, entries: Sequence[Entry]) -> None:
        """Take entries of the log, in order; see `Seat.receive`."""
        try:
            self.seat.receive(entries)
        except ForkedLog as parted:
            self._part(parted)

    def end_with(self, ended: Fold) -> None:
        """Take the end of the host's log; see `Seat.end_with`."""
        self.seat.end_with(ended)
        self._tell()

    def welcomed(self) -> None:
        if self._backups is not None:
            self._backups.welcomed()
            self._leave_backup()

    def connection_lost(self) -> None:
        # A host that was restarted sends again what it knows of the clock.
        self._told_time, self._times = None, times_of(self.seat.fold.charter.options)
        if self._voter is not None:
            self._voter.connection_lost()
        if self._exchange is not None:
            self._exchange.connection_lost()
        if self._agreement is not None:
            self._agreement.connection_lost()

    def moved(self, table: str, host: bytes) -> None:
        """
        Record that the game continues at another host, and the name of the table there.
        """
        self._table = table
        if self._exchange is not None:
            self._exchange.substitution.host = host
        self._player.told(HostMoved(host))

    def presence(self, here: Sequence[bool]) -> None:
        """Take which seats are connected."""
        if self._voter is not None and self._exchange is not None:
            self._voter.presence(here)
            self._exchange.presence(here)
            self._tell()

    def paused(self, by: str | None, on: Sequence[bool], most: int | None) -> None:
        """
        Take the state of the pause: who began it, who wants to resume, and its limit.
        """
        if self._voter is not None:
            self._voter.paused(by is not None)
            self._tell()
        self._player.told(ClockPaused(by, on, most))

    def marked(self, marks: Sequence[Marked | None]) -> None:
        """Take a mark of the game that each seat computes, by seat."""
        if self._agreement is not None:
            self._agreement.marked(marks)

    def heard(self, identity: bytes, code: str) -> None:
        """Take a signed code of somebody at the table."""
        if self._agreement is not None and self.seat.fold.seat_of(identity) is not None:
            self._agreement.heard(identity, code)

    def _stand_still_or_go_on(self) -> None:
        """Stop or resume signing: do most others compute a different game?"""
        if self._agreement is not None and not self.over:
            self._asked = -1
            self.seat.stand_still(stands_still=self._agreement.stands_still)
            self._tell()

    @property
    def statement(self) -> Statement | None:
        """Our position in the log, for a roll call; None if we have no seat."""
        said = self.seat.statement
        if said is None or self._agreement is None:
            return said
        return said._replace(mark=self._agreement.mark_of(said.phase, said.digest))

    def attested(self, seats: Mapping[int, Statement]) -> None:
        """Take statements of seats, by seat, wherever they play."""
        if self._agreement is not None:
            self._agreement.attested(seats)

    @property
    def recollects(self) -> bool:
        """
        Whether to ask others what they know of our entries; people compare by voice.
        """
        return self.seat.must_recollect and not (self._has_person or self.over)

    def recollect(self, seats: Mapping[int, Statement]) -> None:
        """Take statements of seats that play at our host."""
        if self.recollects:
            may_lack = self._may_lack(seats)
            # If the store can't be written now, the others are asked again.
            with contextlib.suppress(OSError):
                self.seat.recollect(seats, may_lack=may_lack)

    def _may_lack(self, seats: Mapping[int, Statement]) -> bool:
        """Return whether the first answer is so old that no more are likely."""
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
        """Take the full account of a state as another seat computes it."""
        if self._agreement is not None:
            self._agreement.account(seat, phase, account)

    def convicted(self, proof: Equivocation) -> None:
        """Take a proof that somebody has signed two versions."""
        seat = convicted_by(self.seat.fold, proof)
        if seat is not None:
            self.seat.fold.evidence.setdefault(seat, proof)
            self._tell()

    def takers(self, takers: Sequence[Taker]) -> None:
        """Take the list of spectators who want a seat."""
        self._takers = tuple(TablePerson.of(it) for it in takers)
        if self._exchange is not None:
            self._exchange.takers(takers)

    def whispered(self, sender: bytes, sealed: bytes) -> None:
        """Take a whisper of somebody at the table."""
        if self._exchange is not None:
            self._exchange.whispered(sender, sealed)
            self._tell()

    def not_there(self) -> None:
        """Record that the recipient of our last whisper isn't connected."""
        if self._exchange is not None:
            self._exchange.not_there()

    def refused(self) -> None:
        """Record that the host refused something else."""
        if self._exchange is not None:
            self._exchange.refused()

    def clock(self, clock: Clock) -> None:
        """Take the time that is left for the choice of a phase, and for the game."""
        if self._is_timed or self._times:
            self._told_time = clock
            self._player.told(ClockChanged(clock))
            self._hurry()

    def _hurry(self) -> None:
        """Check whether our time is up, if we have agreed to the clock."""
        clock = self._told_time
        if clock is None or not self._is_hurried:
            return
        own = clock.seats[self.seat.number :][:1]  # empty if we have no seat
        if clock.runs and 0 in (clock.seconds, *own):
            self._late = clock.phase
            self._answer_late()
        elif clock.phase == self._late:
            self._late = -1  # restarted, because the seat has a new holder

    def timing(self, timing: Timing) -> None:
        """Take the thinking times in force, and the proposed ones."""
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
        Whether we have agreed to a clock, in the options or later.

        Without this, a host could claim that everybody has agreed to some times.
        """
        return self._is_timed or (bool(self._times) and self._times in self._agreed)

    def receive_after(self, entries: Sequence[Entry]) -> None:
        """Take entries that arrive after the game: disclosures of others."""
        if self.is_signed:
            self.seat.receive(entries)

    def stop(self) -> None:
        """Stop the game, and discard the secrets that it needed."""
        self.over = True
        if self._agreement is not None:
            self._agreement.close()
        self._try_no_more()
        if self.is_signed:
            self.seat.end()
        else:
            self.seat.let_go()

    def close(self) -> None:
        """Stop everything that runs by itself."""
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

    # Actions of the player; see `sealed_wonders.client.table.actions`.

    @do.register
    def _vote(self, action: VoteOn) -> bool:
        if self._voter is None:
            return False
        self._voter.vote(action.opener, action.number, yes=action.yes)
        self._tell()
        return True

    @do.register
    def _show_presence(self, _: ShowPresence) -> bool:
        # If others want to go on without us, they learn of our presence, so that bots
        # don't agree. If it can't be written, the next key tries again.
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
        # It must be signed again in each phase with a choice.
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
        # Others may take what we sign from now on for a fraud.
        if self._agreement is None:
            return False
        self._agreement.insist()
        return True

    @do.register
    def _answer_question(self, action: AnswerQuestion) -> bool:
        return self._answer(action.phase, action.move)

    def _find_taker(self, identity: bytes) -> TablePerson | None:
        there = (taker for taker in self._takers if taker.identity == identity)
        return next(there, None)

    # Events for the player.

    def _tell(self) -> None:
        """
        Report what has changed to the player, and send what the seat has signed.

        The order matters: first handovers, then the states that they led to, then
        frauds and votes, and last the question.
        """
        seat, fold = self.seat, self.seat.fold
        if self.over:
            self._tell_of_disclosures()
            return
        if not self._has_begun and not self._begin():
            self._post(seat.take())
            return
        self._leave_backup()
        # The last vote of a ballot gives a seat to its substitute, so votes are
        # reported first.
        self._tell_of_handovers(voted=False)
        self._tell_of_states()
        self._tell_of_frauds()
        self._tell_of_machine()
        if seat.is_stuck:
            # While we are connected, no bot agrees to go on without us.
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
        for state, faces in self.seat.happened():
            self._player.told(StateAdvanced(state, faces))

    def _tell_of_being_out(self) -> None:
        seat = self.seat
        if seat.is_out and not self._is_out and not seat.fold.over:
            self._is_out = True
            if seat.number != NOBODY:  # otherwise somebody else has the seat
                self._player.told(PutOut())

    def _tell_of_evidence(self) -> None:
        evidence = self.seat.fold.evidence
        for culprit in sorted(set(evidence) - self._proven):
            self._proven.add(culprit)
            self._player.told(EquivocationProven(culprit, evidence[culprit]))

    def _tell_what_follows(self) -> None:
        """Report the end of the game, or what our player must choose."""
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
        """Report who must act, and what our player must choose."""
        seat, question = self.seat, self.seat.question
        self._player.told(Waiting(seat.wait))
        # The player has already made this choice, which is being sealed again.
        is_again = seat.is_making or seat.holds_back
        if question is not None and question.phase != self._asked and not is_again:
            self._asked, self._is_resuming = question.phase, False
            self._player.told(ChoiceOpened(question))
        self._tell_of_sealed()
        self._answer_late()

    def _tell_of_sealed(self) -> None:
        """Report once what an earlier process has sealed in the open phase."""
        seat = self.seat
        if not self._is_resuming or seat.wait.behind:
            return
        sealed = seat.sealed()
        if sealed is not None:
            self._is_resuming = False
            question, move = sealed
            self._player.told(ChoiceCommitted(question, move, late=False))

    def _begin(self) -> bool:
        """
        Report the beginning once we have a seat, and return whether that is done.

        Watching needs no seat.
        """
        seat, fold = self.seat, self.seat.fold
        number: int | None = seat.number
        if number == NOBODY:
            # We never had one, or somebody else got ours before we returned.
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
        # The player needs the state from which the first choice is made.
        self._player.told(StateAdvanced(self._first, {}))
        return True

    def _tell_of_machine(self) -> None:
        """Report the mark of this machine, if another one has played our seat."""
        must_compare, mark = self.seat.must_compare, self.seat.mark or self._mark
        if not self._has_person:
            if must_compare and not self._has_told_of_memory:
                self._has_told_of_memory = True
                self._callbacks.say(SET_BACK)
            return
        if must_compare and not mark:
            mark = self._entropy(MARK_SIZE)  # an older version has stored none
        if mark != self._mark:
            self._mark = mark
            self._player.told(MachineMarked(mark))
        if must_compare and mark != self._announced:
            self._announced = mark
            self._callbacks.rejoined(mark)

    # Disclosures.

    def _tell_of_disclosures(self) -> None:
        """
        Report which cards were disclosed after the end, and which we may disclose.
        """
        if not self.is_signed:
            return
        fold = self.seat.fold
        disclosed = list(fold.disclosed.items())
        new, self._disclosed = disclosed[self._disclosed :], len(disclosed)
        for whose in sorted({it.seat for _slot, it in new}):
            cards = {slot: it.card for slot, it in new if it.seat == whose}
            self._player.told(CardsDisclosed(whose, cards))
        untrue, self._false_disclosures = (
            fold.false_disclosures[self._false_disclosures :],
            len(fold.false_disclosures),
        )
        for fraud in untrue:
            self._player.told(FalseDisclosure(fraud))
        may = {} if self._player.is_program else self.seat.disclosable
        if may != self._disclosable:
            self._disclosable = may
            self._player.told(DisclosureOffered(may))

    # What can't be written.

    def _tell_of_disk(self) -> None:
        """Report that something can't be written to the store, or can be again."""
        why = self.seat.unwritten
        if why is not None:
            self._try_later(self.seat.try_again)
        if self._is_unwritten != (why is not None):
            self._is_unwritten = why is not None
            self._player.told(ProgramUnwritten(why))

    def _try_later(self, again: Callable[[], None]) -> None:
        """Retry after a while; a disk that is full now may not be then."""
        is_trying = self._trying_again is not None and self._trying_again.active()
        if self._clock is not None and not is_trying:
            self._trying_again = self._clock.callLater(DISK_PATIENCE, again)

    def _try_no_more(self) -> None:
        if self._trying_again is not None and self._trying_again.active():
            self._trying_again.cancel()

    def _tell_of_handovers(self, *, voted: bool) -> None:
        """
        Report changes of seats' holders.

        Args:
            voted: whether to include seats given away by ballots on the open phase.
        """
        fold, mine = self.seat.fold, self._identity.public
        if not (self._handed or fold.handovers.are_there):
            return
        for number, first in enumerate(fold.charter.people):
            now = [it.takeover.person for it in fold.handovers.chain(number)]
            told = self._handed.get(number, [])
            is_deferred = not voted and fold.handovers.is_substituted(number)
            if is_deferred and now[-1].identity != mine:
                # Another ballot may still give this seat to somebody else.
                now = told if told[: len(now) - 1] == now[:-1] else now[:-1]
            if now != told:
                self._handed[number] = now
                self._tell_of_handover(number, [first, *told], [first, *now])

    def _tell_of_handover(
        self, number: int, told: Sequence[TablePerson], now: Sequence[TablePerson]
    ) -> None:
        """
        Report the new holders of a seat.

        Args:
            told: all its holders in order, as last reported.
            now: the same now.
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
            # Retried by a timer if it can't be written now.
            with contextlib.suppress(OSError):
                self._voter.look()

    def _look_for_halts(self) -> None:
        """Report who wants to end the game, and sign that we agree, if so."""
        fold, player = self.seat.fold, self._player
        people = fold.people
        asked = frozenset(seat for seat in fold.active if people[seat].owner is None)
        now = Halting(fold.halting & asked, asked)
        is_news = now != self._halting and (now.agreed or self._halting.agreed)
        if is_news and not fold.over:
            self._halting = now
            player.told(HaltingChanged(now))
        if player.is_program and not player.has_person:
            # Bots leave this to the people who play.
            others = asked - {self.seat.number}
            self._would_halt = bool(others) and now.agreed >= others
        # Retried in the next phase if it can't be written now.
        with contextlib.suppress(OSError):
            self._say_halt()

    def _say_halt(self) -> None:
        # In all other phases, bots are about to add entries, which would void it at
        # once.
        if self._would_halt and self.seat.fold.phase.kind in CHOOSING:
            self.seat.halt()

    def _leave_backup(self) -> None:
        if self._backups is not None and self._has_begun and not self.over:
            self._backups.look()

    def _end(self, outcome: Outcome) -> None:
        self.stop()
        self._callbacks.over(outcome)

    def _fail(self, error: Exception) -> None:
        """Handle an error that was found outside the handling of a message."""
        if isinstance(error, ForkedLog):
            self._part(error)
        else:
            self._callbacks.failed(error)

    def _part(self, parted: ForkedLog) -> None:
        """
        Stop, because somebody was shown a different game.

        Any honest host that receives both sides finds out who signed two versions.
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
            self._begin()  # after a restart, the player doesn't know yet who plays
        self._end(Outcome.CLOSED)
        self._player.told(LogForked(parted.seat))
        self._callbacks.parted(said)

    # Choices.

    def _answer(self, phase: int, move: Move, *, late: bool = False) -> bool:
        seat, question = self.seat, self.seat.question
        if question is None or question.phase != phase or seat.is_making:
            return False
        if seat.holds_back or seat.stands_still:
            self._asked = -1  # ask again if we keep the seat, or resume
            return False

        def then(outcome: AnswerResult) -> None:
            if isinstance(outcome, OSError):
                self._late = -1  # otherwise it would be retried at once, endlessly
                self._player.told(ChoiceUnwritten(question, outcome))
                if late or self._player.is_program:
                    self._try_later(lambda: self._ask_again(phase, late=late))
            elif outcome:
                if not (late or self._player.is_program):
                    self._would_halt = False  # the player plays on
                self._player.told(ChoiceCommitted(question, move, late=late))
                self._post(seat.take())

        seat.answer(move, then)
        if seat.is_making:
            self._player.told(Waiting(seat.wait))
        return True

    def _ask_again(self, phase: int, *, late: bool) -> None:
        """Ask again for a choice that couldn't be written, unless it has been made."""
        self._late, self._asked = (phase if late else self._late), -1
        self._tell()

    def _answer_late(self) -> None:
        """Make the default choice if our time is up."""
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
