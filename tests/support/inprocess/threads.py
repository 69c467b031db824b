"""Jobs for other threads, which run when a test wants them to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred

from sealed_wonders.net.verification import at_once


class ManualThreads:
    """
    Keeps jobs until it is told to do them.

    Attributes:
        jobs: what is to be done, and what waits for it.
    """

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Deferred[Any]]] = []

    def __call__(self, job: Callable[[], Any]) -> Deferred[Any]:
        done: Deferred[Any] = Deferred()
        self.jobs.append((job, done))
        return done

    def do(self, index: int = 0) -> None:
        """Do one job, and tell whoever waits for it."""
        job, done = self.jobs.pop(index)
        maybeDeferred(job).chainDeferred(done)

    def do_all(self) -> None:
        """Do all jobs, and those that follow from them."""
        while self.jobs:
            self.do()


class NoThreads:
    """Does each job at once, in place of a host's threads."""

    backlog = 0

    def __init__(self, *_: object) -> None:
        """Have none."""

    def __call__(self, job: Callable[[], Any]) -> Deferred[Any]:
        return at_once(job)

    def stop(self) -> None:
        """Have nothing to stop."""
