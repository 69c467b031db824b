"""
How long logs of games that are over are kept, where an operator doesn't want all of them.

The oldest go first. A journal never does, nor what proves something against somebody: the
log of a game that was stopped, evidence, or what was damaged.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.journal import OVER, STOPPED

SWEEP_INTERVAL = 3600.0
"""Seconds between two looks at what is to go."""

DAY = 24 * 60 * 60


class Kept(NamedTuple):
    """What is kept."""

    days: int | None = None
    """For so many; None: for ever."""
    megabytes: int | None = None
    """As many as fit in; None: however many there are."""


EVERYTHING = Kept()


class Swept(NamedTuple):
    """What is gone."""

    logs: int
    size: int
    """Bytes."""


class _Log(NamedTuple):
    written: float
    size: int
    path: Path


def sweep(folder: Path, kept: Kept, seconds: Callable[[], float] = time.time) -> Swept:
    """
    Remove the logs that are too old, or too many.

    Args:
        seconds: tells what time it is on the wall, which files have.

    Raises:
        OSError: one that should go can't be removed.
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
    """Return the logs of games that are over."""
    found = []
    for path in folder.glob(f"*{OVER}"):
        # Another host here may remove them as well.
        with contextlib.suppress(FileNotFoundError):
            about = path.stat()
            if path.is_file() and not path.name.endswith(STOPPED):
                found.append(_Log(about.st_mtime, about.st_size, path))
    return found
