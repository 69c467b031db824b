"""
Connections over Twisted, with limits on what a peer can cost this side.

A connection is between a TLS transport and a `Listener`, the host's or the client's
program. It parses frames, enforces the order of the login, and enforces limits: no peer
can make this side wait, hold or work without bound. `ToClient` is the host's end of a
connection, and `ToHost` the client's; `entrance.host_factory` and `client_factory`
create them.
docs/PROTOCOL.md (The channel) fixes the bytes and the times.

Theory of operation
-------------------

The stack, from below: TCP, Twisted's TLSMemoryBIOProtocol (TLS 1.3, self-signed
certificates), `Connection` here, the `Listener`. The life of a connection:

1. `connectionMade`: TCP is connected. A timer covers the whole login, including TLS, so
   a silent peer takes a place for no more than ten seconds.
2. `handshakeCompleted`: TLS is up. The client checks the pin of the host's certificate
   before it sends anything (`_accepts`). Both ends export the secret that the login
   signs. It is different on each connection, so a host in the middle can't pass a login
   on. `Listener.connected` is called.
3. Stage GREETING: the client sends Hello, the host Welcome or Refused. Or the client
   only asks who plays there (Inquire), and nothing else happens on this connection.
   `login.next_stage` knows which messages are allowed when, in both directions: a
   message out of turn is our own fault (LocalProtocolError) if we send it, and the
   peer's otherwise.
4. Stage TALKING: all other messages are allowed; the timers for silence replace the
   login's timer.
5. The end, once: the first reason is kept in `_end`, and nothing is received or sent
   after it. `connectionLost` passes this reason to the listener.

There are two ways to end. `_finish` sends what is waiting, with a last Refused if there
is something to explain, and gives the peer five seconds to read it. `_abort` closes
immediately: for a peer that is gone, is the wrong one, or doesn't read.

Limits, and where each is enforced: `FrameReader` checks the size of a frame before
storing it. Bytes and messages per second are limited here, in two token buckets; so is
the data that waits to be sent. While the transport is full (`pauseProducing`), frames
wait in `_waiting`, up to a number of bytes and for a limited time; TLS and TCP have
buffers of their own below that. A sender with much data checks `is_full` first, and
continues when there is room again (`drained`). A Post, Log or Chat counts as many
messages as it has signatures, since each is verified. The host's factory
(`entrance.Entrance`) limits the number of connections before TLS costs anything.

Timers depend on the time of the last data, not only on their own: a timer that is late
because the machine slept, or the program was busy, checks again (`_when`), since data
that arrived meanwhile may still be in the kernel's buffer.

There are three timeouts for silence. A host shows a player as reconnecting when a ping
is missing (QUIET), a client opens a new connection (SILENCE), and a host gives the
connection up (PATIENCE). They come in this order so that a player whose network fails
is back before anybody has to act. Any byte is a sign of life, but a whole message must
arrive within a limited time (FRAME_PATIENCE). Otherwise an occasional byte could hold a
connection, and room for the longest message, forever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from OpenSSL import SSL
from twisted.internet import protocol
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import (
    IAddress,
    IConsumer,
    IDelayedCall,
    IHandshakeListener,
    IPushProducer,
    IReactorTime,
    ISystemHandle,
    ITCPTransport,
)
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure
from zope.interface import implementer

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.certificate import spki_pin
from sealed_wonders.net.connectionend import ConnectionEnd, EndReason
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME, FrameReader, frame_bytes
from sealed_wonders.net.limits import (
    AWAY_SECONDS,
    CLOSE_PATIENCE,
    FRAME_PATIENCE,
    FROM_CLIENT,
    FROM_HOST,
    GONE_SECONDS,
    LOGIN_CAP,
    LOGIN_PATIENCE,
    PING_INTERVAL,
    PROBE_PATIENCE,
    READ_PATIENCE,
    RECONNECT_SECONDS,
    STALL_SECONDS,
    Bucket,
    Limits,
)
from sealed_wonders.net.login import (
    EXPORTER_LABEL,
    EXPORTER_SIZE,
    LoginStage,
    next_stage,
)
from sealed_wonders.net.messages import (
    COUNT_CAP,
    Chat,
    FromClient,
    FromHost,
    Log,
    Ping,
    Pong,
    Post,
    Refused,
    decode,
    encode,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.tls import Tls

ConnectionT_contra = TypeVar("ConnectionT_contra", contravariant=True)
HeardT_contra = TypeVar("HeardT_contra", contravariant=True)
HeardT = TypeVar("HeardT", bound=FromClient | FromHost)
SaidT = TypeVar("SaidT", bound=FromClient | FromHost)


class Listener(Protocol[ConnectionT_contra, HeardT_contra]):
    """
    The program behind a connection.

    Its methods are called from the reactor only, never from within its own calls to a
    connection.
    """

    def connected(self, connection: ConnectionT_contra) -> None:
        """TLS is up, and the pin is right. No message has been exchanged yet."""

    def received(self, connection: ConnectionT_contra, message: HeardT_contra) -> None:
        """
        A message has arrived in its place (see `next_stage`). It isn't a Ping or Pong.

        Raises:
            RemoteProtocolError: the peer is no use; it gets a Refused and is
                disconnected.
        """

    def connection_lost(
        self, connection: ConnectionT_contra, end: ConnectionEnd
    ) -> None:
        """The connection has ended. Called once, even if `connected` never was."""


class ITransport(ITCPTransport, IConsumer, ISystemHandle):
    """The interface of TLS transports that a connection uses."""


@implementer(IHandshakeListener, IPushProducer)
class Connection(protocol.Protocol, Generic[HeardT, SaidT]):
    """One end of a connection, with everything that `ToClient` and `ToHost` share."""

    transport: ITransport

    peer: type[HeardT]
    """The class of the messages that the other end sends."""

    first_frame: ClassVar[int] = MAX_FRAME
    """Maximum bytes of a frame before the login is complete."""

    exporter: bytes
    """Secret of this TLS connection that a login signs; set once connected."""

    trace: Callable[[FromClient | FromHost, int], None] | None = None
    """Callback for each message that is received or sent, with its size in bytes."""

    def __init__(
        self,
        listener: Listener[Any, HeardT],
        clock: IReactorTime,
        limits: Limits,
        patience: float,
    ) -> None:
        self._listener = listener
        self._clock = clock
        self._limits = limits
        self._patience = patience
        self._timers: list[IDelayedCall] = []
        self._reader = FrameReader(self.first_frame)
        self._unfinished_since: float | None = None
        """Time at which the unfinished frame began, or None."""
        self._stage = LoginStage.GREETING
        self._secure = False
        self._end: ConnectionEnd | None = None
        now = clock.seconds()
        self.heard_at = now
        """Time at which anything was last received."""
        self._messages = Bucket(limits.message_rate, limits.message_burst, now)
        self._bytes = Bucket(limits.byte_rate, limits.byte_burst, now)
        self._waiting: deque[bytes] | None = None
        """
        Frames waiting for room in the transport. None if empty, since a deque takes 600
        bytes.
        """
        self.backlog = 0
        """Number of bytes waiting for the peer to read."""
        self._paused_since: float | None = None
        """Time at which the transport became full, or None."""

    def __repr__(self) -> str:
        state = self._stage.name if self._end is None else self._end.why.name
        return f"<{type(self).__name__} {state.lower()}>"

    # Called by the program.

    @property
    def is_open(self) -> bool:
        """Whether nothing has ended the connection so far."""
        return self._end is None

    @property
    def is_full(self) -> bool:
        """Whether messages have to wait until the peer has read something."""
        return self._paused_since is not None

    def send(self, message: SaidT) -> None:
        """
        Send a message. Do nothing if the connection is ending.

        Raises:
            LocalProtocolError: the message isn't allowed, or not now. Nothing was sent.
        """
        if self._end is not None:
            return
        stage = next_stage(self._stage, message) if self._secure else None
        if stage is None:
            raise LocalProtocolError(
                f"not to be said when {self._stage.name}: {message!r:.80}"
            )
        payload = encode(message)
        self._put(frame_bytes(payload))
        if self.trace is not None:
            self.trace(message, len(payload))
        self._enter(stage)

    def hand_over(self, listener: Listener[Any, HeardT]) -> None:
        self._listener = listener

    def close(self) -> None:
        """Close the connection after everything has been sent."""
        self._finish(EndReason.CLOSED, Sentence("closed by this side"))

    # Called by Twisted.

    def connectionMade(self) -> None:
        # A turn consists of small messages, so don't wait to fill packets.
        self.transport.setTcpNoDelay(True)
        self.transport.registerProducer(self, True)
        self._later(LOGIN_PATIENCE, self._too_late)

    def handshakeCompleted(self) -> None:
        """Check the pin, and report the connection; nothing was sent by TLS yet."""
        if self._end is not None:
            return
        tls = cast(SSL.Connection, self.transport.getHandle())
        self.exporter = tls.export_keying_material(EXPORTER_LABEL, EXPORTER_SIZE)
        if self._accepts(tls):
            self._secure = True
            self._listener.connected(self)

    def dataReceived(self, data: bytes) -> None:
        if self._end is not None:
            return
        self.heard_at = self._clock.seconds()
        if not self._bytes.take(len(data), self.heard_at):
            rate = self._limits.byte_rate
            said = Sentence("more than {most} bytes a second", most=rate)
            self._refuse(EndReason.FLOOD, said)
            return
        try:
            for payload in self._reader.receive(data):
                self._unfinished_since = None
                self._hear(payload)
                if self._end is not None:
                    return
        except RemoteProtocolError as error:
            self._refuse(EndReason.RUBBISH, sentence_of(error))
            return
        if not self._reader.waiting:
            self._unfinished_since = None
        elif self._unfinished_since is None:
            self._unfinished_since = self.heard_at

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        self._cancel_timers()
        self._forget_waiting()
        if self._end is None:
            self._end = _end_of(reason)
        self._listener.connection_lost(self, self._end)

    def pauseProducing(self) -> None:
        if self._paused_since is None:
            self._paused_since = self._clock.seconds()

    def resumeProducing(self) -> None:
        """Send the waiting frames as far as the transport has room."""
        self._paused_since = None
        while self._waiting and not self.is_full:
            frame = self._waiting.popleft()
            self.backlog -= len(frame)
            self.transport.write(frame)
        if self._waiting:
            return
        if self._end is not None:
            self._hang_up()
        elif not self.is_full:
            self._drained()

    def stopProducing(self) -> None:
        """Drop the waiting frames. `connectionLost` follows."""
        self._forget_waiting()

    # Receiving.

    def _hear(self, payload: bytes) -> None:
        message = decode(payload, self.peer)
        if self.trace is not None:
            self.trace(message, len(payload))
        if not self._messages.take(max(1, _signatures(message)), self.heard_at):
            rate = self._limits.message_rate
            said = Sentence("more than {most} messages a second", most=rate)
            self._refuse(EndReason.FLOOD, said)
            return
        stage = next_stage(self._stage, message)
        if stage is None:
            raise RemoteProtocolError(
                "not allowed in state {name}: {message}",
                name=self._stage.name,
                message=shown(message),
            )
        self._enter(stage)
        self._deliver(message)

    def _enter(self, stage: LoginStage) -> None:
        if stage is not self._stage:
            self._stage = stage
            if stage is LoginStage.TALKING and self._end is None:
                self._reader.most = MAX_FRAME
                self._cancel_timers()
                self._when_silent(self._patience, self._is_gone)
                self._when(FRAME_PATIENCE, self._frame_begun_at, self._is_trickling)
                self._when(READ_PATIENCE, self._read_at, self._is_not_reading)
                self._begin_talking()
            elif stage is LoginStage.ASKING and self._end is None:
                # Answering takes as long as a login, and TLS may have been slow.
                self._cancel_timers()
                self._later(LOGIN_PATIENCE, self._too_late)

    def _when_silent(self, patience: float, then: Callable[[float], None]) -> None:
        """Schedule a call for when nothing has been received for *patience* seconds."""
        self._when(patience, lambda: self.heard_at, then)

    def _when(
        self, patience: float, since: Callable[[], float], then: Callable[[float], None]
    ) -> None:
        """Schedule a call for when a condition has lasted *patience* seconds."""

        self._look_again(since() + patience, patience, since, then)

    def _look(
        self,
        due: float,
        patience: float,
        since: Callable[[], float],
        then: Callable[[float], None],
    ) -> None:
        """Make the call, or check again later."""
        now = self._clock.seconds()
        lasts = now - since()
        # Compare in the same way as the timer is set, or rounding could repeat this
        # forever.
        if now < since() + patience:
            self._look_again(since() + patience, patience, since, then)
        elif now - due > STALL_SECONDS:
            self._look_again(now + STALL_SECONDS, patience, since, then)
        else:
            then(lasts)

    def _look_again(self, due: float, *what: Any) -> None:
        # Only the timer refers to this function, so cancelling it also frees the
        # connection.
        wait = due - self._clock.seconds()
        self._later(wait, lambda: self._look(due, *what))

    def _frame_begun_at(self) -> float:
        """Return when the unfinished frame began, or now if there is none."""
        began = self._unfinished_since
        return self._clock.seconds() if began is None else began

    def _is_trickling(self, lasts: float) -> None:
        said = Sentence("a message has taken {seconds} seconds", seconds=round(lasts))
        self._abort(EndReason.SILENT, said)

    def _is_gone(self, silence: float) -> None:
        said = Sentence(
            "nothing received for {seconds} seconds", seconds=round(silence)
        )
        self._abort(EndReason.SILENT, said)

    def _too_late(self) -> None:
        seconds = round(LOGIN_PATIENCE)
        said = Sentence("no login within {seconds} seconds", seconds=seconds)
        self._refuse(EndReason.LATE, said)

    # Sending.

    def _read_at(self) -> float:
        """Return the time at which the peer had last read all the data that fit."""
        since = self._paused_since
        return self._clock.seconds() if since is None else since

    def _is_not_reading(self, lasts: float) -> None:
        said = Sentence(
            "nothing has been read for {seconds} seconds", seconds=round(lasts)
        )
        self._abort(EndReason.SLOW, said)

    def _put(self, frame: bytes) -> None:
        if not self.is_full:
            self.transport.write(frame)
            return
        self.backlog += len(frame)
        if self.backlog > self._limits.backlog:
            said = Sentence(
                "the other side hasn't read {n} bytes that were sent", n=self.backlog
            )
            self._abort(EndReason.SLOW, said)
        elif self._waiting is None:
            self._waiting = deque([frame])
        else:
            self._waiting.append(frame)

    def _forget_waiting(self) -> None:
        self._waiting = None
        self.backlog = 0

    # Ending.

    def _refuse(self, why: EndReason, detail: Text) -> None:
        """End the connection, with a last Refused if this side can send one."""
        self._finish(why, detail)

    def _finish(self, why: EndReason, detail: Text) -> None:
        if self._end is None:
            self._end = ConnectionEnd(why, detail)
            self._cancel_timers()
            self._later(CLOSE_PATIENCE, self._give_up)
            if not self._waiting:
                self._hang_up()

    def _hang_up(self) -> None:
        # Twisted doesn't close while a producer is registered, since more data may
        # come.
        self.transport.unregisterProducer()
        self.transport.loseConnection()

    def _give_up(self) -> None:
        self.transport.abortConnection()

    def _abort(self, why: EndReason, detail: Text) -> None:
        self._end = ConnectionEnd(why, detail)
        self._cancel_timers()
        self._forget_waiting()
        self.transport.abortConnection()

    # Timers.

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        self._timers = [timer for timer in self._timers if timer.active()]
        self._timers.append(self._clock.callLater(seconds, call))

    def _cancel_timers(self) -> None:
        for timer in self._timers:
            if timer.active():
                timer.cancel()
        self._timers.clear()

    # Overridden by the two ends.

    def _accepts(self, tls: SSL.Connection) -> bool:
        """Check the peer before anything is sent to it."""
        return True

    def _deliver(self, message: HeardT) -> None:
        self._listener.received(self, message)

    def _begin_talking(self) -> None:
        """Called when the login is complete."""

    def _drained(self) -> None:
        """Called when the peer has read everything."""


class ToClient(Connection[FromClient, FromHost]):
    """
    The host's end of a connection.

    Attributes:
        fell_quiet: called when a ping is missing, and again when anything arrives.
        drained: called when the client has read everything.
        is_vouched_for: whether somebody with a seat asks here without logging in. Such
            a connection doesn't make way for strangers.
    """

    peer = FromClient
    first_frame = LOGIN_CAP

    def __init__(
        self,
        listener: Listener[ToClient, FromClient],
        clock: IReactorTime,
        *,
        patience: float = GONE_SECONDS,
    ) -> None:
        super().__init__(listener, clock, FROM_CLIENT, patience)
        self.fell_quiet: Callable[[ToClient, bool], None] = lambda connection, quiet: (
            None
        )
        self.drained: Callable[[ToClient], None] = lambda connection: None
        self.is_vouched_for = False
        self.is_quiet = False
        """Whether a ping is missing."""

    def dataReceived(self, data: bytes) -> None:
        """Receive data, and end the quiet state."""
        super().dataReceived(data)
        if self.is_quiet and self._end is None:
            self.is_quiet = False
            self.fell_quiet(self, False)
            self._when_silent(AWAY_SECONDS, self._misses_a_ping)

    @property
    def is_newcomer(self) -> bool:
        """Whether nobody has logged in yet, or asked with a seat's signature."""
        is_in = self._stage is LoginStage.TALKING or self.is_vouched_for
        return not is_in and self._end is None

    @property
    def has_spoken(self) -> bool:
        """Whether TLS is up, which takes more than opening a socket."""
        return self._secure

    def make_way(self) -> None:
        """Close a connection that hasn't logged in, to make room for others."""
        self._abort(EndReason.LATE, Sentence("other players need this connection"))

    def refuse(self, reason: str, detail: str) -> None:
        if self._secure:
            self.send(Refused(reason, make_line(detail)))
        self.close()

    def _refuse(self, why: EndReason, detail: Text) -> None:
        if self._secure:
            self.send(Refused(why.name.lower(), make_line(str(detail))))
        self._finish(why, detail)

    def _deliver(self, message: FromClient) -> None:
        if isinstance(message, Ping):
            self.send(Pong(message.number))
        else:
            super()._deliver(message)

    def _begin_talking(self) -> None:
        self._when_silent(AWAY_SECONDS, self._misses_a_ping)

    def _drained(self) -> None:
        self.drained(self)

    def _misses_a_ping(self, _silence: float) -> None:
        self.is_quiet = True
        self.fell_quiet(self, True)


