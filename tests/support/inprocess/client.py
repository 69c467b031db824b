"""A client's session, and its connection to a host in the same process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionLost
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from sealed_wonders.client.table.actions import InSession, SetReady, VoteOn
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Vote
from sealed_wonders.client.table.game import Game
from sealed_wonders.client.table.hostlog import LogFile
from sealed_wonders.client.table.memory import InMemory, MemoryStore
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.net.address import Address
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.frames import FrameReader, frame_bytes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import PING_INTERVAL
from sealed_wonders.net.log.envelopes import Body, Envelope, Wire, parse, sign
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Log,
    Ping,
    Pong,
    Post,
    Refused,
    Welcome,
    decode,
    encode,
)
from sealed_wonders.net.suites import SUITES
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.wire import ToClient
from sealed_wonders.net.wishes import Wishes
from tests.support.connections import FakeTlsTransport
from tests.support.inprocess.players import RecordingPlayer
from tests.support.lobbies import named

if TYPE_CHECKING:
    from tests.support.inprocess.server import HostHarness

Lie = Callable[[Envelope], Body | None]
"""Gives another body for what somebody says; None: they say the truth."""

EVENING = 1_760_000_000.0
"""Seconds since 1970 when the clock of a host begins to run."""

OWN = "10.0.0.1"
"""The host's address."""

PING = frame_bytes(encode(Ping(0)))


M = TypeVar("M", bound=FromHost)


class _NoFile:
    """A log that nobody keeps."""

    found = ()

    def keep(self, wires: Sequence[Wire]) -> None:
        pass

    def sync(self) -> None:
        pass

    def close(self) -> None:
        pass


class _ClockOf:
    """A host's clock, which is another one when the host was killed."""

    def __init__(self, host: HostHarness) -> None:
        self._host = host

    def seconds(self) -> float:
        return self._host.clock.seconds()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host.clock, name)


