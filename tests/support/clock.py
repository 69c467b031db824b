"""Time that passes when a test says so."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from operator import attrgetter

from twisted.internet import task
from twisted.internet.base import DelayedCall


class Clock(task.Clock):
    """
    Twisted's, with each call in its place from the beginning.

    Twisted's sorts them whenever it is looked at, which tests do thousands of times; and
    while it sorts, nothing may be thrown away that takes its call back.
    """

    calls: list[DelayedCall]

    def callLater(
        self, delay: float, callable: Callable[..., object], *args: object, **kw: object
    ) -> DelayedCall:
        call = DelayedCall(
            self.seconds() + delay,
            callable,
            args,
            kw,
            self.calls.remove,
            self._move,
            self.seconds,
        )
        self._place(call)
        return call

    def _place(self, call: DelayedCall) -> None:
        bisect.insort(self.calls, call, key=attrgetter("time"))

    def _move(self, call: DelayedCall) -> None:
        self.calls.remove(call)
        self._place(call)

    def _sortCalls(self) -> None:
        """Put those in their places that were put off, and would come first."""
        while self.calls and self.calls[0].delayed_time:
            call = self.calls.pop(0)
            call.activate_delay()
            self._place(call)