ExpectedPin = bytes | Callable[[], bytes | None] | None
"""
The pin that a host's certificate must have, or a function for it; None for any pin.
"""


class ToHost(Connection[FromHost, FromClient]):
    """
    The client's end of a connection.

    Args:
        pin: the expected result of `spki_pin` for the host's certificate, or a function
            that returns it once TLS is up. With None, any pin is accepted, as on the
            first visit; check `pin` once connected.
    """

    peer = FromHost

    pin: bytes
    """Pin of the host's certificate; set once connected."""

    def __init__(
        self,
        listener: Listener[ToHost, FromHost],
        clock: IReactorTime,
        pin: ExpectedPin,
        *,
        interval: float = PING_INTERVAL,
        patience: float = RECONNECT_SECONDS,
    ) -> None:
        super().__init__(listener, clock, FROM_HOST, patience)
        self._expected = pin
        self._interval = interval
        self._pings = 0

    def _accepts(self, tls: SSL.Connection) -> bool:
        # TLS has shown that the host has the certificate's key. Only the pin shows
        # whether it is the right host.
        try:
            certificate = tls.get_peer_certificate(as_cryptography=True)
            if certificate is None:
                raise ValueError(Sentence("none was sent"))
            self.pin = spki_pin(certificate)
        except ValueError as error:
            said = Sentence("the host's certificate: {why}", why=sentence_of(error))
            self._abort(EndReason.TLS, said)
            return False
        expected = self._expected() if callable(self._expected) else self._expected
        if expected not in (None, self.pin):
            said = Sentence("the host's pin is {pin}", pin=self.pin.hex())
            self._abort(EndReason.WRONG_PIN, said)
            return False
        return True

    def _deliver(self, message: FromHost) -> None:
        if not isinstance(message, Pong):
            super()._deliver(message)

    @property
    def own_ip(self) -> str:
        """Address of this machine from which the connection is made."""
        return str(getattr(self.transport.getHost(), "host", "")).partition("%")[0]

    def cut(self, why: Text) -> None:
        """Abort the connection, dropping everything that wasn't sent yet."""
        if self._end is None:
            self._abort(EndReason.SILENT, why)

    def probe(self) -> None:
        """Send a ping, and abort the connection if nothing arrives soon."""
        if self._end is None and self._stage is LoginStage.TALKING:
            self._ask()
            now = self._clock.seconds()
            self._later(PROBE_PATIENCE, lambda: self._listen_since(now))

    def _listen_since(self, asked: float) -> None:
        if self.heard_at <= asked:
            seconds = round(PROBE_PATIENCE)
            said = Sentence("no answer for {seconds} seconds", seconds=seconds)
            self._abort(EndReason.SILENT, said)

    def _begin_talking(self) -> None:
        self._later(self._interval, self._ping)

    def _ask(self) -> None:
        self.send(Ping(self._pings % COUNT_CAP))
        self._pings += 1

    def _ping(self) -> None:
        self._ask()
        if self._end is None:
            self._later(self._interval, self._ping)


