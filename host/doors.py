"""
Doors: which clients have proved that they know the password of a table.

The opener of a table may set a password for it, and the operator may set one for all
tables. The host itself knows no password, see `sealed_wonders.net.passwords`. Nobody
needs one for a seat that they have or that is reserved for them, and neither do the
host's own bots.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied, Reason
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.net.origins import Buckets, OriginBuckets, Rate
from sealed_wonders.net.passwords import (
    SALT_SIZE,
    PasswordLock,
    lock_of,
    opens,
    read_password,
)

BY_ONE = Rate(1 / 10, 5)
"""Maximum rate of tries by one identity; but a new identity costs nothing."""

FROM_ADDRESS = Rate(1 / 10, 16)
"""Maximum rate from one address: a whole party behind one router, twice."""

FROM_NETWORK = Rate(1 / 2, 64)
"""Maximum rate from one network."""

WANTED: tuple[Reason, str] = ("password", "that table has a password")
WRONG: tuple[Reason, str] = ("wrong-password", "that isn't the password")
TOO_MANY: tuple[Reason, str] = (
    "too-many-tries",
    "too many passwords were tried from your address; wait a moment",
)
"""The reasons for which somebody is refused."""


class Doors:
    """Decides who may sit down or spectate at tables with a password."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._by_identity = Buckets(BY_ONE)
        self._by_origin = OriginBuckets(FROM_ADDRESS, FROM_NETWORK)

    def take_proof(self, peer: Peer, salt: bytes, proof: bytes) -> None:
        """
        Record which tables a proof opens; the next request reports a wrong one.

        A try counts before it is checked, even if it is right: otherwise, the tries
        that get no answer would show which one was right.
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
        locks = {table.lock for table in registry} | {registry.policy.lock}
        good = {
            it
            for it in locks
            if it and it.salt == salt and opens(it, host, peer.identity, proof)
        }
        peer.opens |= good
        if not good:
            peer.turned_away = WRONG

    def is_open(self, peer: Peer, lock: PasswordLock | None) -> bool:
        return lock is None or lock in peer.opens

    def check(self, peer: Peer, lock: PasswordLock | None) -> None:
        """Raise `Denied` unless a client has proved that it knows the password."""
        if not self.is_open(peer, lock):
            raise Denied(*(peer.turned_away or WANTED))

    def check_at(self, peer: Peer, table: TableEntry) -> None:
        """Raise `Denied` unless a client knows the password or has a seat there."""
        if not (
            table.phase.has_sat(peer.identity)
            or table.reserves(peer.identity)
            or peer.connection in table.subscriptions
        ):
            self.check(peer, table.lock)


def lock_of_all(host: bytes, path: Path | None) -> PasswordLock | None:
    """
    Return the lock for all tables, without keeping the password.

    Args:
        path: the file with the password; None for no lock.

    Raises:
        BadFile: the password can't be read.
    """
    if path is None:
        return None
    try:
        password = read_password(path.read_bytes())
    except OSError as error:
        raise BadFile(f"can't read {path}: {error.strerror}") from None
    except ValueError as problem:
        raise BadFile(f"{path}: {problem}") from None
    return lock_of(password, host, secrets.token_bytes(SALT_SIZE))
