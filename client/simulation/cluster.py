"""
Tasks done by workers on other machines, which Dask's scheduler leads.

A worker takes what the scheduler gives it; what one had to do that dies is given to another,
and workers may come at any time. If none is there, those that come are waited for. What is
sent is pickled here, so that a worker without this program, or with another version of it, is
told from a task that fails: it might come to other results, and takes part in nothing.

Dask has no secrets from whoever reaches its scheduler, and a worker does what it is told: it
belongs on a network where all are trusted, or behind its own TLS, which is set up in its own
files and used where an address begins with ``tls://``.
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
    Impossible,
    Result,
    Said,
    Task,
    Window,
)
from sealed_wonders.client.simulation.sameness import mark
from sealed_wonders.core.sentences import Sentence

PATIENCE = 5
"""How often a task may have been with workers that died, as often as Dask tries that."""

WAITING = 10.0
"""Seconds after which it is looked whether there is a worker at all."""

LEAST = 64
"""Tasks that are taken ahead, if there are few workers."""

AHEAD = 4
"""As many for each that can be done at once, if there are many."""


class Cluster:
    """Workers that a scheduler has."""

    is_here = False

    def __init__(
        self,
        client: Client,
        says: Callable[[Sentence], object],
    ) -> None:
        """
        Use the workers of a scheduler.

        Args:
            client: leads to the scheduler; it is closed in the end.
            says: tells whoever waits what is waited for.
        """
        self._client = client
        self._says = says

    @classmethod
    def at(cls, address: str, says: Callable[[Sentence], object]) -> Self:
        """
        Find a scheduler.

        Raises:
            Impossible: it doesn't answer.
        """
        # What goes wrong is said here, once, and not by the library.
        logging.disable(logging.CRITICAL)
        try:
            client = _Client(address, timeout=WAITING, set_as_default=False)
        except (OSError, ValueError):
            raise Impossible(
                Sentence("no scheduler answers at {address}", address=address)
            ) from None
        return cls(client, says)

    def results(
        self, call: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Give each task with what comes of it, in their order, whoever dies meanwhile."""
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
                    raise Impossible(
                        Sentence("workers die again and again before they are done")
                    ) from None
                window.forget(lambda it: it.status == "error")
                continue
            in_vain = 0
            given += 1
            window.sent.popleft()
            yield task, said.told()

    def _threads(self) -> int:
        """Tell how many tasks can be done at once."""
        return sum(self._client.nthreads().values())

    def _waited_for(self, sent: Any) -> Said[Any]:
        """Wait for what comes of a task, however long it takes."""
        told = False
        while True:
            try:
                said: Said[Any] = sent.result(timeout=WAITING)
            except TimeoutError:
                if not told and not self._threads():
                    self._says(
                        Sentence("no worker is there; those that come are waited for")
                    )
                    told = True
            except KilledWorker:
                raise
            except (CancelledError, OSError):
                raise Impossible(Sentence("the scheduler is gone")) from None
            except Exception as error:  # noqa: BLE001  whatever a library raises there
                raise Impossible(
                    Sentence(
                        "a worker can't do what it is sent ({kind}): is this program "
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
        """Let go of the workers; what they still have to do is dropped."""
        with suppress(OSError):
            self._client.close()
        logging.disable(logging.NOTSET)


class _Client(Client):
    """One that is closed by whoever has it."""

    def __del__(self) -> None:
        """
        Don't close it once more.

        One that never got through can't be, and that would be told in a traceback.
        """


def done(marked: str, sent: bytes) -> Said[Any]:
    """
    Do a task, in a worker.

    Args:
        marked: the mark of the program that wants it done.
        sent: what to do, and with which task, pickled.
    """
    if marked != mark():
        return Said(
            None,
            Sentence(
                "the worker on {machine} has another version of this program, and might "
                "come to other results",
                machine=platform.node() or "?",
            ),
        )
    call, task = pickle.loads(sent)
    return Said[Any].of(call, task)
