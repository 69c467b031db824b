"""Lessons on a page: they advance with the game, and by their buttons."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from sealed_wonders.client.browser.pagewords import PARTS, parts
from sealed_wonders.client.lessons.teacher import Lesson, Teacher
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core.games import GAMES
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import words
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.browserseats import Page, SeatPages

Sit = Callable[[Terms], SeatPages]

PLAIN = Terms.of(suite=OPEN, players=3, own=agreed(sides="day"))

ALL = Terms.of(
    suite=OPEN, players=3, own=agreed(sides="day", expansions=["leaders", "edifice"])
)

ARCHITECTS = Terms.of(suite=OPEN, players=2, game="architects")

LESSONS = [
    pytest.param(lesson, id=f"{game}-{number}-{lesson.id}")
    for game in GAMES
    for number, lesson in enumerate(face_of(game).lessons)
]


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    def seated(terms: Terms) -> SeatPages:
        teacher = Teacher(face_of(terms.game).lessons)
        folder = tmp_path / str(next(folders))
        return SeatPages(folder, terms=terms, teacher=teacher)

    folders = itertools.count()
    return seated


def title(page: Page) -> str | None:
    """Return the title of the lesson that a page shows."""
    said: str | None = page.sections.get("lesson", {}).get("title")
    return said


def turn(page: Page, where: str) -> str | None:
    assert page.post("lesson", text=where) == 204
    return title(page)


@pytest.mark.parametrize(
    ("terms", "some"),
    [
        (PLAIN, {"The goal of the game", "What a card costs", "Scoring"}),
        (ALL, {"Leaders", "Recruiting a leader", "A hand of cards"}),
        (ARCHITECTS, {"Three piles", "Everything is public", "Scoring"}),
    ],
    ids=["plain", "expansions", "architects"],
)
def test_lessons_advance_with_the_game_by_themselves(
    sit: Sit, terms: Terms, some: set[str]
) -> None:
    """A lesson without a successor disappears once its choice is made."""
    seat = sit(terms)
    page = seat.begin()
    given = [title(page)]
    while "end" not in page:
        page.choose(seat.best(page))
        assert title(page) is None or title(page) != given[-1]
        given.append(title(page))
    assert given[0] == "The goal of the game"
    assert given.count(given[0]) == 1
    assert {*given} >= {*some, None}
    assert len({*given}) > 11


def test_buttons_step_through_the_due_lessons_and_back(sit: Sit) -> None:
    page = sit(PLAIN).begin()
    first = title(page)
    assert not page["lesson"]["back"]
    given = [first]
    while page["lesson"]["next"]:
        given.append(turn(page, "next"))
    assert len({*given}) == len(given) > 1
    assert turn(page, "next") == given[-1]
    for one in reversed(given[:-1]):
        assert turn(page, "back") == one
    assert turn(page, "back") == first
    assert turn(page, "next") == given[1]


def test_a_closed_lesson_stays_closed_until_the_next_is_due(sit: Sit) -> None:
    seat = sit(PLAIN)
    page = seat.begin()
    first = title(page)
    assert turn(page, "close") is None
    assert turn(page, "close") is None, "it was clicked twice"
    assert turn(page, "next") is None
    page.choose(seat.best(page))
    assert title(page) not in (None, first)
    assert turn(page, "back") == first
    page = sit(ALL).begin()
    assert turn(page, "close") == "Leaders", "what the first one leads to"
    assert turn(page, "close") is None


def test_all_lessons_can_be_turned_off(sit: Sit) -> None:
    seat = sit(PLAIN)
    page = seat.begin()
    for posted in ({"text": "all"}, {}, {"text": 1}, {"quiet": True}):
        assert page.post("lesson", **posted) == 400
    assert title(page) == "The goal of the game"
    assert turn(page, "quiet") is None
    assert page["notice"]["said"] == "No more lessons in this game."
    while "end" not in page:
        page.choose(seat.best(page))
        assert title(page) is None


@pytest.mark.parametrize(
    ("language", "label"), [("en", "“Stage 2”"), ("fr", "« Étape 2 »")]
)
def test_lessons_name_the_button_of_a_stage_as_it_is_labelled(
    language: str, label: str
) -> None:
    with words.spoken(language):
        assert label == parts(2)["stage"].replace("\u00a0", " ")


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_lessons_on_a_page_name_its_buttons_and_no_keys(
    lesson: Lesson, language: str
) -> None:
    with words.spoken(language):
        said = " ".join(lesson.on_page(parts()))
    assert not re.search(
        r"[{}]|\bkeys?\b|\b(?:la touche|touches)\b|Enter|Entrée|Esc|[Éé]chap", said
    )
    templates = (lesson.clicked or lesson.keys,)
    named = {it for one in templates for _, it, *_ in string.Formatter().parse(one)}
    assert named - {None} <= PARTS.keys()
