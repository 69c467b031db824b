"""
Syncing: what journals hold is made to outlive the machine, and nobody waits for it.

All journals that were written since the last time are synced together, on a thread: while
a disk is at it, what is written meanwhile waits for the next time. So there is one call for
many entries where many come, and the host's other work doesn't wait for a slow disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sealed_wonders.host.journal import Journal, Mark
from sealed_wonders.net.verification import Work


class _Unsynced(NamedTuple):
    """A journal that is being synced."""

    journal: Journal
    mark: Mark
    """How far."""
    descriptor: int
    changed: Callable[[], None]


class Syncing:
    """Syncs journals, some at a time."""

    def __init__(self, work: Work) -> None:
        """
        Have nothing to sync.

        Args:
            work: waits for the disk.
        """
        self._work = work
        self._waiting: dict[Journal, Callable[[], None]] = {}
        self._is_busy = False

    def add(self, journal: Journal, changed: Callable[[], None]) -> None:
        """
        Have a journal synced, as far as it is written when it is its turn.

        Args:
            changed: called when that has failed, or no longer does.
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
        self._work(lambda: _sync_all(descriptors)).addCallback(self._synced, batch)

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


def _sync_all(descriptors: Sequence[int]) -> list[OSError | None]:
    """Sync open files and close them; gives what went wrong with each."""
    return list(map(_sync_one, descriptors))


def _sync_one(descriptor: int) -> OSError | None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        return error
    finally:
        os.close(descriptor)
    return None
