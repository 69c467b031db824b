"""
Answers that a client expects from its host, and since when.

A host that hides something, or doesn't respond, looks like one that has nothing to
send. So every request that an honest host answers at once is noted, and the player
learns which answers haven't arrived after a while.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # readers of logs use these events without a network
    from twisted.internet.interfaces import IDelayedCall, IReactorTime

PATIENCE = 10.0
"""Seconds for a host to answer; on a slow line it takes one or two."""


class Expected(enum.Enum):
    """Something that a host should send; earlier members must arrive first."""

    WELCOME = enum.auto()
    """Its welcome, after we began to connect or lost the connection."""
    LOBBY = enum.auto()
    """The lobby of a table where we sit down, or are ready."""
    DRAW = enum.auto()
    """The log of the game for which we have revealed; others must reveal as well."""
    LOG = enum.auto()
    """A log that we have requested."""
    ENTRIES = enum.auto()
    """Our own entries in the game's log."""


class Awaited(NamedTuple):
    """Something that hasn't arrived."""

    what: Expected
    since: float
    """Time of the request, by the clock."""


class Expectations:
    """Everything that is expected, and the one thing that is reported."""

    def __init__(
        self, clock: IReactorTime | None, tell: Callable[[Awaited | None], None]
    ) -> None:
        """
        Create an object that expects nothing.

        Args:
            clock: None to report nothing.
            tell: called when what is overdue changes; None if nothing is overdue.
        """
        self._clock = clock
        self._tell = tell
        self._since: dict[Expected, tuple[object, float]] = {}
        self._told: Awaited | None = None
        self._timer: IDelayedCall | None = None

    def begin(self, what: Expected, which: object = None) -> None:
        """
        Expect something from now on, unless it is already expected.

        Args:
            which: distinguishes successive things; for a new one, time starts again.
        """
        if self._clock is None:
            return
        known = self._since.get(what)
        if known is None or known[0] != which:
            self._since[what] = which, self._clock.seconds()
            self._look()

    def end(self, *what: Expected) -> None:
        """Stop expecting something; everything, if no argument is given."""
        gone = [one for one in what or tuple(Expected) if self._since.pop(one, None)]
        if gone:
            self._look()

    def _look(self) -> None:
        """Report what is overdue, and set the timer for the next deadline."""
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
