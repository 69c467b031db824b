"""
The wire: connections over Twisted, and what they may cost this side.

A connection stands between a TLS transport and a `Listener`, which is the host's or the
client's program. It cuts and reads frames, keeps the order of the login, and keeps the
limits: no peer makes this side wait, hold or work without bound. `ToClient` is the host's
end of a connection and `ToHost` the client's; `entrance.host_factory` and `client_factory`
make them.

Theory of operation
-------------------

The stack, from below: TCP, Twisted's TLSMemoryBIOProtocol (TLS 1.3, certificates that no
authority has signed), `Connection` here, the `Listener`. What a connection goes through:

1. `connectionMade`: TCP is up. A timer runs for all of the login, TLS included, so that a
   peer which says nothing holds a place for ten seconds and no longer.
2. `handshakeCompleted`: TLS is up. The client looks at the pin of the host's certificate
   before it says anything (`_accepts`). Both ends take the exporter, which the login signs:
   it is different on each connection, so a login can't be passed on through a host in the
   middle. `Listener.connected` is told.
3. Stage GREETING: the client says Hello, the host Welcome or Refused. Or it only asks who
   plays there (Inquire), and that is all that is said on this connection.
   `login.next_stage` knows what may be said when, in both directions: what we would say out
   of turn is our own fault (LocalProtocolError), what the peer says is theirs.
4. Stage TALKING: anything goes; the login's timer makes way for those of silence.
5. The end, once: the first reason that comes up is kept in `_end`, and nothing is heard or
   said after it. `connectionLost` tells the listener that reason.

There are two ways to end. `_finish` lets go out what was said, with a last Refused where
there is something to explain, and gives the peer five seconds to take it. `_abort` cuts off
at once: for a peer that is gone, is the wrong one, or doesn't read.

Limits, and where each is kept: the size of a frame in `FrameReader`, before it is stored;
bytes and messages in a second here, in two token buckets; what waits to be sent here too.
While the transport is full (`pauseProducing`) frames wait in `_waiting`, up to a number of
bytes, and not for ever; TLS and TCP buffer on their own below that. Whoever has much to say
asks before (`is_full`), and goes on when there is room again (`drained`). A Post, Log or Chat
counts as many messages as it has signatures, since each is verified. How many may connect at all is kept by the
host's factory (`entrance.Entrance`), before TLS costs anything.

Timers go by what was heard last and not by themselves: a timer that is late because the
machine slept, or the program was busy, looks again (`_when`), since what was said
meanwhile lies in the kernel's buffer still unread.

Silence is noticed three times: a host shows a player as reconnecting when a ping is missing
(QUIET), a client connects anew (SILENCE), a host gives the connection up (PATIENCE). They
are in this order so that a player whose network fails is back before anybody has to act.
Any byte is a sign of life, but a message has a time in which it must be there as a whole
(FRAME_PATIENCE): else a byte now and then would hold a connection, and room for the
longest message, for ever.
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
from sealed_wonders.net.ending import End, Why
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import MAX_FRAME, FrameReader, frame_bytes
from sealed_wonders.net.limits import (
    CLOSE_PATIENCE,
    FRAME_PATIENCE,
    FROM_CLIENT,
    FROM_HOST,
    LATE,
    LOGIN_CAP,
    LOGIN_PATIENCE,
    PATIENCE,
    PING_INTERVAL,
    PROBE_PATIENCE,
    QUIET,
    READ_PATIENCE,
    SILENCE,
    Bucket,
    Limits,
)
from sealed_wonders.net.login import EXPORTER_LABEL, EXPORTER_SIZE, Stage, next_stage
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

    Called from the reactor only, never from within its own calls to a connection.
    """

    def connected(self, connection: ConnectionT_contra) -> None:
        """TLS is up, and the pin is right; nothing has been said yet."""

    def received(self, connection: ConnectionT_contra, message: HeardT_contra) -> None:
        """
        A message has come, in its place: see `next_stage`. No Ping or Pong.

        Raises:
            RemoteProtocolError: it is no use talking to them; they are told and cut off.
        """

    def lost(self, connection: ConnectionT_contra, end: End) -> None:
        """The connection is no more. Told once, even if it never was `connected`."""


