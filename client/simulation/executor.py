"""
Where tasks are done: here, or by workers, with the same results.

A task is a value that says all its result depends on, and what is done with it a function
of a module; so both can be sent to another process. Results come in the order of the
tasks: whoever stops in between has what fewer tasks would have given.
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


class Impossible(Exception):
    """Something can't be gone on with, and no fault of ours; carries a `Sentence`."""


class Fault(Exception):
    """
    A fault of this program, in another process of it.

    Attributes:
        elsewhere: by which way it came there, in lines without the words of the error.
    """

    def __init__(self, elsewhere: tuple[str, ...]) -> None:
        super().__init__(*elsewhere[:1])
        self.elsewhere = elsewhere


class Executor(Protocol):
    """Where tasks are done; its workers end with the context."""

    @property
    def is_here(self) -> bool:
        """Whether that is this process alone."""

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """
        Give each task with what comes of it, in their order.

        Tasks are taken a few ahead of what is given, so that there may be any number.

        Raises:
            Impossible: workers can't go on; or it is what the function raised.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Here:
    """This process."""

    is_here = True

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Give each task with what comes of it, in their order."""
        return ((task, call(task)) for task in tasks)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """There is nothing to end."""


# What workers are asked to do, and say.


class Said(NamedTuple, Generic[T]):
    """What came of a call in a worker: an error in it may be one that can't be sent."""

    result: T | None
    impossible: Sentence | None = None
    fault: tuple[str, ...] = ()

    @classmethod
    def of(cls, call: Callable[[Task], T], task: Task) -> Said[T]:
        """Do a task."""
        try:
            return cls(call(task))
        except Impossible as problem:
            return cls(None, problem.args[0])
        except Exception as error:  # noqa: BLE001  it is raised in the parent
            return cls(None, None, tuple(_way(error)))

    def told(self) -> T:
        """Give the result, or raise what was raised."""
        if self.impossible is not None:
            raise Impossible(self.impossible)
        if self.fault:
            raise Fault(self.fault)
        return self.result  # type: ignore[return-value]  # it is there, if nothing else


def _way(error: Exception) -> Iterator[str]:
    """Tell where an error came from, without its words, which may tell a card."""
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}: {frame.line}"


class Window(Generic[Task, T]):
    """
    Tasks that were taken and whose results weren't given yet, with where each is done.

    Attributes:
        sent: each task with what it was sent as; None if it has to be sent.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.sent = deque[tuple[Task, T | None]]()
        self._tasks = iter(tasks)

    def fill(self, room: int) -> None:
        """Take tasks until there are *room* of them."""
        more = islice(self._tasks, max(0, room - len(self.sent)))
        self.sent.extend((task, None) for task in more)

    def send(self, send: Callable[[Task], T]) -> tuple[Task, T] | None:
        """Send those that have to be; gives the first of all, None if there is none."""
        first = None
        for at, (task, sent) in enumerate(self.sent):
            if sent is None:
                sent = send(task)
                self.sent[at] = task, sent
            if first is None:
                first = task, sent
        return first

    def forget(self, is_lost: Callable[[T], bool]) -> None:
        """Have those sent again that were lost."""
        for at, (task, sent) in enumerate(self.sent):
            if sent is not None and is_lost(sent):
                self.sent[at] = task, None
