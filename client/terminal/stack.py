"""
What a screen may do with the screens it lies among: open others, have lines typed, speak.

It is all that screens know of `screenstack.ScreenStack`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.draw import Row
from sealed_wonders.client.terminal.messages import Messages
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens import Screen
from sealed_wonders.client.terminal.symbols import Symbols
from sealed_wonders.client.terminal.tablemodel import TableModel


@dataclass(frozen=True, slots=True)
class Field:
    """A line somebody is asked to type."""

    label: str
    done: Callable[[str], None]
    """Takes what was typed, when it is sent off."""
    text: str = ""
    """What stands there at first."""
    words: Callable[[], Iterable[str]] = tuple
    """What it could be, for completion."""
    secret: bool = False
    """Nobody should read it, now or later."""
    quick: Sequence[str] = ()
    """What is sent off by a digit alone, from 1 on, while nothing else stands there."""


class SubcommandRunner(Protocol):
    """Runs other commands of this program; all of it returns at once."""

    def run(self, command: Sequence[str], *, pauses: bool) -> None:
        """
        Give the terminal to a command until it has ended.

        Args:
            pauses: what it prints is to be read before the screen comes back.
        """

    def write(self, command: Sequence[str], path: Path) -> None:
        """Write what a command prints into a file, and say where that is."""


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
    base: Screen
    overlays: list[Screen]
    field: Field | None
    messages: Messages

    @property
    def top(self) -> Screen:
        """The screen that actions go to first."""

    def act(self, action: str) -> bool:
        """Do something, at the topmost screen or as it is done at all of them."""

    def open(self, screen: Screen) -> None:
        """Lay a screen on top."""

    def close(self, screen: Screen) -> None:
        """Take a screen away, and all that lie on it."""

    def toggle(self, kind: type, make: Callable[[], Screen]) -> None:
        """Lay a screen on top; take it away if one of its kind is there already."""

    def toggle_off(self, kind: type) -> bool:
        """Take a screen of a kind away, if one is there; tells whether it was on top."""

    def ask(self, field: Field) -> None:
        """Have a line typed."""

    def say(self, notice: str) -> None:
        """Say something below the screen, until something else is done."""

    def key(self, name: str) -> str:
        """Return the first key of an action, as people write it; nothing if none."""

    def keys_of(self, name: str) -> tuple[str, ...]:
        """Return all keys of an action, as people write them."""

    def key_row(self, name: str, said: str = "") -> Row:
        """Name an action's key and what it does, which may be said in other words."""