class ITransport(ITCPTransport, IConsumer, ISystemHandle):
    """What a connection needs of its transport, which is TLS's."""


@implementer(IHandshakeListener, IPushProducer)
class Connection(protocol.Protocol, Generic[HeardT, SaidT]):
    """One end of a connection: what `ToClient` and `ToHost` have in common."""

    transport: ITransport

    from_client: ClassVar[bool]
    """Whether what is heard comes from a client."""

    first_frame: ClassVar[int] = MAX_FRAME
    """Bytes of the longest frame that is taken before the login is done."""

    exporter: bytes
    """The secret of this TLS connection that a login signs; there once connected."""

    trace: Callable[[FromClient | FromHost, int], None] | None = None
    """Told of each message that is heard or said, and of its size in bytes."""

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
        """When the frame was begun of which only a part was heard."""
        self._stage = Stage.GREETING
        self._secure = False
        self._end: End | None = None
        now = clock.seconds()
        self._heard_at = now
        self._messages = Bucket(limits.message_rate, limits.message_burst, now)
        self._bytes = Bucket(limits.byte_rate, limits.byte_burst, now)
        self._waiting: deque[bytes] | None = None
        """Frames for which the transport has no room; an empty one would take 600 bytes."""
        self._backlog = 0
        self._paused_since: float | None = None
        """When the transport could take no more; None: it can."""

    def __repr__(self) -> str:
        state = self._stage.name if self._end is None else self._end.why.name
        return f"<{type(self).__name__} {state.lower()}>"

    # What the program does.

    @property
    def backlog(self) -> int:
        """How many bytes wait to be read by the other side."""
        return self._backlog

    @property
    def is_open(self) -> bool:
        """Nothing has ended it so far."""
        return self._end is None

    @property
    def is_full(self) -> bool:
        """What is said now waits until the other side has read something."""
        return self._paused_since is not None

    def send(self, message: SaidT) -> None:
        """
        Say something; silently nothing if the connection is ending.

        Raises:
            LocalProtocolError: it may not be said, or not now. Nothing was sent.
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
        """Have another program listen from now on."""
        self._listener = listener

    def close(self) -> None:
        """Hang up, after all that was said has gone out."""
        self._finish(End(Why.CLOSED, Sentence("closed by this side")))

    # What Twisted does.

    def connectionMade(self) -> None:
        """TCP is up, TLS is not yet."""
        # A turn is small messages back and forth: don't wait to fill packets.
        self.transport.setTcpNoDelay(True)
        self.transport.registerProducer(self, True)
        self._later(LOGIN_PATIENCE, self._too_late)

    def handshakeCompleted(self) -> None:
        """TLS is up, and nothing was sent through it yet."""
        if self._end is not None:
            return
        tls = cast(SSL.Connection, self.transport.getHandle())
        self.exporter = tls.export_keying_material(EXPORTER_LABEL, EXPORTER_SIZE)
        if self._accepts(tls):
            self._secure = True
            self._listener.connected(self)

    def dataReceived(self, data: bytes) -> None:
        """Hear all that these bytes complete."""
        if self._end is not None:
            return
        self._heard_at = self._clock.seconds()
        if not self._bytes.take(len(data), self._heard_at):
            rate = self._limits.byte_rate
            self._refuse(
                End(Why.FLOOD, Sentence("more than {most} bytes a second", most=rate))
            )
            return
        try:
            for payload in self._reader.receive(data):
                self._unfinished_since = None
                self._hear(payload)
                if self._end is not None:
                    return
        except RemoteProtocolError as error:
            self._refuse(End(Why.RUBBISH, sentence_of(error)))
            return
        if not self._reader.waiting:
            self._unfinished_since = None
        elif self._unfinished_since is None:
            self._unfinished_since = self._heard_at

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        """Tell the program, once."""
        self._cancel_timers()
        self._forget_waiting()
        if self._end is None:
            self._end = _end_of(reason)
        self._listener.lost(self, self._end)

    def pauseProducing(self) -> None:
        """The transport can't take more for now."""
        if self._paused_since is None:
            self._paused_since = self._clock.seconds()

    def resumeProducing(self) -> None:
        """The transport takes more again."""
        self._paused_since = None
        while self._waiting and not self.is_full:
            frame = self._waiting.popleft()
            self._backlog -= len(frame)
            self.transport.write(frame)
        if self._waiting:
            return
        if self._end is not None:
            self._hang_up()
        elif not self.is_full:
            self._drained()

    def stopProducing(self) -> None:
        """The transport takes no more, ever; `connectionLost` follows."""
        self._forget_waiting()

    # Hearing.

    def _hear(self, payload: bytes) -> None:
        message = cast(HeardT, decode(payload, from_client=self.from_client))
        if self.trace is not None:
            self.trace(message, len(payload))
        if not self._messages.take(max(1, _signatures(message)), self._heard_at):
            rate = self._limits.message_rate
            self._refuse(
                End(
                    Why.FLOOD, Sentence("more than {most} messages a second", most=rate)
                )
            )
            return
        stage = next_stage(self._stage, message)
        if stage is None:
            raise RemoteProtocolError(
                Sentence(
                    "not to be said when {name}: {message}",
                    name=self._stage.name,
                    message=shown(message),
                )
            )
        self._enter(stage)
        self._deliver(message)

    def _enter(self, stage: Stage) -> None:
        if stage is not self._stage:
            self._stage = stage
            if stage is Stage.TALKING and self._end is None:
                self._reader.most = MAX_FRAME
                self._cancel_timers()
                self._when_silent(self._patience, self._is_gone)
                self._when(FRAME_PATIENCE, self._frame_begun_at, self._is_trickling)
                self._when(READ_PATIENCE, self._read_at, self._is_not_reading)
                self._begin_talking()
            elif stage is Stage.ASKING and self._end is None:
                # It takes as long as a login, and TLS may have been slow.
                self._cancel_timers()
                self._later(LOGIN_PATIENCE, self._too_late)

    def _when_silent(self, patience: float, then: Callable[[float], None]) -> None:
        """Have something done, once, when nothing has been heard for so long."""
        self._when(patience, lambda: self._heard_at, then)

    def _when(
        self, patience: float, since: Callable[[], float], then: Callable[[float], None]
    ) -> None:
        """Have something done, once, when something has been so for so long."""

        self._look_again(since() + patience, patience, since, then)

    def _look(
        self,
        due: float,
        patience: float,
        since: Callable[[], float],
        then: Callable[[float], None],
    ) -> None:
        """Have it done now, or look again when it may be time."""
        now = self._clock.seconds()
        lasts = now - since()
        # Compared as it is waited for, or rounding would have it looked at for ever.
        if now < since() + patience:
            self._look_again(since() + patience, patience, since, then)
        elif now - due > LATE:
            self._look_again(now + LATE, patience, since, then)
        else:
            then(lasts)

    def _look_again(self, due: float, *what: Any) -> None:
        # Nothing but the timer refers to this, so that with it the connection is forgotten.
        wait = due - self._clock.seconds()
        self._later(wait, lambda: self._look(due, *what))

    def _frame_begun_at(self) -> float:
        """Return since when a frame is unfinished; if none is, now."""
        began = self._unfinished_since
        return self._clock.seconds() if began is None else began

    def _is_trickling(self, lasts: float) -> None:
        said = Sentence("a message takes {seconds} seconds", seconds=round(lasts))
        self._abort(End(Why.SILENT, said))

    def _is_gone(self, silence: float) -> None:
        said = Sentence("nothing heard for {seconds} seconds", seconds=round(silence))
        self._abort(End(Why.SILENT, said))

    def _too_late(self) -> None:
        seconds = round(LOGIN_PATIENCE)
        said = Sentence("no login within {seconds} seconds", seconds=seconds)
        self._refuse(End(Why.LATE, said))

    # Saying.

    def _read_at(self) -> float:
        """Return when the other side has last read all that it could be sent."""
        since = self._paused_since
        return self._clock.seconds() if since is None else since

    def _is_not_reading(self, lasts: float) -> None:
        said = Sentence("nothing is read for {seconds} seconds", seconds=round(lasts))
        self._abort(End(Why.SLOW, said))

    def _put(self, frame: bytes) -> None:
        if not self.is_full:
            self.transport.write(frame)
            return
        self._backlog += len(frame)
        if self._backlog > self._limits.backlog:
            said = Sentence("{n} bytes wait to be read", n=self._backlog)
            self._abort(End(Why.SLOW, said))
        elif self._waiting is None:
            self._waiting = deque([frame])
        else:
            self._waiting.append(frame)

    def _forget_waiting(self) -> None:
        """Give back the room of what won't go out any more."""
        self._waiting = None
        self._backlog = 0

    # Ending.

    def _refuse(self, end: End) -> None:
        """End it, with a last word if this side has one."""
        self._finish(end)

    def _finish(self, end: End) -> None:
        if self._end is None:
            self._end = end
            self._cancel_timers()
            self._later(CLOSE_PATIENCE, self._give_up)
            if not self._waiting:
                self._hang_up()

    def _hang_up(self) -> None:
        # As long as there is a producer, Twisted thinks that there is more to come.
        self.transport.unregisterProducer()
        self.transport.loseConnection()

    def _give_up(self) -> None:
        self.transport.abortConnection()

    def _abort(self, end: End) -> None:
        self._end = end
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

    # What the two ends do differently.

    def _accepts(self, tls: SSL.Connection) -> bool:
        """Look at the other side before anything is said to it."""
        return True

    def _deliver(self, message: HeardT) -> None:
        self._listener.received(self, message)

    def _begin_talking(self) -> None:
        """The login is done."""

    def _drained(self) -> None:
        """The other side has read all that waited for it."""


