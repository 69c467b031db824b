"""
Threads on which proofs are made and checked, so that nobody's messages wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorFromThreads
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure
from twisted.python.threadpool import ThreadPool

from sealed_wonders.net.verification import Brief, at_once

T = TypeVar("T")

THREADS = 2
"""
How many: the library that calculates lets other threads run, and a small machine has four
cores, of which bots want some.
"""


class _Daemon(threading.Thread):
    """A thread that no process waits for."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others, daemon=True)


class Threads:
    """
    Threads that are started when there is something to do.

    They are nobody's to wait for: when the program ends it ends, whatever they are doing.

    Attributes:
        backlog: how many jobs aren't done yet.
    """

    def __init__(self, reactor: IReactorFromThreads, most: int = THREADS) -> None:
        self.backlog = 0
        self._reactor = reactor
        self._pool = ThreadPool(0, most, "proofs")
        self._pool.threadFactory = _Daemon
        self._is_stopped = False

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        """
        Do a job; once they are stopped, it is never heard of again.

        A brief one is done here and now: to wake another thread, and be woken by it, takes
        longer.
        """
        done: Deferred[T] = Deferred()
        if self._is_stopped:
            return done
        if isinstance(job, Brief):
            return at_once(job)
        if not self._pool.started:
            self._pool.start()
        self.backlog += 1

        def tell(result: T | Failure) -> None:
            self.backlog -= 1
            if not self._is_stopped:
                done.callback(result)

        deferToThreadPool(self._reactor, self._pool, self._do, job).addBoth(tell)
        return done

    def stop(self) -> None:
        """End, as soon as those jobs are done that have been begun."""
        self._is_stopped = True
        if self._pool.started:
            self._pool.stop()

    def _do(self, job: Callable[[], T]) -> T:
        """Do a job, on a thread, unless it is too late."""
        if self._is_stopped:
            raise RuntimeError("too late")
        return job()
