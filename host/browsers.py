"""
Connections of browsers: limits, making way, and allowed host names.

Twisted's own means turn newcomers away. They also store request bodies, on disk if they
are large. Browsers need no request body for anything that is served here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from twisted.internet.interfaces import IReactorTime, ITCPTransport
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.web.http import BAD_REQUEST
from twisted.web.pages import notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import Request

from sealed_wonders.host.webnames import RequestedAddress, WebNames, read_host
from sealed_wonders.net.origins import Origin, normal, who_makes_way
from sealed_wonders.net.system import descriptors
from sealed_wonders.net.web.channel import Channel, site

CONNECTIONS = 384
"""
Maximum number of simultaneous browser connections from other machines.

A browser opens several, and keeps one for as long as it watches. Browsers on this
machine have the same number of places of their own.
"""

MISDIRECTED = 421
"""Status for a request to another host name (RFC 9110, 15.5.20)."""


class Asking(Request):
    """A request without a body."""

    def handleContentChunk(self, data: bytes) -> None:
        """Abort a request with a body, which would be stored until it is complete."""
        self.channel.forceAbortClient()


class BrowserConnection(ProtocolWrapper):
    """The lifetime of a browser's connection."""

    factory: Connections

    origin: Origin
    """Where it comes from; set once it is connected."""

    has_made_way = False

    def makeConnection(self, transport: ITCPTransport) -> None:
        """Take a place, or abort if no other connection can make way."""
        self.origin = Origin.of(transport)
        if not self.factory.lets_in(self.origin):
            self.has_made_way = True
            transport.abortConnection()
        super().makeConnection(transport)

    def dataReceived(self, data: bytes) -> None:
        if not self.has_made_way:
            super().dataReceived(data)

    @property
    def is_busy(self) -> bool:
        """Whether a request is unanswered; an event stream always is."""
        return bool(cast(Channel, self.wrappedProtocol).requests)

    def make_way(self) -> None:
        """Abort this connection in favour of another one."""
        self.has_made_way = True
        self.abortConnection()


class Connections(WrappingFactory[BrowserConnection]):
    """
    All connections of browsers.

    Nobody is turned away because others were here first: if all places are taken,
    another connection makes way (`who_makes_way`); among those of one address, an idle
    one goes first. Browsers on this machine and on others don't take each other's
    places, unless the program is about to run out of file descriptors.
    """

    protocol = BrowserConnection

    def lets_in(self, origin: Origin) -> bool:
        """Make room for another connection if needed; return whether there is room."""
        there = [it for it in self.protocols if not it.has_made_way]
        if not descriptors.are_left():
            if not there:
                return False
        else:
            there = [it for it in there if it.origin.is_near == origin.is_near]
            if len(there) < CONNECTIONS:
                return True
        who_makes_way(there, origin, key=lambda it: it.is_busy).make_way()
        return True


class Root(Resource):
    """
    The root resource, for requests with a name or address of this host.

    A request in HTTP/1.0 needs no name: simple monitoring programs send none, while
    browsers always do.
    """

    def __init__(self, names: WebNames) -> None:
        super().__init__()
        self._names = names

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        """Return a child, or a refusal if the Host header isn't acceptable."""
        headers = request.requestHeaders.getRawHeaders(b"host", [])
        if headers or request.clientproto != b"HTTP/1.0":
            asked = read_host(headers[0].decode("latin-1")) if headers else None
            if asked is None or len(headers) > 1:
                return _Refusal(BAD_REQUEST, b"Bad Request", NO_HOST)
            here = here_of(request)
            if not self._names.has(asked.host, here.host):
                return _Refusal(
                    MISDIRECTED, b"Misdirected Request", _not_ours(asked, here)
                )
        child: IResource = super().getChildWithDefault(path, request)
        return child

    def getChild(self, path: bytes, request: Request) -> IResource:
        return notFound()


class AnsweringResource(Resource):
    """A resource whose GET is answered by a function of the request."""

    isLeaf = True

    def __init__(self, answer: Callable[[Request], Any]) -> None:
        super().__init__()
        self._answer = answer

    def render_GET(self, request: Request) -> Any:
        return self._answer(request)


NO_HOST = "The request needs exactly one Host header."


def _not_ours(asked: RequestedAddress, here: RequestedAddress) -> str:
    return (
        f"This host doesn't answer to {asked.bracketed}. Go to {here.url} instead. To allow "
        f"that name, start the host with --web-name {asked.host}"
    )


class _Refusal(Resource):
    """A one-line response that says why the request is refused, and what to do."""

    isLeaf = True

    def __init__(self, status: int, phrase: bytes, line: str) -> None:
        super().__init__()
        self._status = status, phrase
        self._line = line

    def render(self, request: Request) -> bytes:
        request.setResponseCode(*self._status)
        request.setHeader("Content-Type", "text/plain; charset=utf-8")
        request.setHeader("Cache-Control", "no-store")
        request.setHeader("X-Content-Type-Options", "nosniff")
        return b"" if request.method == b"HEAD" else f"{self._line}\n".encode()


def here_of(request: Request) -> RequestedAddress:
    """Return this machine's address on which a request arrived."""
    here = request.getHost()
    return RequestedAddress(normal(here.host), here.port)


def asked_at(request: Request) -> RequestedAddress:
    """Return the address that the browser requested, as far as the request says."""
    return read_host(request.getHeader("Host") or "") or here_of(request)


def serving(root: Root, clock: IReactorTime) -> Connections:
    """Return a factory that serves the pages below a root."""
    return Connections(site(root, Asking, clock))
