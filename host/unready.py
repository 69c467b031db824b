"""
Members of a lobby who aren't ready: how long they may keep their seats.

docs/PROTOCOL.md (Getting ready: Freeing a seat) prescribes these rules.

A member has a certain time to become ready; after that, the seat is free again. The
others can shorten it to a minute if all of them who are ready agree, and are more than
half of the people there. So nobody can remove a member who is ready, and one stranger
alone can't remove anybody. A seat can't be blocked by an idle member either: the time
is paused while the member is ready, and never starts again from the beginning. A minute
before the end, everybody in the lobby is warned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from sealed_wonders.net import notices
from sealed_wonders.net.names import make_line

LAST_CALL = 60.0
"""Seconds left to become ready after the warning."""


class Party(NamedTuple):
    """The people at a table, not counting the host's bots."""

    voters: frozenset[bytes]
    """Those who are connected and ready, and so may ask others to get up."""
    people: int
    """How many people have a seat."""


@dataclass(slots=True)
class _Wait:
    """The time of one member."""

    left: float
    """Seconds that the member may still be not ready."""
    called: float = inf
    """Seconds left since everybody asked them to get up; infinite if that isn't so."""
    since: float | None = None
    """Time from which the seconds are counted; None while they are ready."""
    asked_by: set[bytes] = field(default_factory=set)
    """Those who ask them to get up."""
    is_last_call: bool = False
    """Whether the warning has been given."""

    @property
    def until(self) -> float:
        return inf if self.since is None else self.since + min(self.left, self.called)

    def go_on(self, now: float) -> None:
        self.stop(now)
        self.since = now
        self.is_last_call = self.until - LAST_CALL <= now

    def stop(self, now: float) -> None:
        if self.since is not None:
            self.left -= now - self.since
            self.called -= now - self.since
        self.since, self.is_last_call = None, False

    def is_asked_by_all(self, whom: bytes, party: Party) -> bool:
        """Return whether all voters ask for it and are more than half of the people."""
        askers = self.asked_by & party.voters
        return party.voters - {whom} <= askers and 2 * len(askers) > party.people


class Unready:
    """
    The times of all members of a lobby.

    Args:
        seconds: returns the time.
        patience: seconds until a seat is free again; 0 for no limit.
    """

    def __init__(self, seconds: Callable[[], float], patience: float) -> None:
        self._seconds = seconds
        self._patience = patience or inf
        self._waits: dict[bytes, _Wait] = {}
        self._excused: set[bytes] = set()

    def begin(self, identity: bytes, at_least: float = 0.0) -> None:
        """
        Start or continue to count the time of a member.

        Args:
            at_least: seconds that they have in any case, because it isn't their fault.
        """
        wait = self._waits.setdefault(identity, _Wait(self._patience))
        wait.left, wait.called = max(wait.left, at_least), max(wait.called, at_least)
        if identity in self._excused:
            wait.left = inf
        wait.go_on(self._seconds())

    def end(self, identity: bytes) -> None:
        self._waits[identity].stop(self._seconds())

    def forget(self, identity: bytes) -> None:
        """Remove a member who got up, with their votes."""
        self._waits.pop(identity, None)
        self._excused.discard(identity)
        for wait in self._waits.values():
            wait.asked_by.discard(identity)

    def excuse(self, identity: bytes) -> None:
        """Wait for a member without limit, whatever the others ask."""
        self._excused.add(identity)
        wait = self._waits.get(identity)
        if wait is not None:
            wait.left = wait.called = inf
            wait.asked_by.clear()
            wait.is_last_call = False

    def is_excused(self, identity: bytes) -> bool:
        return identity in self._excused

    def ask(self, voter: bytes, whom: bytes, asks: bool) -> None:
        """Record or withdraw a member's vote that another get up."""
        wait = self._waits[whom]
        if asks:
            wait.asked_by.add(voter)
        else:
            wait.asked_by.discard(voter)
            self._call(wait, inf)

    def review(self, party: Party, lapsed: bytes | None = None) -> None:
        """
        Apply the votes: give a minute to those whom all ask to get up, or revoke that.

        Args:
            lapsed: a voter who no longer counts. Only that can revoke it; new people,
                or new voters, can't.
        """
        for whom, wait in self._waits.items():
            if wait.is_asked_by_all(whom, party):
                if wait.since is not None and wait.called == inf:
                    self._call(wait, LAST_CALL)
            elif lapsed in wait.asked_by:
                self._call(wait, inf)

    def _call(self, wait: _Wait, seconds: float) -> None:
        """Set the time left, counted from now, without extending the ordinary limit."""
        is_ready, now = wait.since is None, self._seconds()
        wait.stop(now)
        wait.called = seconds
        if not is_ready:
            wait.go_on(now)

    # Time.

    @property
    def deadline(self) -> float | None:
        """Time of the next call of `expire`."""
        first = min(
            (
                wait.until - (0.0 if wait.is_last_call else LAST_CALL)
                for wait in self._waits.values()
            ),
            default=inf,
        )
        return None if first == inf else first

    def expire(self) -> list[bytes]:
        """Warn those who have a minute left; return those whose time is over."""
        now = self._seconds()
        for wait in self._waits.values():
            wait.is_last_call |= wait.until - LAST_CALL <= now
        return [who for who, wait in self._waits.items() if wait.until <= now]

    # Warnings.

    def warning(self, names: Mapping[bytes, str]) -> str:
        """Return the warning for the lobby; empty if there is none."""
        waits = {who: it for who, it in self._waits.items() if it.since is not None}
        called = [names[who] for who, wait in waits.items() if wait.is_last_call]
        if called:
            # The text doesn't change until the time is up, so it can't count down.
            seconds = round(min(LAST_CALL, self._patience))
            said = notices.NOT_READY(seconds=seconds, names=", ".join(called))
            return make_line(str(said))
        for who, wait in waits.items():
            if wait.asked_by:
                by = ", ".join(names[it] for it in names if it in wait.asked_by)
                return make_line(str(notices.ASKED_UP(names=by, name=names[who])))
        return ""
