"""
Connections: the order of the login, and every limit.

The clock and the transport are fakes, so every number is exact. ``test_wire_tls.py``
tests TLS itself.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from OpenSSL import SSL
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.python.failure import Failure

from sealed_wonders.net import limits
from sealed_wonders.net.connectionend import EndReason
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import (
    FromClient,
    FromHost,
    Leave,
    Log,
    Ping,
    Pong,
    Post,
    Refused,
    Welcome,
    encode,
)
from sealed_wonders.net.wire import ToClient, ToHost
from tests.support.clock import Clock
from tests.support.connections import (
    CERTIFICATE,
    PIN,
    FakeTlsTransport,
    RecordingListener,
)
from tests.support.talk import say

HELLO = make_hello(Identity.generate(), "ann", bytes(32))
WELCOME = Welcome(1, "box", bytes(32), ())
WIRE = Wire(bytes(100), bytes(64))
BIG = Wire(bytes(60_000), bytes(64))


def framed(*messages: FromClient | FromHost) -> bytes:
    return b"".join(frame_bytes(encode(message)) for message in messages)


class Handler:
    """One end of a connection with its clock, listener and transport."""

    end: ToClient | ToHost

    def __init__(self, transport: FakeTlsTransport) -> None:
        self.clock = Clock()
        self.listener = RecordingListener()
        self.transport = transport

    def connect(self, *, secure: bool = True) -> None:
        self.end.makeConnection(self.transport)
        if secure:
            self.end.handshakeCompleted()

    def hear(self, *messages: FromClient | FromHost) -> None:
        self.end.dataReceived(framed(*messages))

    def forget(self) -> None:
        """Clear what the login has recorded."""
        self.transport.clear()
        self.listener.calls.clear()

    def lose(self, error: Exception | None = None) -> None:
        self.end.connectionLost(Failure(error or ConnectionDone()))


class HostHandler(Handler):
    def __init__(self) -> None:
        super().__init__(FakeTlsTransport())
        self.end: ToClient = ToClient(self.listener, self.clock)

    def login(self) -> None:
        self.connect()
        self.hear(HELLO)
        self.end.send(WELCOME)
        self.forget()

    @property
    def said(self) -> list[Any]:
        return self.transport.messages_written(FromHost)


class ClientHandler(Handler):
    def __init__(self, pin: bytes | None = PIN) -> None:
        super().__init__(FakeTlsTransport(CERTIFICATE))
        self.end: ToHost = ToHost(self.listener, self.clock, pin)

    def login(self) -> None:
        self.connect()
        self.end.send(HELLO)
        self.hear(WELCOME)
        self.forget()

    @property
    def said(self) -> list[Any]:
        return self.transport.messages_written(FromClient)


@pytest.fixture
def host() -> HostHandler:
    """Return a host's end that isn't connected yet."""
    return HostHandler()


@pytest.fixture
def client() -> ClientHandler:
    """Return a client's end that isn't connected yet."""
    return ClientHandler()


# The login.


def test_messages_cannot_be_sent_before_their_stage_of_the_login(
    host: HostHandler, client: ClientHandler
) -> None:
    """
    The program receives the connection once it is secure, and can't send before.

    Sending too early is a local error, and nothing goes out. Neither end waits for
    packets to be full (`no_delay`): a turn consists of many small messages.
    """
    host.connect(secure=False)
    assert [] == host.listener.calls
    with pytest.raises(LocalProtocolError, match="not to be said"):
        host.end.send(Refused("full", ""))
    host.end.handshakeCompleted()
    assert ["connected"] == host.listener.calls
    assert "<ToClient greeting>" == repr(host.end)
    client.connect()
    with pytest.raises(LocalProtocolError, match="not to be said when GREETING"):
        host.end.send(WELCOME)
    with pytest.raises(LocalProtocolError, match="not to be said when GREETING"):
        client.end.send(Leave())
    assert b"" == host.transport.value() == client.transport.value()
    assert host.transport.no_delay
    assert client.transport.no_delay


@pytest.mark.parametrize(
    ("before", "message", "stage"),
    [
        ([], Leave(), "GREETING"),
        ([], Ping(1), "GREETING"),
        ([], Post((WIRE,)), "GREETING"),
        ([HELLO], Leave(), "ANSWERING"),
        ([HELLO], HELLO, "ANSWERING"),
    ],
    ids=["leave", "ping", "post", "before the welcome", "hello again"],
)
def test_a_client_must_log_in_first(
    host: HostHandler, before: list[FromClient], message: FromClient, stage: str
) -> None:
    host.connect()
    host.hear(*before, message)
    (refused,) = host.said
    assert isinstance(refused, Refused)
    assert "rubbish" == refused.reason
    assert f"not allowed in state {stage}" in refused.detail
    assert host.transport.disconnecting
    host.lose()
    assert ["connected", *before, EndReason.RUBBISH] == host.listener.calls


def test_the_host_may_refuse_a_login(host: HostHandler, client: ClientHandler) -> None:
    host.listener.answer = lambda end, message: end.refuse("full", "no room\nat all")
    host.connect()
    client.connect()
    client.end.send(HELLO)
    host.hear(HELLO)
    client.end.dataReceived(host.transport.value())
    refused = Refused("full", "no room\ufffdat all")
    assert ["connected", refused] == client.listener.calls
    assert host.transport.disconnecting
    host.lose()
    assert ["connected", HELLO, EndReason.CLOSED] == host.listener.calls


@pytest.mark.parametrize("progress", ["tcp", "tls", "bytes", "hello"])
def test_a_login_must_be_complete_within_ten_seconds(
    host: HostHandler, progress: str
) -> None:
    """
    Neither TLS nor Hello nor Welcome may keep a connection waiting longer, nor may
    single bytes that arrive slowly.
    """
    host.connect(secure=progress != "tcp")
    for byte in framed(HELLO)[:9]:
        host.clock.advance(1.0)
        if progress == "bytes":
            host.end.dataReceived(bytes([byte]))
    if progress == "hello":
        host.hear(HELLO)
    host.clock.advance(limits.LOGIN_PATIENCE - 9.01)
    assert not host.transport.disconnecting
    host.clock.advance(0.01)
    assert host.transport.disconnecting
    if progress == "tcp":
        host.end.handshakeCompleted()  # not reported any more
    host.lose()
    heard = {"tcp": [], "hello": ["connected", HELLO]}.get(progress, ["connected"])
    assert [*heard, EndReason.LATE] == host.listener.calls
    last_words = [] if progress == "tcp" else ["late"]
    assert last_words == [refused.reason for refused in host.said]


def test_a_client_gives_up_a_login_after_ten_seconds(client: ClientHandler) -> None:
    client.connect()
    client.end.send(HELLO)
    client.clock.advance(limits.LOGIN_PATIENCE)
    client.lose()
    assert ["connected", EndReason.LATE] == client.listener.calls


# The pin.


def test_a_client_sends_nothing_to_a_host_with_a_wrong_pin() -> None:
    """The connection is closed before the program could send anything."""
    client = ClientHandler(pin=bytes(16))
    client.connect()
    assert client.transport.disconnected
    assert b"" == client.transport.value()
    client.end.send(HELLO)
    client.hear(WELCOME)
    assert b"" == client.transport.value()
    client.lose()
    assert [EndReason.WRONG_PIN] == client.listener.calls
    assert f"the host's pin is {PIN.hex()}" == client.listener.detail


def test_a_connection_without_a_certificate_is_closed() -> None:
    client = ClientHandler(pin=None)
    client.transport = FakeTlsTransport(None)
    client.connect()
    client.lose()
    assert [EndReason.TLS] == client.listener.calls


# Keeping connections alive.


def test_a_client_pings_and_a_host_answers(
    client: ClientHandler, host: HostHandler
) -> None:
    """
    Pings are numbered and sent every few seconds from the Welcome on. The program
    doesn't receive them.
    """
    client.login()
    client.clock.advance(limits.PING_INTERVAL - 0.01)
    assert [] == client.said
    client.clock.advance(0.01)
    assert [Ping(0)] == client.said
    client.hear(Pong(0))
    client.clock.advance(limits.PING_INTERVAL)
    assert [Ping(0), Ping(1)] == client.said
    host.login()
    host.hear(Ping(7))
    assert [Pong(7)] == host.said
    assert [] == client.listener.calls == host.listener.calls


@pytest.mark.parametrize(
    ("handler", "patience"),
    [(HostHandler, limits.GONE_SECONDS), (ClientHandler, limits.RECONNECT_SECONDS)],
)
def test_a_silent_peer_is_disconnected(
    handler: type[HostHandler | ClientHandler], patience: float
) -> None:
    """
    Without a byte for so long, the peer or its network is dead, whatever we have sent.
    """
    it = handler()
    it.login()
    it.clock.pump([1.0] * int(patience - 1))
    it.clock.advance(0.99)
    assert not it.transport.disconnected
    it.clock.advance(0.01)
    assert it.transport.disconnected
    it.lose()
    assert [EndReason.SILENT] == it.listener.calls


def test_a_stalled_program_reads_before_it_disconnects_a_peer(
    client: ClientHandler, host: HostHandler
) -> None:
    """After a sleep, or when busy, there may be messages that it hasn't read yet."""
    client.login()
    client.clock.advance(3 * limits.RECONNECT_SECONDS)
    assert not client.transport.disconnected
    client.hear(Pong(0))
    client.clock.advance(3 * limits.RECONNECT_SECONDS)
    assert not client.transport.disconnected
    client.clock.advance(limits.STALL_SECONDS)
    assert client.transport.disconnected

    quiet: list[bool] = []
    host.login()
    host.end.fell_quiet = lambda _, is_quiet: quiet.append(is_quiet)
    host.clock.advance(3 * limits.AWAY_SECONDS)
    host.hear(Ping(0))
    assert [] == quiet
    host.clock.advance(3 * limits.GONE_SECONDS)
    assert not host.transport.disconnected
    host.clock.advance(limits.STALL_SECONDS)
    assert host.transport.disconnected


