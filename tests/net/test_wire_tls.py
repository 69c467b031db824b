"""Connections over real TLS: in memory for the login, over loopback for the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_twisted
from OpenSSL import SSL
from twisted.internet import protocol, reactor
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.ssl import CertificateOptions, TLSVersion
from twisted.protocols.tls import TLSMemoryBIOFactory

from sealed_wonders.net.connectionend import EndReason
from sealed_wonders.net.entrance import PIECE, host_factory
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.login import check_hello, make_hello
from sealed_wonders.net.messages import Hello, Log, Post, Welcome
from sealed_wonders.net.wire import ToClient, client_factory
from tests.support.clock import Clock
from tests.support.connections import PEM, PIN, RecordingListener, pump
from tests.support.talk import say

ANN = Identity.generate()
WELCOME = Welcome(1, "box", bytes(32), ())


def log_in(hosts: RecordingListener, clients: RecordingListener) -> None:
    def answer(end: ToClient, message: object) -> None:
        if isinstance(message, Hello):
            check_hello(message, end.exporter)
            end.send(WELCOME)

    hosts.answer = answer
    end = clients.ends[-1]
    end.send(make_hello(ANN, "ann", end.exporter))


# In memory.


class _Weighed:
    """OpenSSL's end of a connection; it records the largest piece in each direction."""

    def __init__(self, tls: SSL.Connection) -> None:
        self._tls = tls
        self.heard = self.said = 0

    def bio_write(self, data: bytes) -> int:
        self.heard = max(self.heard, len(data))
        return self._tls.bio_write(data)

    def send(self, data: bytes) -> int:
        self.said = max(self.said, len(data))
        return self._tls.send(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tls, name)


def test_a_host_gives_openssl_large_messages_in_pieces() -> None:
    """Otherwise OpenSSL would keep the memory that a large message needed."""
    clock, hosts, clients = Clock(), RecordingListener(), RecordingListener()
    wire = pump(
        host_factory(hosts, clock, PEM), client_factory(clients, clock, PIN), clock
    )
    log_in(hosts, clients)
    wire.flush()
    entering: Any = hosts.ends[0].transport
    weighed = entering._tlsConnection = _Weighed(entering._tlsConnection)
    large = Post((Wire(bytes(60_000), bytes(64)),))
    clients.ends[0].send(large)
    answer = Log("table 1", 0, large.wires)
    hosts.ends[0].send(answer)
    wire.flush()
    assert large == hosts.calls[-1]
    assert answer == clients.calls[-1]
    assert PIECE == weighed.heard == weighed.said


def test_every_connection_has_another_secret() -> None:
    """So if the same client and host connect again, nothing can be reused."""
    clock, hosts, clients = Clock(), RecordingListener(), RecordingListener()
    host = host_factory(hosts, clock, PEM)
    client = client_factory(clients, clock, PIN)
    for _ in range(3):
        pump(host, client, clock)
    assert 3 == len({end.exporter for end in hosts.ends})


def test_a_relayed_login_is_refused() -> None:
    """A host can't use a client's Hello to log in at another host."""
    clock, evil, victim = Clock(), RecordingListener(), RecordingListener()
    pump(host_factory(evil, clock, PEM), client_factory(victim, clock, None), clock)
    honest, relay = RecordingListener(), RecordingListener()
    wire = pump(
        host_factory(honest, clock, PEM), client_factory(relay, clock, None), clock
    )
    hello = make_hello(ANN, "ann", victim.ends[0].exporter)
    check_hello(hello, evil.ends[0].exporter)  # it is valid for evil itself

    def answer(end: ToClient, message: Hello) -> None:
        check_hello(message, end.exporter)

    honest.answer = answer
    relay.ends[0].send(hello)
    wire.flush()
    refused: Any = relay.calls[1]
    assert "rubbish" == refused.reason
    assert "for this connection" in refused.detail
    assert ["connected", EndReason.RUBBISH] == honest.calls
    with pytest.raises(RemoteProtocolError):
        check_hello(hello, honest.ends[0].exporter)


def test_a_client_closes_a_tls_connection_with_a_wrong_pin() -> None:
    clock, hosts, clients = Clock(), RecordingListener(), RecordingListener()
    wire = pump(
        host_factory(hosts, clock, PEM),
        client_factory(clients, clock, bytes(16)),
        clock,
    )
    wire.flush()
    assert [EndReason.WRONG_PIN] == clients.calls
    assert all(
        told in ("connected", EndReason.LEFT, EndReason.BROKEN) for told in hosts.calls
    )
    assert [] == clock.getDelayedCalls()


