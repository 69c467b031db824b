"""
Workers: processes that calculate for this one, for as long as it wants them to.

They end with a pipe of which their parent holds the other end: when that is closed, or
whoever holds it has been killed. Keys don't reach them: Ctrl-C is their parent's affair.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection


def cores() -> int:
    """Tell how many processes can calculate at once here."""
    may = getattr(os, "sched_getaffinity", None)
    return len(may(0)) if may else os.cpu_count() or 1


@contextmanager
def unheard() -> Iterator[None]:
    """
    Have processes that are started meanwhile never hear Ctrl-C; it is heard here afterwards.

    Where signals can't be held back, they don't hear it once they have come as far as
    `begin`.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # It lets Ctrl-C through again when it is started, and that is done once.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(pipe: Connection) -> None:
    """Begin as a worker, which ends when *pipe* does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()


def _end_with(pipe: Connection) -> None:
    with suppress(EOFError, OSError):
        pipe.recv_bytes()
    os._exit(0)
