"""Players for clients in tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.table.actions import AnswerOffer, AnswerQuestion, InSession
from sealed_wonders.client.table.events import (
    Absence,
    AbsenceChanged,
    Apart,
    AskingChanged,
    CardsDisclosed,
    ChoiceCommitted,
    ChoiceOpened,
    ClockChanged,
    ClockPaused,
    ConnectionLost,
    DisclosureOffered,
    FalseDisclosure,
    FraudFound,
    GameBegan,
    GameEnded,
    GameStopped,
    GivingChanged,
    Halting,
    HaltingChanged,
    Heard,
    HostAwaited,
    HostMoved,
    LobbyChanged,
    LobbyNews,
    LogUnwritten,
    MachineAnnounced,
    MachineMarked,
    OfferWithdrawn,
    PresenceChanged,
    ProgramUnwritten,
    PutOut,
    Question,
    RematchWanted,
    RequestRefused,
    SeatDisplaced,
    SeatHanded,
    SeatOffered,
    SecretMissing,
    SpectatingBegan,
    StateAdvanced,
    StateMatches,
    StateMismatch,
    Step,
    TableClosed,
    TablesListed,
    TakersChanged,
    TalkHeard,
    TermsOffered,
    TimesChanged,
    Vote,
    Welcomed,
)
from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.client.table.players import Player
from sealed_wonders.core.game import AnyState, Card, Move, Seat, Sheet, Slot
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.messages import TableLine, TableTerms, Taker, Timing


def any_move(question: Question) -> Move:
    """Choose a move that looks random but is the same in every run."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)


class RecordingTable:
    """
    A table that records each action, and ignores it.

    Attributes:
        actions: these actions.
    """

    def __init__(self) -> None:
        self.actions: list[InSession] = []

    def do(self, action: InSession) -> bool:
        self.actions.append(action)
        return True


