"""
Signals while a reactor runs: none may break off what it is just doing.

What a signal raises would be caught by whatever is called just then, a Deferred say; the
program would neither end nor go on.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def held(stop: Callable[[], object]) -> Iterator[list[int]]:
    """
    Let signals that nobody else takes stop a reactor; afterwards all is as it was before.

    Gives the numbers of those that came so, as they come.

    Args:
        stop: called at any moment, with half of something done.
    """
    came: list[int] = []

    def taken(number: int, frame: object) -> None:
        came.append(number)
        stop()

    before = {number: signal.signal(number, taken) for number in SIGNALS}
    try:
        yield came
    finally:
        for number, call in before.items():
            signal.signal(number, call)
