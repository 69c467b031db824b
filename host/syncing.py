"""
Syncs journals to disk without making anybody wait.

All journals written since the last sync are synced together, on a thread. Data written
during a sync waits for the next one. So many entries need only a single call, and a
slow disk doesn't delay the host's other work.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sealed_wonders.host.journal import Journal, JournalMark
from sealed_wonders.net.verification import Work


class _Unsynced(NamedTuple):
    """A journal that is being synced."""

    journal: Journal
    mark: JournalMark
    """How far it was written when the sync began."""
    descriptor: int
    changed: Callable[[], None]


class Syncing:
    """Syncs journals in batches."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._waiting: dict[Journal, Callable[[], None]] = {}
        self._is_busy = False

    def add(self, journal: Journal, changed: Callable[[], None]) -> None:
        """
        Sync a journal, as far as it is written when its turn comes.

        Args:
            changed: called when syncing has failed, or works again after a failure.
        """
        self._waiting[journal] = changed
        self._sync()

    def _sync(self) -> None:
        if self._is_busy:
            return
        waiting, self._waiting = self._waiting, {}
        batch = []
        for journal, changed in waiting.items():
            if journal.is_synced:
                continue
            try:
                descriptor = journal.duplicate()
            except OSError as error:  # too many files are open
                journal.unsynced(error)
                changed()
            else:
                batch.append(_Unsynced(journal, journal.mark, descriptor, changed))
        if not batch:
            return
        self._is_busy = True
        descriptors = [it.descriptor for it in batch]
        self._work(lambda: list(map(_sync, descriptors))).addCallback(
            self._synced, batch
        )

    def _synced(
        self, errors: Sequence[OSError | None], batch: Sequence[_Unsynced]
    ) -> None:
        self._is_busy = False
        for (journal, mark, _descriptor, changed), error in zip(
            batch, errors, strict=True
        ):
            if journal.is_closed:
                continue
            had_failed = journal.failure is not None
            if error is None:
                journal.synced(mark)
            else:
                journal.unsynced(error)
            if had_failed or error is not None:
                changed()
        self._sync()


def _sync(descriptor: int) -> OSError | None:
    """Sync and close an open file; return the error, or None."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        return error
    finally:
        os.close(descriptor)
    return None
