"""
Who gets as far as TLS with a host: so many newcomers at once, and so often from anywhere.

Whoever has connected and not logged in yet has one of `NEWCOMERS` places, which are apart
from those of all who are logged in. Nobody is turned away for want of one: of the network
that has the most, and there of the address that does, the oldest makes way: one that has
been there for a second before one that hasn't, and one that has said nothing before one that
has. So whoever opens many connections loses their own, and somebody who logs in as soon as
they can gets that far. So it is where the program can have no more connections: then of all
newcomers one makes way, also of those on this machine, and nobody who is logged in does.

TLS costs a host a millisecond each time, so there are limits to how often it is begun. They
go by address and by network, and not for this machine's own. Behind one router there may
be many people, who all come back at once when the power does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from twisted.internet import protocol
from twisted.internet.interfaces import IReactorTime, ITCPTransport
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

from sealed_wonders.net.certificate import read_certificate
from sealed_wonders.net.limits import NEWCOMERS, PATIENCE
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.origins import Origin, OriginBuckets, Rate, who_makes_way
from sealed_wonders.net.tls import Tls
from sealed_wonders.net.wire import Listener, ProtocolFactory, ToClient

FROM_ADDRESS = Rate(4, 64)
"""Handshakes from one address: a party of seven behind a router, all of them nine times."""

FROM_NETWORK = Rate(64, 512)
"""Those from one network, which takes a tenth of a processor's time."""


PIECE = 1 << 12
"""
Bytes that TLS is given at a time, in either direction.

What lies between it and a connection keeps the room for the most that ever lay there: with a
mix's proof, and a log of many, that was 46 kB more for each connection, for good.
"""

HANDSHAKE_TIME = 1.0
"""Seconds in which somebody who comes to log in has done so, or nearly."""


class EntrancePolicy(NamedTuple):
    """Whom a host lets begin TLS."""

    handshakes: OriginBuckets | None = None
    """How often TLS is begun, from where; None: as `handshake_limits` has it."""
    turned_away: Callable[[Origin], None] = lambda origin: None
    """Told of each who connects more often than that."""
    is_banned: Callable[[Origin], bool] = lambda origin: False
    """Tells from where nobody is to come at all."""
    has_room: Callable[[], bool] = lambda: True
    """Tells whether there can be another connection: else a newcomer makes way."""


def host_factory(
    listener: Listener[ToClient, FromClient],
    clock: IReactorTime,
    pem: bytes,
    policy: EntrancePolicy | None = None,
    *,
    patience: float = PATIENCE,
) -> Entrance:
    """
    Make what listens for clients over TCP, and speaks TLS to them.

    Args:
        pem: the host's key and certificate, as `make_certificate` gives them.

    Raises:
        ValueError: *pem* holds something else; the message doesn't show it.
    """
    key, certificate = read_certificate(pem)
    factory = ProtocolFactory(lambda: ToClient(listener, clock, patience=patience))
    return Entrance(Tls(key, certificate), factory, clock, policy or EntrancePolicy())


def handshake_limits() -> OriginBuckets:
    """Limit how often TLS is begun from an address, and from a network."""
    return OriginBuckets(FROM_ADDRESS, FROM_NETWORK)


class Entering(TLSMemoryBIOProtocol):
    """TLS at the host's end, for those who get as far."""

    factory: Entrance

    origin: Origin
    """Where it comes from; there once it has connected."""

    since: float
    """When it connected."""

    _is_let_in = False

    def makeConnection(self, transport: ITCPTransport) -> None:
        """Begin TLS, or hang up before it costs anything."""
        self.origin = Origin.of(transport)
        self.since = self.factory.seconds()
        self._is_let_in = self.factory.lets_in(self.origin)
        if self._is_let_in:
            super().makeConnection(transport)  # type: ignore[no-untyped-call]
        else:
            transport.abortConnection()

    def dataReceived(self, data: bytes) -> None:
        if not self._is_let_in:
            return
        for piece in _pieces(data):
            if self._lostTLSConnection:
                return
            super().dataReceived(piece)  # type: ignore[no-untyped-call]

    def write(self, data: bytes) -> None:
        for piece in _pieces(data):
            super().write(piece)  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = protocol.connectionDone) -> None:
        if self._is_let_in:
            # The two hold each other by it: TLS's memory would wait for the collector.
            self.unregisterProducer()  # type: ignore[no-untyped-call]
            super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def _tlsShutdownFinished(self, reason: Failure | None) -> None:
        if reason is not None and reason.value is not None:
            # Its traceback and the frame there hold each other, and TLS's memory with them.
            reason.value.__traceback__ = reason.tb = None
        super()._tlsShutdownFinished(reason)  # type: ignore[no-untyped-call]

    @property
    def client(self) -> ToClient:
        """What speaks through it."""
        return cast(ToClient, self.wrappedProtocol)


class Entrance(TLSMemoryBIOFactory):
    """Makes the host's ends of connections, and has some of them make way."""

    protocol = Entering

    def __init__(
        self,
        tls: Tls,
        factory: ProtocolFactory,
        clock: IReactorTime,
        policy: EntrancePolicy,
    ) -> None:
        super().__init__(tls, False, factory, clock)
        self.seconds = clock.seconds
        self._handshakes = policy.handshakes or handshake_limits()
        self._turned_away = policy.turned_away
        self._is_banned = policy.is_banned
        self._has_room = policy.has_room

    def lets_in(self, origin: Origin) -> bool:
        """Tell whether somebody may begin; if there is no place, another makes way."""
        if not (origin.is_near or self._may_begin(origin)):
            return False
        newcomers = self._newcomers()
        if not self._has_room():
            if not newcomers:
                return False
            self._first_to_go(newcomers, origin).client.make_way()
        elif not origin.is_near:
            others = [end for end in newcomers if not end.origin.is_near]
            if len(others) >= NEWCOMERS:
                self._first_to_go(others, origin).client.make_way()
        return True

    def _newcomers(self) -> list[Entering]:
        ends = cast("dict[Entering, int]", self.protocols)
        return [end for end in ends if end.client.is_newcomer]

    def _may_begin(self, origin: Origin) -> bool:
        """Tell whether somebody on another machine may begin, so often."""
        if self._is_banned(origin):
            return False
        if not self._handshakes.take(origin, self.seconds()):
            self._turned_away(origin)
            return False
        return True

    def _first_to_go(self, newcomers: list[Entering], another: Origin) -> Entering:
        """Find who makes way: the oldest from where most are, if need be one that spoke."""
        young = self.seconds() - HANDSHAKE_TIME
        return who_makes_way(
            newcomers,
            another,
            key=lambda end: (end.since > young, end.client.has_spoken),
        )


def _pieces(data: bytes) -> Iterator[bytes]:
    if len(data) <= PIECE:
        yield data
        return
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]
