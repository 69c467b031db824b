"""Lessons in line mode: told before the question they belong to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from twisted.internet.defer import Deferred, succeed

from sealed_wonders.client.terminal.lessonlines import LessonTerminal
from sealed_wonders.client.terminal.line import Interpreter
from sealed_wonders.client.terminal.teacher import Teacher
from sealed_wonders.client.terminal.wonders.lessons import LESSONS
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.stacks import Seated


class Paper:
    """A terminal of lines that are kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rings = 0
        self.closed = False
        self.interpreter: Interpreter | None = None

    def open(self, interpreter: Interpreter) -> Deferred[None]:
        self.interpreter = interpreter
        return Deferred()

    def show(self, line: str) -> None:
        self.lines.append(line)

    def bell(self) -> None:
        self.rings += 1

    def close(self) -> Deferred[None]:
        self.closed = True
        return succeed(None)


class Noting:
    """Somebody who types; notes what comes through."""

    prompt = "> "

    def __init__(self) -> None:
        self.heard: list[str] = []

    def words(self) -> Iterable[str]:
        return ("b1",)

    def typed(self, line: str) -> None:
        self.heard.append(line)

    def interrupted(self) -> None:
        self.heard.append("^C")

    def hung_up(self) -> None:
        self.heard.append("^D")


@pytest.fixture
def paper() -> Paper:
    return Paper()


def test_lessons_among_the_lines_of_a_game(tmp_path: Path, paper: Paper) -> None:
    """One for each choice as long as there are some; at the end as one types."""
    seated = Seated(
        tmp_path, terms=Terms(suite=OPEN, wanted=3, own=agreed(sides="day"))
    )
    known = seated.stack.known
    taught = LessonTerminal(paper, Teacher(LESSONS))
    taught.known = known
    interpreter = Noting()
    taught.open(interpreter)
    taught.show("a lobby")
    assert ["a lobby"] == paper.lines
    seated.begin()
    taught.show("What do you choose?")
    taught.show("1. Altar")
    assert ["a lobby", "", "Lesson: What it is about"] == paper.lines[:3]
    assert paper.lines[3].startswith("   You lead a city")
    assert paper.lines[4].endswith("Type help for all that can be typed.")
    assert ["What do you choose?", "1. Altar"] == paper.lines[5:]
    while seated.moves:
        seated.choose()
        taught.show("What do you choose?")
    titles = [line for line in paper.lines if line.startswith("Lesson: ")]
    assert len(set(titles)) == len(titles)
    assert "Lesson: How it is counted" == titles[-1]
    assert paper.interpreter is not None
    paper.interpreter.typed("scores")
    assert "Lesson: You needn't believe anybody" in paper.lines
    paper.interpreter.typed("scores")
    assert 2 == interpreter.heard.count("scores")
    seated.close()


def test_before_leaders_are_chosen_it_is_told_what_it_is_all_about(
    tmp_path: Path, paper: Paper
) -> None:
    """Both before the question, as neither waits for the other."""
    terms = Terms(
        suite=OPEN, wanted=3, own=agreed(sides="day", expansions=("leaders",))
    )
    seated = Seated(tmp_path, terms=terms)
    taught = LessonTerminal(paper, Teacher(LESSONS))
    taught.known = seated.stack.known
    seated.begin()
    taught.show("What do you choose?")
    taught.show("1. Nero")
    titles = [line for line in paper.lines if line.startswith("Lesson: ")]
    assert ["Lesson: What it is about", "Lesson: Leaders"] == titles
    assert ["What do you choose?", "1. Nero"] == paper.lines[-2:]
    seated.close()


def test_no_more_lessons_and_more_again(tmp_path: Path, paper: Paper) -> None:
    seated = Seated(
        tmp_path, terms=Terms(suite=OPEN, wanted=3, own=agreed(sides="day"))
    )
    teacher = Teacher(LESSONS)
    taught = LessonTerminal(paper, teacher)
    taught.known = seated.stack.known
    interpreter = Noting()
    taught.open(interpreter)
    assert paper.interpreter is not None
    paper.interpreter.typed(" Lessons ")
    assert ([], True) == (interpreter.heard, teacher.quiet)
    seated.begin()
    taught.show("What do you choose?")
    assert [
        "No more lessons in this game. Type lessons to have them again.",
        "What do you choose?",
    ] == paper.lines
    paper.interpreter.typed("lessons")
    assert "You will be told more when it comes up." == paper.lines[-1]
    taught.show("What do you choose?")
    assert "Lesson: What it is about" in paper.lines
    seated.close()


def test_all_else_goes_through(paper: Paper) -> None:
    taught, interpreter = LessonTerminal(paper, Teacher(LESSONS)), Noting()
    taught.open(interpreter)
    pupil = paper.interpreter
    assert pupil is not None
    assert ("> ", ("b1", "lessons")) == (pupil.prompt, tuple(pupil.words()))
    pupil.typed("b1")
    pupil.interrupted()
    pupil.hung_up()
    assert ["b1", "^C", "^D"] == interpreter.heard
    taught.show("a line")
    taught.bell()
    taught.close()
    assert (["a line"], 1, True) == (paper.lines, paper.rings, paper.closed)
