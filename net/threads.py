"""A thread pool for making and checking proofs, so that messages don't have to wait."""

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
Number of threads. The cryptographic library releases the interpreter lock, and a small
machine has four cores, which bots need as well.
"""


class _Daemon(threading.Thread):
    """Daemon thread, so that the process can exit without joining it."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others, daemon=True)


class Threads:
    """
    Thread pool that starts threads when there are jobs.

    The program doesn't wait for the threads when it exits, even if they are still
    working.

    Attributes:
        backlog: the number of unfinished jobs.
    """

    def __init__(self, reactor: IReactorFromThreads, most: int = THREADS) -> None:
        self.backlog = 0
        self._reactor = reactor
        self._pool = ThreadPool(0, most, "proofs")
        self._pool.threadFactory = _Daemon
        self._is_stopped = False

    def __call__(self, job: Callable[[], T]) -> Deferred[T]:
        """
        Run a job on a thread and return its result as a Deferred.

        A `Brief` job runs immediately in the calling thread, since switching threads
        twice would take longer. After `stop`, the Deferred never fires.
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
        """Stop the pool. Jobs that have begun finish; their results are dropped."""
        self._is_stopped = True
        if self._pool.started:
            self._pool.stop()

    def _do(self, job: Callable[[], T]) -> T:
        if self._is_stopped:
            raise RuntimeError("too late")
        return job()
