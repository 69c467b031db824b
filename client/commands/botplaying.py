"""
A bot as a client: how it reacts to events, and how several share one process.

Two commands use it: ``wonders bot`` (`bot.py`), and the process in which a host runs its
bots (`botpool.py`). To a host, a bot is a client like any other. Strategies in
`client/bots/` make its choices; one that plays rollouts is called a thinker.
"""

from __future__ import annotations

import secrets
from collections import deque
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
    connection_failed,
    connection_lost,
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
    ConnectionFailed,
    ConnectionLost,
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
from sealed_wonders.client.table.keep import BotFolder
from sealed_wonders.client.table.link import ILinkReactor, Link, LinkOptions
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.core.game import Move
from sealed_wonders.core.local import Player as Strategy
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work
from sealed_wonders.net.verificationcache import MAX_SHARED_FINDINGS, VERIFICATION_CACHE
from sealed_wonders.net.words import _

PASSING = ("closing", "drawing", "other-options", "unwritten", "wrong-draw")
"""Codes of refusals that may no longer apply a moment later."""


PATIENCE = 300.0
"""
Seconds for which a host's own bot waits for that host after losing it.

Nobody would stop such a bot. A bot that a person started waits until that person stops
it.
"""

BOTS = "bots"
"""Subfolder of the state folder for the memory files of a player's bots."""


THINK = 1.0
"""Default number of seconds that a thinker has for each choice."""

THINKERS = 8
"""Maximum number of bots in a process that think at the same time."""

SEAT_PATIENCE = 120.0
"""Seconds for which a spectating bot waits for a seat to be handed over."""


class Bot(Player):
    """
    A player that chooses with a strategy, and accepts any seat that it is offered.

    It answers at once. A thinker chooses on a thread, so that nothing else has to wait.
    Its answer is dropped if the question is no longer open, like anybody's.

    Attributes:
        give_up: closes its link; set before the first event.
        says: prints a line for the person who started the bot.
        failure: why it couldn't play to the end; None or empty if it could.
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
        """Timer that gives up if nobody offers a seat."""
        # If the strategy raises an exception, the bot keeps playing, so that nobody has
        # to wait for it.
        self._strategy = enduring(strategy, lambda why: self.says(retold(why)))
        self._name = name
        self._threads = threads
        """Threads on which to think; None for the reactor's thread."""

    def look_on(self, clock: IReactorTime) -> None:
        """Wait `SEAT_PATIENCE` seconds for somebody to offer a seat."""
        self._waiting = clock.callLater(SEAT_PATIENCE, lambda: self.give_up())

    def on_connection_lost(self, event: ConnectionLost) -> None:
        """Report a lost host; nobody can be asked what to do."""
        self.says(connection_lost())

    def on_connection_failed(self, event: ConnectionFailed) -> None:
        """Report why there is still no connection."""
        self.says(connection_failed(event.why))

    def on_program_unwritten(self, event: ProgramUnwritten) -> None:
        """Report once that the memory file is unwritable, and once that it isn't."""
        if self._waits_for_disk != (event.why is not None):
            self._waits_for_disk = event.why is not None
            self.says(waits_for_disk(event.why))

    def on_choice_unwritten(self, event: ChoiceUnwritten) -> None:
        """Report the failed write; the question is asked again."""
        self.on_program_unwritten(ProgramUnwritten(event.why))

    def on_choice_committed(self, event: ChoiceCommitted) -> None:
        """Report that the memory file can be written again, if it couldn't be."""
        self.on_program_unwritten(ProgramUnwritten(None))

    def on_seat_offered(self, event: SeatOffered) -> None:
        """Accept the seat, and wait as long again for it to be handed over."""
        if self._waiting is not None and self._waiting.active():
            self._waiting.reset(SEAT_PATIENCE)
        self.table.do(AnswerOffer(event.offer.asker, event.offer.seat, yes=True))

    def on_lobby_changed(self, event: LobbyChanged) -> None:
        """Become ready, whatever the options are."""
        for person in event.news.people if not event.news.looks_on else ():
            if person.name == self._name and not person.ready:
                self.table.do(SetReady())

    def on_game_began(self, event: GameBegan) -> None:
        """Stop the timer, because a seat in a running game can't be lost any more."""
        self._plays = True
        if self._waiting is not None and self._waiting.active():
            self._waiting.cancel()

    def on_choice_opened(self, event: ChoiceOpened) -> None:
        """Answer the question, on a thread if the strategy thinks."""
        question = event.question

        def choose() -> Move:
            return self._strategy(question.state, question.seat, question.faces)

        def answer(move: Move) -> None:
            self.table.do(AnswerQuestion(question.phase, move))

        if self._threads is None or len(question.moves) == 1:
            answer(choose())
            return
        # If the strategy fails, answer with the default, so that the others don't wait.
        thought = self._threads(choose)
        thought.addErrback(lambda _failure: question.default)
        thought.addCallback(answer)

    def on_request_refused(self, event: RequestRefused) -> None:
        """Remember the refusal, and give up rather than wait for another table."""
        self.failure = f"{event.reason}: {event.detail}"
        if not self._plays and event.reason not in PASSING:
            self.give_up()

    def on_game_stopped(self, event: GameStopped) -> None:
        self.failure = str(event.fraud)

    def on_state_mismatch(self, event: StateMismatch) -> None:
        """Remember a mismatch if this program must be the one in error."""
        if event.apart.stops:
            self.failure = _("this program's results differ from everybody else's")

    def on_state_matches(self, event: StateMatches) -> None:
        """Forget a mismatch, since the game goes on."""
        self.failure = ""

    def on_log_forked(self, event: LogForked) -> None:
        said = _(
            "the host shows seat {seat} a different game from the one that this "
            "program sees"
        )
        self.failure = said.format(seat=event.seat)

    def on_secret_missing(self, event: SecretMissing) -> None:
        """Remember that a secret of a seat that was handed over is missing."""
        self.failure = _("one of the seat's secrets is missing")

    def on_table_closed(self, event: TableClosed) -> None:
        self.failure = said_by_host(event.reason) if event.by_host else event.reason


