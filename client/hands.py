"""
Hands: the threads on which a client checks proofs and makes its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

T = TypeVar("T")

HANDS = 2
"""How many: the library that calculates lets other threads run."""


class _Daemon(threading.Thread):
    """A thread that no process waits for."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others, daemon=True)


class Hands:
    """
    Two threads, which are started with the first job.

    They are nobody's to wait for. When the program ends it ends, whatever they are doing,
    and of a job that was begun before nothing more is heard.
    """

    def __init__(self, reactor: IReactorFromThreads) -> None:
        self._reactor = reactor
        self._pool: ThreadPool | None = None

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        """Do a job; the deferred fires on the reactor's thread."""
        if self._pool is None:
            self._pool = ThreadPool(HANDS, HANDS, "hands")
            self._pool.threadFactory = _Daemon
            self._pool.start()
        done: Deferred[T] = deferToThreadPool(self._reactor, self._pool, job)
        return done
