"""
Worker processes, which compute for this process as long as it wants.

They end when their parent closes its end of a pipe, or is killed. Only the parent
handles Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection


def cores() -> int:
    """Return the number of processes that can run at the same time."""
    may = getattr(os, "sched_getaffinity", None)
    return len(may(0)) if may else os.cpu_count() or 1


@contextmanager
def unheard() -> Iterator[None]:
    """
    Shield processes that are started meanwhile from Ctrl-C, and handle it afterwards.

    Where signals can't be blocked, the processes ignore Ctrl-C once they reach `begin`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It unblocks Ctrl-C when it starts, which happens only once.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(pipe: Connection) -> None:
    """Set this process up as a worker, which ends when *pipe* is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    with suppress(EOFError, OSError):
        pipe.recv_bytes()
    os._exit(0)
