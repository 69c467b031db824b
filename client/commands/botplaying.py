"""
Bots at a host: how one behaves there, and what it takes to have some in one process.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, cast

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import (
    IDelayedCall,
    IReactorFromThreads,
    IReactorTime,
)
from twisted.python.failure import Failure

from sealed_wonders.client.bots import rollouts, strategy
from sealed_wonders.client.bots.own import enduring
from sealed_wonders.client.commands.options import load
from sealed_wonders.client.reasons import (
    astray,
    lost,
    retold,
    said_by_host,
    waits_for_disk,
)
from sealed_wonders.client.storage import folders
from sealed_wonders.client.storage.settingvalues import listens_at
from sealed_wonders.client.table.actions import AnswerOffer, AnswerQuestion, SetReady
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import (
    ChoiceCommitted,
    ChoiceOpened,
    ChoiceUnwritten,
    ConnectionChanged,
    ConnectionFailed,
    GameBegan,
    GameStopped,
    LobbyChanged,
    LogForked,
    ProgramUnwritten,
    RequestRefused,
    SeatOffered,
    SecretMissing,
    StateMatches,
    StateMismatch,
    TableClosed,
)
from sealed_wonders.client.table.keep import Keep
from sealed_wonders.client.table.link import IReactor, Link, LinkOptions
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.core.game import Move
from sealed_wonders.core.local import Player as Strategy
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.findings import FINDINGS, KEPT
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work
from sealed_wonders.net.words import _

PASSING = ("closing", "drawing", "other-options", "unwritten", "wrong-draw")
"""Why a host refuses what it may take a moment later."""


PATIENCE = 300.0
"""
Seconds for a host that was lost to be there again, where it has started the bot itself:
nobody would stop one. Whoever has started a bot can.
"""

BOTS = "bots"
"""Within the folder of whoever runs them, where bots keep what they must not forget."""


THINK = 1.0
"""Seconds that a bot which thinks takes for a choice, unless it is said otherwise."""

THINKERS = 8
"""Bots of one process that may think at the same time."""

SEAT_PATIENCE = 120.0
"""Seconds for somebody to give a seat to a bot that looks on for one."""


class Bot(Player):
    """
    A player that answers by a strategy, and takes any seat that it is given.

    It answers at once; one that thinks does so on a thread, and nobody else waits for it
    meanwhile. What it would have answered to a question that isn't open any more is
    dropped, as that of anybody.

    Attributes:
        give_up: ends its link; set before it is told anything.
        says: takes lines for whoever has started it.
        failure: why it could not play to the end; None if it could.
    """

    is_program = True

    def __init__(
        self, strategy: Strategy, name: str, threads: Work | None = None
    ) -> None:
        self.failure: str | None = None
        self.says: Callable[[str], None] = lambda line: None
        self.give_up: Callable[[], None]
        self._plays = False
        self._waits_for_disk = False
        self._waiting: IDelayedCall | None = None
        """Gives up, if nobody gives us a seat."""
        # Nobody at the table waits for a bot because it went wrong.
        self._strategy = enduring(strategy, lambda why: self.says(retold(why)))
        self._name = name
        self._threads = threads
        """Where it thinks; None: here."""

    def look_on(self, clock: IReactorTime) -> None:
        """Wait for somebody who gives us a seat, for so long."""
        self._waiting = clock.callLater(SEAT_PATIENCE, lambda: self.give_up())

    def on_connection_changed(self, event: ConnectionChanged) -> None:
        """Say that the host is lost; there is nobody to be asked."""
        if not event.connected:
            self.says(lost())

    def on_connection_failed(self, event: ConnectionFailed) -> None:
        """Say why there is still no connection."""
        self.says(astray(event.why))

    def on_program_unwritten(self, event: ProgramUnwritten) -> None:
        """Say that it waits for the disk, and when it no longer does; each of it once."""
        if self._waits_for_disk != (event.why is not None):
            self._waits_for_disk = event.why is not None
            self.says(waits_for_disk(event.why))

    def on_choice_unwritten(self, event: ChoiceUnwritten) -> None:
        """Say so; it is asked again."""
        self.on_program_unwritten(ProgramUnwritten(event.why))

    def on_choice_committed(self, event: ChoiceCommitted) -> None:
        """Say that it no longer waits, if it did."""
        self.on_program_unwritten(ProgramUnwritten(None))

    def on_seat_offered(self, event: SeatOffered) -> None:
        """Take the seat; from then on it may take as long again until it is ours."""
        if self._waiting is not None and self._waiting.active():
            self._waiting.reset(SEAT_PATIENCE)
        self.table.do(AnswerOffer(event.offer.asker, event.offer.seat, yes=True))

    def on_lobby_changed(self, event: LobbyChanged) -> None:
        """Be ready, whatever is played."""
        for person in event.news.people if not event.news.looks_on else ():
            if person.name == self._name and not person.ready:
                self.table.do(SetReady())

    def on_game_began(self, event: GameBegan) -> None:
        """Have a seat, which nothing can take away."""
        self._plays = True
        if self._waiting is not None and self._waiting.active():
            self._waiting.cancel()

    def on_choice_opened(self, event: ChoiceOpened) -> None:
        """Answer, at once or when it has thought."""
        question = event.question

        def choose() -> Move:
            return self._strategy(question.state, question.seat, question.faces)

        def answer(move: Move) -> None:
            self.table.do(AnswerQuestion(question.phase, move))

        if self._threads is None or len(question.moves) == 1:
            answer(choose())
            return
        # What goes wrong in its mind must not hold the others up.
        thought = self._threads(choose)
        thought.addErrback(lambda _failure: question.default)
        thought.addCallback(answer)

    def on_request_refused(self, event: RequestRefused) -> None:
        """Remember why the host did not want us, and don't wait for another table."""
        self.failure = f"{event.reason}: {event.detail}"
        if not self._plays and event.reason not in PASSING:
            self.give_up()

    def on_game_stopped(self, event: GameStopped) -> None:
        """Remember who stopped the game."""
        self.failure = str(event.fraud)

    def on_state_mismatch(self, event: StateMismatch) -> None:
        """Remember that our program counts differently, if it must be wrong."""
        if event.apart.stops:
            self.failure = _("this program counts differently from others")

    def on_state_matches(self, event: StateMatches) -> None:
        """Remember that it goes on."""
        self.failure = ""

    def on_log_forked(self, event: LogForked) -> None:
        """Remember that there are two games."""
        said = _("the host shows seat {seat} another game than us")
        self.failure = said.format(seat=event.seat)

    def on_secret_missing(self, event: SecretMissing) -> None:
        """Remember that the others haven't told us enough of the seat that they gave us."""
        self.failure = _("a secret of the seat is missing")

    def on_table_closed(self, event: TableClosed) -> None:
        """Remember why there was no game."""
        self.failure = said_by_host(event.reason) if event.by_host else event.reason


