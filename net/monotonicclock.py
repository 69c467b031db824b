"""
A monotonic clock for a reactor.

Twisted's reactors read the system clock, which may be set forward or back by an hour at
any moment, for example when a machine first learns the time. Then turns would end,
connections would count as lost, or nothing would happen for as long. Times that people
read come from the system clock; all timers use this one.
"""

from __future__ import annotations

import time
from typing import Any


def steady(reactor: Any) -> None:
    """
    Make a Twisted reactor use a monotonic clock.

    The clock may stop while the machine sleeps. Its zero is arbitrary, so its times
    must not be stored or sent to another machine; only differences are meaningful.

    Raises:
        RuntimeError: a call is already scheduled, on the other clock.
    """
    if reactor.getDelayedCalls():
        raise RuntimeError("a reactor can't change its clock while something waits")
    reactor.seconds = time.monotonic