class ToClient(Connection[FromClient, FromHost]):
    """
    The host's end of a connection.

    Attributes:
        fell_quiet: told of it when a ping is missing, and again when anything is heard.
        drained: told of it when it has read all that waited.
        is_vouched_for: somebody who has a seat asks here, without logging in: they make way
            for no stranger.
    """

    from_client = True
    first_frame = LOGIN_CAP

    def __init__(
        self,
        listener: Listener[ToClient, FromClient],
        clock: IReactorTime,
        *,
        patience: float = PATIENCE,
    ) -> None:
        super().__init__(listener, clock, FROM_CLIENT, patience)
        self.fell_quiet: Callable[[ToClient, bool], None] = lambda connection, quiet: (
            None
        )
        self.drained: Callable[[ToClient], None] = lambda connection: None
        self.is_vouched_for = False
        self._is_quiet = False

    def dataReceived(self, data: bytes) -> None:
        """Hear all that these bytes complete, and that there is somebody."""
        super().dataReceived(data)
        if self._is_quiet and self._end is None:
            self._is_quiet = False
            self.fell_quiet(self, False)
            self._when_silent(QUIET, self._misses_a_ping)

    @property
    def heard_at(self) -> float:
        """When anything was heard last."""
        return self._heard_at

    @property
    def is_quiet(self) -> bool:
        """A ping is missing."""
        return self._is_quiet

    @property
    def is_newcomer(self) -> bool:
        """Nobody has logged in here yet, nor asks who is known."""
        is_in = self._stage is Stage.TALKING or self.is_vouched_for
        return not is_in and self._end is None

    @property
    def has_spoken(self) -> bool:
        """They have come as far as TLS, which a mere socket doesn't."""
        return self._secure

    def make_way(self) -> None:
        """Hang up on somebody who hasn't logged in, for the sake of others."""
        self._abort(End(Why.LATE, Sentence("others have come who need the place")))

    def refuse(self, reason: str, detail: str) -> None:
        """Say why, and hang up."""
        if self._secure:
            self.send(Refused(reason, make_line(detail)))
        self.close()

    def _refuse(self, end: End) -> None:
        if self._secure:
            self.send(Refused(end.why.name.lower(), make_line(str(end.detail))))
        self._finish(end)

    def _deliver(self, message: FromClient) -> None:
        if isinstance(message, Ping):
            self.send(Pong(message.number))
        else:
            super()._deliver(message)

    def _begin_talking(self) -> None:
        self._when_silent(QUIET, self._misses_a_ping)

    def _drained(self) -> None:
        self.drained(self)

    def _misses_a_ping(self, _silence: float) -> None:
        self._is_quiet = True
        self.fell_quiet(self, True)


