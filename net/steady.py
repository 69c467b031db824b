"""
The time that programs go by, which nobody sets.

Twisted's reactors read the clock on the wall. A machine may set that at any moment, an hour
forward or back, as it does when it first hears what time it is: then turns would be over,
and connections be taken for dead, or nothing would happen for as long. What people read may
say what the wall does; whatever waits goes by this.
"""

from __future__ import annotations

import time
from typing import Any


def steady(reactor: Any) -> None:
    """
    Have a reactor of Twisted's measure time by a clock that only goes forward.

    It may not count what a machine has slept. Its zero means nothing: no number of it is
    written down, or told to another machine; only what is left until then is.

    Raises:
        RuntimeError: something waits already, for a moment on the other clock.
    """
    if reactor.getDelayedCalls():
        raise RuntimeError("a reactor can't change its clock while something waits")
    reactor.seconds = time.monotonic
