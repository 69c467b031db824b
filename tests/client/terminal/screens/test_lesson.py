"""The box with a lesson: it doesn't cover what it explains, and blocks no key."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.client.lessons.architects.lessons import LESSONS as OF_ARCHITECTS
from sealed_wonders.client.lessons.teacher import Lesson, Teacher
from sealed_wonders.client.lessons.wonders.lessons import LESSONS
from sealed_wonders.client.signs.draw import Room, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.lesson import LessonBox, Teaching
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.net import words
from tests.support.agreed import agreed
from tests.support.architects import Table, city
from tests.support.architects_stacks import stack_showing
from tests.support.stacks import Sit, drawn_to_fit
from tests.support.thorough import every, only

BY_ID = {lesson.id: lesson for lesson in LESSONS}


class LessonHarness:
    """Somebody who plays for the first time, at a table of three."""

    def __init__(self, sit: Sit, settings: Settings | None = None) -> None:
        settings = settings or Settings(reveal=0)
        self.seated = sit(own=agreed(sides="day"), settings=settings)
        self.stack = self.seated.stack
        self.seated.begin()
        self.stack.base = GameTable(self.stack)
        self.teacher = Teacher(LESSONS)
        self.teaching = Teaching(self.stack, self.teacher)

    def look(self, width: int = 80, height: int = 24) -> str:
        """Draw until nothing changes any more, as the application does."""
        for _ in range(2):
            self.teaching.look()
            self.seated.look(width, height)
        return self.seated.look(width, height)

    @property
    def lesson_text(self) -> str:
        """Return the text in the box."""
        assert self.box is not None
        rows = self.box.draw(Room(80, 22, self.stack.symbols))
        return " ".join(
            " ".join(line.strip("│ ") for line in text_of(rows).splitlines()).split()
        )

    @property
    def box(self) -> LessonBox | None:
        boxes = (it for it in self.stack.overlays if isinstance(it, LessonBox))
        return next(boxes, None)


@pytest.fixture
def harness(sit: Sit) -> LessonHarness:
    return LessonHarness(sit)


def test_a_lesson_lies_below_the_hand_and_keys_still_work(
    harness: LessonHarness,
) -> None:
    """Only a lesson about cities covers the hand."""
    lines = harness.look().splitlines()
    (top,) = [at for at, line in enumerate(lines) if "─ The goal of the game ─" in line]
    hand = [held.face.names["en"] for held in harness.seated.view.hand]
    assert all(any(name in line for line in lines[:top]) for name in hand)
    assert (
        "The player with the most points after the third age wins."
        in harness.lesson_text
    )
    assert (
        "b selects it for building, Enter seals your choice, Esc" in harness.lesson_text
    )
    assert "Enter Esc close" in lines[-1]
    assert "x no more lessons" in lines[-1]
    assert harness.stack.act("digit 3")
    assert "▸ 3" in harness.look() or "▸  3" in harness.look()
    assert harness.stack.act("scores")
    assert "Points, if the game ended now" in harness.look()
    harness.stack.act("back")
    assert harness.box is not None
    assert harness.stack.act("sell")
    assert "sell" in harness.look().lower()
    assert harness.box is not None
    harness.stack.act("back")
    harness.stack.open(LessonBox(harness.stack, BY_ID["trade"], harness.teacher))
    lines = harness.seated.look().splitlines()
    (top,) = [at for at, line in enumerate(lines) if "─ Buying from neigh" in line]
    assert 2 == top
    for name in ("bob", "cleo"):
        assert any(name in line for line in lines[top + 10 :])


def test_lessons_come_one_per_choice_until_they_are_turned_off(
    harness: LessonHarness,
) -> None:
    """A closed lesson doesn't come back."""
    assert "The goal of the game" in harness.look()
    harness.stack.act("enter")
    assert harness.box is None
    for _ in range(3):
        harness.stack.act("right")
        assert "─ Where these cards come from ─" not in harness.look()
        assert harness.box is None
    harness.seated.choose()
    assert "─ Where these cards come from ─" in harness.look()
    harness.stack.act("back")
    assert harness.box is None
    while harness.box is None:
        harness.seated.choose()
        harness.look()
    harness.stack.act("lessons")
    assert harness.box is None
    assert "No more lessons in this game." in harness.look()
    while harness.seated.moves:
        harness.seated.choose()
        harness.look()
        assert harness.box is None


def test_a_lesson_waits_until_the_reveal_is_over(sit: Sit) -> None:
    """Otherwise two boxes would open at once."""
    harness = LessonHarness(sit, Settings(reveal=4.0))
    harness.look()
    harness.stack.act("enter")
    harness.seated.choose()
    harness.look()
    harness.look()
    assert harness.stack.base.wakes is not None  # type: ignore[attr-defined]
    assert harness.box is None
    harness.seated.host.clock.advance(4.5)
    assert "─ Where these cards come from ─" in harness.look()


def test_a_lesson_names_the_configured_keys(sit: Sit) -> None:
    harness = LessonHarness(sit, Settings(keys={"build": ("f5",)}, reveal=0))
    harness.look()
    assert "F5 selects it for building" in harness.lesson_text


@pytest.mark.parametrize(
    ("language", "symbols"), only([("fr", UNICODE)], [("en", ASCII), ("fr", UNICODE)])
)
@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_lessons_fit_the_smallest_terminal(
    game: str, symbols: Symbols, language: str, harness: LessonHarness
) -> None:
    """They fit in full: in French, which is longer, and in ASCII."""
    stack: ScreenStack = harness.stack
    lessons: Sequence[Lesson] = LESSONS
    if game == "architects":
        lessons = OF_ARCHITECTS
        stack, _answers = stack_showing(Table(city("giza"), city("ephesus")))
    stack.symbols = symbols
    words.use(language)
    for lesson in every(2, lessons):
        box = LessonBox(stack, lesson, harness.teacher)
        stack.open(box)
        for size in ((80, 24), (120, 40), (200, 60)):
            seen = " ".join(drawn_to_fit(stack, *size).split())
            last = lesson.at_screen(stack.key)[-1].split()[-1]
            assert last in seen, lesson.id
            assert "up" not in box.actions
            assert box.help