ExpectedPin = bytes | Callable[[], bytes | None] | None
"""The pin that a host's certificate must have, or what gives it; None: any will do."""


class ToHost(Connection[FromHost, FromClient]):
    """
    The client's end of a connection.

    Args:
        pin: what `spki_pin` must give of the host's certificate, or what gives that when
            TLS is up; None to take any, as the first time, and look at `pin` when connected.
    """

    from_client = False

    pin: bytes
    """The pin of the host's certificate; there once connected."""

    def __init__(
        self,
        listener: Listener[ToHost, FromHost],
        clock: IReactorTime,
        pin: ExpectedPin,
        *,
        interval: float = PING_INTERVAL,
        patience: float = SILENCE,
    ) -> None:
        super().__init__(listener, clock, FROM_HOST, patience)
        self._expected = pin
        self._interval = interval
        self._pings = 0

    def _accepts(self, tls: SSL.Connection) -> bool:
        # TLS has shown that the host has this certificate's key; whether that is the
        # right one no authority says here, only the pin.
        try:
            certificate = tls.get_peer_certificate(as_cryptography=True)
            if certificate is None:
                raise ValueError(Sentence("it has none"))
            self.pin = spki_pin(certificate)
        except ValueError as error:
            said = Sentence("the host's certificate: {why}", why=sentence_of(error))
            self._abort(End(Why.TLS, said))
            return False
        expected = self._expected() if callable(self._expected) else self._expected
        if expected not in (None, self.pin):
            said = Sentence("the host's pin is {pin}", pin=self.pin.hex())
            self._abort(End(Why.WRONG_PIN, said))
            return False
        return True

    def _deliver(self, message: FromHost) -> None:
        if not isinstance(message, Pong):
            super()._deliver(message)

    @property
    def own_ip(self) -> str:
        """The address of this machine that it comes from."""
        return str(getattr(self.transport.getHost(), "host", "")).partition("%")[0]

    def cut(self, why: Text) -> None:
        """Give it up at once: nothing that is said goes out any more."""
        if self._end is None:
            self._abort(End(Why.SILENT, why))

    def probe(self) -> None:
        """Ask whether the host is still there, and give it up if it doesn't say so soon."""
        if self._end is None and self._stage is Stage.TALKING:
            self._ask()
            now = self._clock.seconds()
            self._later(PROBE_PATIENCE, lambda: self._listen_since(now))

    def _listen_since(self, asked: float) -> None:
        if self._heard_at <= asked:
            seconds = round(PROBE_PATIENCE)
            said = Sentence("no answer for {seconds} seconds", seconds=seconds)
            self._abort(End(Why.SILENT, said))

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
    patience: float = SILENCE,
) -> TLSMemoryBIOFactory:
    """
    Make what connects to a host over TCP, as often as it takes, and speaks TLS.

    Args:
        pin: see `ToHost`.
    """

    def make() -> ToHost:
        return ToHost(listener, clock, pin, interval=interval, patience=patience)

    factory = ProtocolFactory(make)
    return TLSMemoryBIOFactory(Tls(), True, factory, clock)


