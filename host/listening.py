"""
The ports that a host listens on, over IPv6 and IPv4 at once where both are wanted.

Also the exceptions for a host that can't start, for this reason or another.
"""

from __future__ import annotations

import errno
import socket
from dataclasses import replace
from typing import Any

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IListeningPort, IReactorSocket, IReactorTCP
from twisted.internet.protocol import ServerFactory

from sealed_wonders.net.address import Address
from sealed_wonders.net.system.sockets import dual_stack, is_ipv6_only

BACKLOG = 50
"""Maximum number of connections waiting to be accepted, as in Twisted."""

UNPRIVILEGED = 1024
"""The first port that needs no privileges, on systems with such a limit."""

NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
"""Error numbers of systems without IPv6."""


class CantBegin(Exception):
    """The host can't start; the message is one line."""


class MayNotListen(CantBegin):
    """Listening needs privileges that the host lacks; another try won't help."""


class IPortReactor(IReactorTCP, IReactorSocket):
    """The reactor interfaces needed to listen."""


class Ports:
    """The TCP ports that a host listens on until it closes all of them."""

    def __init__(self, reactor: IPortReactor) -> None:
        self._reactor = reactor
        self._open: list[IListeningPort] = []

    def listen(self, at: Address, factory: Any) -> Address:
        """
        Listen at one or all addresses of this machine; without IPv6, use IPv4 alone.

        Args:
            factory: serves the connections. Twisted's type of listenTCP doesn't allow
                for its own TLS factory.

        Returns:
            Where it listens, with the number of the port that was opened.

        Raises:
            CantBegin: the address can't be listened on.
        """
        try:
            port = self._listen(at, factory)
        except CannotListenError as error:
            number = getattr(error.socketError, "errno", None)
            if at.host == "::" and number in NO_IPV6:
                return self.listen(replace(at, host="0.0.0.0"), factory)
            raise _cant_listen(at, error) from None
        self._open.append(port)
        here = port.getHost()
        if not isinstance(here, IPv4Address | IPv6Address):
            raise CantBegin(f"can't find the address of {here!r}")
        return replace(at, host=here.host, port=here.port)

    def _listen(self, at: Address, factory: Any) -> IListeningPort:
        if at.host == "::" and is_ipv6_only():
            return listen_by_both(self._reactor, at.port, factory)
        return self._reactor.listenTCP(at.port, factory, interface=at.host)

    def close(self) -> None:
        for port in self._open:
            port.stopListening()


def _cant_listen(at: Address, error: CannotListenError) -> CantBegin:
    reason = getattr(error.socketError, "strerror", None) or str(error.socketError)
    line = f"can't listen at {at}: {reason}"
    number = getattr(error.socketError, "errno", None)
    if number == errno.EACCES and at.port < UNPRIVILEGED:
        return MayNotListen(
            f"{line}; ports from {UNPRIVILEGED} up need no special rights"
        )
    return CantBegin(line)


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
