"""Workers on other machines: the tasks that they get, and what happens if they die."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any

import pytest

from sealed_wonders.client.simulation import sameness
from sealed_wonders.client.simulation.executor import CallResult, CannotContinue
from tests.support.tasks import Number, fail, square

distributed = pytest.importorskip("distributed")
cluster = pytest.importorskip("sealed_wonders.client.simulation.cluster")

KILLED = distributed.KilledWorker("square", "tcp://10.0.0.1:1", 3)


class SentTask:
    """A task at a worker. If something is to go wrong, it does on the first attempt."""

    def __init__(
        self, work: Callable[[], CallResult[Any]], wrong: Exception | None
    ) -> None:
        self.status = "pending"
        self._work = work
        self._wrong = wrong

    def result(self, timeout: float) -> CallResult[Any]:
        wrong, self._wrong = self._wrong, None
        if wrong is not None:
            self.status = "error"
            raise wrong
        # As from another machine.
        said: CallResult[Any] = pickle.loads(pickle.dumps(self._work()))
        return said


class Workers:
    """
    A stand-in for a Dask client whose workers do their tasks when the results are
    requested.

    Attributes:
        sent: the number of tasks sent.
    """

    def __init__(
        self, wrong: Sequence[Exception | None] = (), threads: int = 2
    ) -> None:
        self.sent = 0
        self._wrong = deque(wrong)
        self._threads = threads

    def submit(
        self, done: Callable[..., CallResult[Any]], *sent: object, pure: bool
    ) -> SentTask:
        assert not pure, "the same task may be wanted twice"
        self.sent += 1
        wrong = self._wrong.popleft() if self._wrong else None
        return SentTask(lambda: done(*sent), wrong)

    def nthreads(self) -> dict[str, int]:
        return {"tcp://10.0.0.1:1": self._threads} if self._threads else {}

    def close(self) -> None:
        pass


def results(
    workers: Workers, call: Callable[[Any], Any], tasks: Sequence[object]
) -> tuple[list[object], list[str]]:
    """Run these tasks; return their results, and the messages."""
    said: list[str] = []
    with cluster.Cluster(workers, lambda it: said.append(str(it))) as place:
        return [result for _task, result in place.results(call, tasks)], said


def test_tasks_of_a_dead_worker_are_done_by_another() -> None:
    """They are done even if several workers died with them and Dask gives them up."""
    workers = Workers([None, KILLED, KILLED, None, KILLED])
    tasks = [Number(k) for k in range(200)]
    assert ([k**2 for k in range(200)], []) == results(workers, square, tasks)
    assert 203 == workers.sent


def test_missing_workers_are_reported_once_and_waited_for() -> None:
    workers = Workers([TimeoutError()], threads=0)
    said = "there are no workers yet; waiting for some to connect"
    assert ([9], [said]) == results(workers, square, [Number(3)])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ([KILLED] * 100, "workers keep dying before they"),
        ([CancelledError()], "the scheduler is gone"),
        ([ConnectionError()], "the scheduler is gone"),
        (
            [ModuleNotFoundError()],
            r"\(ModuleNotFoundError\): is this program installed",
        ),
    ],
)
def test_fatal_errors_of_the_cluster_are_reported(
    wrong: Sequence[Exception], said: str
) -> None:
    with pytest.raises(CannotContinue, match=said):
        results(Workers(wrong), square, [Number(3)])


def test_workers_with_another_version_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They might produce other results."""
    sent = pickle.dumps((square, Number(3)))
    assert 9 == cluster.done(sameness.mark(), sent).told()
    with pytest.raises(CannotContinue, match="version of this program, so"):
        cluster.done("0" * 64, sent).told()
    with pytest.raises(CannotContinue, match="no more than 7"):
        results(Workers(), fail, [7])
