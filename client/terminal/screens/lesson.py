"""
A lesson: a box that lies where it hides least of what it speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.draw import Room, Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.teacher import CITIES, Lesson, Teacher
from sealed_wonders.net.words import _

ABOVE = 2
"""Rows at the top of a table that say whose turn it is and how one stands."""

WIDE = 111
"""Columns from which on a box goes to the edge."""


class LessonBox(Box):
    """
    Something told to whoever plays for the first time.

    All that can be done on the screen below it can be done meanwhile, too: it only takes
    what closes it.
    """

    widest = 66

    def __init__(self, stack: Stack, lesson: Lesson, teacher: Teacher) -> None:
        super().__init__(stack)
        self.lesson = lesson
        self._teacher = teacher

    @property
    def title(self) -> str:
        """What the lesson is about."""
        return self.lesson.heading

    @property
    def help(self) -> Sequence[str]:
        """What can be done with lessons."""
        said = _(
            "In this game you are told things as they come up. {enter} closes what you "
            "are told, and you can play on without; {lessons} ends the lessons."
        )
        keys = {name: self.stack.key(name) for name in ("enter", "lessons")}
        return (said.format(**keys),)

    @property
    def more_actions(self) -> Sequence[str]:
        """It can be gone on from, or be the last one."""
        return ("enter", "lessons")

    def heading(self) -> Row:
        """Give what stands in the upper edge."""
        return (piece(self.title, "lesson"),)

    def rows(self, width: int, height: int) -> Rows:
        """Give what is told, and the key that goes on."""
        rows: list[Row] = []
        for part in self.lesson.at_screen(self.stack.key):
            rows += [*([()] if rows else []), *paragraph(part, width)]
        return rows

    def place(self, room: Room, wide: int, high: int) -> tuple[int, int]:
        """Lie over the hand if it is about cities, and else below it."""
        left = room.width - wide if room.width >= WIDE else (room.width - wide) // 2
        top = ABOVE if self.lesson.about == CITIES else room.height - high
        return left, max(0, top)

    def act(self, action: str) -> bool:
        """Go on, or do what the screen below does."""
        if action in ("enter", "back"):
            self._close()
            return True
        if action == "lessons":
            self._teacher.quiet = True
            self._close()
            self.stack.say(_("No more lessons in this game."))
            return True
        if action in self.scrolling and self.scroll(action):
            return True
        return self.stack.base.act(action)

    def _close(self) -> None:
        self._teacher.did()
        self.stack.close(self)


class Teaching:
    """Lays lessons on a stack, each when it is time."""

    def __init__(self, stack: Stack, teacher: Teacher) -> None:
        self._stack = stack
        self._teacher = teacher
        self._drawn: object = None
        """Where the game was when the screen was drawn last."""

    def look(self) -> None:
        """
        Lay one down if it is time, before the screen is drawn.

        Not before it was drawn once: then a screen knows whether it shows something that
        passes by itself, which comes first.
        """
        stack, at = self._stack, self._teacher.at(self._stack.known)
        if at != self._drawn:
            self._drawn = at
            stack.changed()
            return
        passing = getattr(stack.base, "wakes", None) is not None
        if stack.overlays or stack.field is not None or passing:
            return
        lesson = self._teacher.due(stack.known)
        if lesson is not None:
            stack.open(LessonBox(stack, lesson, self._teacher))
