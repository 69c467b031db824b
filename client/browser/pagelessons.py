"""
The lessons on the pages of a seat: which one is shown, and what its buttons do.

As at the terminal, the next lesson comes when the game gets there. On a page, people can
also go back to earlier lessons, and forward to all that are due now.
"""

from __future__ import annotations

from sealed_wonders.client.browser.pagewords import parts
from sealed_wonders.client.lessons.teacher import Lesson, Teacher
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.definition import Facts
from sealed_wonders.net.words import _

BACK, NEXT, CLOSE, QUIET = "back", "next", "close", "quiet"
"""What a page can do with its lesson; the last of them ends all lessons."""


class PageLessons:
    """The lessons of somebody who plays for the first time, on a page."""

    def __init__(self, teacher: Teacher) -> None:
        self._teacher = teacher
        self._given: list[Lesson] = []
        self._at = -1
        """The lesson that is shown, among those that were given; -1 for none."""
        self._position: object = None
        """The position of the game, see `Teacher.at`, when it was last looked at."""

    def begin(self) -> None:
        """Show none of the lessons of an earlier game."""
        self._at, self._position = -1, None

    def look(self, known: TableModel) -> None:
        """Show the lesson that is due now, in place of one of an earlier position."""
        position = self._teacher.at(known)
        is_new = position is not None and position != self._position
        if not is_new and (position is None or self._at >= 0):
            return
        self._position = position
        lesson = self._teacher.due(known)
        if lesson is not None:
            self._show(lesson)
        elif is_new:
            self._at = -1

    def section(self, known: TableModel) -> Facts | None:
        """Return the section of the lesson that is shown; None if there is none."""
        if self._at < 0:
            return None
        lesson = self._given[self._at]
        is_last = self._at == len(self._given) - 1
        return {
            "title": lesson.heading,
            "lines": list(lesson.on_page(parts(_next_stage(known)))),
            "back": self._at > 0,
            "next": not is_last or self._teacher.has_further(known),
        }

    def turn(self, known: TableModel, where: str) -> str:
        """
        Do what a button of the lesson does; return what there is to say about it.

        Raises:
            ValueError: there is no such button.
        """
        if where not in (BACK, NEXT, CLOSE, QUIET):
            raise ValueError(where)
        if self._at < 0:
            return ""  # it was closed on another page
        if where == QUIET:
            self._at = -1
            self._teacher.quiet = True
            return _("No more lessons in this game.")
        if where == CLOSE:
            self._at = -1
            self._teacher.did()
        elif where == BACK:
            self._at = max(self._at - 1, 0)
        else:
            self._next(known)
        return ""

    def _next(self, known: TableModel) -> None:
        if self._at < len(self._given) - 1:
            self._at += 1
            return
        lesson = self._teacher.further(known)
        if lesson is not None:
            self._show(lesson)

    def _show(self, lesson: Lesson) -> None:
        self._given.append(lesson)
        self._at = len(self._given) - 1


def _next_stage(known: TableModel) -> int | None:
    """Return the number of the stage that can be built next; None if there is none."""
    stage = getattr(known.menu, "stage", None)
    return None if stage is None else stage.number
