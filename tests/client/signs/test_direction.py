"""Names in right-to-left scripts beside other text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.lines.line import wrapped
from sealed_wonders.client.signs.direction import (
    LEFT_TO_RIGHT,
    RIGHT_TO_LEFT,
    settle,
    settled,
)
from sealed_wonders.client.signs.draw import clip, fit, measure, row, text_of

NOA, NURA, BOTH = "נועה", "نورا", "דוד כהן"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ann  3", "ann  3"),
        (f"{NOA}  3", f"{NOA}<  3"),
        (f"{NOA}   {NURA}", f"{NOA}<   {NURA}<"),
        (f"│ {BOTH} │ 7 │", f"│ {BOTH}< │ 7 │"),
        (f"{BOTH} builds 2, {NOA} 3", f"{BOTH}< builds 2, {NOA}< 3"),
        (f"{NOA}, {NURA}: 12", f"{NOA}, {NURA}<: 12"),
        (f"{NOA[:2]}…  3", f"{NOA[:2]}…><  3"),
        ("Zoë 漢 3", "Zoë 漢 3"),
    ],
)
def test_a_mark_follows_right_to_left_text(text: str, shown: str) -> None:
    """Otherwise, the terminal would also reverse the numbers and columns after it."""
    marks = {"<": LEFT_TO_RIGHT, ">": RIGHT_TO_LEFT}
    wanted = re.sub("[<>]", lambda it: marks[it[0]], shown)
    assert wanted == settled(text)
    assert [wanted] == wrapped(text, 80)
    assert measure(text) == measure(wanted), "and nothing moves"


def test_the_ellipsis_of_a_right_to_left_name_stays_at_its_end() -> None:
    """The end is at the left."""
    cut = row(fit(clip(row(BOTH), 4, "…"), 6), "12")
    (shown,) = settle([cut])
    assert f"{BOTH[:3]}…{RIGHT_TO_LEFT}{LEFT_TO_RIGHT}  12" == text_of([shown])


def test_adjacent_right_to_left_words_share_one_mark() -> None:
    """With a mark each, they would appear in the wrong order."""
    (shown,) = settle([row("王 ", "דוד", " כהן", " 3")])
    assert f"王 {BOTH}{LEFT_TO_RIGHT} 3" == text_of([shown])
    (shown,) = settle([row(row(NOA, style="you"), "  ", row(NURA, style="dim"))])
    assert f"{NOA}{LEFT_TO_RIGHT}  {NURA}{LEFT_TO_RIGHT}" == text_of([shown])


@given(st.text(st.sampled_from(f"{NOA}{NURA}ab 12…│.,"), max_size=30))
def test_only_marks_are_added(text: str) -> None:
    shown = settled(text)
    assert text == re.sub(f"[{LEFT_TO_RIGHT}{RIGHT_TO_LEFT}]", "", shown)
    (drawn,) = settle([row(*(text[at : at + 3] for at in range(0, len(text), 3)))])
    seen = "".join(part.text for part in drawn)
    assert text == re.sub(f"[{LEFT_TO_RIGHT}{RIGHT_TO_LEFT}]", "", seen)
    for letters in re.findall(rf"[{NOA}{NURA}…]+[│\d]", seen):
        assert "…" in letters, "other letters have a mark before a number"
