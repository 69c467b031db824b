"""The box with a lesson: it covers nothing that it is about, and blocks no key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.lesson import LessonBox, Teaching
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.words.draw import Room, measure, text_of
from sealed_wonders.client.words.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.words.teacher import Teacher
from sealed_wonders.client.words.wonders.lessons import LESSONS
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import words
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.stacks import Seated
from tests.support.thorough import every, only

BY_ID = {lesson.id: lesson for lesson in LESSONS}


class LessonHarness:
    """Somebody who plays for the first time, at a table of three."""

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        expansions: tuple[str, ...] = (),
    ) -> None:
        terms = Terms.of(
            suite=OPEN, players=3, own=agreed(sides="day", expansions=expansions)
        )
        settings = settings or Settings(reveal=0)
        self.seated = Seated(folder, terms=terms, settings=settings)
        self.stack = self.seated.stack
        self.seated.begin()
        self.stack.base = GameTable(self.stack)
        self.teacher = Teacher(LESSONS)
        self.teaching = Teaching(self.stack, self.teacher)

    def look(self, width: int = 80, height: int = 24) -> str:
        """Draw until nothing changes any more, as an application does."""
        for _ in range(2):
            self.teaching.look()
            self.seated.look(width, height)
        return self.seated.look(width, height)

    @property
    def told(self) -> str:
        """What stands in the box."""
        assert self.box is not None
        rows = self.box.draw(Room(80, 22, self.stack.symbols))
        return " ".join(
            " ".join(line.strip("│ ") for line in text_of(rows).splitlines()).split()
        )

    @property
    def box(self) -> LessonBox | None:
        for overlay in self.stack.overlays:
            if isinstance(overlay, LessonBox):
                return overlay
        return None


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[LessonHarness]:
    made = LessonHarness(tmp_path)
    yield made
    made.seated.close()


def test_a_lesson_lies_below_the_hand(harness: LessonHarness) -> None:
    lines = harness.look().splitlines()
    (top,) = [at for at, line in enumerate(lines) if "─ The goal of the game ─" in line]
    hand = [held.face.names["en"] for held in harness.seated.view.hand]
    assert all(any(name in line for line in lines[:top]) for name in hand)
    assert "The player with the most points after the third age wins." in harness.told
    assert "b selects it for building, Enter seals your choice, Esc" in harness.told
    assert "Enter Esc close" in lines[-1]
    assert "x no more lessons" in lines[-1]


def test_a_lesson_about_cities_lies_over_the_hand(harness: LessonHarness) -> None:
    harness.stack.open(LessonBox(harness.stack, BY_ID["trade"], harness.teacher))
    lines = harness.seated.look().splitlines()
    (top,) = [at for at, line in enumerate(lines) if "─ Buying from neigh" in line]
    assert 2 == top
    for name in ("bob", "cleo"):
        assert any(name in line for line in lines[top + 10 :])


def test_one_at_a_time_and_none_again(harness: LessonHarness) -> None:
    """Closed, it is gone; the next comes with the next choice."""
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


def test_before_leaders_are_chosen_it_is_told_what_it_is_all_about(
    tmp_path: Path,
) -> None:
    """And then what leaders are, before one of them is chosen."""
    harness = LessonHarness(tmp_path, expansions=("leaders",))
    assert "─ The goal of the game ─" in harness.look()
    harness.stack.act("enter")
    assert "─ Leaders ─" in harness.look()
    harness.stack.act("enter")
    harness.look()
    assert harness.box is None
    harness.seated.close()


def test_one_can_play_on_beneath_it(harness: LessonHarness) -> None:
    """What isn't for the box is for the table, or opens other boxes."""
    harness.look()
    assert harness.stack.act("digit 3")
    assert "▸ 3" in harness.look() or "▸  3" in harness.look()
    assert harness.stack.act("scores")
    assert "Points, if the game ended now" in harness.look()
    harness.stack.act("back")
    assert harness.box is not None
    assert harness.stack.act("sell")
    assert "sell" in harness.look().lower()
    assert harness.box is not None


def test_no_more_lessons(harness: LessonHarness) -> None:
    harness.look()
    harness.stack.act("lessons")
    assert harness.box is None
    assert "No more lessons in this game." in harness.look()
    while harness.seated.moves:
        harness.seated.choose()
        harness.look()
        assert harness.box is None


def test_it_waits_for_what_was_revealed(tmp_path: Path) -> None:
    """Not two things at once: the turn is shown first, then there is a lesson."""
    harness = LessonHarness(tmp_path, Settings(reveal=4.0))
    harness.look()
    harness.stack.act("enter")
    harness.seated.choose()
    harness.look()
    harness.look()
    assert harness.stack.base.wakes is not None  # type: ignore[attr-defined]
    assert harness.box is None
    harness.seated.host.clock.advance(4.5)
    assert "─ Where these cards come from ─" in harness.look()
    harness.seated.close()


def test_keys_of_ones_own_are_told(tmp_path: Path) -> None:
    harness = LessonHarness(tmp_path, Settings(keys={"build": ("f5",)}, reveal=0))
    harness.look()
    assert "F5 selects it for building" in harness.told
    harness.seated.close()


@pytest.mark.parametrize(
    ("language", "symbols"), only([("fr", UNICODE)], [("en", ASCII), ("fr", UNICODE)])
)
def test_they_fit(symbols: Symbols, language: str, harness: LessonHarness) -> None:
    """Whole, in the smallest terminal: in French, which is longer, and in letters."""
    harness.stack.symbols = symbols
    words.use(language)
    try:
        for lesson in every(2, LESSONS):
            box = LessonBox(harness.stack, lesson, harness.teacher)
            harness.stack.open(box)
            for width, height in ((80, 24), (120, 40), (200, 60)):
                rows = harness.stack.draw(width, height)
                assert height == len(rows)
                assert all(measure(one) <= width for one in rows)
                seen = " ".join(text_of(rows).split())
                last = lesson.at_screen(harness.stack.key)[-1].split()[-1]
                assert last in seen, lesson.id
                assert "up" not in box.actions
                assert box.help
    finally:
        words.use("en")
