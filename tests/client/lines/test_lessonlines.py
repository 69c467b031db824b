"""Lessons in line mode: each appears before the question that it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.lessons.wonders.lessons import LESSONS
from sealed_wonders.client.lines.lessonlines import LessonTerminal
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.lineterminals import FakeLineTerminal, RecordingInterpreter
from tests.support.stacks import Seated


@pytest.fixture
def terminal() -> FakeLineTerminal:
    return FakeLineTerminal()


def test_lessons_appear_among_the_lines_of_a_game(
    tmp_path: Path, terminal: FakeLineTerminal
) -> None:
    """
    Each choice gets one lesson as long as there are any. At the end of the game, each
    typed command brings the next one.
    """
    seated = Seated(
        tmp_path, terms=Terms.of(suite=OPEN, players=3, own=agreed(sides="day"))
    )
    known = seated.stack.known
    taught = LessonTerminal(terminal, Teacher(LESSONS))
    taught.known = known
    interpreter = RecordingInterpreter()
    taught.open(interpreter)
    taught.show("a lobby")
    assert ["a lobby"] == terminal.lines
    seated.begin()
    taught.show("What do you choose?")
    taught.show("1. Altar")
    assert ["a lobby", "", "Lesson: The goal of the game"] == terminal.lines[:3]
    assert terminal.lines[3].startswith("   You lead a city")
    assert terminal.lines[4].endswith("Type help for all the commands.")
    assert ["What do you choose?", "1. Altar"] == terminal.lines[5:]
    while seated.moves:
        seated.choose()
        taught.show("What do you choose?")
    titles = [line for line in terminal.lines if line.startswith("Lesson: ")]
    assert len(set(titles)) == len(titles)
    assert "Lesson: Scoring" == titles[-1]
    (typing,) = terminal.interpreters
    typing.typed("scores")
    assert "Lesson: You don't have to trust anybody" in terminal.lines
    typing.typed("scores")
    assert 2 == interpreter.log.count("scores")


def test_the_goal_is_explained_before_leaders_are_chosen(
    tmp_path: Path, terminal: FakeLineTerminal
) -> None:
    """Both lessons come before the question, since neither waits for the other."""
    terms = Terms.of(
        suite=OPEN, players=3, own=agreed(sides="day", expansions=("leaders",))
    )
    seated = Seated(tmp_path, terms=terms)
    taught = LessonTerminal(terminal, Teacher(LESSONS))
    taught.known = seated.stack.known
    seated.begin()
    taught.show("What do you choose?")
    taught.show("1. Nero")
    titles = [line for line in terminal.lines if line.startswith("Lesson: ")]
    assert ["Lesson: The goal of the game", "Lesson: Leaders"] == titles
    assert ["What do you choose?", "1. Nero"] == terminal.lines[-2:]


def test_lessons_can_be_turned_off_and_on_again(
    tmp_path: Path, terminal: FakeLineTerminal
) -> None:
    seated = Seated(
        tmp_path, terms=Terms.of(suite=OPEN, players=3, own=agreed(sides="day"))
    )
    teacher = Teacher(LESSONS)
    taught = LessonTerminal(terminal, teacher)
    taught.known = seated.stack.known
    interpreter = RecordingInterpreter()
    taught.open(interpreter)
    (typing,) = terminal.interpreters
    typing.typed(" Lessons ")
    assert ([], True) == (interpreter.log, teacher.quiet)
    seated.begin()
    taught.show("What do you choose?")
    assert [
        "No more lessons in this game. To turn them back on, type lessons.",
        "What do you choose?",
    ] == terminal.lines
    typing.typed("lessons")
    assert "Everything else will be explained when it comes up." == terminal.lines[-1]
    taught.show("What do you choose?")
    assert "Lesson: The goal of the game" in terminal.lines


def test_everything_else_is_passed_through(terminal: FakeLineTerminal) -> None:
    taught, interpreter = (
        LessonTerminal(terminal, Teacher(LESSONS)),
        RecordingInterpreter(),
    )
    taught.open(interpreter)
    (wrapped,) = terminal.interpreters
    assert "> " == wrapped.prompt
    assert (*interpreter.words(), "lessons") == tuple(wrapped.words())
    wrapped.typed("b1")
    wrapped.interrupted()
    wrapped.hung_up()
    assert ["b1", "(interrupted)", "(hung up)"] == interpreter.log
    taught.show("a line")
    taught.bell()
    taught.close()
    assert (["a line"], 1, True) == (terminal.lines, terminal.rings, terminal.closed)