class RecordingPlayer(Player):
    """
    A player that becomes ready, answers as configured, and records every event.

    Attributes:
        be_ready: called for each event from the lobby; if None, the player isn't ready.
        pick: chooses the answer to a question; if None, the question is kept until
            `answer_now`.
        story: one short text per event.
        disclosed: the cards disclosed after the game, by their owners' seats.
        false_disclosures: cards that were disclosed falsely.
        can_open: the cards that this player can still disclose.
        lines: the list of tables that was received last.
        seconds: every display of the clock in seconds; None when no clock was running.
        seat_seconds: the seconds that each seat has left for the game.
        timings: every change of the agreed and the proposed times.
        paused_by: who paused the clock; None if it isn't paused.
        late: for each of this player's choices, whether it was made by a timeout.
        chats: names and texts of chat messages.
        heard: these messages with all their data.
        refusals: why this player's requests were refused.
        disk_reports: why the program couldn't write; an empty text each time that it could again.
        awaited: why the game waited for the host; None each time that the wait was over.
        ended_early: whether the game was ended early.
        halting_now: who wants to end the game early.
        rematches: the names of those who want a rematch, each time that they changed.
        seats_connected: whether each seat is connected.
        culprit: the fraud that was found last.
        reason: why the table was closed.
        vote: the answer to every ballot; if None, there is none.
        cast_vote: sends this answer.
        absence_now: the absent players, and the open ballot.
        state_mismatches: differences from other programs' states.
        cheats: the frauds of players whom the game can go on without.
        is_out: whether the others go on without this player.
        takers_now: the spectators who are willing to take a seat.
        giving_steps: the steps of handing over this player's seat.
        handovers: for each handover, the seat and the names of its old and new player.
        offers: the names of the players who offered their seat to this player.
        accepts: the answer to such an offer; if None, the offer is kept.
        answer_offer: answers that offer; None if it was withdrawn.
        asked_by: who made the offer on behalf of an absent player.
        asking_steps: the steps of asking for a substitute for somebody else.
        own_marks: the marks by which this machine is known.
        announced_marks: the marks that were announced to the table.
    """

    def __init__(self) -> None:
        self.be_ready: Callable[[], None] | None = None
        self.pick: Callable[[Question], Move] | None = any_move
        self.question: Question | None = None
        self.answer: Callable[[Move], object] | None = None
        self.story: list[str] = []
        self.disclosed: dict[Seat, dict[Slot, Card]] = {}
        self.false_disclosures: list[Fraud] = []
        self.can_open: dict[Slot, Card] = {}
        self.lines: Sequence[TableLine] = ()
        self.terms = TableTerms()
        self.lobbies: list[LobbyNews] = []
        self.states: list[AnyState] = []
        self.faces: Mapping[Slot, Card] = {}
        self.seconds: list[int | None] = []
        self.seat_seconds: tuple[int, ...] = ()
        self.timings: list[Timing] = []
        self.paused_by: str | None = None
        self.late: list[bool] = []
        self.chats: list[tuple[str, str]] = []
        self.heard: list[Heard] = []
        self.refusals: list[str] = []
        self.disk_reports: list[str] = []
        self.awaited: list[Awaited | None] = []
        self.rematches: list[list[str]] = []
        self.seats_connected: Sequence[bool] = ()
        self.culprit: Fraud | None = None
        self.sheet: Sheet | None = None
        self.ended_early = False
        self.halting_now = Halting()
        self.reason = ""
        self.vote: bool | None = None
        self.cast_vote: Callable[[Vote, bool], None] | None = None
        self.absence_now = Absence()
        self.state_mismatches: list[Apart] = []
        self.cheats: list[Fraud] = []
        self.is_out = False
        self.takers_now: Sequence[Taker] = ()
        self.giving_steps: list[Step] = []
        self.handovers: list[tuple[Seat, str, str]] = []
        self.offers: list[str] = []
        self.asked_by: str | None = None
        self.asking_steps: list[Step] = []
        self.accepts: bool | None = True
        self.answer_offer: Callable[[bool], object] | None = None
        self.own_marks: list[bytes] = []
        self.announced_marks: list[bytes] = []

    @property
    def last_lobby(self) -> LobbyNews:
        """The most recent state of the lobby."""
        return self.lobbies[-1]

    def answer_now(self) -> None:
        """Answer the question that was kept; raise `ValueError` if there is none."""
        if self.question is None or self.answer is None:
            raise ValueError("there is no question")
        self.answer((self.pick or any_move)(self.question))

    def on_absence_changed(self, event: AbsenceChanged) -> None:
        self.absence_now = event.absence
        if (
            event.absence.asks is not None
            and self.vote is not None
            and self.cast_vote is not None
        ):
            self.cast_vote(event.absence.asks, self.vote)

    def on_halting_changed(self, event: HaltingChanged) -> None:
        self.halting_now = event.halting

    def on_state_mismatch(self, event: StateMismatch) -> None:
        self.state_mismatches.append(event.apart)

    def on_state_matches(self, event: StateMatches) -> None:
        self.story.append("agrees")

    def on_fraud_found(self, event: FraudFound) -> None:
        self.cheats.append(event.fraud)
        self.culprit = event.fraud
        self.story.append(f"fraud {event.fraud.seat}")

    def on_takers_changed(self, event: TakersChanged) -> None:
        self.takers_now = event.takers

    def on_giving_changed(self, event: GivingChanged) -> None:
        self.giving_steps.append(event.giving.step)

    def on_seat_handed(self, event: SeatHanded) -> None:
        self.handovers.append((event.seat, event.before.name, event.after.name))

    def on_spectating_began(self, event: SpectatingBegan) -> None:
        self.story.append("looking on")

    def on_seat_offered(self, event: SeatOffered) -> None:
        self.offers.append(event.offer.name)
        self.asked_by = event.offer.by
        offer = event.offer
        self.answer_offer = lambda yes: self.table.do(
            AnswerOffer(offer.asker, offer.seat, yes)
        )
        if self.accepts is not None:
            self.answer_offer(self.accepts)

    def on_offer_withdrawn(self, event: OfferWithdrawn) -> None:
        self.answer_offer = None

    def on_asking_changed(self, event: AskingChanged) -> None:
        self.asking_steps.append(event.asking.step)

    def on_secret_missing(self, event: SecretMissing) -> None:
        self.story.append("stuck")

    def on_machine_marked(self, event: MachineMarked) -> None:
        self.own_marks.append(event.mark)

    def on_machine_announced(self, event: MachineAnnounced) -> None:
        self.announced_marks.append(event.mark)

    def on_seat_displaced(self, event: SeatDisplaced) -> None:
        self.story.append("displaced")

    def on_put_out(self, event: PutOut) -> None:
        self.is_out = True

    def on_terms_offered(self, event: TermsOffered) -> None:
        self.terms = event.terms

    def on_tables_listed(self, event: TablesListed) -> None:
        self.lines = event.tables
        self.story.append("tables")

    def on_lobby_changed(self, event: LobbyChanged) -> None:
        self.lobbies.append(event.news)
        self.story.append("lobby")
        if self.be_ready is not None:
            self.be_ready()

    def on_game_began(self, event: GameBegan) -> None:
        self.story.append(f"began {event.seat}")

    def on_state_advanced(self, event: StateAdvanced) -> None:
        self.states.append(event.state)
        self.faces = event.faces

    def on_choice_opened(self, event: ChoiceOpened) -> None:
        phase = event.question.phase
        self.question = event.question
        self.answer = lambda move: self.table.do(AnswerQuestion(phase, move))
        if self.pick is not None:
            self.answer(self.pick(event.question))

    def on_choice_committed(self, event: ChoiceCommitted) -> None:
        self.late.append(event.late)
        self.story.append("sealed late" if event.late else "sealed")

    def on_clock_changed(self, event: ClockChanged) -> None:
        seconds = event.clock.seconds if event.clock.runs else None
        self.seconds.append(seconds)
        self.seat_seconds = event.clock.seats
        self.story.append(f"clock {seconds}")

    def on_clock_paused(self, event: ClockPaused) -> None:
        self.paused_by = event.by

    def on_times_changed(self, event: TimesChanged) -> None:
        self.timings.append(event.timing)

    def on_presence_changed(self, event: PresenceChanged) -> None:
        self.seats_connected = event.here
        self.story.append(f"here {sum(event.here)}")

    def on_talk_heard(self, event: TalkHeard) -> None:
        self.heard.append(event.heard)
        self.chats.append((event.heard.name, event.heard.text or event.heard.code))
        self.story.append(f"{event.heard.name}: {event.heard.text or event.heard.code}")

    def on_program_unwritten(self, event: ProgramUnwritten) -> None:
        self.disk_reports.append("" if event.why is None else str(event.why.strerror))

    def on_log_unwritten(self, event: LogUnwritten) -> None:
        self.disk_reports.append(f"the log: {event.why.strerror}")

    def on_request_refused(self, event: RequestRefused) -> None:
        self.refusals.append(event.reason)
        self.story.append(f"refused {event.reason}")

    def on_welcomed(self, event: Welcomed) -> None:
        self.story.append("online")

    def on_connection_lost(self, event: ConnectionLost) -> None:
        self.story.append("offline")

    def on_host_moved(self, event: HostMoved) -> None:
        self.story.append("moved")

    def on_host_awaited(self, event: HostAwaited) -> None:
        self.awaited.append(event.awaited)

    def on_game_stopped(self, event: GameStopped) -> None:
        self.culprit = event.fraud
        self.story.append(f"fraud {event.fraud.seat}")

    def on_game_ended(self, event: GameEnded) -> None:
        self.sheet, self.ended_early = event.sheet, event.early
        self.story.append("ended")

    def on_cards_disclosed(self, event: CardsDisclosed) -> None:
        self.story.append(f"disclosed {event.seat}")
        self.disclosed.setdefault(event.seat, {}).update(event.cards)

    def on_false_disclosure(self, event: FalseDisclosure) -> None:
        self.story.append(f"untruth {event.fraud.seat}")
        self.false_disclosures.append(event.fraud)

    def on_disclosure_offered(self, event: DisclosureOffered) -> None:
        self.can_open = dict(event.cards)

    def on_rematch_wanted(self, event: RematchWanted) -> None:
        self.rematches.append(list(event.names))

    def on_table_closed(self, event: TableClosed) -> None:
        self.reason = event.reason
        self.story.append("closed")
