"""
Doors: tables with a password, and who has shown that they know it.

Whoever opens a table may give it one, and so may whoever runs the host, to all of them. The
host is told no password, see `sealed_wonders.net.passwords`. Nobody needs one for a seat
that they have or that is kept for them, nor do the host's own bots.
"""

from __future__ import annotations

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied, Reason
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.tablerecord import TableRecord
from sealed_wonders.net.origins import Buckets, OriginBuckets, Rate
from sealed_wonders.net.passwords import Lock, opens

BY_ONE = Rate(1 / 10, 5)
"""How often one identity may try a password; but a new one costs nothing."""

FROM_ADDRESS = Rate(1 / 10, 16)
"""How often from one address, whoever it is: all of a party, twice, behind one router."""

FROM_NETWORK = Rate(1 / 2, 64)
"""How often from one network."""

WANTED: tuple[Reason, str] = ("password", "that table has a password")
WRONG: tuple[Reason, str] = ("wrong-password", "that isn't the password")
TOO_MANY: tuple[Reason, str] = (
    "too-many-tries",
    "too many passwords were tried from there; wait a moment",
)
"""Why somebody is turned away."""


class Doors:
    """Decides who may sit down or look on at tables with a password."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._by_identity = Buckets(BY_ONE)
        self._by_origin = OriginBuckets(FROM_ADDRESS, FROM_NETWORK)

    def take_proof(self, peer: Peer, salt: bytes, proof: bytes) -> None:
        """
        Note which tables somebody may sit down at; what they ask for next says if none.

        A try counts before it is looked at, also a good one: else those that are left
        unanswered would tell which was.
        """
        origin, now = peer.origin, self._context.clock.seconds()
        peer.turned_away = None
        if not (
            self._by_identity.take(peer.identity, now)
            and self._by_origin.take(origin, now)
        ):
            peer.turned_away = TOO_MANY
            return
        registry, host = self._context.registry, self._context.host
        locks = {record.lock for record in registry} | {registry.policy.lock}
        good = {
            it
            for it in locks
            if it and it.salt == salt and opens(it, host, peer.identity, proof)
        }
        peer.opens |= good
        if not good:
            peer.turned_away = WRONG

    def is_open(self, peer: Peer, lock: Lock | None) -> bool:
        """Tell whether somebody may go through a door."""
        return lock is None or lock in peer.opens

    def check(self, peer: Peer, lock: Lock | None) -> None:
        """
        Let somebody through a door.

        Raises:
            Denied: they haven't shown that they know the password.
        """
        if not self.is_open(peer, lock):
            raise Denied(*(peer.turned_away or WANTED))

    def check_at(self, peer: Peer, record: TableRecord) -> None:
        """
        Let somebody look on at a table, or sit there.

        Raises:
            Denied: they haven't shown that they know its password, and have no seat there.
        """
        if not (
            record.table.has_sat(peer.identity)
            or record.reserves(peer.identity)
            or peer.connection in record.subscriptions
        ):
            self.check(peer, record.lock)
