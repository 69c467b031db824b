"""
The interface through which a person's display is notified: line mode or screens.

Everything goes into `known`, the table model, first. A listener for screens only has to
redraw them; line mode turns what it finds there into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.person import keys
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.words import text

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person
    from sealed_wonders.client.view.sight import AnySight


class NullListener:
    """A listener that ignores everything."""

    def listen_to(self, person: Person) -> None:
        """Start: all that follows is about this person."""

    def changed(self) -> None:
        """Handle a change in the table model."""

    def told(self, line: str) -> None:
        """Handle a line that was added to the narration."""

    def answered(self, lines: Iterable[str]) -> None:
        """Handle the lines that answer a typed command."""

    def guide(self, *lines: str) -> None:
        """Handle lines on what can be typed now; a screen shows that in other ways."""

    def as_typed(self, word: str) -> str:
        """Return how to type a command here so that it reaches the table."""
        return word

    def tables(self) -> None:
        """Handle a new connection, with the host's tables known."""

    def lobby(self, before: LobbyNews | None) -> None:
        """Handle a new or changed lobby."""

    def happened(self, sight: AnySight[Any], lines: Sequence[str]) -> None:
        """Handle an event in the game, described by *lines*."""

    def caught_up(self) -> None:
        """Handle the end of a series of events."""

    def waiting(self) -> None:
        """Handle that the table waits, but not for a choice that we can make."""

    def expecting(self) -> None:
        """Handle a change in what the host keeps us waiting for."""

    def asked(self) -> None:
        """Handle a newly opened question."""

    def voting(self) -> None:
        """Handle a ballot to vote on, or a chance to open one."""

    def called(self) -> None:
        """
        Handle a ballot on going on without us, unless we report that we are present.
        """

    def comparing(self) -> None:
        """
        Handle that we must compare the table's state, or that it has changed meanwhile.
        """

    def offered(self) -> None:
        """Handle the offer of a seat."""

    def clock(self) -> None:
        """Handle a newly known time limit for the open question."""

    def settled(self) -> None:
        """Handle the close of a question."""

    def over(self) -> None:
        """Handle the end of the game."""


class ScreenListener(NullListener):
    """Redraws the screens, which show the whole table model."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def changed(self) -> None:
        self._changed()

    def told(self, line: str) -> None:
        self._changed()

    def as_typed(self, word: str) -> str:
        return text.in_field(keys.ACTIONS["command"].keys[0], word)
