"""
Connections of browsers: how many there may be, who makes way for others, how long one is
waited for, and that they have come by a name of this host's.

What Twisted has for it turns newcomers away, ends who asks for nothing, and waits for ever for who
asks and doesn't read; what is sent with a request it keeps, on the disk if it is much. Browsers
send nothing with what they may ask for here.
"""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.interfaces import IDelayedCall, IReactorTime, ITCPTransport
from twisted.internet.protocol import connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure
from twisted.web.http import BAD_REQUEST, HTTPChannel
from twisted.web.pages import notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import Request, Site

from sealed_wonders.host.webnames import Asked, WebNames, read_host
from sealed_wonders.net.origins import Origin, normal, who_makes_way
from sealed_wonders.net.system import descriptors

CONNECTIONS = 384
"""
Connections of browsers on other machines at once: each browser has some, and keeps one as long
as it looks on. Those on this machine have as many of their own.
"""

PATIENCE = 60.0
"""Seconds for a browser that asks for nothing, or doesn't take what it has asked for."""


MISDIRECTED = 421
"""The status for whoever wants another host than this one (RFC 9110, 15.5.20)."""


class Asking(Request):
    """What a browser asks for; more than that it can't say."""

    def handleContentChunk(self, data: bytes) -> None:
        """Part with whoever sends something along: it would be kept until all of it is there."""
        self.channel.forceAbortClient()


class Channel(HTTPChannel):
    """One connection, which ends if what was asked for isn't taken."""

    _stall: IDelayedCall | None = None

    def pauseProducing(self) -> None:
        """Note that whoever reads has enough for now."""
        super().pauseProducing()
        if self._stall is None:
            self._stall = self.callLater(PATIENCE, self._part)

    def resumeProducing(self) -> None:
        """Note that they have read it."""
        self._forget()
        super().resumeProducing()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Note that they have gone."""
        self._forget()
        super().connectionLost(reason)

    def _part(self) -> None:
        self._stall = None
        self.forceAbortClient()

    def _forget(self) -> None:
        stall, self._stall = self._stall, None
        if stall is not None:
            stall.cancel()


class Connection(ProtocolWrapper):
    """A connection of a browser, from its beginning to its end."""

    factory: Connections

    origin: Origin
    """Where it comes from; there once it has connected."""

    has_made_way = False

    def makeConnection(self, transport: ITCPTransport) -> None:
        """Take a place, or hang up if nobody can make way."""
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
        """Whether something was asked for that isn't answered yet, or is an event stream."""
        return bool(cast(Channel, self.wrappedProtocol).requests)

    def make_way(self) -> None:
        """Hang up, for the sake of others."""
        self.has_made_way = True
        self.abortConnection()


class Connections(WrappingFactory[Connection]):
    """
    All connections of browsers.

    Nobody is turned away because others were here first: when all places are taken, somebody
    makes way (`who_makes_way`), and within their address a connection that is idle before one
    that isn't. This machine's own browsers and all others leave each other's places alone.
    Only where the program may hardly open anything more do all of them share.
    """

    protocol = Connection

    def lets_in(self, origin: Origin) -> bool:
        """Return whether another connection may begin, after making room for it."""
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
    The root of what is served, to whoever has come by a name or address of this host.

    A request of HTTP/1.0 needs no name: simple monitors say none, and browsers always do.
    """

    def __init__(self, names: WebNames) -> None:
        super().__init__()
        self._names = names

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        """Return what is below, or why this host doesn't answer."""
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


NO_HOST = "Say in one Host header which name or address you have come by."


def _not_ours(asked: Asked, here: Asked) -> str:
    return (
        f"This host doesn't answer to {asked.bracketed}. Go to {here.url} instead. If that "
        f"name is meant to lead here, start the host with --web-name {asked.host}"
    )


class _Refusal(Resource):
    """One line that says why nothing else is answered, and what to do."""

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


def here_of(request: Request) -> Asked:
    """Return the address at which a browser has reached this machine."""
    here = request.getHost()
    return Asked(normal(here.host), here.port)


def asked_at(request: Request) -> Asked:
    """Return where a browser has come to, as far as it says that."""
    return read_host(request.getHeader("Host") or "") or here_of(request)


def serving(root: Root, clock: IReactorTime) -> Connections:
    """Make what serves a tree of pages to browsers."""
    site: Any = Site(root, requestFactory=Asking, timeout=PATIENCE, reactor=clock)
    site.protocol = Channel
    return Connections(site)
