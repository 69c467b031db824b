"""Replacements for threads, which run jobs when a test says so, or at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred

from sealed_wonders.net.verification import at_once


class ManualThreads:
    """
    Keep jobs until the test runs them.

    Attributes:
        jobs: the waiting jobs, each with the `Deferred` of its result.
    """

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Deferred[Any]]] = []

    def __call__(self, job: Callable[[], Any]) -> Deferred[Any]:
        done: Deferred[Any] = Deferred()
        self.jobs.append((job, done))
        return done

    def do(self, index: int = 0) -> None:
        """Run the job at `index`, and fire its `Deferred`."""
        job, done = self.jobs.pop(index)
        maybeDeferred(job).chainDeferred(done)

    def do_all(self) -> None:
        """Run all jobs, including those that they add."""
        while self.jobs:
            self.do()


class NoThreads:
    """Run each job at once instead of in a host's threads."""

    backlog = 0

    def __init__(self, *_: object) -> None:
        """Accept the arguments of a real pool, and ignore them."""

    def __call__(self, job: Callable[[], Any]) -> Deferred[Any]:
        return at_once(job)

    def stop(self) -> None:
        """Do nothing, because no threads are running."""
