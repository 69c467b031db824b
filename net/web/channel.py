"""
Connections of browsers: what all of our web servers do with a client that doesn't read.

Twisted times out a client that sends no request, but waits forever for one that doesn't
read the response. Meanwhile, it keeps whatever that client sends, and answers further
requests that have arrived. Both would fill the memory.
"""

from __future__ import annotations

from typing import Any

from twisted.internet.interfaces import (
    IDelayedCall,
    IPushProducer,
    IReactorTime,
    ITCPTransport,
)
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel
from twisted.web.resource import IResource
from twisted.web.server import Request, Site

PATIENCE = 60.0
"""Seconds before a connection that sends no request, or doesn't read, is closed."""


class IReadTransport(ITCPTransport, IPushProducer):
    """The interface of TCP transports that a channel uses."""


class Channel(HTTPChannel):
    """A connection from which nothing is read while the client doesn't read."""

    transport: IReadTransport

    _stall: IDelayedCall | None = None

    def pauseProducing(self) -> None:
        """Stop reading, and start the timeout: the client has stopped reading."""
        super().pauseProducing()
        self.paused = True  # for requests that have arrived
        self.transport.pauseProducing()
        if self._stall is None:
            self._stall = self.callLater(PATIENCE, self._part)

    def resumeProducing(self) -> None:
        """Stop the timeout, and answer the requests that have waited."""
        self._forget()
        self.paused = False
        super().resumeProducing()
        self.dataReceived(b"")

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        self._forget()
        super().connectionLost(reason)

    def _part(self) -> None:
        self._stall = None
        self.forceAbortClient()

    def _forget(self) -> None:
        stall, self._stall = self._stall, None
        if stall is not None:
            stall.cancel()


def site(root: IResource, request: type[Request], clock: IReactorTime) -> Any:
    """
    Return a factory that serves the pages below a root.

    Args:
        request: the class of requests, which limits their bodies.
    """
    made: Any = Site(root, requestFactory=request, timeout=PATIENCE, reactor=clock)
    made.protocol = Channel
    made.log = lambda request: None  # no log of who looked at what
    return made
