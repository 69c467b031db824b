"""Programs on the machines of a storm: a host and its players, restarted as needed."""

from __future__ import annotations

import contextlib
import math
import random
import time
from typing import TYPE_CHECKING, NamedTuple, cast

from cryptography.x509 import Certificate
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.storage.gamelog import GameLog
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.table.actions import HandOver, SayGoodbye
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.link import ILinkReactor, Link, LinkBroken, LinkOptions
from sealed_wonders.client.table.memory import Memory, MemoryStore, OnDisk
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.core.sentences import sentence_of
from sealed_wonders.host.context import Resources
from sealed_wonders.host.journal import Archive
from sealed_wonders.host.keys import HostKeys
from sealed_wonders.host.news import News
from sealed_wonders.host.offer import Offered
from sealed_wonders.host.resumption import BadGame
from sealed_wonders.host.server import Server
from sealed_wonders.host.tableregistry import TablePolicy
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import spki_pin
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.suites import SUITES
from sealed_wonders.net.verification import Work
from sealed_wonders.net.wire import ToClient
from tests.storm.crooks import Crook, LyingHost
from tests.storm.people import Manner, Person
from tests.storm.world import Killed, Machine
from tests.support.inprocess.server import RecordingBots
from tests.support.lobbies import identity_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from sealed_wonders.client.table.seat import Seat
    from tests.storm.table import Table

    T = TypeVar("T")

EARLY_END_PROPORTION = 0.2
"""Proportion of tables where people now and then wish to end the game early."""

PORT = 7777

TABLE = "table 1"
"""The name of a host's first table."""

TELL_SECONDS = 5.0
"""Seconds after which people tell each other where the table has moved."""

RETRY_SECONDS = 2.0
"""Seconds between two attempts to go to one's own host."""

INVITED_PROBABILITY = 0.7
"""Probability that somebody came by an invitation, not by an announcement."""

MAX_FAILURES = 5
"""Restarts of a program that keeps ending with the same message."""


OWNER = identity_of("owner")
"""The owner of the bots."""


class Room(NamedTuple):
    """When somebody leaves the room with their program on, in seconds of the run."""

    at: float = math.inf
    back: float = math.inf


class Later:
    """Does long work a moment later, as threads do."""

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
            # A killed process has nobody to report to.
            done.addErrback(lambda failure: failure.trap(Killed))


class House:
    """
    A host's machine.

    Attributes:
        server: the host, if it is running.
        liar: how the host lies, if it does.
        is_gone: whether it never comes back.
        is_back_after: seconds until a killed program is restarted.
        began_at: when it first started.
    """

    def __init__(
        self,
        table: Table,
        machine: Machine,
        work: Work,
        identity: Identity,
        certificate: Certificate,
    ) -> None:
        self.table = table
        self.machine = machine
        self.news: list[News] = []
        self.server: Server | None = None
        self.liar: LyingHost | None = None
        self.is_gone = False
        self.is_back_after: float | None = None
        self.began_at = 0.0
        self._identity = identity
        self._certificate = certificate
        self._pin = spki_pin(certificate)
        self._work = work
        self._said: Nearby | None = None
        self._said_at = 0.0
        machine.died = self._died
        self.folder = machine.disk.folder / "host"
        self.folder.mkdir()

    @property
    def address(self) -> Address:
        """Its address, with its pin."""
        return Address(self.machine.ip, PORT, self._pin)

    @property
    def is_running(self) -> bool:
        """Whether the host can be reached."""
        return self.machine.is_running and self.server is not None

    @property
    def plays(self) -> bool:
        """
        Whether a game is running there; not one that is over, even if not all have
        heard of that.
        """
        tables = () if self.server is None else self.server.registry
        return any(it.state is TableState.PLAYING for it in tables)

    def announced(self) -> Nearby | None:
        """Return its announcement, which stays for a while after the host is gone."""
        now = self.machine.world.now
        if self.server is not None:
            name, games = self.server.name, self.server.games()
            self._said, self._said_at = Nearby(name, self.address, (), games), now
        return self._said if now - self._said_at < self.table.around.lingers else None

    def start(self) -> None:
        """Start or restart the program; that has to wait for a working disk."""
        if self.machine.disk.is_read_only:
            self.machine.world.later(1.0, self.start)
            return
        self.machine.boot()
        self.machine.start(self._run)

    def _run(self) -> None:
        self.server = Server(
            HostKeys(self._identity, b"", self._pin),
            self.machine.name,
            TablePolicy(Offered(self.table.terms, frozenset()), 2),
            Resources(
                self.machine,
                Archive(self.folder),
                RecordingBots(),
                work=self._work,
                disk=self._work,
            ),
            self.news.append,
        )
        server = self.server
        self._begin(server)

        def accept() -> ToClient:
            return ToClient(server, self.machine)

        liar = self.liar
        self.machine.network.listen(
            self.machine,
            PORT,
            accept if liar is None else lambda: liar.connection(accept),
            self._certificate,
        )

    def _begin(self, server: Server) -> None:
        """Resume its former games."""
        server.resumption.resume_all()

    def _died(self) -> None:
        self.announced()
        self.table.judge.host_left_off(self)
        self.server = None
        pause, self.is_back_after = self.is_back_after or 1.0, None
        if not self.is_gone:
            self.machine.world.later(pause, self.start)


