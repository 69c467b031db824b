"""
Peers: clients that are connected and logged in.

The rates and bursts are limits per peer; see `net/limits.py`.
"""

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

MANAGE_RATE, MANAGE_BURST = 2.0, 20
"""Commands to the host, each with a possibly long answer."""

READS_CAP = 8
"""Maximum number of tables that a peer can watch without a seat there."""

READ_RATE, READ_BURST = 1.0, 16
"""Requests for a log, each of which may send the whole log."""

SAY_RATE, SAY_BURST = 1.0, 10
"""Chat lines, which are sent to everybody."""

LOOK_RATE, LOOK_BURST = 1.0, 10
"""Requests for the list of tables, which can have 64 entries."""

SEAT_RATE, SEAT_BURST = 4.0, 40
"""
Sitting down, getting up, becoming ready or willing.

Each is sent to everybody at the table.
"""

STIR_RATE, STIR_BURST = 0.2, 10
"""
Pauses, proposed times and offers to take a seat.

Each makes people at the table read a line and respond.
"""

WHISPER_RATE, WHISPER_BURST = 0.5, 8
"""
Whispers, each of up to 128 KiB.

A handover takes one or two. A seat that is given away takes one from each of the
others, and another if somebody comes back.
"""

BACKUP_RATE, BACKUP_BURST = 1 / 10, 4
"""Backups, each of which is written to disk."""

RECALL_RATE, RECALL_BURST = 1.0, 64
"""Requests for a backup, one for each table there can be."""

REFUSED_RATE, REFUSED_BURST = 4.0, 100
"""
Wires that are refused.

Honest clients send some when they come back, or as a phase ends. Each costs as much as
one that is accepted.
"""


@dataclass(eq=False, slots=True)
class Peer:
    """A client that is connected and logged in, with what it may still request."""

    identity: bytes
    name: str
    connection: ToClient
    origin: Origin
    reads: Bucket
    says: Bucket
    moves: Bucket
    stirs: Bucket
    looks: Bucket
    whispers: Bucket
    backups: Bucket
    recalls: Bucket
    orders: Bucket
    refusals: Bucket
    since: float
    """Time of the login."""
    lender: bytes | None = None
    """Identity of the machine that lends the seat; None for a machine's own seat."""
    opens: set[PasswordLock] = field(default_factory=set)
    """
    Locks of tables whose password the client has proved to know on this connection.
    """
    turned_away: tuple[Reason, str] | None = None
    """Why the last proof of a password failed; None if it didn't."""
    read_from: Read | None = None
    """A request for a log that waits until its suspended game is resumed."""

    @classmethod
    def of(cls, hello: Hello, connection: ToClient, now: float) -> Self:
        return cls(
            hello.identity,
            hello.name,
            connection,
            origin_of(hello, connection),
            Bucket(READ_RATE, READ_BURST, now),
            Bucket(SAY_RATE, SAY_BURST, now),
            Bucket(SEAT_RATE, SEAT_BURST, now),
            Bucket(STIR_RATE, STIR_BURST, now),
            Bucket(LOOK_RATE, LOOK_BURST, now),
            Bucket(WHISPER_RATE, WHISPER_BURST, now),
            Bucket(BACKUP_RATE, BACKUP_BURST, now),
            Bucket(RECALL_RATE, RECALL_BURST, now),
            Bucket(MANAGE_RATE, MANAGE_BURST, now),
            Bucket(REFUSED_RATE, REFUSED_BURST, now),
            now,
            None if hello.lent is None else hello.lent.lender,
        )

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
