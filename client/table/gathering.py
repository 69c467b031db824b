"""
Collecting the secrets of a silent seat that all others have given to us.

Each of them holds a part of that seat's secrets, and tells it to us. Each part is
checked against the log by itself, so wrong ones do no harm. We wait for everything that
can still be put together. The rest, whose holders have left, belongs to cards that may
never be needed again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from sealed_wonders.client.table.memory import MemoryStore, unsigned
from sealed_wonders.client.table.taking import PARTS
from sealed_wonders.core.game import Seat
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.escrow import recoverable
from sealed_wonders.net.fold import Fold


class Gathering:
    """The secrets of one seat, as they arrive."""

    def __init__(
        self, fold: Fold, seat: Seat, secrets: Secrets, store: MemoryStore
    ) -> None:
        """
        Load the parts that arrived before this program was restarted.

        Raises:
            ValueError: the stored parts can't be used.
        """
        self._fold = fold
        self._seat = seat
        self._secrets = secrets
        self._store = store
        self._lane = f"{PARTS}{seat}"
        self._is_done = False
        for memory in store.memories():
            if memory.lane == self._lane:
                self._is_done = True
                for kept in memory.entrusted:
                    secrets.recall(kept)

    @property
    def is_done(self) -> bool:
        """Whether everything that can arrive has arrived, and is stored."""
        return self._is_done or self._look(surely=False)

    def settle(self) -> bool:
        """
        Stop waiting for parts that had to be told again and may never have been.

        Returns:
            Whether everything else is here.
        """
        return self._is_done or self._look(surely=True)

    def _look(self, *, surely: bool) -> bool:
        keys = recoverable(self._fold, self._seat, surely=surely)
        try:
            self._secrets.check(keys)
        except ValueError:
            return False
        # Stored, because by the time of a restart the holders may have left.
        kept = self._secrets.entrusted(self._fold.keys_in_use)
        number = self._fold.phase.number
        try:
            self._store.remember(unsigned(number, self._lane, entrusted=kept))
        except OSError:
            return False  # retried on the next call
        self._is_done = True
        return True

    def take(self, holder: Seat, parts: Iterable[bytes]) -> None:
        """Take the parts of one holder, skipping wrong ones."""
        for part in parts:
            with contextlib.suppress(ValueError):
                self._secrets.gather(holder, part)
