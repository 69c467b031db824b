"""
No core dumps: a process's memory contains secrets, which must not end up in a file.

A crashing program may leave its memory where others can read it, or send it to the
system's vendor. Other programs of the same user could also read it while it runs.
"""

from __future__ import annotations

import contextlib

from sealed_wonders.net.system import libc

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

_SET_DUMPABLE = 4
"""PR_SET_DUMPABLE of Linux's prctl(2)."""


def prevent() -> None:
    """
    Prevent core dumps of this process, and on Linux reading its memory from outside.

    Child processes don't inherit the second: each program calls this for itself.
    """
    if resource is None:
        return  # Windows writes none unless an administrator has set that up
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The limit doesn't apply where the kernel pipes dumps to a program.
    libc.call("prctl", _SET_DUMPABLE, 0, 0, 0, 0)
