"""
Attacks on a host's availability, each in a separate process.

    python -m scripts.benches._besieger NAME HOST:PORT#PIN SECONDS

starts when it reads a line, ends after SECONDS or on SIGTERM, and prints its result as
JSON. Attackers use eight addresses of this machine that aren't the host's, so a host
takes them for other machines on one network.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import resource
import secrets
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from twisted.internet import protocol
from twisted.internet.endpoints import TCP4ClientEndpoint
from twisted.internet.task import LoopingCall

from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.frames import MAX_FRAME, frame_bytes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.entries import make_commit
from sealed_wonders.net.log.envelopes import ZERO, Envelope, parse, sign
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    FromHost,
    Lobby,
    Log,
    Post,
    Read,
    Refused,
    Sit,
    Welcome,
)
from sealed_wonders.net.wire import ToHost, client_factory

ADDRESSES = tuple(f"127.0.0.{n}" for n in range(2, 10))
"""Addresses of the attackers."""

STEP = 0.02
"""Seconds between two checks for actions that are due."""

LATE = 0.1
"""
Seconds of delay that an attacker catches up with at once, at most.

Catching up with more would be a different attack.
"""

SMALL = 4096
"""Receive buffer of a slow reader, in bytes: the rest of the data stays at the host."""


@dataclass
class Came:
    """The result of an attack."""

    tried: int = 0
    """Connections attempted."""
    secure: int = 0
    """Connections that completed a TLS handshake."""
    welcome: int = 0
    """Connections that the host then admitted."""
    said: int = 0
    """The actions that the attack is about: entries sent, tables read, seats taken."""
    refused: int = 0
    """The host's refusals."""
    lost: int = 0
    """Connections that ended, or failed."""
    seconds: float = 0.0
    """Duration in seconds."""
    cpu: float = 0.0
    """
    Processor time of the attacker, in seconds, which the host and the players lack.
    """


class Besieger:
    """
    A running attack.

    Attributes:
        came: its result so far.
        open: the number of open connections.
    """

    def __init__(self, host: Address) -> None:
        from twisted.internet import reactor

        self.came = Came()
        self.open = 0
        self.reactor: Any = reactor
        self._host = host
        self._addresses = itertools.cycle(ADDRESSES)

    def connect(self, factory: Any) -> None:
        """Connect from the next address; a failed connection counts as lost."""
        self.came.tried += 1
        self.open += 1
        endpoint = TCP4ClientEndpoint(
            self.reactor,
            self._host.host,
            self._host.port,
            bindAddress=(next(self._addresses), 0),
        )
        endpoint.connect(factory).addErrback(lambda _: self.lost())

    def come(self, listener: Any) -> None:
        """Connect with TLS, and wait up to ten minutes for the host to say anything."""
        self.connect(
            client_factory(listener, self.reactor, self._host.pin, patience=10 * 60.0)
        )

    def write(self, connection: ToHost, data: Callable[[], bytes], rate: float) -> None:
        """Write raw data `rate` times a second while the connection is open."""

        def send() -> None:
            if connection.is_open:
                self.came.said += 1
                connection.transport.write(data())
            elif loop.running:
                loop.stop()

        loop = self.paced(rate, send)

    def lost(self) -> None:
        """Count a connection that ended or failed."""
        self.open -= 1
        self.came.lost += 1

    def paced(
        self, rate: float, do: Callable[[], None], most: int | None = None
    ) -> LoopingCall:
        """Repeat an action `rate` times a second, up to `most` times in all."""
        began, done = self.reactor.seconds(), 0

        def due() -> None:
            nonlocal began, done
            lasts = self.reactor.seconds() - began
            if lasts > done / rate + LATE:
                began += lasts - done / rate - LATE
                lasts = done / rate + LATE
            while done < lasts * rate and done != most:
                done += 1
                do()

        loop = LoopingCall(due)
        loop.start(STEP)
        return loop


class Silent(protocol.Protocol):
    """Connects and sends nothing."""

    def __init__(self, besieger: Besieger) -> None:
        self._besieger = besieger

    def connectionLost(self, reason: Any = protocol.connectionDone) -> None:
        self._besieger.lost()


