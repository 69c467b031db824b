"""A proxy between a client and its host, which may alter what it passes on."""

from __future__ import annotations

from typing import Any

from twisted.internet.endpoints import TCP4ClientEndpoint, connectProtocol
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.protocol import Factory, Protocol

FORGED = b"\x17\x03\x03\x00\x20" + bytes(32)
"""A record of TLS, 37 bytes, that whoever sees the connection can put into it."""

PORTAL = b"HTTP/1.1 302 Found\r\nLocation: http://login.example/\r\n\r\n"
"""What a network answers in everybody's name, until somebody has paid."""


class _Half(Protocol):
    """One of the two connections; it keeps early data until the other one is made."""

    transport: ITCPTransport
    other: _Half | None = None

    def __init__(self) -> None:
        self.waiting = b""

    def dataReceived(self, data: bytes) -> None:
        if self.other is None:
            self.waiting += data
        else:
            self.other.transport.write(data)

    def connectionLost(self, reason: Any = None) -> None:
        if self.other is not None:
            self.other.transport.loseConnection()

    def join(self, other: _Half) -> None:
        self.other, other.other = other, self
        other.transport.write(self.waiting)


class Proxy(Factory):
    """
    Passes on data between clients and a host.

    Attributes:
        answer: sent to each client, which is then disconnected; None to pass data on.
        clients_so_far: the number of clients so far.
    """

    noisy = False

    def __init__(self, reactor: Any, to: int) -> None:
        """
        Listen on this machine.

        Args:
            to: the port of the host.
        """
        self.answer: bytes | None = None
        self.clients_so_far = 0
        self._reactor = reactor
        self._to = TCP4ClientEndpoint(reactor, "127.0.0.1", to)
        self._clients: list[_Half] = []
        self._listening = reactor.listenTCP(0, self, interface="127.0.0.1")
        self.port: int = self._listening.getHost().port

    def buildProtocol(self, addr: Any) -> Protocol:
        self.clients_so_far += 1
        client = _Half()
        self._clients.append(client)
        self._reactor.callLater(0, self._begin, client)
        return client

    def _begin(self, client: _Half) -> None:
        if self.answer is not None:
            client.transport.write(self.answer)
            client.transport.loseConnection()
        else:
            connectProtocol(self._to, _Half()).addCallback(client.join)

    def inject(self, data: bytes) -> None:
        """Insert bytes into the data from the host to the newest client."""
        self._clients[-1].transport.write(data)

    def cut(self) -> None:
        """Break all connections."""
        for client in self._clients:
            client.transport.loseConnection()

    async def close(self) -> None:
        """Be there no more."""
        await self._listening.stopListening()
        self.cut()
