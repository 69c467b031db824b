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
    """Choose what looks random and is the same every time."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)


class RecordingTable:
    """
    A table at which nothing comes of what is done.

    Attributes:
        done: all of that.
    """

    def __init__(self) -> None:
        self.done: list[InSession] = []

    def do(self, action: InSession) -> bool:
        self.done.append(action)
        return True


class RecordingPlayer(Player):
    """
    A player that is ready, answers as it is told to, and writes everything down.

    Attributes:
        be_ready: called each time it is told of the lobby; None: it isn't ready.
        pick: how it answers; None: it keeps the question for the test to answer.
        story: what it was told, a short word for each.
        opened: what was opened when the game was over, by whose it was.
        untruths: what was opened wrongly then.
        can_open: what it may still open.
        lines: the tables, as it was told of them last.
        seconds: what the clock has said.
        seats: what it has said last of the time for the game.
        timings: what was agreed and proposed.
        paused_by: who has stopped the clock, if it stands still.
        late: for each of its choices, whether it was made because time was out.
        chats: who has said what.
        heard: the same, with all that is known of it.
        refusals: why what it wanted was refused.
        disk: why something couldn't be written down, and nothing each time when it was.
        awaited: for what the host has kept it waiting, and None each time when it came.
        early: the game was ended before its end.
        halting_now: who would end it so.
        rematches: who wanted another game, each time it was told of that.
        here: who is connected, by seat.
        culprit: who was caught, and of what.
        reason: why the table was closed for it.
        vote: its answer to every ballot; None: it gives none.
        absence_now: who is waited for, and what is voted on.
        aparts: whose programs count differently.
        cheats: who was found cheating, and can be gone on without.
        is_out: the others go on without it.
        takers_now: who would take a seat.
        givings: how far the handing over of its seat was.
        handovers: who had a seat, and who has it then, by names.
        offers: the names of those who wanted to hand their seats over to it.
        accepts: whether it takes such a seat; None: it keeps the question.
        take: answers that question; None: there is none any more.
        asked_by: who has asked it, on behalf of somebody who is silent.
        askings: how far it was to find a substitute for somebody else.
        known: by which marks its machine is known.
        marks: by which of them its table was told of it.
    """

    def __init__(self) -> None:
        self.be_ready: Callable[[], None] | None = None
        self.pick: Callable[[Question], Move] | None = any_move
        self.question: Question | None = None
        self.answer: Callable[[Move], object] | None = None
        self.story: list[str] = []
        self.opened: dict[Seat, dict[Slot, Card]] = {}
        self.untruths: list[Fraud] = []
        self.can_open: dict[Slot, Card] = {}
        self.lines: Sequence[TableLine] = ()
        self.terms = TableTerms()
        self.lobbies: list[LobbyNews] = []
        self.states: list[AnyState] = []
        self.faces: Mapping[Slot, Card] = {}
        self.seconds: list[int | None] = []
        self.seats: tuple[int, ...] = ()
        self.timings: list[Timing] = []
        self.paused_by: str | None = None
        self.late: list[bool] = []
        self.chats: list[tuple[str, str]] = []
        self.heard: list[Heard] = []
        self.refusals: list[str] = []
        self.disk: list[str] = []
        self.awaited: list[Awaited | None] = []
        self.rematches: list[list[str]] = []
        self.here: Sequence[bool] = ()
        self.culprit: Fraud | None = None
        self.sheet: Sheet | None = None
        self.early = False
        self.halting_now = Halting()
        self.reason = ""
        self.vote: bool | None = None
        self.cast: Callable[[Vote, bool], None] | None = None
        self.absence_now = Absence()
        self.aparts: list[Apart] = []
        self.cheats: list[Fraud] = []
        self.is_out = False
        self.takers_now: Sequence[Taker] = ()
        self.givings: list[Step] = []
        self.handovers: list[tuple[Seat, str, str]] = []
        self.offers: list[str] = []
        self.asked_by: str | None = None
        self.askings: list[Step] = []
        self.accepts: bool | None = True
        self.take: Callable[[bool], object] | None = None
        self.known: list[bytes] = []
        self.marks: list[bytes] = []

    @property
    def last_lobby(self) -> LobbyNews:
        """How the lobby stands, as far as it knows."""
        return self.lobbies[-1]

    def answer_now(self) -> None:
        """Answer the question that was kept."""
        if self.question is None or self.answer is None:
            raise ValueError("there is no question")
        self.answer((self.pick or any_move)(self.question))

    def on_absence_changed(self, event: AbsenceChanged) -> None:
        self.absence_now = event.absence
        if (
            event.absence.asks is not None
            and self.vote is not None
            and self.cast is not None
        ):
            self.cast(event.absence.asks, self.vote)

    def on_halting_changed(self, event: HaltingChanged) -> None:
        self.halting_now = event.halting

    def on_state_mismatch(self, event: StateMismatch) -> None:
        self.aparts.append(event.apart)

    def on_state_matches(self, event: StateMatches) -> None:
        self.story.append("agrees")

    def on_fraud_found(self, event: FraudFound) -> None:
        self.cheats.append(event.fraud)
        self.culprit = event.fraud
        self.story.append(f"fraud {event.fraud.seat}")

    def on_takers_changed(self, event: TakersChanged) -> None:
        self.takers_now = event.takers

    def on_giving_changed(self, event: GivingChanged) -> None:
        self.givings.append(event.giving.step)

    def on_seat_handed(self, event: SeatHanded) -> None:
        self.handovers.append((event.seat, event.before.name, event.after.name))

    def on_spectating_began(self, event: SpectatingBegan) -> None:
        self.story.append("looking on")

    def on_seat_offered(self, event: SeatOffered) -> None:
        self.offers.append(event.offer.name)
        self.asked_by = event.offer.by
        offer = event.offer
        self.take = lambda yes: self.table.do(AnswerOffer(offer.asker, offer.seat, yes))
        if self.accepts is not None:
            self.take(self.accepts)

    def on_offer_withdrawn(self, event: OfferWithdrawn) -> None:
        self.take = None

    def on_asking_changed(self, event: AskingChanged) -> None:
        self.askings.append(event.asking.step)

    def on_secret_missing(self, event: SecretMissing) -> None:
        self.story.append("stuck")

    def on_machine_marked(self, event: MachineMarked) -> None:
        self.known.append(event.mark)

    def on_machine_announced(self, event: MachineAnnounced) -> None:
        self.marks.append(event.mark)

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
        self.seats = event.clock.seats
        self.story.append(f"clock {seconds}")

    def on_clock_paused(self, event: ClockPaused) -> None:
        self.paused_by = event.by

    def on_times_changed(self, event: TimesChanged) -> None:
        self.timings.append(event.timing)

    def on_presence_changed(self, event: PresenceChanged) -> None:
        self.here = event.here
        self.story.append(f"here {sum(event.here)}")

    def on_talk_heard(self, event: TalkHeard) -> None:
        self.heard.append(event.heard)
        self.chats.append((event.heard.name, event.heard.text or event.heard.code))
        self.story.append(f"{event.heard.name}: {event.heard.text or event.heard.code}")

    def on_program_unwritten(self, event: ProgramUnwritten) -> None:
        self.disk.append("" if event.why is None else str(event.why.strerror))

    def on_log_unwritten(self, event: LogUnwritten) -> None:
        self.disk.append(f"the log: {event.why.strerror}")

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
        self.sheet, self.early = event.sheet, event.early
        self.story.append("ended")

    def on_cards_disclosed(self, event: CardsDisclosed) -> None:
        self.story.append(f"disclosed {event.seat}")
        self.opened.setdefault(event.seat, {}).update(event.cards)

    def on_false_disclosure(self, event: FalseDisclosure) -> None:
        self.story.append(f"untruth {event.fraud.seat}")
        self.untruths.append(event.fraud)

    def on_disclosure_offered(self, event: DisclosureOffered) -> None:
        self.can_open = dict(event.cards)

    def on_rematch_wanted(self, event: RematchWanted) -> None:
        self.rematches.append(list(event.names))

    def on_table_closed(self, event: TableClosed) -> None:
        self.reason = event.reason
        self.story.append("closed")