def test_a_missing_ping_and_the_next_byte_are_reported_once(host: HostHandler) -> None:
    """The end of the silence is reported without waiting for another ping."""
    quiet: list[bool] = []
    host.login()
    host.end.fell_quiet = lambda _, is_quiet: quiet.append(is_quiet)
    for number in range(30):
        host.clock.advance(limits.PING_INTERVAL)
        host.hear(Ping(number))
    host.clock.advance(limits.AWAY_SECONDS - 0.01)
    assert [] == quiet
    host.clock.advance(0.01)
    host.clock.advance(limits.AWAY_SECONDS)
    assert [True] == quiet
    host.end.dataReceived(b"\0")
    host.end.dataReceived(b"\0")
    assert [True, False] == quiet
    host.clock.advance(limits.AWAY_SECONDS)
    assert [True, False, True] == quiet
    host.lose()
    assert [] == host.clock.getDelayedCalls()


def test_a_host_that_does_not_answer_a_probe_is_disconnected(
    client: ClientHandler,
) -> None:
    client.login()
    client.clock.advance(1.0)
    client.end.probe()
    assert [Ping(0)] == client.said
    client.clock.advance(limits.PROBE_PATIENCE - 0.01)
    client.hear(Pong(0))
    client.clock.advance(0.01)
    assert not client.transport.disconnected
    client.end.probe()
    client.clock.advance(limits.PROBE_PATIENCE)
    assert client.transport.disconnected


