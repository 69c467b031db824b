"""Connections in one process, recording listeners, and TLS both real and fake."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cryptography.x509 import Certificate
from twisted.internet.defer import Deferred
from twisted.internet.testing import StringTransport
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.test import iosim

from sealed_wonders.net.certificate import (
    make_certificate,
    read_certificate,
    spki_pin,
)
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.frames import FrameReader
from sealed_wonders.net.messages import FromClient, FromHost, MessageT, decode
from tests.support.clock import Clock

PEM = make_certificate(datetime(2026, 1, 1, tzinfo=UTC))
"""A host's TLS key and certificate."""

CERTIFICATE = read_certificate(PEM)[1]
PIN = spki_pin(CERTIFICATE)


class RecordingListener:
    """
    A listener of either end that records its calls.

    Attributes:
        calls: ``"connected"``, each message, and the `Why` of the end.
        ends: each connection.
        answer: called with each message.
    """

    def __init__(self) -> None:
        self.calls: list[object] = []
        self.ends: list[Any] = []
        self.detail = ""
        self.answer: Callable[[Any, Any], None] | None = None
        self._wanted: list[tuple[int, Deferred[None]]] = []

    def connected(self, connection: Any) -> None:
        self.ends.append(connection)
        self._note("connected")

    def received(self, connection: Any, message: FromClient | FromHost) -> None:
        if self.answer is not None:
            self.answer(connection, message)
        self._note(message)

    def connection_lost(self, connection: Any, end: ConnectionEnd) -> None:
        self.detail = str(end.detail)
        self._note(end.why)

    def after_calls(self, count: int) -> Deferred[None]:
        """Return a `Deferred` that fires after this many calls."""
        wanted: Deferred[None] = Deferred()
        self._wanted.append((count, wanted))
        self._fire()
        return wanted

    def _note(self, event: object) -> None:
        self.calls.append(event)
        self._fire()

    def _fire(self) -> None:
        ready = [wanted for wanted in self._wanted if wanted[0] <= len(self.calls)]
        self._wanted = [wanted for wanted in self._wanted if wanted not in ready]
        for _, deferred in ready:
            deferred.callback(None)


class FakeTlsTransport(StringTransport):
    """
    A transport that looks like established TLS, and writes into a string.

    Args:
        certificate: the other side's certificate.
        exporter: the secret of this connection.
    """

    no_delay = False

    def __init__(
        self,
        certificate: Certificate | None = None,
        exporter: bytes = b"the same each time",
    ) -> None:
        super().__init__()
        self._certificate = certificate
        self._exporter = exporter

    def setTcpNoDelay(self, enabled: bool) -> None:
        self.no_delay = enabled

    def getHandle(self) -> FakeTlsTransport:
        return self

    def export_keying_material(self, label: bytes, size: int) -> bytes:
        return hashlib.sha256(label + self._exporter).digest()[:size]

    def get_peer_certificate(self, *, as_cryptography: bool) -> Certificate | None:
        return self._certificate

    def messages_written(self, sender: type[MessageT]) -> list[MessageT]:
        """Every message written so far."""
        payloads = FrameReader().receive(self.value())
        return [decode(payload, sender) for payload in payloads]


def pump(
    hosts: TLSMemoryBIOFactory, clients: TLSMemoryBIOFactory, clock: Clock
) -> iosim.IOPump:
    """Connect a client to a host, with real TLS over a simulated network."""
    host, client = hosts.buildProtocol(None), clients.buildProtocol(None)
    connected: iosim.IOPump = iosim.connect(
        host,
        iosim.makeFakeServer(host),
        client,
        iosim.makeFakeClient(client),
        clock=clock,
    )
    return connected
