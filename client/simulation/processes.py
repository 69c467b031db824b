"""
Tasks done by several processes of this machine.

The pool is that of the standard library, which gives up as soon as one of its processes is
killed (by hand, or by a system that runs out of memory): what it still had to do is done by
another pool then. Nothing is lost by that but time, as a task says all its result depends
on. Where processes end again and again before anything is done, something is wrong with
tasks or machine, and it is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Self

from sealed_wonders.client.simulation.executor import (
    Impossible,
    Result,
    Said,
    Task,
    Window,
)
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.system import workers

PATIENCE = 5
"""How often processes may end one after the other without anything being done."""

AHEAD = 4
"""How many tasks are taken for each process: so none waits for the slowest one."""


class Processes:
    """Processes of this machine, started when there is something to do."""

    is_here = False

    def __init__(self, jobs: int) -> None:
        """
        Make ready to have as many.

        Args:
            jobs: 1 or more.
        """
        self._jobs = jobs
        # A fork of what has threads isn't safe, and isn't there on all systems.
        self._context = get_context("spawn")
        self._pipe, self._our_end = self._context.Pipe(duplex=False)
        self._pool: ProcessPoolExecutor | None = None

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Give each task with what comes of it, in their order, whoever is killed meanwhile."""
        window = Window[Task, Future[Said[Result]]](tasks)
        in_vain = 0

        def send(task: Task) -> Future[Said[Result]]:
            with workers.unheard():
                return self._started().submit(Said[Result].of, call, task)

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
                    raise Impossible(_IN_VAIN) from None
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
        """End them: where something went wrong, in the middle of what they do."""
        if error is not None:
            self._our_end.close()
        self._end()
        self._our_end.close()
        self._pipe.close()


_IN_VAIN = Sentence(
    "processes that calculate end again and again before they are done: is there "
    "memory for as many?"
)


def _is_lost(sent: Future[Any]) -> bool:
    """Tell whether a task has to be done again."""
    return not sent.done() or sent.cancelled() or sent.exception() is not None
