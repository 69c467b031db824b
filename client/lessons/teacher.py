"""
A teacher, who gives a new player each lesson when it applies.

A lesson decides that only from what the player may know. One lesson is given at a time,
and the next only after the player has done something. Each game has its own lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.words import _

HAND, CITIES = "hand", "cities"
"""Subjects of a lesson, which its box must not cover."""

KEYS = (
    *("build", "stage", "sell", "details", "cities", "scores", "memory", "log"),
    *("edifices", "piles", "tokens", "enter", "back", "help"),
    *("audit", "replay"),
)
"""Actions whose keys lessons name, in braces."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to explain once."""

    id: str
    """
    Identifies the lesson; of several with the same id, only the first that applies is
    given.
    """
    when: Callable[[TableModel], bool]
    """Returns whether the lesson applies."""
    title: str
    text: str
    keys: str = ""
    """What to do on a screen; keys in braces, by their actions."""
    typed: str = ""
    """What to do in line mode."""
    about: str = HAND
    leads: bool = False
    """Whether another lesson may follow before the player has done something."""
    clicked: str = ""
    """
    What to do on a page, if that isn't `keys` with the names of the page's parts in
    place of keys.
    """

    # The fields are marked messages; these return translated text.

    @property
    def heading(self) -> str:
        return _(self.title)

    def at_screen(self, key: Callable[[str], str]) -> tuple[str, ...]:
        """Return the paragraphs for a screen; *key* returns an action's key."""
        written = {name: key(name) for name in KEYS}
        said = _(self.keys).format(**written) if self.keys else ""
        return tuple(part for part in (_(self.text), said) if part)

    def on_page(self, named: Mapping[str, str]) -> tuple[str, ...]:
        """Return the paragraphs for a page, given the names of its parts by action."""
        said = self.clicked or self.keys
        written = _(said).format_map(named) if said else ""
        return tuple(part for part in (_(self.text), written) if part)

    def in_lines(self) -> tuple[str, ...]:
        """Return the paragraphs for line mode."""
        return tuple(_(part) for part in (self.text, self.typed) if part)


class Teacher:
    """
    Gives lessons, one at a time.

    Attributes:
        quiet: Whether the player wants no more.
    """

    def __init__(self, lessons: Iterable[Lesson]) -> None:
        """Create a teacher with all lessons, in order of precedence."""
        self.quiet = False
        self._left = list(lessons)
        self._told_at: object = None
        """The position, see `at`, of the last lesson."""
        self._done = 0
        """How often the player has done something."""

    def did(self) -> None:
        """Note that the player did something other than choosing."""
        self._done += 1

    def due(self, known: TableModel) -> Lesson | None:
        """Return the lesson to give now, or None; it won't be given again."""
        return None if self.at(known) == self._told_at else self.further(known)

    def further(self, known: TableModel) -> Lesson | None:
        """Do the same for somebody who asks for more at the same position."""
        lesson = self._next(known)
        if lesson is not None:
            self._left = [one for one in self._left if one.id != lesson.id]
            self._told_at = None if lesson.leads else self.at(known)
        return lesson

    def has_further(self, known: TableModel) -> bool:
        return self._next(known) is not None

    def _next(self, known: TableModel) -> Lesson | None:
        if self.quiet or self.at(known) is None:
            return None
        return next((it for it in self._left if it.when(known)), None)

    def at(self, known: TableModel) -> object:
        """
        Return the position in the game; it changes when the player does something.
        """
        if known.ending is not None:
            return "over", self._done
        if known.menu is not None and known.asked:
            return known.menu.question.phase
        return None