def test_cut_closes_a_connection_at_once(client: ClientHandler) -> None:
    """Pending data is discarded. A second call has no effect."""
    client.login()
    client.end.cut("another network")
    assert client.transport.disconnected
    client.end.cut("another one")
    client.end.probe()
    client.lose()
    assert [EndReason.SILENT] == client.listener.calls
    assert "another network" == client.listener.detail


def test_a_message_must_arrive_within_a_minute(host: HostHandler) -> None:
    """Single bytes now and then don't extend this time."""
    host.login()
    host.clock.advance(7.0)
    host.end.dataReceived(framed(Ping(0)) + (1 << 17).to_bytes(4, "big"))
    host.clock.pump([20.0] * 2)
    host.end.dataReceived(b"\0")
    host.clock.advance(limits.FRAME_PATIENCE - 40.01)
    assert not host.transport.disconnected
    host.clock.advance(0.01)
    assert host.transport.disconnected
    host.lose()
    assert [EndReason.SILENT] == host.listener.calls
    assert "a message has taken 60 seconds" == host.listener.detail


def test_a_slow_line_has_a_minute_for_each_message(host: HostHandler) -> None:
    """This holds for any number of messages without a pause between them."""
    host.login()
    stream = framed(Leave())
    for _ in range(5):
        host.end.dataReceived(stream[1:] if _ else stream)
        host.end.dataReceived(stream[:1])
        host.clock.pump([limits.FRAME_PATIENCE / 2] * 1)
        host.end.dataReceived(b"")
    assert not host.transport.disconnected
    assert [Leave()] * 5 == host.listener.calls


def test_long_messages_are_refused_before_the_login(host: HostHandler) -> None:
    """No memory is kept for a long message of a peer that isn't known yet."""
    host.connect()
    host.end.dataReceived((limits.LOGIN_CAP + 1).to_bytes(4, "big"))
    host.lose()
    assert ["connected", EndReason.RUBBISH] == host.listener.calls
    assert 4 * len(framed(HELLO)) < limits.LOGIN_CAP


# Floods.