class Stranger:
    """Logs in with a new key, and then handles messages with `talk`."""

    def __init__(
        self, besieger: Besieger, talk: Callable[[ToHost, FromHost], None]
    ) -> None:
        self._besieger = besieger
        self._talk = talk
        self.identity = Identity.generate()
        self.name = f"eve {secrets.token_hex(4)}"

    def connected(self, connection: ToHost) -> None:
        self._besieger.came.secure += 1
        connection.send(make_hello(self.identity, self.name, connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        came = self._besieger.came
        came.welcome += isinstance(message, Welcome)
        came.refused += isinstance(message, Refused)
        self._talk(connection, message)

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self._besieger.lost()


class Passing:
    """Completes the handshake and disconnects."""

    def __init__(self, besieger: Besieger) -> None:
        self._besieger = besieger

    def connected(self, connection: ToHost) -> None:
        self._besieger.came.secure += 1
        connection.cut("that was all")

    def received(self, connection: ToHost, message: FromHost) -> None: ...

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self._besieger.lost()


def sit(identity: Identity, name: str, table: str = "") -> Sit:
    """Return a request for a seat."""
    commit = make_commit(identity, name, None, 0, secrets.token_bytes(32))
    return Sit(table, commit.wire)


# The attacks.

IDLE = 5000


def idle(besieger: Besieger) -> None:
    """Hold 5,000 silent sockets, opened at 500 a second."""
    factory = protocol.Factory.forProtocol(lambda: Silent(besieger))
    factory.noisy = False

    def connect() -> None:
        if besieger.open < IDLE:
            besieger.connect(factory)

    besieger.paced(500, connect)


def handshakes(besieger: Besieger) -> None:
    """Perform 400 TLS handshakes a second."""
    besieger.paced(400, lambda: besieger.come(Passing(besieger)))


def logins(besieger: Besieger) -> None:
    """Log in 100 times a second, each time with a new key, and stay."""
    besieger.paced(100, lambda: besieger.come(Stranger(besieger, lambda *_: None)))


WRITERS, WIRES, TOGETHER = 25, 200, 10


def wires(besieger: Besieger) -> None:
    """
    Send 5,000 entries a second, from 25 strangers at the highest rate allowed.

    A stranger that is disconnected reconnects.
    """

    def talk(connection: ToHost, message: FromHost) -> None:
        if isinstance(message, Welcome) and message.tables:
            connection.send(Read(message.tables[0].name, 0))
        elif isinstance(message, Log) and connection not in posting:
            for envelope in (parse(wire.env) for wire in message.wires):
                if envelope.gid != ZERO:
                    posting.add(connection)
                    post_often(connection, replace(envelope, body=("a move",)))
                    break

    def post_often(connection: ToHost, envelope: Envelope) -> None:
        # The entry is small, so that the number of messages counts rather than their
        # bytes.
        post = Post((sign(Identity.generate(), envelope).wire,) * TOGETHER)

        def send() -> None:
            if connection.is_open:
                besieger.came.said += TOGETHER
                connection.send(post)
            elif loop.running:
                loop.stop()

        loop = besieger.paced(WIRES / TOGETHER, send)

    def come() -> None:
        if besieger.open < WRITERS:
            besieger.come(Stranger(besieger, talk))

    posting: set[ToHost] = set()
    besieger.paced(20, come)


READERS = 32


def slow(besieger: Besieger) -> None:
    """
    Request the table's log repeatedly, from 32 strangers, without reading the answers.
    """

    def talk(connection: ToHost, message: FromHost) -> None:
        if isinstance(message, Welcome) and message.tables:
            tcp: Any = connection.transport
            tcp.transport.getHandle().setsockopt(
                socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL
            )
            tcp.transport.pauseProducing()
            besieger.paced(1, lambda: ask(connection, message.tables[0].name))

    def ask(connection: ToHost, table: str) -> None:
        besieger.came.said += 1
        connection.send(Read(table, 0))

    besieger.paced(20, lambda: besieger.come(Stranger(besieger, talk)), READERS)


SQUATTERS = 16


def squatters(besieger: Besieger) -> None:
    """
    Let 16 strangers each open a table and sit there, or at any table if they may not.
    """
    numbers = itertools.count()

    def come() -> None:
        number = next(numbers)

        def talk(connection: ToHost, message: FromHost) -> None:
            match message:
                case Welcome():
                    connection.send(
                        sit(stranger.identity, stranger.name, f"squat {number}")
                    )
                case Refused():
                    for table in others:  # once
                        connection.send(sit(stranger.identity, stranger.name, table))
                case Lobby():
                    besieger.came.said += 1

        stranger = Stranger(besieger, talk)
        others = iter(("",))
        besieger.come(stranger)

    besieger.paced(20, come, SQUATTERS)


TRICKLES, LETTER = 1000, 0.5
HELLO = bytes.fromhex("160301020001")
"""The start of a TLS handshake that announces five hundred more bytes."""


class Trickling(Silent):
    """Starts a TLS handshake, one byte at a time."""

    def connectionMade(self) -> None:
        self._letters = itertools.chain(HELLO, itertools.repeat(0))
        self._saying = LoopingCall(self._say)
        self._saying.start(LETTER)

    def _say(self) -> None:
        self.transport.write(bytes((next(self._letters),)))  # type: ignore[union-attr]

    def connectionLost(self, reason: Any = protocol.connectionDone) -> None:
        self._saying.stop()
        super().connectionLost(reason)


def trickle(besieger: Besieger) -> None:
    """
    Hold 1,000 sockets that send a byte of TLS every half second, and 25 after a login.

    Each of these 25 sends a frame of the largest size in the same way.
    """
    factory = protocol.Factory.forProtocol(lambda: Trickling(besieger))
    factory.noisy = False

    def connect() -> None:
        if besieger.open < TRICKLES:
            besieger.connect(factory)

    def talk(connection: ToHost, message: FromHost) -> None:
        if isinstance(message, Welcome):
            letters = itertools.chain(MAX_FRAME.to_bytes(4, "big"), itertools.repeat(0))
            besieger.write(connection, lambda: bytes((next(letters),)), 1 / LETTER)

    besieger.paced(200, connect)
    besieger.paced(20, lambda: besieger.come(Stranger(besieger, talk)), WRITERS)


RUBBISH = 4096


def garbage(besieger: Besieger) -> None:
    """
    Send meaningless bytes: 200 times a second instead of TLS, 50 times after a login.
    """

    def talk(connection: ToHost, message: FromHost) -> None:
        if isinstance(message, Welcome):
            besieger.came.said += 1
            connection.transport.write(frame_bytes(secrets.token_bytes(RUBBISH)))

    factory = protocol.Factory.forProtocol(lambda: Babbling(besieger))
    factory.noisy = False
    besieger.paced(200, lambda: besieger.connect(factory))
    besieger.paced(50, lambda: besieger.come(Stranger(besieger, talk)))


class Babbling(Silent):
    """Sends something that isn't TLS."""

    def connectionMade(self) -> None:
        self.transport.write(secrets.token_bytes(RUBBISH))  # type: ignore[union-attr]


ATTACKS: Mapping[str, Callable[[Besieger], None]] = {
    "idle": idle,
    "handshakes": handshakes,
    "logins": logins,
    "wires": wires,
    "slow": slow,
    "squatters": squatters,
    "trickle": trickle,
    "garbage": garbage,
}


def main() -> None:
    name, address, seconds = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    besieger = Besieger(Address.parse(address))
    if not sys.stdin.readline():
        return
    began, cpu = time.perf_counter(), time.process_time()
    besieger.reactor.callWhenRunning(ATTACKS[name], besieger)
    lasts = besieger.reactor.callLater(float(seconds), besieger.reactor.stop)
    besieger.reactor.addSystemEventTrigger(
        "before", "shutdown", lambda: lasts.active() and lasts.cancel()
    )
    besieger.reactor.run()
    besieger.came.seconds = time.perf_counter() - began
    besieger.came.cpu = time.process_time() - cpu
    with contextlib.suppress(BrokenPipeError):
        print(json.dumps(asdict(besieger.came)))


if __name__ == "__main__":
    main()
