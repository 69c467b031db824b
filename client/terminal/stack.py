"""
The interface of a stack for the screens in it.

It is everything that screens know of `screenstack.ScreenStack`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.signs.draw import Row, Rows
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.messages import Messages
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.view.tablemodel import TableModel


class UnusableLine(Exception):
    """A typed line that can't be used; the message is a sentence for people on why."""


@dataclass(frozen=True, slots=True)
class Field:
    """A line that the person is prompted for."""

    label: str
    done: Callable[[str], None]
    """
    Receives the line when it is submitted; after `UnusableLine`, it can be edited.
    """
    text: str = ""
    """The initial text."""
    words: Callable[[], Iterable[str]] = tuple
    """Returns words for completion."""
    secret: bool = False
    """Whether nobody should read it, now or later."""
    quick: Sequence[str] = ()
    """Answers that a digit alone submits, from 1 on, while the line is empty."""
    hint: str = ""
    """A notice on what can be typed; it hides nothing that is unread."""
    lasts: Callable[[], bool] = lambda: True
    """Returns whether the line is still asked for."""
    proposes: bool = False
    """Whether the initial text is selected, so that whatever is typed replaces it."""


class KeyItem(NamedTuple):
    """Actions with the label that they share."""

    actions: tuple[str, ...]
    label: str


class SubcommandRunner(Protocol):
    """Runs other commands of this program; all methods return at once."""

    def run(self, command: Sequence[str], *, pauses: bool) -> None:
        """
        Run a command that has the terminal until it ends.

        Args:
            pauses: Wait for a key before the screen returns, so that output can be
                read.
        """

    def read(
        self,
        command: Sequence[str],
        told: Callable[[str], None],
        ended: Callable[[], None],
    ) -> Callable[[], None]:
        """
        Run a command while the screen stays, and return a function that stops it.

        Args:
            told: receives each line of its output.
            ended: called when it has ended, unless it was stopped.
        """

    def write(self, command: Sequence[str], path: Path) -> None:
        """Write a command's output to a file, and show a notice with its path."""


class Stack(Protocol):
    """The screens of one person, as each of them sees it; see `ScreenStack`."""

    person: Person | None
    known: TableModel
    settings: Settings
    symbols: Symbols
    seconds: Callable[[], float]
    changed: Callable[[], None]
    quit: Callable[[], None]
    subcommands: SubcommandRunner | None
    browse: Callable[[], None] | None
    lend: Callable[[], None] | None
    save: Callable[[str, object], str]
    base: Screen
    overlays: list[Screen]
    field: Field | None
    messages: Messages
    has_room: bool
    is_resuming: bool
    below: Rows

    @property
    def top(self) -> Screen:
        """The screen that receives actions first."""

    def act(self, action: str) -> bool:
        """Carry out an action; the top screen takes precedence over common actions."""

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""

    def close(self, screen: Screen) -> None:
        """Remove a screen, and all above it."""

    def toggle(self, kind: type, make: Callable[[], Screen]) -> None:
        """Put a screen on top, or remove the one of its class if it was on top."""

    def toggle_off(self, kind: type) -> bool:
        """Remove a screen of a class, if there is one; return whether it was on top."""

    def ask(self, field: Field) -> None:
        """Ask for a typed line."""

    def typed(self, line: str) -> None:
        """Submit the typed line."""

    def say(self, notice: str) -> None:
        """Show a notice below the screen, until the next action."""

    def key(self, name: str) -> str:
        """Return the first key of an action as displayed; empty if it has none."""

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return all keys of an action as displayed."""

    def key_items(self, screen: Screen, actions: Iterable[str]) -> Sequence[KeyItem]:
        """Return actions with their labels; consecutive ones with one label share it."""

    def key_row(self, name: str, said: str = "") -> Row:
        """Return an action's key and label; *said* replaces the label."""
