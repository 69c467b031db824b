"""
The endpoint that finds a host, without a network: the test decides which hosts answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from twisted.internet import error
from twisted.internet.address import IPv4Address
from twisted.internet.interfaces import IHostResolution, IReactorPluggableNameResolver
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.testing import MemoryReactorClock, StringTransport
from twisted.python.failure import Failure
from zope.interface import implementer

from sealed_wonders.client.table.endpoint import HostEndpoint, IEndpointReactor
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from tests.support.clock import Clock

ATTEMPT = 0.3
"""Seconds after which Twisted tries a name's next address, if it has one."""


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """It has been answered."""


@implementer(IReactorPluggableNameResolver)
class ResolvingReactor(Clock, MemoryReactorClock):
    """
    A reactor that resolves names, and connects only when a test says so.

    Attributes:
        names: the addresses of names.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names: dict[str, str] = {}
        self.nameResolver: Any = self

    def resolveHostName(
        self, receiver: Any, hostName: str, portNumber: int = 0, *_: object
    ) -> _Resolution:
        resolution = _Resolution(hostName)
        receiver.resolutionBegan(resolution)
        ip = self.names.get(hostName, hostName)
        receiver.addressResolved(IPv4Address("TCP", ip, portNumber))
        receiver.resolutionComplete()
        return resolution

    @property
    def tried(self) -> list[str]:
        """The addresses of all attempts, in order."""
        return [f"{host}:{port}" for host, port, *_ in self.tcpClients]

    def refuse(self, at: int = -1) -> None:
        """Refuse a connection."""
        factory, connector = self.tcpClients[at][2], self.connectors[at]
        factory.clientConnectionFailed(
            connector, Failure(error.ConnectionRefusedError())
        )
        self.advance(ATTEMPT)  # the next address of a name would have its turn now

    def accept(self, at: int = -1) -> None:
        """Accept a connection."""
        host, port, factory, *_ = self.tcpClients[at]
        made: Any = factory.buildProtocol(IPv4Address("TCP", host, port))
        made.makeConnection(StringTransport())


class FakeDiscovery:
    """
    Discovery of hosts that a test announces.

    Attributes:
        looking: the number of searches that are running.
    """

    def __init__(self) -> None:
        self._heard: list[Callable[[Sequence[Nearby]], None]] = []

    @property
    def looking(self) -> int:
        return len(self._heard)

    def __call__(
        self, heard: Callable[[Sequence[Nearby]], None]
    ) -> Callable[[], object]:
        self._heard.append(heard)
        return lambda: self._heard.remove(heard)

    def hears(self, *addresses: str) -> None:
        """Announce hosts at addresses with their pins."""
        self.hear(*(Nearby("salon", Address.parse(one)) for one in addresses))

    def hear(self, *hosts: Nearby) -> None:
        """Announce hosts."""
        for heard in list(self._heard):
            heard(hosts)


class EndpointHarness:
    """A `HostEndpoint` on a fake reactor; `log` lists the results of connecting."""

    def __init__(self, address: str, *, looks: bool = True, **others: Any) -> None:
        self.reactor = ResolvingReactor()
        self.discovery = FakeDiscovery()
        self.log: list[str] = []
        look = self.discovery if looks else None
        self.endpoint = HostEndpoint(
            cast(IEndpointReactor, self.reactor),
            Address.parse(address),
            look,
            **{"chance": lambda: 0.0, **others},
        )

    def go(self) -> Any:
        """Connect, for the first time or again."""
        done = self.endpoint.connect(Factory.forProtocol(Protocol))
        done.addCallbacks(
            lambda _: self.log.append(f"at {self.endpoint.at}"),
            lambda failure: self.log.append(failure.type.__name__),
        )
        return done

    def arrive(self, pin: bytes) -> None:
        """Connect for the first time, log in, and lose the host."""
        self.go()
        self.reactor.accept()
        self.endpoint.arrived(pin)
        self.endpoint.connection_lost(talking=True)
        self.log.clear()
        self.reactor.tcpClients.clear()
        self.reactor.connectors.clear()