def client_factory(
    listener: Listener[ToHost, FromHost],
    clock: IReactorTime,
    pin: ExpectedPin,
    *,
    interval: float = PING_INTERVAL,
    patience: float = RECONNECT_SECONDS,
) -> TLSMemoryBIOFactory:
    """
    Return a factory of connections to a host over TCP and TLS.

    Args:
        pin: see `ToHost`.
    """

    def make() -> ToHost:
        return ToHost(listener, clock, pin, interval=interval, patience=patience)

    factory = ProtocolFactory(make)
    return TLSMemoryBIOFactory(Tls(), True, factory, clock)


class ProtocolFactory(protocol.Factory):
    """Protocol factory that doesn't write to Twisted's log."""

    noisy = False

    def __init__(self, make: Callable[[], protocol.Protocol]) -> None:
        self._make = make

    def buildProtocol(self, addr: IAddress | None) -> protocol.Protocol:
        return self._make()


def _signatures(message: FromClient | FromHost) -> int:
    """Return the number of signatures in a message that will be verified."""
    match message:
        case Post(wires) | Log(wires=wires):
            return len(wires)
        case Chat(said=said):
            return len(said)
    return 1


def _end_of(reason: Failure) -> ConnectionEnd:
    """Return how the transport ended, if this side didn't end it."""
    error = reason.value
    if isinstance(error, SSL.Error):
        said = Sentence("no TLS 1.3: {why}", why=_openssl_words(error))
        return ConnectionEnd(EndReason.TLS, said)
    if isinstance(error, ConnectionDone):
        return ConnectionEnd(EndReason.LEFT, Sentence("closed by the other side"))
    return ConnectionEnd(EndReason.BROKEN, make_line(str(error)))


def _openssl_words(error: SSL.Error) -> Text:
    """Return OpenSSL's reasons: the last items of its list of triples."""
    errors = error.args[0] if error.args else ()
    if not errors:
        return Sentence("the other side closed the connection")
    return make_line(", ".join(str(entry[-1]) for entry in errors))