class BotSeat:
    """
    One bot at a host, from its start to its end.

    Made by `BotSeats`.
    """

    def __init__(self, player: Bot, link: Link, session: Session, keep: Keep) -> None:
        self._player = player
        self._link = link
        self._session = session
        self._keep = keep

    def run(self) -> Deferred[str]:
        """
        Play; fires with why it did not play to the end, which is empty if it did.

        What it has kept may be gone on with from then on, here as well.
        """
        return self._link.run().addCallbacks(lambda _: "", _why).addCallback(self._end)

    def stop(self) -> None:
        """End its link, and thereby the run."""
        self._link.stop()

    def let_go(self) -> None:
        """Let go of what it keeps, and remove what nobody will go on with."""
        self._keep.clear(over=self._session.leaves_nothing)

    def _end(self, broken: str) -> str:
        self.let_go()
        failure = "" if self._session.finished else self._player.failure
        return broken or failure or ""


class BotOptions(NamedTuple):
    """How the bots of one process play, and for whom."""

    strategy: str
    think: float = THINK
    """For how many seconds a bot thinks about a choice, if it thinks at all."""
    owner: bytes | None = None
    """The identity that runs these bots."""
    folder: Path | None = None
    """
    Where the bots of a host keep what they must not forget; None if somebody else has
    started them: in their own, for as long as it takes.
    """
    password: str = ""
    """That of the table; empty: it wants none."""


