"""
The periodic work of a host: its old logs and its memory.

`host/service.py` starts it. An error on the disk becomes news and never ends the host.
`keeping` decides which logs are removed. Held by tests/host/test_keeping.py (logs) and
tests/host/test_announcing.py (intervals).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall
from twisted.python.failure import Failure

from sealed_wonders.host.journal import Archive
from sealed_wonders.host.keeping import EVERYTHING, KeepingLimits, Swept, sweep
from sealed_wonders.host.news import DiskTrouble, LogsRemoved, News
from sealed_wonders.net import garbage
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work

GARBAGE_INTERVAL = 3.0
"""Seconds between two garbage collections while games are running."""

LISTS_INTERVAL = 2.0
"""Seconds between two checks whether the operator has changed the lists of people."""


class Repeated:
    """Calls that are repeated until the host ends."""

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._loops: list[LoopingCall] = []

    def every(
        self, seconds: float, call: Callable[[], object], *, now: bool = False
    ) -> None:
        loop = LoopingCall(call)
        loop.clock = self._clock
        self._loops.append(loop)
        loop.start(seconds, now=now)

    def stop(self) -> None:
        for loop in self._loops:
            if loop.running:
                loop.stop()


class Sweeper:
    """Removes logs beyond the operator's limits, on the thread for the disk."""

    def __init__(self, folder: Path, disk: Work, tell: Callable[[News], None]) -> None:
        self._folder = folder
        self._disk = disk
        self._tell = tell

    def sweep(self, kept: KeepingLimits) -> None:
        if kept != EVERYTHING:
            swept = self._disk(lambda: sweep(self._folder, kept))
            swept.addCallbacks(self._swept, self._not_swept)

    def _swept(self, swept: Swept) -> None:
        if swept.logs:
            self._tell(LogsRemoved(swept.logs, swept.size))

    def _not_swept(self, failure: Failure) -> None:
        error = failure.value
        if not isinstance(error, OSError):
            failure.raiseException()
        self._tell(DiskTrouble(f"can't remove {error.filename}: {error.strerror}"))


class Tidying:
    """Collects garbage if anything was computed since the last time."""

    def __init__(self, archive: Archive, threads: Threads) -> None:
        self._archive = archive
        self._threads = threads
        self._tidied = 0
        """Number of entries at the last collection."""

    def look(self) -> None:
        if self._tidied != self._archive.entries or self._threads.backlog:
            self._tidied = self._archive.entries
            garbage.look()
