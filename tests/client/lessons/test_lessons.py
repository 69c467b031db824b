"""The texts of all lessons, in both games."""

from __future__ import annotations

import string

import pytest

from sealed_wonders.client.lessons.architects.lessons import LESSONS as ARCHITECTS
from sealed_wonders.client.lessons.teacher import KEYS, Lesson
from sealed_wonders.client.lessons.wonders.lessons import LESSONS as WONDERS
from sealed_wonders.net.words import LANGUAGES, use


@pytest.mark.parametrize("lesson", [*WONDERS, *ARCHITECTS], ids=lambda it: it.id)
def test_a_lesson_is_short_and_names_keys_of_the_settings(lesson: Lesson) -> None:
    """In line mode, it names no keys."""
    for language in LANGUAGES:
        use(language)
        screen = lesson.at_screen(lambda name: f"<{name}>")
        lines = lesson.in_lines()
        for parts in (screen, lines):
            assert 60 < sum(map(len, parts)) < 580
            assert not any("{" in part for part in parts)
        assert screen[0] == lines[0]
        assert 0 < len(lesson.heading) < 48
        assert (language == "en") == (lesson.text == screen[0])
    fields = {name for _, name, _, _ in string.Formatter().parse(lesson.keys) if name}
    assert fields <= set(KEYS)
    assert fields == {name for name in KEYS if f"<{name}>" in " ".join(screen)}


def test_ids_are_unique() -> None:
    """
    Exceptions are lessons with two wordings, and those that differ from wonder to
    wonder.
    """
    for lessons, shared in (
        (WONDERS, {"goal"}),
        (ARCHITECTS, {"effect", "war", "resources"}),
    ):
        ids = [lesson.id for lesson in lessons]
        assert shared == {one for one in ids if ids.count(one) > 1}
