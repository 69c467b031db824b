"""
Execution of tasks by workers on other machines, coordinated by Dask's scheduler.

A worker runs the tasks that the scheduler assigns to it. The tasks of a worker that
dies are assigned to another. Workers may join at any time; if there are none, the
cluster waits for some. Tasks are pickled here, so that a worker without this program,
or with another version of it, can be distinguished from a task that fails. Such a
worker might compute other results and isn't used.

Anybody who can reach Dask's scheduler can read everything, and make workers run any
code. So it must only be used on a trusted network, or with TLS, which is set up in
Dask's own configuration and used for addresses that begin with ``tls://``.
"""

from __future__ import annotations

import logging
import pickle
import platform
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from distributed import Client, KilledWorker

from sealed_wonders.client.simulation.executor import (
    CallResult,
    CannotContinue,
    Result,
    Task,
    Window,
)
from sealed_wonders.client.simulation.sameness import mark
from sealed_wonders.core.sentences import Sentence

PATIENCE = 5
"""How many times in a row Dask may give up on a task because its workers died."""

WAITING = 10.0
"""Seconds after which to check whether there are any workers."""

LEAST = 64
"""Minimum number of tasks in progress."""

AHEAD = 4
"""Number of tasks in progress per worker thread, if that is more."""


class Cluster:
    """The workers of a scheduler."""

    is_here = False

    def __init__(
        self,
        client: Client,
        says: Callable[[Sentence], object],
    ) -> None:
        """
        Use the workers of a scheduler.

        Args:
            client: the connection to the scheduler; closed at the end.
            says: called with a message for the user when there is something to wait
                for.
        """
        self._client = client
        self._says = says

    @classmethod
    def at(cls, address: str, says: Callable[[Sentence], object]) -> Self:
        """
        Connect to a scheduler.

        Raises:
            CannotContinue: it doesn't respond.
        """
        # Errors are reported once, by this program and not by the library.
        logging.disable(logging.CRITICAL)
        try:
            client = _Client(address, timeout=WAITING, set_as_default=False)
        except (OSError, ValueError):
            logging.disable(logging.NOTSET)
            raise CannotContinue(
                Sentence("no scheduler answers at {address}", address=address)
            ) from None
        return cls(client, says)

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Yield each task with its result, in order, even if workers die meanwhile."""
        window = Window[Task, Any](tasks)
        in_vain = 0
        given = 0
        room = LEAST

        def send(task: Task) -> Any:
            sent = pickle.dumps((call, task))
            return self._client.submit(done, mark(), sent, pure=False)

        while True:
            if given % LEAST == 0:
                room = max(LEAST, AHEAD * self._threads())
            window.fill(room)
            first = window.send(send)
            if first is None:
                return
            task, sent = first
            try:
                said = self._waited_for(sent)
            except KilledWorker:
                in_vain += 1
                if in_vain > PATIENCE:
                    raise CannotContinue(
                        Sentence("workers keep dying before they finish")
                    ) from None
                window.forget(lambda it: it.status == "error")
                continue
            in_vain = 0
            given += 1
            window.sent.popleft()
            yield task, said.told()

    def _threads(self) -> int:
        """Return how many tasks can run at the same time."""
        return sum(self._client.nthreads().values())

    def _waited_for(self, sent: Any) -> CallResult[Any]:
        """Wait for the result of a task, however long it takes."""
        told = False
        while True:
            try:
                said: CallResult[Any] = sent.result(timeout=WAITING)
            except TimeoutError:
                if not told and not self._threads():
                    self._says(
                        Sentence(
                            "there are no workers yet; waiting for some to connect"
                        )
                    )
                    told = True
            except KilledWorker:
                raise
            except (CancelledError, OSError):
                raise CannotContinue(Sentence("the scheduler is gone")) from None
            except Exception as error:  # noqa: BLE001  whatever a library raises there
                raise CannotContinue(
                    Sentence(
                        "a worker can't run its task ({kind}): is this program "
                        "installed there?",
                        kind=type(error).__name__,
                    )
                ) from None
            else:
                return said

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; remaining tasks are dropped."""
        with suppress(OSError):
            self._client.close()
        logging.disable(logging.NOTSET)


class _Client(Client):
    """A client that is only closed explicitly."""

    def __del__(self) -> None:
        """
        Don't close the client again.

        Closing a client that never connected would fail and print a traceback.
        """


def done(marked: str, sent: bytes) -> CallResult[Any]:
    """
    Run a task in a worker.

    Args:
        marked: the mark of the program that sent the task.
        sent: the function and its task, pickled.
    """
    if marked != mark():
        return CallResult(
            None,
            Sentence(
                "the worker on {machine} has a different version of this program, so "
                "its results may differ",
                machine=platform.node() or "?",
            ),
        )
    call, task = pickle.loads(sent)
    return CallResult[Any].of(call, task)