def test_messages_are_limited_to_a_burst_and_then_to_a_rate(host: HostHandler) -> None:
    """Each entry whose signature must be verified counts as a message."""
    host.login()
    burst, rate = limits.FROM_CLIENT.message_burst - 1, limits.FROM_CLIENT.message_rate
    host.hear(*[Leave()] * burst)  # Hello was the first
    host.clock.advance(1.0)
    host.hear(*[Leave()] * rate)
    assert not host.transport.disconnecting
    host.hear(Leave(), Leave())
    assert burst + rate == len(host.listener.calls)
    flood = Refused("flood", "more than 200 messages a second")
    assert [flood] == host.said
    assert host.transport.disconnecting
    host = HostHandler()
    host.login()
    host.hear(*[Post((WIRE,) * 64)] * 6, Post((WIRE,) * 15))
    assert not host.transport.disconnecting
    host.hear(Leave())
    assert [flood] == host.said


def test_bytes_are_limited_to_a_burst_and_then_to_a_rate(host: HostHandler) -> None:
    """It doesn't matter to which messages the bytes belong."""
    host.login()
    left = limits.FROM_CLIENT.byte_burst - len(framed(HELLO))
    stream = framed(Post((BIG,))) * 25
    host.end.dataReceived(stream[:left])
    host.clock.advance(1.0)
    host.end.dataReceived(stream[left : left + limits.FROM_CLIENT.byte_rate])
    left += limits.FROM_CLIENT.byte_rate
    assert not host.transport.disconnecting
    host.end.dataReceived(stream[left : left + 1])
    assert host.transport.disconnecting
    (refused,) = host.said
    assert Refused("flood", "more than 262144 bytes a second") == refused


def test_a_host_may_send_a_whole_log_at_once(client: ClientHandler) -> None:
    """A client accepts far more than a log, but it has a limit."""
    client.login()
    log = Log("green", 0, (WIRE,) * 64)
    times = limits.FROM_HOST.message_burst // 64
    for _ in range(times):
        client.hear(log)
    assert not client.transport.disconnecting
    assert 1000 < 64 * times
    client.hear(log)
    client.lose()
    assert EndReason.FLOOD is client.listener.calls[-1]
    assert b"" == client.transport.value()


# Rubbish.


def test_messages_before_an_invalid_one_are_received(host: HostHandler) -> None:
    host.login()
    bad = frame_bytes(b"\xc1")
    host.end.dataReceived(framed(say("1")) + bad + framed(say("2")))
    host.hear(say("3"))
    assert [say("1")] == host.listener.calls
    (refused,) = host.said
    assert isinstance(refused, Refused)
    assert "rubbish" == refused.reason
    assert "not a message" in refused.detail
    assert host.transport.disconnecting
    # Four bytes are enough if they announce a frame that is too long.
    host = HostHandler()
    host.login()
    host.end.dataReceived(b"\xff\xff\xff\xff")
    assert ["rubbish"] == [refused.reason for refused in host.said]


def test_a_client_leaves_a_host_that_sends_rubbish_silently(
    client: ClientHandler,
) -> None:
    """There is no message from clients for this, and none is necessary."""
    client.login()
    client.hear(WELCOME)
    assert [] == client.said
    assert client.transport.disconnecting
    client.lose()
    assert [EndReason.RUBBISH] == client.listener.calls


def test_the_program_may_refuse_a_message_as_rubbish(host: HostHandler) -> None:
    def answer(end: ToClient, message: FromClient) -> None:
        raise RemoteProtocolError(f"no such table: {'x' * 500!r}")

    host.login()
    host.listener.answer = answer
    host.hear(Leave(), Leave())
    (refused,) = host.said
    assert isinstance(refused, Refused)
    assert refused.detail.startswith("no such table: 'xxx")
    assert 400 == len(refused.detail)
    assert host.transport.disconnecting


@given(st.lists(st.binary(max_size=60), max_size=6), st.booleans())
def test_random_bytes_end_in_a_clean_disconnect(
    chunks: list[bytes], talking: bool
) -> None:
    host = HostHandler()
    if talking:
        host.login()
    else:
        host.connect()
    for chunk in chunks:
        host.end.dataReceived(chunk)
    host.clock.pump([1000.0, limits.STALL_SECONDS])
    assert host.transport.disconnecting
    host.lose()
    assert [] == host.clock.getDelayedCalls()


# Slow readers.


def test_a_transport_may_pause_again_after_each_write(host: HostHandler) -> None:
    host.login()
    host.end.pauseProducing()
    for word in ("one", "two", "three"):
        host.end.send(Refused("word", word))
    write = host.transport.write

    def full_at_once(data: bytes) -> None:
        write(data)
        host.end.pauseProducing()

    host.transport.write = full_at_once  # type: ignore[method-assign]
    for count in (1, 2, 3):
        host.end.resumeProducing()
        assert count == len(host.said)