class BotSeats:
    """What bots have in common that play in one process, at one host."""

    def __init__(
        self,
        reactor: object,
        where: Address,
        options: BotOptions,
        says: Callable[[str], None] = lambda line: None,
    ) -> None:
        """
        Have none yet.

        Args:
            reactor: the one that is installed.
            where: the host.
            says: takes lines for whoever started them by hand, about a host that is lost.

        Raises:
            ValueError: there is no such strategy.
        """
        strategy(options.strategy, "")
        self._think = options.think
        FINDINGS.most = max(FINDINGS.most, KEPT)
        self._reactor = cast(IReactor, reactor)
        self._where = where
        self._strategy = options.strategy
        self._owner = options.owner
        self._folder = options.folder
        self._says = says
        self._password = options.password
        self._threads = Threads(cast(IReactorFromThreads, reactor))
        self._minds: Threads | None = None
        if rollouts(options.strategy):
            self._minds = Threads(cast(IReactorFromThreads, reactor), THINKERS)

    def seat(
        self,
        name: str,
        table: str = "",
        *,
        known: bytes | None = None,
        looks_on: bool = False,
    ) -> BotSeat:
        """
        Make one bot, which does nothing yet.

        Args:
            table: where it sits down; any open one if it is empty.
            known: the identity of the bot that goes on, from what it has kept.
            looks_on: it doesn't sit down: it takes a seat that somebody hands over.

        Raises:
            ValueError: not a name.
            Damaged: what is kept of it can't be used.
        """
        table = typed_name(table) if table else ""
        player = Bot(
            strategy(self._strategy, secrets.token_hex(16), self._think),
            name := typed_name(name),
            self._minds,
        )
        is_of_host = self._folder is not None
        if not is_of_host:
            player.says = self._says
        keep = self._kept(name, table, known)
        looks_on = looks_on and not keep.has_taken
        participant = Participant(keep.identity, name, self._owner)
        link = Link(
            self._reactor,
            self._where,
            participant,
            options=LinkOptions(
                patience=PATIENCE if is_of_host else None, look=self._look
            ),
        )
        session = link.session = Session(
            participant,
            player,
            link.send,
            SessionOptions(
                table,
                looks_on=looks_on,
                password=self._password,
                # Nobody restores the folder of a bot that they have started by hand.
                may_be_set_back=is_of_host and keep.was_kept,
            ),
            Environment(
                clock=self._reactor, work=self._threads, store_of=keep.store_of
            ),
        )
        player.give_up = link.stop
        if looks_on:
            player.look_on(self._reactor)
        return BotSeat(player, link, session, keep)

    def _look(self, heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        """Look for hosts where the settings say; they are read when it comes to that."""
        places = listens_at(load({}).settings.discovery)
        look = looking(cast(IReactorFromThreads, self._reactor), places)
        return look(heard) if look is not None else lambda: None

    def _kept(self, name: str, table: str, known: bytes | None) -> Keep:
        """Open what a bot must not forget."""
        if self._folder is None:
            place = str(replace(self._where, pin=None)), table, name
            return Keep.at(folders.state() / BOTS, place)
        if known:
            return Keep.found(self._folder, known)
        return Keep(self._folder, Identity.generate())


def _why(failure: Failure) -> str:
    """Say in a line why a link broke."""
    return failure.getErrorMessage()