class AnotherHouse(House):
    """
    The machine of a host that continues a game, once the first one is lost.

    Attributes:
        guest: the player who continues it there, if any.
        has_game: whether it has had the game.
    """

    guest: Guest | None = None
    has_game = False

    def take_up(self, guest: Guest, data: bytes) -> None:
        """Start it with a file of a game."""
        self.guest, self.began_at = guest, self.machine.world.now
        self._given = self.machine.disk.folder / "given.journal"
        self._given.write_bytes(data)
        self.machine.disk.settle()
        self.machine.world.note(guest.name, "goes on at", self.machine.name)
        self.start()
        self._lead(guest)

    def _lead(self, guest: Guest) -> None:
        """Make its owner go there, as soon as both are running."""
        if self.guest is guest and not (guest.is_at_a_host or guest.goes_to(self)):
            self.table.world.later(RETRY_SECONDS, self._lead, guest)

    def _begin(self, server: Server) -> None:
        super()._begin(server)
        if not (self.has_game or list(server.registry)):
            try:
                server.resumption.take_over(self._given)
            except BadGame as why:
                self.machine.world.note(self.machine.name, "can't:", why)
                self.guest = self.server = None
                self.machine.callLater(0, self.machine.end)
                return
        self.has_game = True
        self.table.world.later(TELL_SECONDS, self.table.moving.tell, self)


