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
from tests.support.lobbies import identity_of

if TYPE_CHECKING:
    from tests.support.inprocess.server import HostHarness

Lie = Callable[[Envelope], Body | None]
"""Returns a false body for an envelope, or None to leave its body unchanged."""

EVENING = 1_760_000_000.0
"""Seconds since 1970 at which a host's clock starts."""

HOST_IP = "10.0.0.1"
"""The host's IP address."""

PING = frame_bytes(encode(Ping(0)))


M = TypeVar("M", bound=FromHost)

S = TypeVar("S", bound=FromClient)


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
    """
    The clock of a host, including the new clock that the host gets when it is killed.
    """

    def __init__(self, host: HostHarness) -> None:
        self._host = host

    def seconds(self) -> float:
        return self._host.clock.seconds()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host.clock, name)


class Client:
    """
    A client program without TLS and TCP, which passes frames to a real `ToClient`.

    Messages of the session and of the host are in transit until the next `exchange`. If
    the connection breaks, they are lost. Pings are delivered as soon as they are due.

    Attributes:
        connection: the host's end of the connection, or None if there is no connection.
        received: what the host has sent on this connection, except pongs.
        outgoing: messages in transit to the host.
        tamper: changes a message to the host, or returns None to drop it; for modified
            clients.
        relay: returns the messages that arrive instead of a message of the host; for
            modified hosts.
        gets_ready: whether the person becomes ready in the lobby; from the next session on.
        options: the options of the session; from the next session on.
        stalled: whether the client reads nothing, and sends nothing but pings.
        pings: whether the client sends pings.
        failures: the errors that stopped the session.
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
        Start the program without connecting it.

        Args:
            lender: the machine that lends this client its seat.
            near: whether the program runs on the host's machine.
            address: the client's IP address, unless it is `near`; by default, each name has
                its own address.
            ready: whether the person becomes ready in the lobby.
            options: further arguments for `SessionOptions`.
        """
        self.host = host
        self.name = name
        self.identity = identity or identity_of(name)
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
        self._address = HOST_IP if near else address or f"172.{a}.{b}.9"
        self._reader = FrameReader()
        self._next_ping: IDelayedCall | None = None
        self._begin(table)

    def _begin(self, table: str) -> None:
        """Begin a new session without any state."""
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
        """Return the player that receives the session's events."""
        return self.player

    def store_of(self, table: bytes) -> MemoryStore:
        """Return the store for a game."""
        return self.store

    def log_of(self, gid: bytes, table: str) -> LogFile:
        """Return the file for the log of a game."""
        return _NoFile()

    def _be_ready(self) -> None:
        for person in self.player.last_lobby.people:
            if person.identity == self.identity.public and not person.ready:
                self.session.do(SetReady())

    def _stopped(self, error: Exception | None) -> None:
        """Note the error that stopped the session."""
        if error is not None:
            self.failures.append(error)

    def restart(self, table: str = "") -> None:
        """Restart the program, which keeps what is on its disk."""
        self.disconnect()
        self._begin(table)

    def play_again(self, table: str = "", wishes: Wishes = ()) -> None:
        """Ask for a rematch on the same connection, at the same table or at `table`."""
        before = self.session
        before.table = table or before.table
        self.store = InMemory()
        self._begin(before.table)
        self.session.sit_again(before, wishes)

    def move(self, host: HostHarness) -> None:
        """Disconnect, and connect to another host, which must have the same clock."""
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
        """Connect without sending anything; return the host's end of the connection."""
        here = IPv4Address("TCP", HOST_IP, 7777)
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
        """Break the connection, and lose everything in transit."""
        connection, self.connection, self.outgoing = self.connection, None, []
        if connection is not None:
            self._stop_pings()
            connection.connectionLost(Failure(ConnectionLost()))
            self.session.connection_lost()

    @property
    def is_cut_off(self) -> bool:
        """Whether the host has closed the connection."""
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

    # Sending.

    def _say(self, message: FromClient) -> None:
        changed = self.tamper(message)
        if self.connection is not None and changed is not None:
            self.outgoing.append(changed)

    def send(self, *messages: FromClient) -> None:
        """Deliver messages to the host immediately, after those in transit."""
        for message in messages:
            self._say(message)
        self._deliver(self._take_outgoing())

    def speak(self, *messages: FromClient) -> None:
        """
        Send messages, and let everybody exchange messages until nothing is in transit.
        """
        self.send(*messages)
        self.host.settle()

    def act(self, action: InSession) -> None:
        """Perform an action of this person, and settle."""
        self.session.do(action)
        self.host.settle()

    def record_sent(self, kind: type[S]) -> list[S]:
        """Return a list that gets each message of a kind that is sent from now on."""
        sent: list[S] = []

        def note(message: FromClient) -> FromClient:
            if isinstance(message, kind):
                sent.append(message)
            return message

        self.tamper = note
        return sent

    def send_bytes(self, data: bytes) -> None:
        """Deliver arbitrary bytes to the host, after the messages in transit."""
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
        """Replace the bodies of this client's entries with those that `lie` returns."""

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

    # Receiving.

    def exchange(self) -> bool:
        """
        Deliver everything in transit in both directions; return whether there was
        anything.
        """
        connection = self.connection
        if connection is None or self.stalled:
            return False
        data = self.transport.value()
        self.transport.clear()
        # Answers to what arrives now are delivered in the next exchange.
        outgoing = self._take_outgoing()
        try:
            self._hear(data, connection)
        except ProtocolError as error:
            if not self.host.keeps_failures:
                raise
            # A real program reports the error and exits.
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
            self.session.at = Address(HOST_IP, 7777, self.host.pin)
            self.session.welcomed(message)
        else:
            self.session.receive(message)

    @property
    def game(self) -> Game:
        """The game; raises `ValueError` before it has begun."""
        if self.session.game is None:
            raise ValueError(f"{self.name} doesn't play")
        return self.session.game

    @property
    def seat(self) -> Seat:
        """The seat in the game; raises `ValueError` before the game has begun."""
        if self.session.seat is None:
            raise ValueError(f"{self.name} doesn't play")
        return self.session.seat

    def propose(self, *out: Client) -> None:
        """Open a ballot on going on without other clients."""
        self.seat.propose([client.seat.number for client in out])
        self.send(Post(self.seat.unheard()))

    def vote_on_all(self, *, yes: bool) -> None:
        """Answer all ballots that this seat hasn't answered."""
        for ballot in self.seat.unanswered:
            self.seat.vote(ballot, yes=yes)
        self.send(Post(self.seat.unheard()))

    def heard(self, kind: type[M]) -> list[M]:
        """Return the messages of one kind that arrived on this connection."""
        return [it for it in self.received if isinstance(it, kind)]

    @property
    def refusals(self) -> list[str]:
        """The reasons why requests were refused on this connection."""
        return [it.reason for it in self.heard(Refused)]

    @property
    def entries_received(self) -> int:
        """The number of log entries that arrived on this connection."""
        return sum(len(it.wires) for it in self.heard(Log))


