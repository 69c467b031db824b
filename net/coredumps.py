"""
No pictures of this process's memory: secrets in it are for nobody, not even in a file.

A program that crashes may leave all of its memory behind, readable for whoever comes by, or
sent to whoever made the system; and other programs of the same user may look into it.
"""

from __future__ import annotations

import contextlib

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

_SET_DUMPABLE = 4
"""Of Linux's prctl(2)."""


def prevent() -> None:
    """
    See to it that no core dump is made of this process; on Linux, that none can be.

    There other programs of the same user can't look into it any more, either. What it starts
    has to say so again.
    """
    if resource is None:
        return  # Windows makes none for a program, unless somebody has set that up
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Where the system hands dumps to a program, that limit means nothing.
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)
