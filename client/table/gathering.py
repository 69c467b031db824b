"""
What it takes to play on with a seat that was silent, and that all others have given to us.

Each of them holds a part of the secrets of that seat, and tells us theirs. Each part is
checked by itself against the log, so that wrong ones do no harm. All that can still be put
together is waited for; what can't, since somebody who held a part is gone, is of cards that
may never be needed again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from sealed_wonders.client.table.memory import Store, unsigned
from sealed_wonders.client.table.taking import PARTS
from sealed_wonders.core.game import Seat
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.escrow import recoverable
from sealed_wonders.net.fold import Fold


class Gathering:
    """The secrets of one seat, as they are told."""

    def __init__(self, fold: Fold, seat: Seat, secrets: Secrets, store: Store) -> None:
        """
        Begin, with what was told before this program was started again.

        Raises:
            ValueError: what was kept can't be used.
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
        """All is there that can be, and written down."""
        return self._is_done or self._look(surely=False)

    def settle(self) -> bool:
        """
        Give up on parts that had to be told again and may never have been.

        Returns whether everything else is here.
        """
        return self._is_done or self._look(surely=True)

    def _look(self, *, surely: bool) -> bool:
        keys = recoverable(self._fold, self._seat, surely=surely)
        try:
            self._secrets.check(keys)
        except ValueError:
            return False
        # Nobody may be asked again: whoever held a part may be gone by then.
        kept = self._secrets.entrusted(self._fold.keys_in_use)
        number = self._fold.phase.number
        try:
            self._store.remember(unsigned(number, self._lane, entrusted=kept))
        except OSError:
            return False  # it is tried again as soon as anything else happens
        self._is_done = True
        return True

    def take(self, holder: Seat, parts: Iterable[bytes]) -> None:
        """Take somebody's parts; what is wrong is left out."""
        for part in parts:
            with contextlib.suppress(ValueError):
                self._secrets.gather(holder, part)