def dropping(
    *kinds: type[FromClient],
) -> Callable[[FromClient], FromClient | None]:
    """Return a `tamper` function for a modified client that drops some messages."""
    return lambda message: None if isinstance(message, kinds) else message


def seats_of(*people: Client) -> tuple[int, ...]:
    """Return the numbers of clients' seats, in ascending order."""
    return tuple(sorted(it.seat.number for it in people))


def vote_caster(person: Client) -> Callable[[Vote, bool], None]:
    """
    Return a `cast` function that answers each ballot as soon as the clock advances.
    """

    def answer(vote: Vote, yes: bool) -> None:
        person.host.clock.callLater(0, person.game.do, VoteOn(*vote.key, yes))

    return answer


def clients_choosing(host: HostHarness) -> list[Client]:
    """Start a game in which three clients keep their first question unanswered."""
    people = host.join()
    host.leave_unanswered(people)
    return people


def asked_ballot(person: Client) -> Vote:
    """Return the ballot that a client is currently asked to answer."""
    asks = person.player.absence_now.asks
    assert asks is not None
    return asks


def answer_ballot(person: Client, *, yes: bool) -> None:
    """Make a client answer the ballot that it is currently asked to answer."""
    person.game.do(VoteOn(*asked_ballot(person).key, yes=yes))
