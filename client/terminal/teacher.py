"""
A teacher: tells somebody who plays for the first time each thing when it comes up.

A lesson knows when it is time for it by what its player may know, and by nothing else. One
is told at a time, and no other before the player has done something. Each game has its own
lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.net.words import _

HAND, CITIES = "hand", "cities"
"""What a lesson is about, so that it can be told without hiding that."""

KEYS = (
    *("build", "stage", "sell", "details", "cities", "scores", "memory", "log"),
    *("edifices", "piles", "tokens", "enter", "back", "help"),
)
"""The actions whose keys stand in lessons, in braces."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to be told once."""

    id: str
    """Of several with one id only the first is told that comes up."""
    when: Callable[[TableModel], bool]
    """Whether it has come up."""
    title: str
    text: str
    keys: str = ""
    """What to do about it at a screen; keys in braces, by their actions."""
    typed: str = ""
    """What to do about it in line mode."""
    about: str = HAND
    leads: bool = False
    """Whether another one may follow before the player has done something."""

    # All words above are marked messages; these are in the language that is spoken.

    @property
    def heading(self) -> str:
        """What it is about."""
        return _(self.title)

    def at_screen(self, key: Callable[[str], str]) -> tuple[str, ...]:
        """Give its paragraphs for a screen; *key* gives the key of an action."""
        written = {name: key(name) for name in KEYS}
        said = _(self.keys).format(**written) if self.keys else ""
        return tuple(part for part in (_(self.text), said) if part)

    def in_lines(self) -> tuple[str, ...]:
        """Give its paragraphs for line mode."""
        return tuple(_(part) for part in (self.text, self.typed) if part)


class Teacher:
    """
    Tells lessons, one at a time.

    Attributes:
        quiet: no more are wanted.
    """

    def __init__(self, lessons: Iterable[Lesson]) -> None:
        """Begin with all there is to be told, that first which is to be told first."""
        self.quiet = False
        self._left = list(lessons)
        self._told_at: object = None
        """Where the game was when the last one was told."""
        self._done = 0
        """How often something was done after the end of the game."""

    def did(self) -> None:
        """Take note that the player did something besides choosing."""
        self._done += 1

    def due(self, known: TableModel) -> Lesson | None:
        """Give the lesson that is to be told now, which isn't to be told again."""
        at = self.at(known)
        if self.quiet or at is None or at == self._told_at:
            return None
        for lesson in self._left:
            if lesson.when(known):
                self._left = [one for one in self._left if one.id != lesson.id]
                self._told_at = None if lesson.leads else at
                return lesson
        return None

    def at(self, known: TableModel) -> object:
        """Say where the game is: the player does something from one such place to another."""
        if known.ending is not None:
            return "over", self._done
        if known.menu is not None and known.asked:
            return known.menu.question.phase
        return None
