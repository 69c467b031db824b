"""Limits on open files and connections, and whether this program can open more."""

from __future__ import annotations

import contextlib
import os

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

WANTED = 4096
"""
More than players, strangers and newcomers at all tables need; many systems start at
1,024.
"""

KEPT = 64
"""Descriptors reserved for journals, logs, bots and other uses."""

WITHOUT_LIMITS = 512
"""Number of descriptors that a program on Windows can wait for."""


def most() -> int | None:
    """Return the maximum number of open descriptors; None for no limit."""
    if resource is None:
        return WITHOUT_LIMITS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def allow_more() -> None:
    """Raise the limit to what is wanted, or to what the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def are_left() -> bool:
    """Return whether more than the reserved descriptors are left."""
    # A new descriptor gets the lowest free number.
    try:
        following = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return False
    os.close(following)
    limit = most()
    return limit is None or following < limit - KEPT