@pytest.mark.parametrize("pem", [b"", b"rubbish", PEM[:200]])
def test_an_invalid_certificate_is_one_clear_error(pem: bytes) -> None:
    """Without this check, the error would be one of OpenSSL's."""
    with pytest.raises(ValueError, match="not a private key and its certificate"):
        host_factory(RecordingListener(), Clock(), pem)


# Over loopback.

Connect = Callable[[protocol.Factory | TLSMemoryBIOFactory], Awaitable[Any]]


@asynccontextmanager
async def listening(hosts: RecordingListener) -> AsyncIterator[Connect]:
    """Run a host on a free port; yield a function to connect a client's factory."""
    factory: Any = host_factory(hosts, reactor, PEM)
    port: Any = reactor.listenTCP(0, factory, interface="127.0.0.1")
    endpoint = HostnameEndpoint(reactor, "127.0.0.1", port.getHost().port)

    async def connect(clients: Any) -> Any:
        return await endpoint.connect(clients)

    try:
        yield connect
    finally:
        await port.stopListening()


@pytest_twisted.ensureDeferred
async def test_a_login_messages_and_the_end_over_loopback() -> None:
    """It uses TLS 1.3 and a real socket."""
    hosts, clients = RecordingListener(), RecordingListener()
    async with listening(hosts) as connect:
        await connect(client_factory(clients, reactor, PIN))
        await clients.after_calls(1)
        handle = clients.ends[0].transport.getHandle()
        assert "TLSv1.3" == handle.get_protocol_version_name()
        log_in(hosts, clients)
        await clients.after_calls(2)
        clients.ends[0].send(say("hello"))
        await hosts.after_calls(3)
        hosts.ends[0].refuse("done", "good night")
        await clients.after_calls(4)
        await hosts.after_calls(4)
    assert ["connected", WELCOME, EndReason.LEFT] == [
        *clients.calls[:2],
        clients.calls[-1],
    ]
    assert [say("hello"), EndReason.CLOSED] == hosts.calls[2:]
    night: Any = clients.calls[2]
    assert "good night" == night.detail


@pytest_twisted.ensureDeferred
async def test_connections_without_tls_1_3_are_refused() -> None:
    """One client has only TLS 1.2, and one is a browser on the wrong port."""
    hosts = RecordingListener()
    ended: Deferred[object] = Deferred()

    class Old(protocol.Protocol):
        def connectionLost(self, reason: Any = protocol.connectionDone) -> None:
            ended.callback(reason.value)

    class Browser(protocol.Protocol):
        transport: ITCPTransport

        def connectionMade(self) -> None:
            self.transport.write(b"GET / HTTP/1.1\r\n\r\n")

    options = CertificateOptions(lowerMaximumSecurityTo=TLSVersion.TLSv1_2)
    old = TLSMemoryBIOFactory(options, True, protocol.Factory.forProtocol(Old))
    async with listening(hosts) as connect:
        await connect(old)
        reason = await ended
        await hosts.after_calls(1)
        assert "no TLS 1.3" in hosts.detail
        hosts.detail = ""
        await connect(protocol.Factory.forProtocol(Browser))
        await hosts.after_calls(2)
    assert isinstance(reason, SSL.Error)
    assert [EndReason.TLS] * 2 == hosts.calls
    assert "no TLS 1.3" in hosts.detail


@pytest_twisted.ensureDeferred
async def test_a_paused_reader_gets_all_messages_later() -> None:
    """They arrive complete and in order."""
    hosts, clients = RecordingListener(), RecordingListener()
    sent = [
        Log("green", entry, (Wire(bytes([entry]) * 60_000, bytes(64)),))
        for entry in range(5)
    ]
    async with listening(hosts) as connect:
        await connect(client_factory(clients, reactor, PIN))
        await clients.after_calls(1)
        log_in(hosts, clients)
        await clients.after_calls(2)
        clients.ends[0].transport.pauseProducing()
        for log in sent:
            hosts.ends[0].send(log)
        hosts.ends[0].close()
        clients.ends[0].transport.resumeProducing()
        await clients.after_calls(2 + len(sent) + 1)
        await hosts.after_calls(3)
    assert [*sent, EndReason.LEFT] == clients.calls[2:]
    assert EndReason.CLOSED is hosts.calls[-1]
