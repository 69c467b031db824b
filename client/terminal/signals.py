"""
Signals while a reactor runs: none may break off what it is just doing.

What a signal raises would be caught by whatever is called just then, a Deferred say; the
program would neither end nor go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from sealed_wonders.net.system.signals import ENDING, Signal, take


@contextmanager
def held(stop: Callable[[], object]) -> Iterator[list[Signal]]:
    """
    Let signals that nobody else takes stop a reactor; afterwards all is as it was before.

    Gives the numbers of those that came so, as they come.

    Args:
        stop: called at any moment, with half of something done.
    """
    came: list[Signal] = []

    def taken(number: Signal) -> None:
        came.append(number)
        stop()

    restore = take({number: partial(taken, number) for number in ENDING})
    try:
        yield came
    finally:
        restore()