class BotSeat:
    """One bot at a host, from its start to its end; created by `BotSeats`."""

    def __init__(
        self, player: Bot, link: Link, session: Session, keep: BotFolder
    ) -> None:
        self._player = player
        self._link = link
        self._session = session
        self._keep = keep

    def run(self) -> Deferred[str]:
        """
        Play; the result is why the bot didn't play to the end, or an empty string.

        Once the result is there, the bot's game can be resumed from its memory file,
        also by this process.
        """
        return self._link.run().addCallbacks(lambda _: "", _why).addCallback(self._end)

    def stop(self) -> None:
        """Close the link, which ends the run."""
        self._link.stop()

    def let_go(self) -> None:
        """Release the memory file, and remove it if nobody will need it."""
        self._keep.clear(over=self._session.leaves_nothing)

    def _end(self, broken: str) -> str:
        self.let_go()
        failure = "" if self._session.finished else self._player.failure
        return broken or failure or ""


class BotOptions(NamedTuple):
    """How the bots of one process play, and for whom."""

    strategy: str
    think: float = THINK
    """Seconds that a thinker has for each choice."""
    owner: bytes | None = None
    """Identity of the person or host that runs these bots."""
    folder: Path | None = None
    """
    Folder for the memory files of a host's bots.

    None for bots started by a person, which keep theirs in the person's state folder.
    """
    password: str = ""
    """The table's password; empty if it has none."""


class BotSeats:
    """Creates the bots of one process at one host."""

    def __init__(
        self,
        reactor: object,
        where: Address,
        options: BotOptions,
        says: Callable[[str], None] = lambda line: None,
    ) -> None:
        """
        Start without bots.

        Args:
            reactor: the installed reactor.
            where: the host's address.
            options: how the bots play.
            says: prints a line about a lost host, for a person who started the bots.

        Raises:
            ValueError: there is no such strategy.
        """
        strategy(options.strategy, "")
        self._think = options.think
        VERIFICATION_CACHE.capacity = max(
            VERIFICATION_CACHE.capacity, MAX_SHARED_FINDINGS
        )
        self._reactor = cast(ILinkReactor, reactor)
        self._where = where
        self._strategy = options.strategy
        self._owner = options.owner
        self._folder = options.folder
        self._says = says
        self._password = options.password
        self._threads = Threads(cast(IReactorFromThreads, reactor))
        self._made = deque[bytes](maxlen=MAX_SHARED_FINDINGS)
        """Digests of what these bots have made, which none of them checks."""
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
        Create a bot, which does nothing until it is run.

        Args:
            name: the bot's name.
            table: the table to join; empty for any open table.
            known: the identity of a bot that resumes its game from its memory file.
            looks_on: spectate, and take a seat that somebody hands over.

        Raises:
            ValueError: the name is invalid.
            DamagedFile: the memory file can't be used.
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
                # A person who starts bots by hand doesn't restore their folder from a
                # backup.
                may_be_set_back=is_of_host and keep.was_kept,
            ),
            Environment(
                clock=self._reactor,
                work=self._threads,
                made=self._made,
                store_of=keep.store_of,
            ),
        )
        player.give_up = link.stop
        if looks_on:
            player.look_on(self._reactor)
        return BotSeat(player, link, session, keep)

    def _look(self, heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        """Discover hosts as the settings say, which are read only at this moment."""
        places = listens_at(load({}).settings.discovery)
        look = looking(cast(IReactorFromThreads, self._reactor), places)
        return look(heard) if look is not None else lambda: None

    def _kept(self, name: str, table: str, known: bytes | None) -> BotFolder:
        """Open the memory file of a bot."""
        if self._folder is None:
            place = str(replace(self._where, pin=None)), table, name
            return BotFolder.at(folders.state() / BOTS, place)
        if known:
            return BotFolder.found(self._folder, known)
        return BotFolder(self._folder, Identity.generate())


def _why(failure: Failure) -> str:
    """Return the error message of a broken link."""
    return failure.getErrorMessage()
