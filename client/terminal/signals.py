"""
Signals while a reactor runs, handled so that they interrupt nothing.

An exception raised by a signal would be caught by whatever is being called, such as a
Deferred; the program would then neither end nor continue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from sealed_wonders.net.system.signals import ENDING, Signal, take


@contextmanager
def held(stop: Callable[[], object]) -> Iterator[list[Signal]]:
    """
    Stop a reactor on signals that nothing else handles, within a context.

    Yields a list of the signals received, which grows as they arrive. The previous
    handlers are restored afterwards.

    Args:
        stop: Called at any moment, even in the middle of other code.
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
