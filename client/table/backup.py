"""
Backups at the host, so that twelve words are enough to continue on another machine.

The contents are defined in `sealed_wonders.net.backups`; finding them again is done in
`sealed_wonders.client.table.recall`.
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
    """
    Sends the host a backup of one seat, and another one when there is more to store.
    """

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        table: Callable[[], str],
        send: Callable[[Backup], None],
        entropy: Callable[[int], bytes],
    ) -> None:
        """
        Create an object that hasn't sent anything.

        Args:
            table: returns the name of the table, as the host spells it.
            send: sends a message to the host.
            entropy: returns random bytes, as many as requested.
        """
        self._seat = seat
        self._identity = identity
        self._table = table
        self._send = send
        self._entropy = entropy
        self._left: tuple[Memory, ...] | None = None
        """
        What others had told us at the last backup; None if the host may have none.
        """

    def welcomed(self) -> None:
        """
        Record a new connection, perhaps to another host or table without a backup.
        """
        self._left = None

    def look(self) -> None:
        """Send a backup, if there is none or it is incomplete."""
        seat = self._seat
        if not seat.seed or (told := seat.told) == self._left:
            return
        self._left = told
        gid, seed = seat.fold.charter.gid, Seed(seat.seed)
        kept = backups.KeptBackup(self._identity, packed(told))
        box = backups.seal(kept, seed, gid, self._entropy(boxes.NONCE_SIZE))
        if len(box) <= BACKUP_CAP:
            self._send(Backup(self._table(), seed.backup_tag(gid), box))
