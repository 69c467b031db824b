"""
Admission of connections to TLS: limits on newcomers and handshakes.

A newcomer is a connection that hasn't logged in yet. It takes one of `NEWCOMERS`
places, which are separate from those of logged-in clients. A full entrance turns nobody
away; instead, a connection makes way. It is chosen from the network with the most
newcomers, and there from the address with the most. Connections older than a second go
before younger ones, silent ones before those that have sent something, and older ones
before newer ones. So somebody who opens many connections loses their own, and somebody
who logs in promptly gets in. The same happens if the program can't have any more
connections. Then the newcomer that makes way may also be one on this machine, but never
a logged-in client.

A TLS handshake costs a host a millisecond, so the rate of handshakes is limited by
address and by network, except for this machine. Many people may be behind one router,
and return at the same time after a power failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, cast

from twisted.internet import protocol
from twisted.internet.interfaces import IReactorTime, ITCPTransport
from twisted.protocols.tls import TLSMemoryBIOFactory, TLSMemoryBIOProtocol
from twisted.python.failure import Failure

from sealed_wonders.net.certificate import read_certificate
from sealed_wonders.net.limits import GONE_SECONDS, NEWCOMERS
from sealed_wonders.net.messages import FromClient
from sealed_wonders.net.origins import Origin, OriginBuckets, Rate, who_makes_way
from sealed_wonders.net.tls import Tls
from sealed_wonders.net.wire import Listener, ProtocolFactory, ToClient

FROM_ADDRESS = Rate(4, 64)
"""
Handshakes from one address: allows nine each for a party of seven behind a router.
"""

FROM_NETWORK = Rate(64, 512)
"""Handshakes from one network: takes a tenth of a processor's time."""


PIECE = 1 << 12
"""
Bytes that are passed to TLS at a time, in either direction.

The buffers between TLS and a connection never shrink. With a mix's proof, and a log of
many, they kept 46 kB more for each connection.
"""

HANDSHAKE_TIME = 1.0
"""Seconds in which an honest client has logged in, or nearly."""


class EntrancePolicy(NamedTuple):
    handshakes: OriginBuckets | None = None
    """Rate limits by origin; None for `handshake_limits`."""
    turned_away: Callable[[Origin], None] = lambda origin: None
    """Callback for each connection that exceeds the limits."""
    is_banned: Callable[[Origin], bool] = lambda origin: False
    """Return whether an origin is banned."""
    has_room: Callable[[], bool] = lambda: True
    """Return whether there is room for a connection. If not, a newcomer makes way."""


def host_factory(
    listener: Listener[ToClient, FromClient],
    clock: IReactorTime,
    pem: bytes,
    policy: EntrancePolicy | None = None,
    *,
    patience: float = GONE_SECONDS,
) -> Entrance:
    """
    Return a factory that accepts clients over TCP and TLS.

    Args:
        pem: the host's key and certificate, from `make_certificate`.

    Raises:
        ValueError: *pem* contains something else; the message doesn't show it.
    """
    key, certificate = read_certificate(pem)
    factory = ProtocolFactory(lambda: ToClient(listener, clock, patience=patience))
    return Entrance(Tls(key, certificate), factory, clock, policy or EntrancePolicy())


def handshake_limits() -> OriginBuckets:
    """Return the default limits on handshakes per address and per network."""
    return OriginBuckets(FROM_ADDRESS, FROM_NETWORK)


class Entering(TLSMemoryBIOProtocol):
    """The host's end of a TLS connection."""

    factory: Entrance

    origin: Origin
    """Origin of the connection, set once it is connected."""

    since: float
    """Time of the connection."""

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
            # The two objects refer to each other through the producer. Without this,
            # TLS's memory would be freed only by the garbage collector.
            self.unregisterProducer()  # type: ignore[no-untyped-call]
            super().connectionLost(reason)  # type: ignore[no-untyped-call]

    def _tlsShutdownFinished(self, reason: Failure | None) -> None:
        if reason is not None and reason.value is not None:
            # The traceback and its frame refer to each other, and keep TLS's memory.
            reason.value.__traceback__ = reason.tb = None
        super()._tlsShutdownFinished(reason)  # type: ignore[no-untyped-call]

    @property
    def client(self) -> ToClient:
        """The protocol above TLS."""
        return cast(ToClient, self.wrappedProtocol)


class Entrance(TLSMemoryBIOFactory):
    """
    Factory for the host's ends of connections. It closes some to make way for others.
    """

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
        """Return whether a connection may begin TLS, making way for it if necessary."""
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
        """Return whether another machine may begin TLS, given the bans and limits."""
        if self._is_banned(origin):
            return False
        if not self._handshakes.take(origin, self.seconds()):
            self._turned_away(origin)
            return False
        return True

    def _first_to_go(self, newcomers: list[Entering], another: Origin) -> Entering:
        """Return the newcomer that makes way: from the origin with the most of them."""
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
