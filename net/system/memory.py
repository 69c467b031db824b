"""Memory: how much a process uses, and how the C library allocates it."""

from __future__ import annotations

import mmap
from pathlib import Path

from sealed_wonders.net.system import libc

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's mallopt(3)."""


def use_one_arena() -> None:
    """
    Make all threads allocate from one arena, if the C library is glibc.

    Otherwise, glibc gives each thread its own arena, which has no advantage here:
    Python holds its own lock for every allocation, so threads never wait for each
    other's.
    """
    libc.call("mallopt", _ARENA_MAX, 1)


def resident(pid: int) -> int:
    """Return a process's resident memory in bytes; 0 if the system doesn't tell."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * mmap.PAGESIZE
