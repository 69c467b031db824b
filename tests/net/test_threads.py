"""The thread pool, and how it ends."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import pytest
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from sealed_wonders.net.threads import Threads
from sealed_wonders.net.verification import Brief

PATIENCE = 60.0
"""Timeout in seconds; everything here takes less than one."""


class FakeReactor:
    """A reactor that stores calls from threads until the test runs them."""

    def __init__(self) -> None:
        self.calls: queue.Queue[Callable[[], None]] = queue.Queue()

    def callFromThread(self, call: Callable[..., None], *args: Any) -> None:
        self.calls.put(lambda: call(*args))

    def run_one_call(self) -> None:
        """Run one call that a thread has made."""
        self.calls.get(timeout=PATIENCE)()


@pytest.fixture
def reactor() -> FakeReactor:
    return FakeReactor()


@pytest.fixture
def threads(reactor: FakeReactor) -> Iterator[Threads]:
    threads = Threads(cast(Any, reactor))
    yield threads
    threads.stop()


@pytest.fixture(autouse=True)
def others() -> Iterator[None]:
    """Ignore threads that other tests in this process have left."""
    _others.update(threading.enumerate())
    yield
    _others.clear()


_others: set[threading.Thread] = set()


def ours() -> list[str]:
    """Return the names of the running threads of `Threads`."""
    there = set(threading.enumerate()) - _others
    return [t.name for t in there if "proofs" in t.name]


def test_a_job_runs_on_a_thread_and_its_result_arrives_in_the_reactor(
    threads: Threads, reactor: FakeReactor
) -> None:
    """No thread is started before the first job. Exceptions arrive, too."""
    assert [] == ours()
    results: list[object] = []
    threads(threading.get_ident).addCallback(results.append)
    reactor.run_one_call()
    assert results != [threading.get_ident()]
    assert 1 == len(results)
    assert 1 == len(ours())
    threads(partial(int, "three")).addBoth(results.append)
    reactor.run_one_call()
    _, failure = results
    assert isinstance(failure, Failure)
    assert failure.check(ValueError)


def test_a_brief_job_runs_at_once_in_the_calling_thread(threads: Threads) -> None:
    """Handing it over would take longer. Exceptions arrive as for other jobs."""
    results: list[int] = []
    threads(Brief(threading.get_ident)).addCallback(results.append)
    assert [threading.get_ident()] == results
    assert [] == ours()
    failures: list[Failure] = []
    threads(Brief(partial(int, "three"))).addErrback(failures.append)
    assert failures[0].check(ValueError)


def test_at_most_two_jobs_run_at_once(threads: Threads, reactor: FakeReactor) -> None:
    """The third job begins when one of them has ended."""
    both = threading.Barrier(3, timeout=PATIENCE)
    go = threading.Event()
    begun: list[int] = []

    def job(number: int) -> int:
        begun.append(number)
        both.wait()
        go.wait(PATIENCE)
        return number

    done: list[int] = []
    for number in range(2):
        threads(lambda number=number: job(number)).addCallback(done.append)  # type: ignore[misc]
    threads(lambda: 2).addCallback(done.append)
    both.wait()
    assert {0, 1} == set(begun)
    assert 2 == len(ours())
    assert reactor.calls.empty()
    go.set()
    for _ in range(3):
        reactor.run_one_call()
    assert {0, 1, 2} == set(done)


def test_stopping_waits_only_for_running_jobs(
    reactor: FakeReactor,
) -> None:
    """Waiting jobs never begin, no results arrive, and no thread is left."""
    threads = Threads(cast(Any, reactor))
    begun, go = threading.Semaphore(0), threading.Event()
    done: list[int] = []

    def job(number: int) -> None:
        begun.release()
        go.wait(PATIENCE)
        done.append(number)

    results: list[object] = []
    for number in range(5):
        threads(lambda number=number: job(number)).addBoth(results.append)  # type: ignore[misc]
    for _ in range(2):
        assert begun.acquire(timeout=PATIENCE)
    join = threads._pool.stop

    def go_on_and_join() -> None:
        go.set()
        join()

    threads._pool.stop = go_on_and_join  # type: ignore[method-assign]
    threads.stop()
    assert [] == ours()
    assert {0, 1} == set(done)
    while not reactor.calls.empty():
        reactor.run_one_call()
    assert [] == results


@pytest.mark.parametrize("kind", [Brief, partial])
def test_no_job_runs_after_stopping(threads: Threads, kind: Callable[..., Any]) -> None:
    threads.stop()
    done: list[None] = []
    waiting = threads(kind(lambda: done.append(None)))
    assert isinstance(waiting, Deferred)
    assert not waiting.called
    assert [] == done
    threads.stop()
    assert [] == ours()
