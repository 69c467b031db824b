"""Memory: how much of it a process has, and how the C library hands it out."""

from __future__ import annotations

import mmap
from pathlib import Path

from sealed_wonders.net.system import libc

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's mallopt(3)."""


def use_one_arena() -> None:
    """
    Have all threads allocate from one arena, where the C library is glibc.

    Otherwise it would give each thread an arena of its own. Nothing is gained by that here:
    Python's own lock is held whenever anything is allocated, so no thread ever waits for
    another's.
    """
    libc.call("mallopt", _ARENA_MAX, 1)


def resident(pid: int) -> int:
    """Return the bytes of a process that are in memory; 0 where the system doesn't tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * mmap.PAGESIZE
