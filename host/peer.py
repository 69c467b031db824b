"""Peers: those who are connected and logged in."""

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
from sealed_wonders.net.passwords import Lock
from sealed_wonders.net.wire import ToClient

MANAGE_RATE, MANAGE_BURST = 2.0, 20
"""How often a peer may tell the host what to do, each time perhaps with a long answer."""

READS_CAP = 8
"""Tables that one peer can follow without sitting there."""

READ_RATE, READ_BURST = 1.0, 16
"""How often a peer may ask for a log again: it costs us the whole of it."""

SAY_RATE, SAY_BURST = 1.0, 10
"""Lines a peer may say, which go to everybody."""

LOOK_RATE, LOOK_BURST = 1.0, 10
"""How often a peer may ask for the tables, of which there can be 64."""

SEAT_RATE, SEAT_BURST = 4.0, 40
"""
How often a peer may sit down, get up, be ready or willing or not: all at the table are told.
"""

STIR_RATE, STIR_BURST = 0.2, 10
"""
How often a peer may stop the clock, propose another one, or offer to take a seat: people at the
table read a line of each, and are asked something.
"""

WHISPER_RATE, WHISPER_BURST = 0.5, 8
"""
How often a peer may whisper, each time perhaps 128 KiB: a handover takes one or two, and a
seat that is given away one from each of the others, and once more when somebody comes back.
"""

BACKUP_RATE, BACKUP_BURST = 1 / 10, 4
"""How often a peer may leave a backup, which costs a write to the disk."""

RECALL_RATE, RECALL_BURST = 1.0, 64
"""How often a peer may ask for one: once for each table there may be."""

REFUSED_RATE, REFUSED_BURST = 4.0, 100
"""
How often a peer may bring a wire that isn't taken: honest ones do when they come back, or
as a phase ends, and each costs as much as one that is taken.
"""


@dataclass(eq=False, slots=True)
class Peer:
    """Somebody who is connected and logged in, and how much they may still ask for."""

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
    """When they have logged in."""
    opens: set[Lock] = field(default_factory=set)
    """Which tables' passwords they have shown to know, on this connection."""
    turned_away: tuple[Reason, str] | None = None
    """Why their last try of a password came to nothing, if it did."""
    read_from: Read | None = None
    """What they want to read of a game that waits for room."""

    @classmethod
    def of(cls, hello: Hello, connection: ToClient, now: float) -> Self:
        """Make a peer of somebody whose login was found good."""
        return cls(
            hello.identity,
            hello.name,
            connection,
            Origin.of(connection.transport),
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
        )

    def refuse(self, reason: str, detail: str) -> None:
        """Tell them that something isn't done."""
        self.connection.send(Refused(reason, make_line(detail)))


class Peers:
    """All peers, by connection; each identity has one at most."""

    def __init__(self) -> None:
        self._peers: dict[ToClient, Peer] = {}
        self._empty: list[Deferred[None]] = []

    def __iter__(self) -> Iterator[Peer]:
        return iter(tuple(self._peers.values()))

    def find(self, connection: ToClient) -> Peer | None:
        """Return the peer behind a connection, if it has logged in."""
        return self._peers.get(connection)

    def of(self, identity: bytes) -> Peer | None:
        """Find somebody by their identity."""
        found = (peer for peer in self._peers.values() if peer.identity == identity)
        return next(found, None)

    def add(self, peer: Peer) -> None:
        """Note that somebody has logged in."""
        self._peers[peer.connection] = peer

    def remove(self, connection: ToClient) -> Peer | None:
        """Note that a connection is no more, and return whose it was."""
        return self._peers.pop(connection, None)

    def when_empty(self) -> Deferred[None]:
        """Return a Deferred that fires when no peer is left."""
        empty: Deferred[None] = Deferred()
        self._empty.append(empty)
        self.tell_if_empty()
        return empty

    def tell_if_empty(self) -> None:
        """Fire what waits for the last peer, if there is none."""
        if not self._peers:
            waiting, self._empty = self._empty, []
            for empty in waiting:
                empty.callback(None)
