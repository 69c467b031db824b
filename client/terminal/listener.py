"""
How a person hears of what a session tells: in lines that are said, or at screens.

Whatever is told goes into `known` first. A listener of screens has nothing to do but to
have them drawn anew; one of lines says what is there to be read, and what can be typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.terminal import keys, text

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.person import Person
    from sealed_wonders.client.terminal.sight import Sight


class Listener:
    """One that does nothing with what it hears."""

    def listen_to(self, person: Person) -> None:
        """Begin: this is who is told all that follows."""

    def changed(self) -> None:
        """Something that is known has changed."""

    def told(self, line: str) -> None:
        """A line was added to the narration."""

    def answered(self, lines: Iterable[str]) -> None:
        """Somebody typed a command, and these lines answer it."""

    def guide(self, *lines: str) -> None:
        """These lines say what can be typed now, where nothing else shows it."""

    def as_typed(self, word: str) -> str:
        """Return how a word that is typed as a command gets to the table from here."""
        return word

    def tables(self) -> None:
        """The connection stands, and the host's tables are known."""

    def lobby(self, before: LobbyNews | None) -> None:
        """The lobby came to be, or has changed."""

    def happened(self, sight: Sight[Any], lines: Sequence[str]) -> None:
        """Something happened in the game, of which these lines tell."""

    def caught_up(self) -> None:
        """There is no more to what happened just now."""

    def waiting(self) -> None:
        """The table waits, and not for a choice that we could make."""

    def expecting(self) -> None:
        """The host keeps us waiting for something, or not any more."""

    def asked(self) -> None:
        """A question is open."""

    def voting(self) -> None:
        """We are asked whether to go on without somebody, or may propose it."""

    def called(self) -> None:
        """Others would go on without us, if we don't say that we are there."""

    def comparing(self) -> None:
        """We are asked whether the table stands as others see it, or that has changed."""

    def offered(self) -> None:
        """Somebody would hand their seat over to us."""

    def clock(self) -> None:
        """How much time is left for the open question is known."""

    def settled(self) -> None:
        """No question is open any more."""

    def over(self) -> None:
        """Nothing more can happen in the game."""


class ScreenListener(Listener):
    """Has screens drawn anew, which show all that is known."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def changed(self) -> None:
        self._changed()

    def told(self, line: str) -> None:
        self._changed()

    def as_typed(self, word: str) -> str:
        return text.in_field(keys.ACTIONS["command"].keys[0], word)
