"""
Listening at all of a machine's addresses, of IPv6 and of IPv4.

One socket of IPv6 does that, but on some systems, and where an administrator wants it so,
only if it is told to.
"""

from __future__ import annotations

import contextlib
import socket

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort, IReactorSocket
from twisted.internet.protocol import ServerFactory

BACKLOG = 50
"""Connections that wait to be taken, as many as Twisted has it."""


def is_ipv6_alone() -> bool:
    """Tell whether a socket of IPv6 takes nothing of IPv4 here unless it is told to."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as one:
        return bool(one.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY))
    return False


def listen_by_both(
    reactor: IReactorSocket, port: int, factory: ServerFactory
) -> IListeningPort:
    """
    Listen at all addresses, whatever is usual here.

    Raises:
        CannotListenError: there is no listening there.
    """
    try:
        with socket.socket(socket.AF_INET6) as one:
            # As Twisted does: where this means that two may listen at one port, it doesn't.
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            one.setblocking(False)
            one.bind(("::", port))
            one.listen(BACKLOG)
            return reactor.adoptStreamPort(one.fileno(), socket.AF_INET6, factory)
    except OSError as error:
        raise CannotListenError(  # type: ignore[no-untyped-call]
            "::", port, error
        ) from error
