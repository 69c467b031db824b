"""
Box with a lesson, placed where it hides least of what the lesson is about.

The lessons themselves are in each game's package; `Teacher` decides when each is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.lessons.teacher import CITIES, Lesson, Teacher
from sealed_wonders.client.signs.draw import Room, Row, Rows, paragraph, piece
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _

ABOVE = 2
"""Rows at the top of a table for the turn and the standings."""

WIDE = 111
"""Width from which the box is at the right edge instead of in the middle."""


class LessonBox(Box):
    """
    A lesson for somebody who plays for the first time.

    All actions of the screen below remain possible; the box takes only those that
    scroll or close it.
    """

    widest = 66

    def __init__(self, stack: Stack, lesson: Lesson, teacher: Teacher) -> None:
        super().__init__(stack)
        self.lesson = lesson
        self._teacher = teacher

    @property
    def title(self) -> str:
        return self.lesson.heading

    @property
    def help(self) -> Sequence[str]:
        said = _(
            "In this game, lessons explain things as they come up. {enter} closes a "
            "lesson, but you can play on without closing it. {lessons} ends all "
            "lessons."
        )
        keys = {name: self.stack.key(name) for name in ("enter", "lessons")}
        return (said.format(**keys),)

    @property
    def more_actions(self) -> Sequence[str]:
        return ("lessons", "enter")  # beside Esc, which also closes it

    @property
    def called(self) -> Mapping[str, str]:
        close = _("close")
        return {**super().called, **dict.fromkeys(("enter", "back"), close)}

    def heading(self) -> Row:
        return (piece(self.title, "lesson"),)

    def rows(self, width: int, height: int) -> Rows:
        rows: list[Row] = []
        for part in self.lesson.at_screen(self.stack.key):
            rows += [*([()] if rows else []), *paragraph(part, width)]
        return rows

    def place(self, room: Room, wide: int, high: int) -> tuple[int, int]:
        """
        Return a place over the hand for lessons about cities, at the bottom for others.
        """
        left = room.width - wide if room.width >= WIDE else (room.width - wide) // 2
        top = ABOVE if self.lesson.about == CITIES else room.height - high
        return left, max(0, top)

    def act(self, action: str) -> bool:
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
    """Opens lessons on a stack when they are due."""

    def __init__(self, stack: Stack, teacher: Teacher) -> None:
        self._stack = stack
        self._teacher = teacher
        self._drawn: object = None
        """Position of the game when the screen was last drawn."""

    def look(self) -> None:
        """
        Open a lesson if one is due, before the screen is drawn.

        It waits until each position has been drawn once: only then does a screen know
        whether it shows temporary news, which come first.
        """
        stack, at = self._stack, self._teacher.at(self._stack.known)
        if at != self._drawn:
            self._drawn = at
            stack.changed()
            return
        is_news = getattr(stack.base, "is_news", False)
        if stack.overlays or stack.field is not None or is_news:
            return
        lesson = self._teacher.due(stack.known)
        if lesson is not None:
            stack.open(LessonBox(stack, lesson, self._teacher))
