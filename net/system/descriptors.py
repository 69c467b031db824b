"""How many files and connections this program may have open, and whether it can open more."""

from __future__ import annotations

import contextlib
import os

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

WANTED = 4096
"""More than players, strangers and newcomers need at all tables; many systems begin with 1,024."""

KEPT = 64
"""Those that connections leave alone: journals, logs and bots need some."""

WITHOUT_LIMITS = 512
"""How many Windows lets a program wait for at once."""


def most() -> int | None:
    """Return how many it may have open; None: as many as there are."""
    if resource is None:
        return WITHOUT_LIMITS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def allow_more() -> None:
    """Allow as many as are wanted, or as the system lets us."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def are_left() -> bool:
    """Tell whether there are more than those that are kept for other things."""
    # The next one has the lowest number that is free.
    try:
        following = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return False
    os.close(following)
    limit = most()
    return limit is None or following < limit - KEPT
