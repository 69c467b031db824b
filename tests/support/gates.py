"""Pages served to this machine, and browsers that ask for access."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from sealed_wonders.client.browser.confirming import Confirming
from sealed_wonders.client.browser.gate import Connections, Gate
from sealed_wonders.client.reports import serving

PORT = 40_123
HERE = f"127.0.0.1:{PORT}"
OWN = {"Host": HERE, "Origin": f"http://{HERE}", "Sec-Fetch-Site": "same-origin"}
"""What a browser says of a request of our own page's."""

OTHER_PAGES: Mapping[str, Mapping[str, str | Sequence[str]]] = {
    "another port": {"Origin": "http://127.0.0.1:1", "Sec-Fetch-Site": "same-site"},
    "another site": {"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"},
    "a sandboxed frame": {"Origin": "null"},
    "a form of another site": {"Sec-Fetch-Site": "cross-site"},
    "a name that leads here": {"Host": f"evil.example:{PORT}"},
    "a name of this machine": {"Host": f"localhost:{PORT}"},
    "two hosts": {"Host": [HERE, "evil.example"]},
}
"""What a browser says otherwise of a request of somebody else's page."""

GAME = "<title>a game</title></head><body>ann's hand: Altar</body>"


class FakeTerminal:
    """
    A terminal that records the lines shown.

    Attributes:
        shown: these lines.
    """

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show(self, line: str) -> None:
        self.shown.append(line)


class Connection:
    """
    A connection to a gate.

    Attributes:
        refused: whether it was refused before any data was sent.
    """

    def __init__(self, factory: Any, peer_ip: str = "127.0.0.1") -> None:
        peer = IPv4Address("TCP", peer_ip, 50_000)
        self._protocol: Any = factory.buildProtocol(peer)
        self.refused = self._protocol is None
        here = IPv4Address("TCP", "127.0.0.1", PORT)
        self.transport = StringTransport(here, peer, lenient=True)
        if not self.refused:
            self._protocol.makeConnection(self.transport)

    def send(self, data: bytes) -> None:
        self._protocol.dataReceived(data)

    def leave(self) -> None:
        """Break the connection."""
        self._protocol.connectionLost(Failure(ConnectionDone()))

    @property
    def status(self) -> int | None:
        """The status code of the response, or None if there is none yet."""
        sent = self.transport.value()
        return int(sent.split()[1]) if sent else None

    @property
    def head(self) -> Mapping[str, str]:
        """The headers of the response, with names in lower case."""
        lines = self.transport.value().partition(b"\r\n\r\n")[0].decode().split("\r\n")
        return {
            name.lower(): value
            for name, _, value in (it.partition(": ") for it in lines)
        }

    @property
    def body(self) -> bytes:
        """The body of the response so far."""
        body: bytes = self.transport.value().partition(b"\r\n\r\n")[2]
        return body

    @property
    def json(self) -> dict[str, str]:
        """The body, parsed as JSON."""
        found: dict[str, str] = json.loads(self.body)
        return found


class WebHarness:
    """
    Served pages, and browsers that open them.

    Attributes:
        factory: accepts connections.
        sent: all connections so far.
    """

    factory: Any

    def __init__(self) -> None:
        self.sent: list[Connection] = []

    def connect(self, peer: str = "127.0.0.1") -> Connection:
        one = Connection(self.factory, peer)
        self.sent.append(one)
        return one

    def do(
        self,
        verb: str,
        path: str,
        secret: str = "",
        headers: Mapping[str, str | Sequence[str]] | None = None,
        body: bytes = b"",
        *,
        stays: bool = False,
        peer: str = "127.0.0.1",
    ) -> Connection:
        """
        Send a request on a new connection, by default as our own page does.

        Args:
            secret: the bearer token.
            headers: headers instead of `OWN`.
            stays: whether the response is a stream, so that the connection stays open.
        """
        said = dict(OWN if headers is None else headers)
        if secret:
            said["Authorization"] = f"Bearer {secret}"
        if body:
            said["Content-Length"] = str(len(body))
        lines = [
            f"{name}: {value}"
            for name, values in said.items()
            for value in ([values] if isinstance(values, str) else values)
        ]
        one = self.connect(peer)
        if one.refused:
            return one
        start = f"{verb} {path} HTTP/1.1"
        one.send("\r\n".join((start, *lines, "", "")).encode() + body)
        if one.status is not None and not stays:
            one.leave()
        return one

    def get(self, path: str) -> Connection:
        """Open an address, as somebody does who types it."""
        return self.do("GET", path, headers={"Host": HERE, "Sec-Fetch-Site": "none"})


class GateHarness(WebHarness):
    """
    Served pages: a replay, unless a subclass overrides `pages`.

    Attributes:
        owner: the user id of the peer of every connection; None if it is unknown.
        ended: the reasons why access ended.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.terminal = FakeTerminal()
        self.ended: list[str] = []
        self.owner: int | None = None
        super().__init__()
        self.confirming = Confirming(
            self.terminal,  # type: ignore[arg-type]
            self.clock.seconds,
            "shown now",
            self.ended.append,
        )
        self.access = self.confirming.access
        self.factory = Connections(
            self.clock,
            self.pages(),
            self.confirming.stranger,
            lambda peer, here: self.owner,
        )
        self.factory.port = PORT

    def pages(self) -> Gate:
        """Return the pages that are served."""
        return serving.gate(self.clock, self.access, GAME)

    def ask(self) -> tuple[str, str]:
        """Ask for access as a page; return its secret and its words."""
        said = self.do("POST", "/ask").json
        return said["secret"], said["words"]
