"""Programs on machines: a host, and those who sit at its table, each started anew as it takes."""

from __future__ import annotations

import contextlib
import inspect
from typing import TYPE_CHECKING, Any, cast

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.table.link import Broken, IReactor, Link
from sealed_wonders.client.table.memory import Memory, OnDisk, Store
from sealed_wonders.client.table.session import Session
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.news import News
from sealed_wonders.host.server import Server
from sealed_wonders.net.address import Address
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.suites import SUITES
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient
from tests.storm.crooks import Crook, LyingHost
from tests.storm.people import Manner, Person
from tests.storm.world import Killed, Machine
from tests.support.connections import PIN
from tests.support.inprocess.server import RecordingBots
from tests.support.lobbies import HOST, named

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from tests.storm.table import Table

    T = TypeVar("T")

PORT = 7777

SYNCS = "disk" in inspect.signature(Server.__init__).parameters
"""A host's journal outlives a loss of power."""

TRIES = 5
"""How often somebody starts a program again that ends with the same words."""


class Later:
    """Does what takes long a moment later, as threads do; or at once."""

    def __init__(self, machine: Machine, seconds: float) -> None:
        self._machine = machine
        self._dice = machine.world.chance.dice("work", machine.name)
        self._seconds = seconds

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        done: Deferred[T] = Deferred()
        delay = self._seconds * self._dice.random()
        self._machine.callLater(delay, self._do, job, done)
        return done

    def _do(self, job: Callable[[], T], done: Deferred[T]) -> None:
        try:
            result = job()
        except Exception:  # noqa: BLE001  as a thread pool does
            done.errback(Failure())
        else:
            done.callback(result)
            # Who was killed over it has nobody to tell.
            done.addErrback(lambda failure: failure.trap(Killed))


class House:
    """The host's machine."""

    def __init__(self, table: Table, machine: Machine, work: Work) -> None:
        self.table = table
        self.machine = machine
        self.news: list[News] = []
        self.server: Server | None = None
        self.liar: LyingHost | None = None
        self.is_gone = False
        self.is_back_after: float | None = None
        self._work = work
        machine.died = self._died
        self.folder = machine.disk.folder / "host"
        self.folder.mkdir()

    def start(self) -> None:
        """Start the program, or start it again; without a disk it doesn't begin."""
        if self.machine.disk.is_read_only:
            self.machine.world.later(1.0, self.start)
            return
        self.machine.boot()
        self.machine.start(self._run)

    def _run(self) -> None:
        more: dict[str, Any] = {"disk": self._work} if SYNCS else {}
        self.server = Server(
            HOST,
            "the house",
            self.table.terms,
            self.machine,
            Archive(self.folder),
            self.news.append,
            tables=2,
            bots=RecordingBots(),
            work=self._work,
            **more,
        )
        self.server.resume_all()
        server = self.server

        def accept() -> ToClient:
            return ToClient(server, self.machine)

        liar = self.liar
        self.machine.network.listen(
            self.machine,
            PORT,
            accept if liar is None else lambda: liar.connection(accept),
        )

    def _died(self) -> None:
        self.table.judge.host_left_off()
        self.server = None
        pause, self.is_back_after = self.is_back_after or 1.0, None
        if not self.is_gone:
            self.machine.world.later(pause, self.start)


