"""Peers: clients that are connected and logged in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from twisted.internet.defer import Deferred

from sealed_wonders.host.denied import Reason
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.messages import Hello, Read, Refused
from sealed_wonders.net.names import make_line
from sealed_wonders.net.origins import Origin
from sealed_wonders.net.passwords import PasswordLock
from sealed_wonders.net.wire import ToClient

READS_CAP = 8
"""Maximum number of tables that a peer can watch without a seat there."""


@dataclass(frozen=True, eq=False, slots=True)
class Limit:
    """How often a peer may do something: see `sealed_wonders.net.limits.Bucket`."""

    rate: float
    """How often per second."""
    burst: int
    """How often at once, after a silence."""


@dataclass(eq=False, slots=True)
class Peer:
    """A client that is connected and logged in, with what it may still request."""

    identity: bytes
    name: str
    connection: ToClient
    origin: Origin
    since: float
    """Time of the login."""
    lender: bytes | None = None
    """Identity of the machine that lends the seat; None for a machine's own seat."""
    opens: set[PasswordLock] = field(default_factory=set)
    """Locks of tables whose password was proved on this connection."""
    turned_away: tuple[Reason, str] | None = None
    """Why the last proof of a password failed; None if it didn't."""
    read_from: Read | None = None
    """A request for a log that waits until its suspended game is resumed."""
    _buckets: dict[Limit, Bucket] = field(default_factory=dict, init=False)

    @classmethod
    def of(cls, hello: Hello, connection: ToClient, now: float) -> Self:
        return cls(
            hello.identity,
            hello.name,
            connection,
            origin_of(hello, connection),
            now,
            None if hello.lent is None else hello.lent.lender,
        )

    def may(self, limit: Limit, now: float) -> bool:
        """Count something that the peer does; return whether it is within a limit."""
        bucket = self._buckets.setdefault(limit, Bucket(limit.rate, limit.burst, now))
        return bucket.take(1, now)

    def refuse(self, reason: str, detail: str) -> None:
        self.connection.send(Refused(reason, make_line(detail)))


def origin_of(hello: Hello, connection: ToClient) -> Origin:
    """
    Return where a client is: the phone, if a machine lends its seat.

    So nothing is near that plays for a phone, though the machine may be the host's own.
    """
    origin, lent = Origin.of(connection.transport), hello.lent
    return origin if lent is None else origin.lent_to(lent.phone, lent.address)


class Peers:
    """All peers, by connection; each identity has at most one."""

    def __init__(self) -> None:
        self._peers: dict[ToClient, Peer] = {}
        self._empty: list[Deferred[None]] = []

    def __iter__(self) -> Iterator[Peer]:
        return iter(tuple(self._peers.values()))

    def find(self, connection: ToClient) -> Peer | None:
        return self._peers.get(connection)

    def of(self, identity: bytes) -> Peer | None:
        found = (peer for peer in self._peers.values() if peer.identity == identity)
        return next(found, None)

    def add(self, peer: Peer) -> None:
        self._peers[peer.connection] = peer

    def remove(self, connection: ToClient) -> Peer | None:
        return self._peers.pop(connection, None)

    def when_empty(self) -> Deferred[None]:
        """Return a Deferred that fires when no peer is left."""
        empty: Deferred[None] = Deferred()
        self._empty.append(empty)
        self.tell_if_empty()
        return empty

    def tell_if_empty(self) -> None:
        """Fire the Deferreds of `when_empty` if no peer is left."""
        if not self._peers:
            waiting, self._empty = self._empty, []
            for empty in waiting:
                empty.callback(None)
