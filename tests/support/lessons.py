"""Games with lessons: which are given, and what the player sees then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from sealed_wonders.client.lessons.teacher import Lesson, Teacher
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.game import Move
from tests.support.stacks import Seated

T = TypeVar("T")


def lessons_in(
    seated: Seated,
    lessons: Sequence[Lesson],
    choose: Callable[[Question], Move],
    sees: Callable[[TableModel], T],
) -> list[tuple[str, T | None]]:
    """
    Play a game; return the lessons, each with what the player saw then.

    Lessons given after the game come with None.
    """
    teacher, known = Teacher(lessons), seated.stack.known
    told: list[tuple[str, T | None]] = []
    while seated.moves:
        while (lesson := teacher.due(known)) is not None:
            told.append((lesson.id, sees(known)))
            if not lesson.leads:
                break
        assert teacher.due(known) is None, "two in a row"
        assert known.menu is not None
        seated.choose(choose(known.menu.question))
    for _ in lessons:
        lesson = teacher.due(known)
        if lesson is not None:
            told.append((lesson.id, None))
        assert teacher.due(known) is None, "two in a row"
        teacher.did()
    return told
