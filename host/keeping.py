"""
Removes old logs of finished games, if the operator doesn't want to keep them all.

The oldest are removed first. Journals are never removed, nor anything that proves
something against somebody: the log of a stopped game, evidence, or damaged files.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.journal import OVER, STOPPED

SWEEP_INTERVAL = 3600.0
"""Seconds between two sweeps."""

DAY = 24 * 60 * 60


class KeepingLimits(NamedTuple):
    """Limits for keeping logs."""

    days: int | None = None
    """Maximum age in days; None for no limit."""
    megabytes: int | None = None
    """Maximum total size in megabytes; None for no limit."""


EVERYTHING = KeepingLimits()


class Swept(NamedTuple):
    """The logs that were removed."""

    logs: int
    size: int
    """Total size in bytes."""


class _Log(NamedTuple):
    written: float
    size: int
    path: Path


def sweep(
    folder: Path, kept: KeepingLimits, seconds: Callable[[], float] = time.time
) -> Swept:
    """
    Remove the logs beyond the limits.

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
    return Swept(count, freed)


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