class Client:
    """
    What a client program is, but for TLS and TCP: frames go to a real `ToClient`.

    What the session says is under way until the next `exchange`, and so is what the host
    says; a connection that breaks loses both. Pings go at once, when it is time for one.

    Attributes:
        connection: the host's end; None while there is none.
        received: what the host has said on this connection, but for pongs.
        outgoing: what is under way to the host.
        tamper: changes or drops what is sent: a modified client.
        relay: what is heard instead of what the host says: a modified host.
        gets_ready: it is ready in the lobby, from the next session on.
        options: what it wants of the host, likewise.
        stalled: nothing is read, nor said by itself, but for pings.
        pings: it sends them.
        failures: why the session couldn't go on.
    """

    session_class: type[Session] = Session

    def __init__(
        self,
        host: HostHarness,
        name: str,
        *,
        table: str = "",
        owner: bytes | None = None,
        lender: Lender | None = None,
        store: MemoryStore | None = None,
        identity: Identity | None = None,
        work: Work = at_once,
        near: bool = False,
        address: str = "",
        ready: bool = True,
        **options: Any,
    ) -> None:
        """
        Start the program; it isn't connected yet.

        Args:
            lender: the machine that lends its seat.
            near: it runs on the host's machine.
            address: where it runs otherwise; everybody has another, if nothing is said.
            ready: it is so in the lobby.
            options: as `SessionOptions` has them.
        """
        self.host = host
        self.name = name
        self.identity = identity or named(name)
        self.store = InMemory() if store is None else store
        self.connection: ToClient | None = None
        self.transport = FakeTlsTransport()
        self.received: list[FromHost] = []
        self.outgoing: list[FromClient] = []
        self.tamper: Callable[[FromClient], FromClient | None] = lambda message: message
        self.relay: Callable[[FromHost], Sequence[FromHost]] = lambda message: [message]
        self.gets_ready = ready
        self.stalled = False
        self.pings = True
        self.failures: list[Exception] = []
        self.options = SessionOptions(stays=True, suites=SUITES, **options)
        self._participant = Participant(self.identity, name, owner, lender)
        self._work = work
        a, b, *_ = hashlib.sha256(name.encode()).digest()
        self._address = OWN if near else address or f"172.{a}.{b}.9"
        self._reader = FrameReader()
        self._next_ping: IDelayedCall | None = None
        self._begin(table)

    def _begin(self, table: str) -> None:
        """Begin a session that knows of nothing yet."""
        self.player = RecordingPlayer()
        if self.gets_ready:
            self.player.be_ready = self._be_ready
        self.session = self.session_class(
            self._participant,
            self._listener(),
            self._say,
            replace(self.options, table=table),
            Environment(
                clock=cast(IReactorTime, _ClockOf(self.host)),
                wall=lambda: EVENING + self.host.clock.seconds(),
                entropy=lambda count: self.host.entropy(self.name, count),
                work=self._work,
                store_of=self.store_of,
                log_of=self.log_of,
            ),
        )
        self.session.stopped = self._stopped

    def _listener(self) -> Player:
        """Give who is told by the session."""
        return self.player

    def store_of(self, table: bytes) -> MemoryStore:
        """Give the store for a game."""
        return self.store

    def log_of(self, gid: bytes, table: str) -> LogFile:
        """Give the file for the log of a game."""
        return _NoFile()

    def _be_ready(self) -> None:
        for person in self.player.last_lobby.people:
            if person.identity == self.identity.public and not person.ready:
                self.session.do(SetReady())

    def _stopped(self, error: Exception | None) -> None:
        """Take note of why the session doesn't go on."""
        if error is not None:
            self.failures.append(error)

    def restart(self, table: str = "") -> None:
        """Start the program anew; what it kept on disk is there."""
        self.disconnect()
        self._begin(table)

    def play_again(self, table: str = "", wishes: Wishes = ()) -> None:
        """Want another game on the same connection: at that table, or the same one."""
        before = self.session
        before.table = table or before.table
        self.store = InMemory()
        self._begin(before.table)
        self.session.sit_again(before, wishes)

    def move(self, host: HostHarness) -> None:
        """Lose the connection, and connect to another host, which has the same clock."""
        self.disconnect()
        if self in self.host.clients:
            self.host.clients.remove(self)
        self.host = host
        host.add(self)

    # The connection.

    def connect(self) -> None:
        """Connect, and log in."""
        connection = self.open_connection()
        self.outgoing = [self._participant.hello(connection.exporter)]

    def open_connection(self) -> ToClient:
        """Connect, and say nothing."""
        here = IPv4Address("TCP", OWN, 7777)
        there = IPv4Address("TCP", self._address, 50_000)
        self.transport = FakeTlsTransport(exporter=self.host.entropy("exporter", 32))
        self.transport.hostAddr, self.transport.peerAddr = here, there
        self._reader = FrameReader()
        self.received, self.outgoing = [], []
        listener = self.host.listener or self.host.server
        self.connection = ToClient(listener, self.host.clock)
        self.connection.makeConnection(self.transport)
        self.connection.handshakeCompleted()
        return self.connection

    def disconnect(self) -> None:
        """Lose the connection, and all that is under way."""
        connection, self.connection, self.outgoing = self.connection, None, []
        if connection is not None:
            self._stop_pings()
            connection.connectionLost(Failure(ConnectionLost()))
            self.session.connection_lost()

    @property
    def is_cut_off(self) -> bool:
        """The host has hung up."""
        return self.transport.disconnecting or self.transport.disconnected

    def _ping_later(self, connection: ToClient) -> None:
        self._stop_pings()
        clock = self.host.clock
        self._next_ping = clock.callLater(PING_INTERVAL, self._ping, connection)

    def _ping(self, connection: ToClient) -> None:
        if self.pings:
            connection.dataReceived(PING)
        self._ping_later(connection)

    def _stop_pings(self) -> None:
        if self._next_ping is not None and self._next_ping.active():
            self._next_ping.cancel()

    # Speaking.

    def _say(self, message: FromClient) -> None:
        changed = self.tamper(message)
        if self.connection is not None and changed is not None:
            self.outgoing.append(changed)

    def send(self, *messages: FromClient) -> None:
        """Say something that the host hears at once, after what is under way."""
        for message in messages:
            self._say(message)
        self._deliver(self._take_outgoing())

    def speak(self, *messages: FromClient) -> None:
        """Send messages, and let everybody hear and speak."""
        self.send(*messages)
        self.host.settle()

    def act(self, action: InSession) -> None:
        """Do something as its person, and let everybody hear and speak."""
        self.session.do(action)
        self.host.settle()

    def send_bytes(self, data: bytes) -> None:
        """Say anything, in the same way."""
        self._deliver(self._take_outgoing())
        if self.connection is not None:
            self.connection.dataReceived(data)

    def _take_outgoing(self) -> list[FromClient]:
        outgoing, self.outgoing = self.outgoing, []
        return outgoing

    def _deliver(self, messages: Sequence[FromClient]) -> None:
        connection = self.connection
        if connection is not None:
            for message in messages:
                connection.dataReceived(frame_bytes(encode(message)))

    def lie(self, lie: Lie) -> None:
        """Sign other bodies than the session's own from now on."""

        def changed(wire: Wire) -> Wire:
            envelope = parse(wire.env)
            body = lie(envelope)
            if body is None:
                return wire
            return sign(self.identity, replace(envelope, body=body)).wire

        def tamper(message: FromClient) -> FromClient:
            if isinstance(message, Post):
                return Post(tuple(map(changed, message.wires)))
            return message

        self.tamper = tamper

    # Hearing.

    def exchange(self) -> bool:
        """Deliver what is under way, both ways; tells whether there was anything."""
        connection = self.connection
        if connection is None or self.stalled:
            return False
        data = self.transport.value()
        self.transport.clear()
        # What is said in answer goes out the next time.
        outgoing = self._take_outgoing()
        try:
            self._hear(data, connection)
        except ProtocolError as error:
            if not self.host.keeps_failures:
                raise
            # A program that can't go on says so, and ends.
            self.failures.append(error)
            self.disconnect()
            return True
        if self.connection is connection:
            self._deliver(outgoing)
            if self.is_cut_off and not self.transport.value():
                self.disconnect()
        return bool(data or outgoing)

    def _hear(self, data: bytes, connection: ToClient) -> None:
        for payload in self._reader.receive(data):
            message = decode(payload, FromHost)
            if isinstance(message, Pong):
                continue
            self.received.append(message)
            for heard in self.relay(message):
                if not self.session.is_done:
                    self._take(heard)
            if isinstance(message, Welcome):
                self._ping_later(connection)

    def _take(self, message: FromHost) -> None:
        if isinstance(message, Welcome):
            self.session.at = Address(OWN, 7777, self.host.pin)
            self.session.welcomed(message)
        else:
            self.session.receive(message)

    @property
    def game(self) -> Game:
        """The game, once it has begun."""
        if self.session.game is None:
            raise ValueError(f"{self.name} doesn't play")
        return self.session.game

    @property
    def seat(self) -> Seat:
        """The seat in the game."""
        if self.session.seat is None:
            raise ValueError(f"{self.name} doesn't play")
        return self.session.seat

    def propose(self, *out: Client) -> None:
        """Open a ballot to put others out."""
        self.seat.propose([client.seat.number for client in out])
        self.send(Post(self.seat.unheard()))

    def vote_on_all(self, *, yes: bool) -> None:
        """Answer all ballots that are to be answered."""
        for ballot in self.seat.unanswered:
            self.seat.vote(ballot, yes=yes)
        self.send(Post(self.seat.unheard()))

    def heard(self, kind: type[M]) -> list[M]:
        """Give the messages of one kind that came over this connection."""
        return [it for it in self.received if isinstance(it, kind)]

    @property
    def refusals(self) -> list[str]:
        """Why things were refused on this connection."""
        return [it.reason for it in self.heard(Refused)]

    @property
    def entries_received(self) -> int:
        """How many entries of logs came over this connection."""
        return sum(len(it.wires) for it in self.heard(Log))


def silent(
    *kinds: type[FromClient],
) -> Callable[[FromClient], FromClient | None]:
    """Give what leaves out all messages of some kinds: a modified client."""
    return lambda message: None if isinstance(message, kinds) else message


def votes(person: Client) -> Callable[[Vote, bool], None]:
    """Give what answers a ballot, a moment after it was asked."""

    def answer(vote: Vote, yes: bool) -> None:
        person.host.clock.callLater(0, person.game.do, VoteOn(*vote.key, yes))

    return answer


def choosing(host: HostHarness) -> list[Client]:
    """Let three come to their first choice, which each of them thinks about."""
    people = host.join()
    for one in people:
        one.player.pick = None
    host.settle()
    return people


def choose(host: HostHarness, *people: Client) -> None:
    """Let people make the choices that they think about."""
    for one in people:
        one.player.answer_now()
    host.settle()


def asked(person: Client) -> Vote:
    """Give what somebody is asked in a ballot."""
    asks = person.player.absence_now.asks
    assert asks is not None
    return asks


def answers(person: Client, *, yes: bool) -> None:
    """Let somebody answer the ballot in which they are asked."""
    person.game.do(VoteOn(*asked(person).key, yes=yes))
