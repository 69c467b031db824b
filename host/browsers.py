"""
Connections of browsers: how many there may be, from whom, and how long one is waited for.

What Twisted has for it counts all together, ends who asks for nothing, and waits for ever for who
asks and doesn't read; what is sent with a request it keeps, on the disk if it is much. Browsers
send nothing with what they may ask for here.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.protocol import connectionDone
from twisted.protocols.policies import ThrottlingFactory
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from twisted.web.resource import IResource
from twisted.web.server import Request, Site

from sealed_wonders.net.origins import normal

CONNECTIONS = 384
"""Connections of browsers at once: each has some, and keeps one as long as it looks on."""

FROM_ADDRESS = 96
"""Of them those from one address: a machine that shares its connection with others."""

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


class Connections(ThrottlingFactory):
    """All connections of browsers."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, maxConnectionCount=CONNECTIONS)
        self._addresses: dict[Any, str] = {}
        self._crowd: Counter[str] = Counter()

    def buildProtocol(self, addr: Any) -> Any:
        """Take a connection, unless there are as many as may be from there."""
        address = normal(getattr(addr, "host", ""))
        if self._crowd[address] >= FROM_ADDRESS and not is_near(address):
            return None
        made = super().buildProtocol(addr)
        if made is not None:
            self._addresses[made] = address
            self._crowd[address] += 1
        return made

    def unregisterProtocol(self, p: Any) -> None:
        """Note that one has ended."""
        super().unregisterProtocol(p)
        address = self._addresses.pop(p)
        self._crowd[address] -= 1
        if not self._crowd[address]:
            del self._crowd[address]


def is_near(address: str) -> bool:
    """Tell whether it is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def serving(root: IResource, clock: IReactorTime) -> Connections:
    """Make what serves a tree of pages to browsers."""
    site: Any = Site(root, requestFactory=Asking, timeout=PATIENCE, reactor=clock)
    site.protocol = Channel
    return Connections(site)
