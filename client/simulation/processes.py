"""
Execution of tasks by several processes on this machine.

The standard library's pool gives up as soon as one of its processes is killed, by the
user or by a system that is out of memory. The remaining tasks are then run by a new
pool. Nothing but time is lost, since a task determines its result. If processes die
repeatedly without completing any task, something is wrong with the tasks or the
machine, and the work is abandoned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self

from sealed_wonders.client.simulation.executor import (
    CallResult,
    CannotContinue,
    Result,
    Task,
    Window,
)
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.system import workers

PATIENCE = 5
"""How many times in a row processes may die without completing a task."""

AHEAD = 4
"""Number of tasks in progress per process, so that none waits for the slowest one."""


class Processes:
    """Processes on this machine, started when there are tasks."""

    is_here = False

    def __init__(self, jobs: int) -> None:
        """
        Prepare for this number of processes, without starting them.

        Args:
            jobs: 1 or more.
        """
        self._jobs = jobs
        # Forking a process with threads isn't safe, and isn't possible on all systems.
        self._context = get_context("spawn")
        self._pipe, self._our_end = self._context.Pipe(duplex=False)
        self._pool: ProcessPoolExecutor | None = None

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """
        Yield each task with its result, in order, even if processes are killed
        meanwhile.
        """
        window = Window[Task, Future[CallResult[Result]]](tasks)
        in_vain = 0

        def send(task: Task) -> Future[CallResult[Result]]:
            with workers.unheard():
                return self._started().submit(CallResult[Result].of, call, task)

        while True:
            window.fill(AHEAD * self._jobs)
            try:
                first = window.send(send)
                if first is None:
                    return
                task, sent = first
                said = sent.result()
            except BrokenProcessPool:
                in_vain += 1
                if in_vain > PATIENCE:
                    raise CannotContinue(_IN_VAIN) from None
                self._end()
                window.forget(_is_lost)
                continue
            in_vain = 0
            window.sent.popleft()
            yield task, said.told()

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._jobs, self._context, workers.begin, (self._pipe,)
            )
        return self._pool

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """
        End the processes; after an error, without waiting for their current tasks.
        """
        if error is not None:
            self._our_end.close()
        self._end()
        self._our_end.close()
        self._pipe.close()


_IN_VAIN = Sentence(
    "worker processes keep ending before they finish: is there enough memory for so "
    "many?"
)


def _is_lost(sent: Future[Any]) -> bool:
    """Return whether a task must be run again."""
    return not sent.done() or sent.cancelled() or sent.exception() is not None
