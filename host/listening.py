"""Listening on all addresses of a machine, over IPv6 and IPv4 at once."""

from __future__ import annotations

import socket

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort, IReactorSocket
from twisted.internet.protocol import ServerFactory

from sealed_wonders.net.system.sockets import dual_stack

BACKLOG = 50
"""Maximum number of connections waiting to be accepted, as in Twisted."""


def listen_by_both(
    reactor: IReactorSocket, port: int, factory: ServerFactory
) -> IListeningPort:
    """
    Listen on every address, even if IPv6 sockets don't accept IPv4 by default.

    Raises:
        CannotListenError: the port is taken, or there is no IPv6.
    """
    try:
        with dual_stack(port, BACKLOG) as one:
            return reactor.adoptStreamPort(one.fileno(), socket.AF_INET6, factory)
    except OSError as error:
        raise CannotListenError(  # type: ignore[no-untyped-call]
            "::", port, error
        ) from error
