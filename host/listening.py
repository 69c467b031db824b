"""Listening at all of a machine's addresses, over IPv6 and IPv4 at once."""

from __future__ import annotations

import socket

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort, IReactorSocket
from twisted.internet.protocol import ServerFactory

from sealed_wonders.net.system.sockets import dual_stack

BACKLOG = 50
"""Connections that may wait to be accepted: Twisted's own default."""


def listen_by_both(
    reactor: IReactorSocket, port: int, factory: ServerFactory
) -> IListeningPort:
    """
    Listen at every address, even where a socket of IPv6 accepts nothing over IPv4 by default.

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
