"""
Connections of browsers: how many there may be, who makes way for others, and how long one is
waited for.

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
from twisted.web.http import HTTPChannel
from twisted.web.resource import IResource
from twisted.web.server import Request, Site

from sealed_wonders.net.origins import Origin, who_makes_way
from sealed_wonders.net.system import descriptors

CONNECTIONS = 384
"""
Connections of browsers on other machines at once: each browser has some, and keeps one as long
as it looks on. Those on this machine have as many of their own.
"""

PATIENCE = 60.0
"""Seconds for a browser that asks for nothing, or doesn't take what it has asked for."""


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


def serving(root: IResource, clock: IReactorTime) -> Connections:
    """Make what serves a tree of pages to browsers."""
    site: Any = Site(root, requestFactory=Asking, timeout=PATIENCE, reactor=clock)
    site.protocol = Channel
    return Connections(site)
