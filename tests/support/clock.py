"""Time that passes when a test says so."""

from __future__ import annotations

import bisect
from collections.abc import Callable
from operator import attrgetter

from twisted.internet import task
from twisted.internet.base import DelayedCall


class Clock(task.Clock):
    """
    Twisted's clock, with its calls sorted as they are added.

    Twisted's own clock sorts its calls each time that they are examined, which tests do
    thousands of times. While it sorts, no object may be collected that would cancel a
    call.
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
        """Move calls that would come first, but were delayed, to their new places."""
        while self.calls and self.calls[0].delayed_time:
            call = self.calls.pop(0)
            call.activate_delay()
            self._place(call)
