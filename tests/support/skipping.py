"""
The reactor's own time, without the periods in which nothing happens.

Hosts and players in one process answer one another at once. When none of them has
anything to do before a certain time, the clock is put forward to that time. The order
of events is the same as when waiting. Threads that work for the reactor are waited for.
Other processes are ignored, so this is for tests that have none.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
from unittest import mock

from twisted.internet import reactor
from twisted.python.threadpool import ThreadPool

GRACE = 0.002
"""Seconds in which nothing happens before the clock is put forward."""


class _Clock:
    """By how many seconds the reactor's clock is ahead; it never goes back."""

    ahead = 0.0
    is_installed = False


def _install(loop: Any) -> None:
    """Make the reactor and its loop use a clock that can be put forward."""
    if not _Clock.is_installed:
        _Clock.is_installed = True
        cast(Any, reactor).seconds = lambda: time.time() + _Clock.ahead
        loop.time = lambda: time.monotonic() + _Clock.ahead


@contextmanager
def skipping() -> Iterator[None]:
    """Put the reactor's clock forward whenever everything is waiting."""
    loop: Any = cast(Any, reactor)._asyncioEventloop
    _install(loop)
    select = loop._selector.select
    begin = ThreadPool.callInThreadWithCallback
    working: list[object] = []

    def count(
        pool: ThreadPool, tell: Any, job: Any, *given: object, **named: object
    ) -> None:
        """Note that a thread has work, until the reactor has been told the result."""

        def told(is_well: bool, result: object) -> None:
            try:
                if tell is not None:
                    tell(is_well, result)
            finally:
                working.pop()

        working.append(job)
        begin(pool, told, job, *given, **named)

    def skip(timeout: float | None) -> object:
        if timeout is None or timeout <= GRACE:
            return select(timeout)
        if working:
            # Not for longer: a thread has work until after it has woken the reactor.
            return select(GRACE)
        found = select(GRACE)
        if not found:
            _Clock.ahead += timeout - GRACE
        return found

    with (
        mock.patch.object(loop._selector, "select", skip),
        mock.patch.object(ThreadPool, "callInThreadWithCallback", count),
    ):
        yield