class Guest:
    """
    Somebody with a machine, who restarts a program that has ended too early.

    Attributes:
        player: what they see of the running program, or of the last one.
        said: the last program's error message.
        is_done: whether they need nothing more here.
        ended_at: when their program ended after showing the end of the game; infinity: never.
        started_at: when they last started it.
        is_gone: whether they never come back.
        is_lost: whether they have tried often enough, and can't go on.
        crook: how their program cheats, if it does.
        is_back_after: seconds until they restart a killed program.
        looks_on: whether they are a spectator, who takes a seat if one is offered.
        place: where they look for their game's host when they start the program.
        is_invited: whether they know the host by its pin, not by its announcement.
        ends: draws when they would end the game early; None: never.
        room: when they leave the room with their program on, and when they are back.
    """

    session: Session
    player: Person
    home: Home

    def __init__(
        self,
        table: Table,
        machine: Machine,
        manner: Manner,
        work: Work,
        *,
        looks_on: bool = False,
    ) -> None:
        self.table = table
        self.machine = machine
        self.name = machine.name
        self.manner = manner
        self.looks_on = looks_on
        self.identity = identity_of(machine.name)
        self.dice = table.chance.dice("person", machine.name)
        self.ends: random.Random | None = None
        if table.chance.dice("ends").random() < EARLY_END_PROPORTION:
            self.ends = table.chance.dice("ends", machine.name)
        self.room = Room()
        self.said = self.said_before = ""
        self.fails = 0
        self.is_lost = False
        self.is_done = self.is_gone = False
        self.is_back_after: float | None = None
        self.place = table.house.address
        self.is_invited = (
            table.chance.dice("invited", self.name).random() < INVITED_PROBABILITY
        )
        self.starts = 0
        self.started_at, self.ended_at = 0.0, math.inf
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

    @property
    def seat(self) -> Seat | None:
        """What the running program, or the last one, knows of a game."""
        return self.session.seat if hasattr(self, "session") else None

    @property
    def is_in_lobby(self) -> bool:
        """Whether their program has shown a table, but no game at it."""
        return (
            self.seat is None and hasattr(self, "player") and bool(self.player.lobbies)
        )

    @property
    def only_looks_on(self) -> bool:
        """Whether they are a spectator without a seat."""
        seat = self.seat
        mine = self.identity.public
        return self.looks_on and (
            seat is None or seat.fold.handovers.seat_of(mine) is None
        )

    @property
    def is_out_of_room(self) -> bool:
        """Whether nobody is there to press a key."""
        return self.room.at <= self.machine.world.now < self.room.back

    @property
    def never_comes_back(self) -> bool:
        """Whether nobody will ever be."""
        return self.is_out_of_room and self.room.back == math.inf

    def hesitates(self, pause: float) -> float:
        """Return how long they really think."""
        return min(pause, 0.05) if self.table.is_calm else pause

    def start(self) -> None:
        """Start or restart the program."""
        is_over = self.is_done or self.is_gone or self.is_lost
        if not (is_over or self.machine.is_running):
            self.starts += 1
            self.started_at = self.machine.world.now
            self.machine.boot()
            self.machine.start(self._run)

    def _run(self) -> None:
        machine = self.machine
        entropy = self.table.chance.entropy(self.name, self.starts)
        self.said = ""
        self._stores = []
        self.player = Person(self)
        owner = OWNER.public if self.manner.is_program else None
        participant = Participant(self.home.identity(), self.name, owner)
        link = self._link = Link(
            cast(ILinkReactor, machine),
            self.place,
            participant,
            options=LinkOptions(
                look=self.table.around.look(self),
                machine=machine.own,
                is_invited=self.is_invited,
                dice=self.dice,
            ),
        )
        link._endpoint._chance = self.dice.random
        link.moved = self._moved
        self.session = link.session = Session(
            participant,
            self.player,
            self._send,
            SessionOptions(
                TABLE if self.looks_on else "",
                sits=not self.looks_on,
                looks_on=self.looks_on,
                stays=True,
                suites=SUITES,
            ),
            Environment(
                clock=machine,
                entropy=entropy,
                work=self._work,
                store_of=self._store_of,
                log_of=self._log_of,
            ),
        )
        link.run().addCallbacks(lambda _: self._ended(""), self._failed)

    def _send(self, message: FromClient) -> None:
        if self._link is not None:
            crook, seat = self.crook, self.session.seat
            if crook is not None and seat is not None:
                pin = self._link.pin or b""
                crook.gid, crook.pin = (lambda: seat.fold.charter.gid), lambda: pin
            for one in (message,) if crook is None else crook.says(message):
                self._link.send(one)

    def _store_of(self, table: bytes) -> MemoryStore:
        try:
            store = self.home.memories(table)
        except DamagedFile as damaged:
            raise LinkBroken(sentence_of(damaged)) from None
        self._stores.append(store)
        keep = store.remember

        def remember(memory: Memory) -> None:
            self.table.judge.keeps(self, memory)
            keep(memory)

        store.remember = remember  # type: ignore[method-assign]
        return store

    def _log_of(self, gid: bytes, table: str) -> GameLog:
        return self.home.game_log(gid, table, time.time())

    def give(self) -> None:
        """Hand over their seat to somebody who would take it."""
        game, takers = self.session.game, self.player.takers_now
        if game is not None and takers:
            self.player.try_to(lambda: game.do(HandOver(takers[0].identity)))

    def leave(self) -> None:
        """Leave for good in the middle of a game."""
        game = self.session.game
        if game is not None and not self.session.over:
            with contextlib.suppress(OSError):
                game.do(SayGoodbye())
            self.is_gone = True
            self.machine.callLater(0.5, self.go)

    def go(self) -> None:
        if self._link is not None:
            self._link.stop()

    # Where the host is.

    @property
    def has_lost_host(self) -> bool:
        """Whether they see that their game has no host at the moment."""
        is_on = not (self.session.over or self.is_gone)
        return is_on and self._link is not None and self._link.pin is None

    @property
    def is_at_a_host(self) -> bool:
        """Whether they are connected to a host at which their game continues."""
        return self._link is not None and self._link.pin is not None

    @property
    def is_at_a_running_host(self) -> bool:
        """
        The same, if the host is running: a lost connection may go unnoticed for a
        while.
        """
        pin = None if self._link is None else self._link.pin
        return any(it.is_running and it.address.pin == pin for it in self.table.houses)

    @property
    def plays_at_a_host(self) -> bool:
        """
        Whether they are there with a seat; those without don't count for anybody
        looking for it.
        """
        seat = self.seat
        return self.is_at_a_host and seat is not None and not seat.is_out

    def plays_away_from(self, other: Guest) -> bool:
        """
        Return whether they have a game that continues at another host than somebody's.
        """
        if self._link is None or other._link is None or self.session.game is None:
            return False
        pin = self._link.pin
        return not self.session.over and pin is not None and pin != other._link.pin

    @property
    def is_crossing(self) -> bool:
        """Whether they log in at another host while still connected to the last one."""
        return self._link is not None and self._link._crossing is not None

    def goes_to(self, house: House) -> bool:
        """
        Go to a host as a person with its address does, and return whether they are
        there.
        """
        link = self._link
        if self.is_done or self.is_gone or self.is_lost or self.table.is_over:
            return True
        if link is None or not self.machine.is_running or not house.is_running:
            return False
        if link.pin == house.address.pin:
            return True
        if link._crossing is None:
            self.machine.enter(link.lead_to, [house.address])
        return False

    def goes_among(self, addresses: Sequence[Address]) -> None:
        """Go to the host at some addresses, as a person does if one is offered."""
        if self._link is not None and self.machine.is_running:
            self._link.lead_to(addresses)

    @property
    def may_choose_host(self) -> bool:
        """Whether they're asked before going to a host where nobody is proven to be."""
        is_asked = not (self.is_invited or self.manner.is_program)
        return is_asked and not self.never_comes_back

    @property
    def is_waiting_for_host(self) -> bool:
        """Whether they have no host, nor a game that could continue at another."""
        return self.has_lost_host and self.session.game is None

    @property
    def follows_nobody(self) -> bool:
        """Whether they have no host, and a game with no entry, as far as they know."""
        is_drawn = self.has_lost_host and self.session.game is not None
        return is_drawn and self.session.followed is None

    def _moved(self, host: str, at: Address) -> None:
        """Remember that the game continues elsewhere."""
        self.place = at

    def _look_elsewhere(self) -> None:
        """Look for the host at the next place, if there is none here."""
        places = [it.address for it in self.table.houses if it.is_running]
        if places and self.place not in places:
            self.place = self.dice.choice(places)
        elif places:
            at = places.index(self.place) + 1
            self.place = places[at % len(places)]

    # Files.

    def kept_log(self, gid: bytes) -> bytes:
        """Return what their program has kept of the log of a running game."""
        path = self.home._game_log(gid)
        return path.read_bytes() if path.exists() else b""

    def keep_log(self, *, whole: bool) -> None:
        """Keep the log of the game, as a person's program does."""
        seat = self.session.seat
        if seat is not None:
            with contextlib.suppress(DamagedFile):
                fold = seat.fold
                self.home.keep_log(fold.charter.gid, fold.log(), whole=whole)

    def keep_proof(self, seat: int, proof: Equivocation) -> None:
        """Keep a proof that somebody signed two versions, likewise."""
        mine = self.session.seat
        if mine is not None:
            with contextlib.suppress(DamagedFile):
                self.home.keep_proof(mine.fold.charter.gid, seat, proof.to_bytes())

    # The end of a process.

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
        # The rest of this event still belongs to the process.
        self.machine.callLater(0, self._exit)

    def _exit(self) -> None:
        said = self.said.replace(str(self.machine.disk.folder), "")
        self.machine.world.note(self.name, "ends", self.player.news, said)
        self.machine.end()
        if self.player.news:
            self.is_done = True
            if self.player.news == "ended":
                self.ended_at = self.machine.world.now
            self.table.moving.ended(self)
        elif not self.player.connected:
            self._look_elsewhere()
        if self.said and self.said == self.said_before and self.table.is_calm:
            self.fails += 1
        self.said_before = self.said
        if self.fails >= MAX_FAILURES:
            self.is_lost = True
        if self.is_done or self.is_gone or self.is_lost:
            self.table.look()
        else:
            self.machine.world.later(1 + 4 * self.dice.random(), self.start)

    def _died(self) -> None:
        if self.starts and hasattr(self, "session"):
            self.table.judge.left_off(self)
        self._link = None
        pause, self.is_back_after = self.is_back_after or 1.0, None
        self.machine.world.later(pause, self.start)
