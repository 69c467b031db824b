"""
Seats that are taken and keep a game from beginning: how long they are, and who minds.

Whoever sits in a lobby has a time in which to say that they are ready; then the seat is
free again. All others who are ready can shorten it to a minute. So nobody is put out who
says that they are ready, and nobody keeps a seat that they only want to be empty. A minute
before the end everybody there is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from sealed_wonders.net import notices
from sealed_wonders.net.names import make_line

LAST_CALL = 60.0
"""Seconds in which somebody may still say that they are ready, once they are told."""


@dataclass(slots=True)
class _Wait:
    """Somebody who isn't ready."""

    until: float | None
    """When their seat is free again; None: never."""
    asked_by: set[bytes] = field(default_factory=set)
    """Who would have them get up."""
    is_last_call: bool = False
    """They are told that it is time."""


class Unready:
    """
    Keeps the times of those at one table who aren't ready.

    Args:
        seconds: returns the time.
        patience: seconds until a seat is free again; 0: as long as it takes.
    """

    def __init__(self, seconds: Callable[[], float], patience: float) -> None:
        self._seconds = seconds
        self._patience = patience
        self._waits: dict[bytes, _Wait] = {}
        self._excused: set[bytes] = set()

    def begin(self, identity: bytes) -> None:
        """Wait for somebody from now on."""
        until = None
        if self._patience and identity not in self._excused:
            until = self._seconds() + self._patience
        self._waits[identity] = _Wait(until)

    def end(self, identity: bytes) -> None:
        """Wait for somebody no more: they are ready."""
        self._waits.pop(identity, None)

    def forget(self, identity: bytes) -> None:
        """Wait for somebody no more, nor for what they have asked for: they got up."""
        self.end(identity)
        self._excused.discard(identity)
        for wait in self._waits.values():
            wait.asked_by.discard(identity)

    def excuse(self, identity: bytes) -> None:
        """Wait for somebody as long as it takes, unless others mind."""
        self._excused.add(identity)
        if identity in self._waits:
            self._waits[identity].until = None

    def ask(
        self, voter: bytes, whom: bytes, asks: bool, others: Collection[bytes]
    ) -> bool:
        """
        Note that somebody would have another get up, or not any more.

        Args:
            others: all who have to ask for it; the time is shortened when they do.

        Returns:
            False: they are ready, and nobody waits for them.
        """
        wait = self._waits.get(whom)
        if wait is None:
            return False
        (wait.asked_by.add if asks else wait.asked_by.discard)(voter)
        if wait.asked_by.issuperset(others):
            last = self._seconds() + LAST_CALL
            wait.until = last if wait.until is None else min(wait.until, last)
            wait.is_last_call = True
        return True

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        return min(
            (
                wait.until - (0.0 if wait.is_last_call else LAST_CALL)
                for wait in self._waits.values()
                if wait.until is not None
            ),
            default=None,
        )

    def expire(self) -> list[bytes]:
        """Tell those who have a minute left; return whose time is over."""
        now = self._seconds()
        over = []
        for who, wait in self._waits.items():
            if wait.until is not None:
                wait.is_last_call |= wait.until - LAST_CALL <= now
                if wait.until <= now:
                    over.append(who)
        return over

    # What all are told.

    def warning(self, names: Mapping[bytes, str]) -> str:
        """Say who has to be ready, or is asked to get up; nothing if nobody is."""
        called = [names[who] for who, wait in self._waits.items() if wait.is_last_call]
        if called:
            said = notices.NOT_READY(seconds=round(LAST_CALL), names=", ".join(called))
            return make_line(str(said))
        for who, wait in self._waits.items():
            if wait.asked_by:
                by = ", ".join(names[it] for it in names if it in wait.asked_by)
                return make_line(str(notices.ASKED_UP(names=by, name=names[who])))
        return ""