class ProtocolFactory(protocol.Factory):
    """Makes protocols, and says nothing of it."""

    noisy = False

    def __init__(self, make: Callable[[], protocol.Protocol]) -> None:
        self._make = make

    def buildProtocol(self, addr: IAddress | None) -> protocol.Protocol:
        return self._make()


def _signatures(message: FromClient | FromHost) -> int:
    """Tell how many signatures of a message are verified."""
    match message:
        case Post(wires) | Log(wires=wires):
            return len(wires)
        case Chat(said=said):
            return len(said)
    return 1


def _end_of(reason: Failure) -> End:
    """Tell how the transport ended, when it wasn't this side that ended it."""
    error = reason.value
    if isinstance(error, SSL.Error):
        said = Sentence("no TLS 1.3: {why}", why=_openssl_words(error))
        return End(Why.TLS, said)
    if isinstance(error, ConnectionDone):
        return End(Why.LEFT, Sentence("closed by the other side"))
    return End(Why.BROKEN, make_line(str(error)))


def _openssl_words(error: SSL.Error) -> Text:
    """OpenSSL's errors are lists of triples; the last word of each is for people."""
    errors = error.args[0] if error.args else ()
    if not errors:
        return Sentence("the other side hung up")
    return make_line(", ".join(str(entry[-1]) for entry in errors))
