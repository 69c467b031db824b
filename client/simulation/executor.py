"""
Execution of tasks, here or by workers, with the same results.

A task is a value that determines its result, and the function for it is defined in a
module, so both can be sent to another process. Results come in the order of the tasks:
if a run is interrupted, the results so far are the same as those of a shorter run.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from sealed_wonders.core.sentences import Sentence

Task = TypeVar("Task")
Result = TypeVar("Result")
T = TypeVar("T")


class CannotContinue(Exception):
    """
    The work can't continue, for a reason outside this program; carries a `Sentence`.
    """


class WorkerFault(Exception):
    """
    A bug in this program that appeared in another of its processes.

    Attributes:
        elsewhere: the traceback as lines, without the error's message.
    """

    def __init__(self, elsewhere: tuple[str, ...]) -> None:
        super().__init__(*elsewhere[:1])
        self.elsewhere = elsewhere


class Executor(Protocol):
    """Runs tasks; its workers end when the context does."""

    @property
    def is_here(self) -> bool:
        """Whether it uses only this process."""

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """
        Yield each task with its result, in order.

        Only a few tasks are taken ahead of the results, so there may be any number.

        Raises:
            CannotContinue: workers can't continue, or the function raised this.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class InlineExecutor:
    """Runs tasks in this process."""

    is_here = True

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        return ((task, call(task)) for task in tasks)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


# Communication with workers.


class CallResult(NamedTuple, Generic[T]):
    """
    The result of a call in a worker, or its error: an exception might not be picklable.
    """

    result: T | None
    impossible: Sentence | None = None
    fault: tuple[str, ...] = ()

    @classmethod
    def of(cls, call: Callable[[Task], T], task: Task) -> CallResult[T]:
        try:
            return cls(call(task))
        except CannotContinue as problem:
            return cls(None, problem.args[0])
        except Exception as error:  # noqa: BLE001  it is raised in the parent
            return cls(None, None, tuple(_way(error)))

    def told(self) -> T:
        """Return the result, or raise the error."""
        if self.impossible is not None:
            raise CannotContinue(self.impossible)
        if self.fault:
            raise WorkerFault(self.fault)
        return self.result  # type: ignore[return-value]  # it is there, if nothing else


def _way(error: Exception) -> Iterator[str]:
    """
    Yield where an error came from, without its message, which might reveal a card.
    """
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}"


class Window(Generic[Task, T]):
    """
    Tasks in progress, with the place where each one runs.

    Attributes:
        sent: each task with the value returned when it was sent; None if it must be
            sent.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.sent = deque[tuple[Task, T | None]]()
        self._tasks = iter(tasks)

    def fill(self, room: int) -> None:
        """Take tasks until there are *room* of them."""
        more = islice(self._tasks, max(0, room - len(self.sent)))
        self.sent.extend((task, None) for task in more)

    def send(self, send: Callable[[Task], T]) -> tuple[Task, T] | None:
        """
        Send the tasks that must be sent, and return the first task; None if there is
        none.
        """
        first = None
        for at, (task, sent) in enumerate(self.sent):
            if sent is None:
                sent = send(task)
                self.sent[at] = task, sent
            if first is None:
                first = task, sent
        return first

    def forget(self, is_lost: Callable[[T], bool]) -> None:
        """Mark lost tasks, so that `send` sends them again."""
        for at, (task, sent) in enumerate(self.sent):
            if sent is not None and is_lost(sent):
                self.sent[at] = task, None
