"""
What a player leaves with the host, so that twelve words are enough to play on elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.client.table.memory import Memory, packed
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.net import backups, boxes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import BACKUP_CAP, Backup
from sealed_wonders.net.seed import Seed


class Backups:
    """Leaves a backup of one seat, and another one when there is more to it."""

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        table: Callable[[], str],
        send: Callable[[Backup], None],
        entropy: Callable[[int], bytes],
    ) -> None:
        """
        Leave nothing yet.

        Args:
            table: the name of the table, as the host spells it.
            send: sends a message to the host.
            entropy: gives so many random bytes.
        """
        self._seat = seat
        self._identity = identity
        self._table = table
        self._send = send
        self._entropy = entropy
        self._left: tuple[Memory, ...] | None = None
        """What others had told us when we left one; None: the host may have none."""

    def welcomed(self) -> None:
        """Take note of a new connection: the host, or the table, may be another."""
        self._left = None

    def look(self) -> None:
        """Leave a backup, if there is none, or it lacks something."""
        seat = self._seat
        if not seat.seed or (told := seat.told) == self._left:
            return
        self._left = told
        gid, seed = seat.fold.charter.gid, Seed(seat.seed)
        kept = backups.Kept(self._identity, packed(told))
        box = backups.seal(kept, seed, gid, self._entropy(boxes.NONCE_SIZE))
        if len(box) <= BACKUP_CAP:
            self._send(Backup(self._table(), seed.backup_tag(gid), box))