def of_64_kib() -> Log:
    """Return a message that takes exactly 64 KiB on the wire."""
    around = len(framed(Log("green", 0, (BIG,)))) - len(BIG.env)
    return Log("green", 0, (Wire(bytes((1 << 16) - around), bytes(64)),))


def fill(host: HostHandler) -> None:
    """Send as much as may be pending, to the byte."""
    host.end.pauseProducing()
    for _ in range(limits.FROM_CLIENT.backlog >> 16):
        host.end.send(of_64_kib())


def test_a_reader_that_exceeds_the_backlog_is_disconnected(host: HostHandler) -> None:
    """The backlog itself is allowed; one more message isn't."""
    host.login()
    fill(host)
    assert not host.transport.disconnected
    host.end.resumeProducing()
    assert limits.FROM_CLIENT.backlog == len(host.transport.value())
    host.transport.clear()
    fill(host)
    host.end.send(Pong(0))
    assert host.transport.disconnected
    host.lose()
    assert [EndReason.SLOW] == host.listener.calls
    assert [] == host.said


def test_a_client_disconnects_a_slow_host(client: ClientHandler) -> None:
    """The limit is the same as for hosts. A ping is one message too many."""
    client.login()
    client.end.pauseProducing()
    around = len(framed(Post((BIG,)))) - len(BIG.env)
    post = Post((Wire(bytes((1 << 16) - around), bytes(64)),))
    for _ in range(limits.FROM_HOST.backlog >> 16):
        client.end.send(post)
    assert not client.transport.disconnected
    client.clock.advance(limits.PING_INTERVAL)
    assert client.transport.disconnected
    client.lose()
    assert [EndReason.SLOW] == client.listener.calls
    assert [] == client.clock.getDelayedCalls()


# Closing.


def test_closing_sends_pending_messages_first(host: HostHandler) -> None:
    host.login()
    host.end.pauseProducing()
    host.end.send(Refused("word", "the last"))
    host.end.close()
    host.end.send(Refused("word", "not any more"))
    assert not host.transport.disconnecting
    host.end.resumeProducing()
    assert ["the last"] == [refused.detail for refused in host.said]
    assert host.transport.disconnecting
    assert host.transport.producer is None
    assert "<ToClient closed>" == repr(host.end)
    host.lose()
    assert [EndReason.CLOSED] == host.listener.calls


@pytest.mark.parametrize("paused", [False, True])
def test_closing_takes_five_seconds_at_most(host: HostHandler, paused: bool) -> None:
    """A peer that doesn't read pending messages or close its end is dropped."""
    host.login()
    if paused:
        host.end.pauseProducing()
        host.end.send(Pong(0))
    host.end.close()
    host.clock.advance(limits.CLOSE_PATIENCE - 0.01)
    assert not host.transport.disconnected
    host.clock.advance(0.01)
    assert host.transport.disconnected


def test_messages_after_closing_are_ignored(host: HostHandler) -> None:
    host.login()
    host.listener.answer = lambda end, message: end.close()
    host.hear(say("1"), say("2"))
    host.hear(say("3"))
    host.lose()
    assert [say("1"), EndReason.CLOSED] == host.listener.calls


def handshake_failure() -> SSL.Error:
    return SSL.Error([("SSL routines", "", "wrong version number")])


@pytest.mark.parametrize(
    ("error", "why", "detail"),
    [
        (ConnectionDone(), EndReason.LEFT, "closed by the other side"),
        (ConnectionLost("gone"), EndReason.BROKEN, "gone"),
        (handshake_failure(), EndReason.TLS, "no TLS 1.3: wrong version number"),
        (
            SSL.Error(),
            EndReason.TLS,
            "no TLS 1.3: the other side closed the connection",
        ),
        (
            SSL.Error([]),
            EndReason.TLS,
            "no TLS 1.3: the other side closed the connection",
        ),
    ],
    ids=["done", "lost", "tls", "bare", "empty"],
)
def test_the_program_receives_the_reason_for_a_lost_connection(
    client: ClientHandler, error: Exception, why: EndReason, detail: str
) -> None:
    """If the connection wasn't closed by us, the reason is given in one line."""
    client.connect(secure=False)
    client.lose(error)
    assert [why] == client.listener.calls
    assert detail in client.listener.detail


def test_a_lost_connection_sends_nothing_more(host: HostHandler) -> None:
    host.login()
    host.lose()
    host.end.send(Pong(0))
    host.end.close()
    assert b"" == host.transport.value()
    assert not host.transport.disconnecting
    assert [] == host.clock.getDelayedCalls()
