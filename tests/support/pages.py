"""The page of a host in the same process, and browsers that show it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from sealed_wonders.host import web
from sealed_wonders.host.page.streams import TableStreams
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.verification import at_once
from tests.support.inprocess.server import HostHarness

AT = 8080

NAME = "kitchen"

SELF = "10.0.0.1"
"""The host's own address."""

JOIN = "10.0.0.1:7777#00112233445566778899aabbccddeeff"


class Visit:
    """A connection to a host's pages with one request."""

    def __init__(self, factory: Any, request: str, address: str = "10.0.0.9") -> None:
        there = IPv4Address("TCP", address, 50_000)
        self.protocol: Any = factory.buildProtocol(there)
        self.transport: StringTransport = StringTransport(
            IPv4Address("TCP", SELF, AT), there
        )
        self.protocol.makeConnection(self.transport)
        self.protocol.dataReceived(request.encode())

    @property
    def _sent(self) -> bytes:
        sent: bytes = self.transport.value()
        return sent

    @property
    def status(self) -> int:
        """The status code of the response."""
        return int(self._sent.split()[1])

    @property
    def head(self) -> str:
        """The headers of the response."""
        return str(self._sent.partition(b"\r\n\r\n")[0], "utf-8")

    @property
    def body(self) -> bytes:
        """The body of the response so far."""
        return self._sent.partition(b"\r\n\r\n")[2]

    @property
    def is_cut_off(self) -> bool:
        return self.transport.disconnected

    def leave(self) -> None:
        """Break the connection as a transport does, which first stops its producer."""
        producer: Any = self.transport.producer
        if producer is not None:
            producer.stopProducing()
        self.protocol.connectionLost(Failure(ConnectionDone()))


class Browser(Visit):
    """
    A connection that keeps the sections of the page that it receives.

    Attributes:
        sections: the latest content of each section.
    """

    def __init__(
        self,
        factory: Any,
        path: str,
        address: str = "10.0.0.9",
        verb: str = "GET",
        name: str = NAME,
    ) -> None:
        self.sections: dict[str, Any] = {}
        self._read = 0
        line = f"{verb} {path} HTTP/1.0\r\nHost: {name}:{AT}\r\n\r\n"
        super().__init__(factory, line, address)
        if self.transport.disconnecting:
            self.leave()

    @property
    def is_followed(self) -> bool:
        """Whether the response is a stream that is still open."""
        return bool(self.protocol.wrappedProtocol.requests)

    def hear(self) -> str:
        """Return what was sent since the last call, and update the sections."""
        new = str(self._sent[self._read :], "utf-8")
        self._read += len(new.encode())
        for line in new.splitlines():
            if line.startswith("data:"):
                found = json.loads(line[5:])
                self.sections |= found
                for name in [name for name, it in found.items() if it is None]:
                    del self.sections[name]
        return new


class PageHarness:
    """
    The page of a host.

    Attributes:
        lent: the addresses at which phones get a seat.
    """

    def __init__(self, host: HostHarness) -> None:
        self.host = host
        self.lent: tuple[str, ...] = ()
        self.board = TableStreams(
            host.clock,
            host.server.registry,
            host.news.append,
            self.about,
            at_once,
            host.server.standings,
        )
        self.board.lent = lambda: self.lent
        host.server.watched = self.board.changed
        at = Address.parse(JOIN)
        self.factory = web.factory(
            host.clock, host.folder, lambda: at, self.board, WebNames(lambda: (NAME,))
        )

    def about(self) -> Mapping[str, Any]:
        """Return what browsers are told about the host."""
        return web.about("the house", (Invitation(JOIN),), self.host.folder)

    def browse(self, path: str, address: str = "10.0.0.9") -> Browser:
        """Request a path."""
        return Browser(self.factory, path, address)

    def look(self, table: str = "", address: str = "10.0.0.9") -> Browser:
        """Open the page of one table, or of all tables."""
        browser = self.browse(f"/events?table={table.replace(' ', '%20')}", address)
        self.settle()
        return browser

    def settle(self) -> None:
        """Let everything that is due be sent."""
        clock = self.host.clock
        while any(it.getTime() <= clock.seconds() for it in clock.getDelayedCalls()):
            clock.advance(0)
