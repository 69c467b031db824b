"""
What is expected of a host, and since when.

A host that hides something, or says nothing at all, looks like one that has nothing to say.
So each thing that an honest host answers at once is noted when it is asked for, and what
isn't there after a while is told.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # who reads a log takes our words, and no network
    from twisted.internet.interfaces import IDelayedCall, IReactorTime

PATIENCE = 10.0
"""Seconds for a host to answer; on a slow line it takes one or two."""


class Expected(enum.Enum):
    """What is expected of a host; what has to come first stands first."""

    WELCOME = enum.auto()
    """That it lets us in, once we have set out or the connection was lost."""
    LOBBY = enum.auto()
    """How it stands at the table where we sit down, or are ready."""
    DRAW = enum.auto()
    """The log of the game for which we have revealed; others have to reveal as well."""
    LOG = enum.auto()
    """What it has of a log that we have asked for."""
    ENTRIES = enum.auto()
    """What we have said in the game, in the log."""


class Awaited(NamedTuple):
    """Something that doesn't come."""

    what: Expected
    since: float
    """By the clock."""


class Expectations:
    """All that is expected, and the one thing that is told to be."""

    def __init__(
        self, clock: IReactorTime | None, tell: Callable[[Awaited | None], None]
    ) -> None:
        """
        Expect nothing yet.

        Args:
            clock: without one nothing is ever told.
            tell: takes what doesn't come, whenever that is something else; None is nothing.
        """
        self._clock = clock
        self._tell = tell
        self._since: dict[Expected, tuple[object, float]] = {}
        self._told: Awaited | None = None
        self._timer: IDelayedCall | None = None

    def begin(self, what: Expected, which: object = None) -> None:
        """
        Expect something from now on, unless it is expected already.

        Args:
            which: one of several that follow each other; for another, time begins anew.
        """
        if self._clock is None:
            return
        known = self._since.get(what)
        if known is None or known[0] != which:
            self._since[what] = which, self._clock.seconds()
            self._look()

    def end(self, *what: Expected) -> None:
        """Expect something no more: all, if it isn't said what."""
        gone = [one for one in what or tuple(Expected) if self._since.pop(one, None)]
        if gone:
            self._look()

    def _look(self) -> None:
        """Tell what doesn't come, and look again when something else may be late."""
        if self._clock is None:
            return
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        now, late, next_look = self._clock.seconds(), [], []
        for what in Expected:
            if what in self._since:
                since = self._since[what][1]
                left = since + PATIENCE - now
                if left <= 0:
                    late.append(Awaited(what, since))
                else:
                    next_look.append(left)
        self._timer = None
        if next_look:
            self._timer = self._clock.callLater(min(next_look), self._look)
        told = late[0] if late else None
        if told != self._told:
            self._told = told
            self._tell(told)
