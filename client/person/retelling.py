"""
Playing recorded events to a person, without a table, for ``wonders events``.

The person's listener displays them: a screen, or line mode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from twisted.internet.task import Clock

from sealed_wonders.client.person.listener import NullListener
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.home import PinBook
from sealed_wonders.client.table.actions import Action, LeaveTable
from sealed_wonders.client.table.recording import RecordedEvent
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.evidence import Equivocation


class Retelling:
    """
    Passes the events of a recording to a person.

    Attributes:
        person: The person.
    """

    def __init__(
        self,
        identity: bytes,
        listener: NullListener,
        folder: Path,
        clock: Clock,
        left: Callable[[], object] = lambda: None,
    ) -> None:
        """
        Create it; no event has been played.

        Args:
            identity: The identity of the person who was recorded.
            folder: An empty folder; nothing is kept there.
            clock: The listener's clock.
            left: Called when the person leaves.
        """
        self._clock = clock
        self.person = Person(listener, clock, identity, PinBook(folder / "people"))
        self.person.table = NoTable(left)

    def tell(self, told: RecordedEvent) -> None:
        """Pass on an event at its time, after whatever is scheduled before it."""
        self._clock.advance(max(0.0, told.at - self._clock.seconds()))
        self.person.told(told.event)


class NoTable:
    """A table where actions do nothing, except leaving."""

    def __init__(self, left: Callable[[], object]) -> None:
        self._left = left

    def do(self, action: Action) -> bool:
        if isinstance(action, LeaveTable):
            self._left()
        return isinstance(action, LeaveTable)

    def admin_key(self) -> bytes:
        return bytes(32)

    def seat_words(self) -> Sequence[str]:
        return ()

    def keep_log(self, *, whole: bool) -> str:
        return ""

    def public_log(self) -> bytes:
        return b""

    def keep_states(self, phase: int, states: object) -> str:
        return ""

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        return ""
