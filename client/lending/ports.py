"""
The ports at which phones come: one for each network of this machine.

Each listens at a literal IPv4 address, which phones need not look up, and which the
checks of a request's ``Host`` compare. All have one number, which stays the same, since
browsers keep what they know of a seat by address and port.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IDelayedCall, IProtocolFactory

from sealed_wonders.client.lending.certificate import TrustedCertificate
from sealed_wonders.net.discovery.ownaddresses import (
    WATCH_INTERVAL,
    Reach,
    own_addresses,
    to_type,
)


def networks() -> tuple[str, ...]:
    """Return the addresses at which phones can reach this machine, one per network."""
    some = to_type(own_addresses())
    return tuple(
        it.ip for it in some if not it.is_ipv6 and it.reach is not Reach.DISCONNECTED
    )


class LendingPorts:
    """
    Listens on all networks, also on those that come later.

    Attributes:
        number: The number of all ports; 0 before there is one.
    """

    def __init__(
        self,
        reactor: Any,
        factory: IProtocolFactory,
        number: int,
        changed: Callable[[], object],
        addresses: Callable[[], Sequence[str]] = networks,
        certificate: TrustedCertificate | None = None,
    ) -> None:
        """
        Prepare to listen; `begin` does so.

        Args:
            number: The number to use if it is free.
            changed: Called when the addresses have changed.
            addresses: Returns this machine's current addresses.
            certificate: A certificate that phones trust; None for plain HTTP.
        """
        self.number = number
        self._reactor = reactor
        self._factory = factory
        self._changed = changed
        self._addresses = addresses
        self._certificate = certificate
        self._ports: dict[str, Any] = {}
        self._next: IDelayedCall | None = None

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses to open in a browser."""
        if self._certificate is not None and self._ports:
            # Its name leads to one of our addresses; which, others have arranged.
            return (f"https://{self._certificate.names[0]}:{self.number}/",)
        return tuple(f"http://{ip}:{self.number}/" for ip in self._ports)

    def begin(self) -> None:
        """Listen, and look for other networks from time to time."""
        self._next = self._reactor.callLater(WATCH_INTERVAL, self.begin)
        now = tuple(self._addresses())
        before = tuple(self._ports)
        for ip in before:
            if ip not in now:
                self._ports.pop(ip).stopListening()
        for ip in now:
            if ip not in self._ports:
                with suppress(CannotListenError):
                    self._listen(ip)
        if tuple(self._ports) != before:
            self._changed()

    def _listen(self, ip: str) -> None:
        try:
            port = self._open(self.number, ip)
        except CannotListenError:
            if not self.number or self._ports:
                raise
            port = self._open(0, ip)
        self.number = port.getHost().port
        self._ports[ip] = port

    def _open(self, number: int, ip: str) -> Any:
        if self._certificate is None:
            return self._reactor.listenTCP(number, self._factory, interface=ip)
        return self._reactor.listenSSL(
            number, self._factory, self._certificate, interface=ip
        )

    def end(self) -> None:
        if self._next is not None and self._next.active():
            self._next.cancel()
        for port in self._ports.values():
            port.stopListening()
        self._ports.clear()
