"""
Seats that are taken and keep a game from beginning: how long they are, and who minds.

Whoever sits in a lobby has a time in which to say that they are ready; then the seat is
free again. All others who are ready can shorten it to a minute, if they are more than half
of the people there. So nobody is put out who says that they are ready, nor by one stranger
alone, and nobody keeps a seat that they only want to be empty: the time stands still while
they are ready, and begins anew for nobody. A minute before the end everybody there is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from sealed_wonders.net import notices
from sealed_wonders.net.names import make_line

LAST_CALL = 60.0
"""Seconds in which somebody may still say that they are ready, once they are told."""


class Party(NamedTuple):
    """Those who sit at a table, but for the host's bots."""

    voters: frozenset[bytes]
    """Who is there and ready: they may ask others to get up."""
    people: int
    """How many sit there."""


@dataclass(slots=True)
class _Wait:
    """What is waited for in a seat, and for how long."""

    left: float
    """Seconds they have for not being ready."""
    called: float = inf
    """Those they have since all asked them to get up; without end if that isn't so."""
    since: float | None = None
    """From when on that counts; None: they are ready."""
    asked_by: set[bytes] = field(default_factory=set)
    """Who would have them get up."""
    is_last_call: bool = False
    """They are told that it is time."""

    @property
    def until(self) -> float:
        """When the seat is free again."""
        return inf if self.since is None else self.since + min(self.left, self.called)

    def go_on(self, now: float) -> None:
        """Count what is left from now on."""
        self.stop(now)
        self.since = now
        self.is_last_call = self.until - LAST_CALL <= now

    def stop(self, now: float) -> None:
        """Count no more: they are ready."""
        if self.since is not None:
            self.left -= now - self.since
            self.called -= now - self.since
        self.since, self.is_last_call = None, False

    def is_asked_by_all(self, whom: bytes, party: Party) -> bool:
        """Tell whether all who are ready want the seat, and are more than half there."""
        askers = self.asked_by & party.voters
        return party.voters - {whom} <= askers and 2 * len(askers) > party.people


class Unready:
    """
    Keeps the times of those at one table who aren't ready.

    Args:
        seconds: returns the time.
        patience: seconds until a seat is free again; 0: as long as it takes.
    """

    def __init__(self, seconds: Callable[[], float], patience: float) -> None:
        self._seconds = seconds
        self._patience = patience or inf
        self._waits: dict[bytes, _Wait] = {}
        self._excused: set[bytes] = set()

    def begin(self, identity: bytes, at_least: float = 0.0) -> None:
        """
        Wait for somebody from now on, for what they have left.

        Args:
            at_least: seconds they have in any case: it isn't their doing.
        """
        wait = self._waits.setdefault(identity, _Wait(self._patience))
        wait.left, wait.called = max(wait.left, at_least), max(wait.called, at_least)
        if identity in self._excused:
            wait.left = inf
        wait.go_on(self._seconds())

    def end(self, identity: bytes) -> None:
        """Wait for somebody no more: they are ready."""
        self._waits[identity].stop(self._seconds())

    def forget(self, identity: bytes) -> None:
        """Wait for somebody no more, nor for what they have asked for: they got up."""
        self._waits.pop(identity, None)
        self._excused.discard(identity)
        for wait in self._waits.values():
            wait.asked_by.discard(identity)

    def excuse(self, identity: bytes) -> None:
        """Wait for somebody as long as it takes, whoever minds."""
        self._excused.add(identity)
        wait = self._waits.get(identity)
        if wait is not None:
            wait.left = wait.called = inf
            wait.asked_by.clear()
            wait.is_last_call = False

    def is_excused(self, identity: bytes) -> bool:
        """Tell whether somebody is waited for as long as it takes."""
        return identity in self._excused

    def ask(self, voter: bytes, whom: bytes, asks: bool) -> None:
        """Note that somebody would have another get up, or not any more."""
        wait = self._waits[whom]
        if asks:
            wait.asked_by.add(voter)
        else:
            wait.asked_by.discard(voter)
            self._call(wait, inf)

    def review(self, party: Party, lapsed: bytes | None = None) -> None:
        """
        Give a minute to those whom all ask to get up, and take back what isn't so any more.

        Args:
            lapsed: who counts no more among those who ask. Whoever else comes, or is
                ready, takes nothing back.
        """
        for whom, wait in self._waits.items():
            if wait.is_asked_by_all(whom, party):
                if wait.since is not None and wait.called == inf:
                    self._call(wait, LAST_CALL)
            elif lapsed in wait.asked_by:
                self._call(wait, inf)

    def _call(self, wait: _Wait, seconds: float) -> None:
        """Give somebody so long from now on, if they have not less."""
        is_ready, now = wait.since is None, self._seconds()
        wait.stop(now)
        wait.called = seconds
        if not is_ready:
            wait.go_on(now)

    # What time does.

    @property
    def deadline(self) -> float | None:
        """When `expire` has something to do."""
        first = min(
            (
                wait.until - (0.0 if wait.is_last_call else LAST_CALL)
                for wait in self._waits.values()
            ),
            default=inf,
        )
        return None if first == inf else first

    def expire(self) -> list[bytes]:
        """Tell those who have a minute left; return whose time is over."""
        now = self._seconds()
        for wait in self._waits.values():
            wait.is_last_call |= wait.until - LAST_CALL <= now
        return [who for who, wait in self._waits.items() if wait.until <= now]

    # What all are told.

    def warning(self, names: Mapping[bytes, str]) -> str:
        """Say who has to be ready, or is asked to get up; nothing if nobody is."""
        waits = {who: it for who, it in self._waits.items() if it.since is not None}
        called = [names[who] for who, wait in waits.items() if wait.is_last_call]
        if called:
            # It is said once, and read at any time until then.
            seconds = round(min(LAST_CALL, self._patience))
            said = notices.NOT_READY(seconds=seconds, names=", ".join(called))
            return make_line(str(said))
        for who, wait in waits.items():
            if wait.asked_by:
                by = ", ".join(names[it] for it in names if it in wait.asked_by)
                return make_line(str(notices.ASKED_UP(names=by, name=names[who])))
        return ""
