"""Who plays for a client."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.table.expectations import Awaited
from sealed_wonders.client.table.players import (
    Absence,
    Apart,
    Asking,
    Giving,
    Halting,
    Heard,
    LobbyNews,
    Offer,
    Player,
    Question,
    Step,
    Vote,
)
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot, State
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.lobby import Charter, Person
from sealed_wonders.net.messages import Clock, TableLine, TableTerms, Taker, Timing


def any_move(question: Question) -> Move:
    """Choose what looks random and is the same every time."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)


class RecordingPlayer(Player):
    """
    A player that is ready, answers as it is told to, and writes everything down.

    Attributes:
        be_ready: called each time it is told of the lobby; None: it isn't ready.
        pick: how it answers; None: it keeps the question for the test to answer.
        told: what it was told, a short word for each.
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
        self.answer: Callable[[Move], None] | None = None
        self.told: list[str] = []
        self.opened: dict[Seat, dict[Slot, Card]] = {}
        self.untruths: list[Fraud] = []
        self.can_open: dict[Slot, Card] = {}
        self.lines: Sequence[TableLine] = ()
        self.terms = TableTerms()
        self.lobbies: list[LobbyNews] = []
        self.states: list[State] = []
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
        self.take: Callable[[bool], None] | None = None
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

    def absence(self, absence: Absence) -> None:
        self.absence_now = absence
        if absence.asks is not None and self.vote is not None and self.cast is not None:
            self.cast(absence.asks, self.vote)

    def halting(self, halting: Halting) -> None:
        self.halting_now = halting

    def apart(self, apart: Apart) -> None:
        self.aparts.append(apart)

    def agrees(self) -> None:
        self.told.append("agrees")

    def cheated(self, fraud: Fraud) -> None:
        self.cheats.append(fraud)
        self.culprit = fraud
        self.told.append(f"fraud {fraud.seat}")

    def takers(self, takers: Sequence[Taker]) -> None:
        self.takers_now = takers

    def giving(self, giving: Giving) -> None:
        self.givings.append(giving.step)

    def handed(
        self, seat: Seat, before: Person, after: Person, *, plays_on: bool
    ) -> None:
        self.handovers.append((seat, before.name, after.name))

    def looking_on(self, charter: Charter) -> None:
        self.told.append("looking on")

    def offered(self, offer: Offer) -> None:
        self.offers.append(offer.name)
        self.asked_by = offer.by
        self.take = offer.answer
        if self.accepts is not None:
            offer.answer(self.accepts)

    def withdrawn(self) -> None:
        self.take = None

    def asking(self, asking: Asking) -> None:
        self.askings.append(asking.step)

    def stuck(self) -> None:
        self.told.append("stuck")

    def known_by(self, mark: bytes) -> None:
        self.known.append(mark)

    def rejoined(self, mark: bytes) -> None:
        self.marks.append(mark)

    def displaced(self, ago: float) -> None:
        self.told.append("displaced")

    def put_out(self) -> None:
        self.is_out = True

    def may_open(self, terms: TableTerms) -> None:
        self.terms = terms

    def tables(self, host: str, tables: Sequence[TableLine]) -> None:
        self.lines = tables
        self.told.append("tables")

    def lobby(self, news: LobbyNews) -> None:
        self.lobbies.append(news)
        self.told.append("lobby")
        if self.be_ready is not None:
            self.be_ready()

    def began(self, charter: Charter, seat: Seat) -> None:
        self.told.append(f"began {seat}")

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        self.states.append(state)
        self.faces = faces

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        self.question, self.answer = question, answer
        if self.pick is not None:
            answer(self.pick(question))

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        self.late.append(late)
        self.told.append("sealed late" if late else "sealed")

    def clock(self, clock: Clock) -> None:
        seconds = clock.seconds if clock.runs else None
        self.seconds.append(seconds)
        self.seats = clock.seats
        self.told.append(f"clock {seconds}")

    def paused(self, by: str | None, on: Sequence[bool], most: int | None) -> None:
        self.paused_by = by

    def timing(self, timing: Timing) -> None:
        self.timings.append(timing)

    def presence(self, here: Sequence[bool]) -> None:
        self.here = here
        self.told.append(f"here {sum(here)}")

    def chat(self, heard: Heard) -> None:
        self.heard.append(heard)
        self.chats.append((heard.name, heard.text or heard.code))
        self.told.append(f"{heard.name}: {heard.text or heard.code}")

    def unwritten(self, why: OSError | None) -> None:
        self.disk.append("" if why is None else str(why.strerror))

    def log_unkept(self, why: OSError) -> None:
        self.disk.append(f"the log: {why.strerror}")

    def refused(self, reason: str, detail: str) -> None:
        self.refusals.append(reason)
        self.told.append(f"refused {reason}")

    def online(self, connected: bool) -> None:
        self.told.append("online" if connected else "offline")

    def moved(self, host: bytes) -> None:
        self.told.append("moved")

    def expecting(self, awaited: Awaited | None) -> None:
        self.awaited.append(awaited)

    def fraud(self, fraud: Fraud) -> None:
        self.culprit = fraud
        self.told.append(f"fraud {fraud.seat}")

    def ended(self, sheet: Sheet, out: tuple[Seat, ...], *, early: bool) -> None:
        self.sheet, self.early = sheet, early
        self.told.append("ended")

    def disclosed(self, seat: Seat, cards: Mapping[Slot, Card]) -> None:
        self.told.append(f"disclosed {seat}")
        self.opened.setdefault(seat, {}).update(cards)

    def untruth(self, fraud: Fraud) -> None:
        self.told.append(f"untruth {fraud.seat}")
        self.untruths.append(fraud)

    def may_disclose(self, cards: Mapping[Slot, Card]) -> None:
        self.can_open = dict(cards)

    def again(self, names: Sequence[str]) -> None:
        self.rematches.append(list(names))

    def closed(self, reason: str, *, by_host: bool) -> None:
        self.reason = reason
        self.told.append("closed")
