"""
The periodic work of a host: its old logs and its memory.

`host/service.py` starts it. An error on the disk becomes news and never ends the host.

Logs of finished games are removed, the oldest first, if the operator doesn't want to
keep them all. Journals are never removed, nor anything that proves something against
somebody: the log of a stopped game, evidence, or damaged files.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from sealed_wonders.host.journal import OVER, STOPPED, Archive
from sealed_wonders.host.news import DiskTrouble, LogsRemoved, News
from sealed_wonders.net import garbage
from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Work

GARBAGE_INTERVAL = 3.0
"""Seconds between two garbage collections while games are running."""

LISTS_INTERVAL = 2.0
"""Seconds between two checks whether the operator has changed the lists of people."""

SWEEP_INTERVAL = 3600.0
"""Seconds between two sweeps."""

DAY = 24 * 60 * 60

LOG = Logger()


class Repeated:
    """
    Calls that are repeated until the host ends, even if some of them fail.

    A failure is logged, unless the call before it failed too.
    """

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._loops: list[LoopingCall] = []

    def every(
        self, seconds: float, call: Callable[[], object], *, now: bool = False
    ) -> None:
        loop = LoopingCall(_confined(call))
        loop.clock = self._clock
        self._loops.append(loop)
        loop.start(seconds, now=now)

    def stop(self) -> None:
        for loop in self._loops:
            if loop.running:
                loop.stop()


def _confined(call: Callable[[], object]) -> Callable[[], None]:
    """Return a function that logs an error of the call: a raised one ends its loop."""
    has_failed = False

    def confined() -> None:
        nonlocal has_failed
        try:
            call()
        except Exception:  # noqa: BLE001  the next call may succeed
            if not has_failed:
                LOG.failure("A repeated task has failed")
            has_failed = True
        else:
            has_failed = False

    return confined


class KeepingLimits(NamedTuple):
    """Limits for keeping logs."""

    days: int | None = None
    """Maximum age in days; None for no limit."""
    megabytes: int | None = None
    """Maximum total size in megabytes; None for no limit."""


EVERYTHING = KeepingLimits()


class _Log(NamedTuple):
    written: float
    size: int
    path: Path


def sweep(
    folder: Path, kept: KeepingLimits, seconds: Callable[[], float] = time.time
) -> LogsRemoved:
    """
    Remove the logs beyond the limits; return the news of that.

    Args:
        seconds: returns the time of day, which is compared with that of the files.

    Raises:
        OSError: a log can't be removed.
    """
    oldest = 0.0 if kept.days is None else seconds() - kept.days * DAY
    room = None if kept.megabytes is None else kept.megabytes << 20
    count = freed = taken = 0
    for log in sorted(_logs(folder), reverse=True):
        taken += log.size
        if log.written >= oldest and (room is None or taken <= room):
            continue
        log.path.unlink(missing_ok=True)
        count += 1
        freed += log.size
    return LogsRemoved(count, freed)


def _logs(folder: Path) -> list[_Log]:
    """Return the logs of games that ended normally."""
    found = []
    for path in folder.glob(f"*{OVER}"):
        # Another host with the same folder may remove them at the same time.
        with contextlib.suppress(FileNotFoundError):
            about = path.stat()
            if path.is_file() and not path.name.endswith(STOPPED):
                found.append(_Log(about.st_mtime, about.st_size, path))
    return found


def sweep_in_background(
    disk: Work, folder: Path, kept: KeepingLimits, tell: Callable[[News], None]
) -> None:
    """Remove the logs beyond the limits, on the disk's thread; report the outcome."""

    def swept(removed: LogsRemoved) -> None:
        if removed.logs:
            tell(removed)

    def failed(failure: Failure) -> None:
        error = failure.value
        if not isinstance(error, OSError):
            failure.raiseException()
        tell(DiskTrouble(f"can't remove {error.filename}: {error.strerror}"))

    if kept != EVERYTHING:
        disk(lambda: sweep(folder, kept)).addCallbacks(swept, failed)


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