class Guest:
    """
    Somebody with a machine, who starts the program again when it has ended too early.

    Attributes:
        player: what they see of the program that runs; of the last one, if none does.
        said: what the last program said as it ended, if it failed.
        is_done: they need nothing more here.
        is_gone: they don't come back.
        is_lost: they have tried often enough, and can't go on.
        crook: what is wrong with their program; None: it is an honest one.
        is_back_after: how long they take to start the program again that was killed.
    """

    session: Session
    player: Person
    home: Home

    def __init__(
        self, table: Table, machine: Machine, manner: Manner, work: Work
    ) -> None:
        self.table = table
        self.machine = machine
        self.name = machine.name
        self.manner = manner
        self.identity = named(machine.name)
        self.dice = table.chance.dice("person", machine.name)
        self.said = self.said_before = ""
        self.fails = 0
        self.is_lost = False
        self.is_done = self.is_gone = False
        self.is_back_after: float | None = None
        self.starts = 0
        self._work = work
        self.crook: Crook | None = None
        self._link: Link | None = None
        self._stores: list[OnDisk] = []
        machine.died = self._died
        machine.tap = lambda message: table.judge.said(self, message)
        folder = machine.disk.folder
        self.home = Home(folder / "config", folder / "state")
        self.home.config.mkdir()
        (self.home.config / "identity.pem").write_bytes(self.identity.to_pem())

    def hesitates(self, pause: float) -> float:
        """Give how long they really think."""
        return min(pause, 0.05) if self.table.is_calm else pause

    def start(self) -> None:
        """Start the program, or start it again."""
        is_over = self.is_done or self.is_gone or self.is_lost
        if not (is_over or self.machine.is_running):
            self.starts += 1
            self.machine.boot()
            self.machine.start(self._run)

    def _run(self) -> None:
        machine = self.machine
        entropy = self.table.chance.entropy(self.name, self.starts)
        self.said = ""
        self._stores = []
        self.player = Person(self)
        identity = self.home.identity()
        link = self._link = Link(
            cast(IReactor, machine),
            Address(self.table.house.machine.ip, PORT, PIN),
            identity,
            self.name,
            machine=machine.own,
        )
        link._endpoint._chance = self.dice.random
        self.session = link.session = Session(
            identity,
            self.name,
            self.player,
            self._send,
            store_of=self._store_of,
            log_of=self._log_of,
            entropy=entropy,
            work=self._work,
            suites=SUITES,
            stays=True,
            clock=machine,
        )
        link.run().addCallbacks(lambda _: self._ended(""), self._failed)

    def _send(self, message: FromClient) -> None:
        if self._link is not None:
            said = (message,) if self.crook is None else self.crook.says(message)
            for one in said:
                self._link.send(one)

    def _store_of(self, table: bytes) -> Store:
        try:
            store = self.home.memories(table)
        except Damaged as damaged:
            raise Broken(sentence_of(damaged)) from None
        self._stores.append(store)
        keep = store.remember

        def remember(memory: Memory) -> None:
            self.table.judge.keeps(self, memory)
            keep(memory)

        store.remember = remember  # type: ignore[method-assign]
        return store

    def _log_of(self, gid: bytes, table: str) -> GameLog:
        return self.home.game_log(gid, table, self.machine.world.now)

    def leave(self) -> None:
        """Take one's leave for good, in the middle of a game."""
        game = self.session.game
        if game is not None and not self.session.over:
            with contextlib.suppress(OSError):
                game.say_goodbye()
            self.is_gone = True
            self.machine.callLater(0.5, self.go)

    def go(self) -> None:
        """Leave the table."""
        if self._link is not None:
            self._link.stop()

    # What is kept.

    def keep_log(self, *, whole: bool) -> None:
        """Keep the log of the game, as the program of a person does."""
        seat = self.session.seat
        if seat is not None:
            with contextlib.suppress(Damaged):
                fold = seat.fold
                self.home.keep_log(fold.charter.gid, fold.log(), whole=whole)

    def keep_proof(self, seat: int, proof: Equivocation) -> None:
        """Keep a proof that somebody signed two versions, likewise."""
        mine = self.session.seat
        if mine is not None:
            with contextlib.suppress(Damaged):
                self.home.keep_proof(mine.fold.charter.gid, seat, proof.to_bytes())

    # How it ends.

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        self._ended(str(error) or type(error).__name__)
        if not isinstance(error, Problem):
            self.machine.complain(error)

    def _ended(self, said: str) -> None:
        self.said = said
        self.table.judge.left_off(self)
        for store in self._stores:
            store.close()
        # Whatever else goes on in this event is still the process.
        self.machine.callLater(0, self._exit)

    def _exit(self) -> None:
        said = self.said.replace(str(self.machine.disk.folder), "")
        self.machine.world.note(self.name, "ends", self.player.news, said)
        self.machine.end()
        if self.player.news:
            self.is_done = True
        if self.said and self.said == self.said_before and self.table.is_calm:
            self.fails += 1
        self.said_before = self.said
        if self.fails >= TRIES:
            self.is_lost = True
        if self.is_done or self.is_gone or self.is_lost:
            self.table.look()
        else:
            self.machine.world.later(1 + 4 * self.dice.random(), self.start)

    def _died(self) -> None:
        if self.starts and hasattr(self, "session"):
            self.table.judge.left_off(self)
        pause, self.is_back_after = self.is_back_after or 1.0, None
        self.machine.world.later(pause, self.start)
