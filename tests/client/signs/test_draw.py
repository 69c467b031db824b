"""Rows of styled text, and functions that combine them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.signs.draw import (
    Row,
    clip,
    fill,
    fit,
    flowed,
    measure,
    over,
    paragraph,
    piece,
    restyled,
    row,
    ruled,
    shortened,
    text_of,
    wrapped,
)
from sealed_wonders.client.signs.symbols import ASCII, UNICODE

ROWS = st.lists(
    st.builds(
        piece, st.text("ab 漢", max_size=12), st.sampled_from(["", "title", "dim"])
    ),
    max_size=5,
).map(tuple)


def lines(rows: object) -> list[str]:
    assert isinstance(rows, list | tuple)
    return text_of(rows).split("\n")


def test_a_row_is_broken_between_words() -> None:
    one = row(piece("five", "title"), " words that", piece(" go on", "dim"))
    assert ["five words", "that go on"] == lines(wrapped(one, 10))
    assert ["five words that go on"] == lines(wrapped(one, 40))


def test_a_word_of_several_pieces_stays_together() -> None:
    one = row("a ", piece("W", "raw"), piece("/", "dim"), piece("S", "raw"))
    assert ["a", "W/S"] == lines(wrapped(one, 4))


@given(ROWS, st.integers(1, 30))
def test_wrapped_text_is_complete_and_fits(one: Row, width: int) -> None:
    rows = wrapped(one, width)
    assert all(measure(part) <= width for part in rows)
    words = text_of([one]).split()
    if all(measure(word) <= width for word in words):
        assert words == text_of(rows).split()


def test_parts_flow_into_rows_and_are_broken_only_if_too_wide() -> None:
    parts = [row("one"), row("two"), row("three")]
    assert ["one   two", "three"] == lines(flowed(parts, 12))
    assert ["one   two   three"] == lines(flowed(parts, 20))
    wide = row("three words here")
    assert ["one", "three words", "here   two"] == lines(
        flowed([row("one"), wide, row("two")], 12)
    )


@given(ROWS, ROWS, st.integers(10, 60))
def test_a_horizontal_rule_has_the_given_width(
    title: Row, right: Row, width: int
) -> None:
    if measure(right) < width - 8:
        assert width == measure(ruled(title, width, UNICODE, right))


def test_a_horizontal_rule_has_a_title_and_a_right_part() -> None:
    assert "- hand ---- 3 -" == text_of([ruled(row("hand"), 15, ASCII, row("3"))])
    assert "─" * 15 == text_of([ruled((), 15, UNICODE)])


@pytest.mark.parametrize(
    ("height", "shown"),
    [(3, ["a", "b", "c"]), (2, ["a", "… 2 more rows"]), (1, ["… 3 more rows"])],
)
def test_omitted_rows_are_counted(height: int, shown: list[str]) -> None:
    rows = [row("a"), row("b"), row("c")]
    assert shown == lines(shortened(rows, height, UNICODE))


def test_restyled_pieces_keep_their_actions() -> None:
    one = row(piece("a", "title", "card 1"), "b")
    assert {"class:dim"} == {part.style for part in restyled(one, "dim")}
    assert "card 1" == restyled(one, "dim")[0].does


@given(
    st.text("ab名é\u0301", max_size=12),
    st.text("xy名", min_size=1, max_size=4),
    st.integers(0, 20),
)
def test_a_box_does_not_change_the_width_below_it(
    under: str, box: str, left: int
) -> None:
    """Wide letters at its edges are cut in half; the remaining half is a blank."""
    width = 30
    base = fill([row(under, "|")], width, 1)
    [laid] = over(base, [row(box)], left, 0)
    assert width == measure(laid)
    assert box in text_of([laid])


# Cutting.

CLUSTERS = (
    "a",
    "\u00eb",
    "e\u0308",
    "\u05e9\u05b8\u05c1",  # Hebrew with points
    "\u0646\u064f",
    "\u6f22",
    "\u0e19\u0e49",
    "\U0001f44d\U0001f3fd",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    " ",
)
TEXTS = st.lists(st.sampled_from(CLUSTERS), max_size=14)


@given(TEXTS, st.integers(0, 40), st.sampled_from(["", "…"]))
def test_text_is_never_cut_within_a_character(
    some: list[str], width: int, mark: str
) -> None:
    """The part that stays is the beginning, in the order of writing."""
    text = "".join(some)
    cut = text_of_row(clip(row(text), width, mark))
    assert measure(cut) <= width
    if measure(text) <= width:
        assert text == cut
        return
    whole = ["".join(some[:n]) for n in range(len(some) + 1)]
    assert cut.removesuffix(mark) in whole
    assert cut.endswith(mark) or width < measure(mark)
    longer = whole[min(len(some), whole.index(cut.removesuffix(mark)) + 1)]
    assert measure(longer) + measure(mark) > width, "no more than has to be"


@given(TEXTS, st.integers(0, 12))
def test_a_box_can_cover_any_character(some: list[str], left: int) -> None:
    """The text beside it doesn't move."""
    box = "|box|"
    (drawn,) = over([fit(row("".join(some)), 60)], [row(box)], left, 0)
    ends = [measure(row("".join(some[:n]))) for n in range(len(some) + 1)]
    right = left + len(box)
    before = [it for it, end in zip(some, ends[1:], strict=True) if end <= left]
    behind = [it for it, at in zip(some, ends, strict=False) if at >= right]
    # Spaces take the place of characters that the box covers in part.
    gap = " " * (left - ends[len(before)])
    gap_behind = " " * (ends[len(some) - len(behind)] - right)
    said = "".join((*before, gap, box, gap_behind, *behind))
    assert said.rstrip() == text_of_row(drawn).rstrip()
    assert 60 == measure(drawn)


def test_a_cut_name_keeps_the_mark_of_similar_names() -> None:
    """The mark is the last part that is dropped."""
    for name in ("alexandra≈1", "\u0430lexandra≈12"):
        sign = name[name.index("≈") :]
        cut = text_of_row(clip(row(name), 8, "…"))
        assert 8 == measure(cut)
        assert cut.endswith(f"…{sign}")
        assert name.startswith(cut.partition("…")[0])
    assert "a…" == text_of_row(clip(row("ann≈1"), 2, "…"))
    assert "ann" == text_of_row(clip(row("ann≈1"), 3))


def test_a_right_to_left_name_is_cut_at_its_logical_end() -> None:
    """The terminal shows its beginning at the right."""
    name = "אברהם הגדול"
    assert f"{name[:7]}…" == text_of_row(clip(row(name), 8, "…"))


@given(TEXTS, st.integers(8, 30), st.sampled_from([0, 2]))
def test_a_paragraph_keeps_every_character(
    some: list[str], width: int, indent: int
) -> None:
    """It includes scripts without spaces. Some letters take two columns, some none."""
    rows = paragraph("".join(some), width, indent=indent)
    assert all(measure(one) <= width for one in rows)
    said = "".join(map(text_of_row, rows))
    assert "".join("".join(some).split()) == "".join(said.split())


def test_a_paragraph_is_broken_at_hyphens_only_in_long_words() -> None:
    """French joins verbs and pronouns with hyphens; a path may be wider than a row."""
    assert ["Ta main :", "mets-la ici"] == lines(paragraph("Ta main : mets-la ici", 16))
    assert ["in /one-", "path/of-many"] == lines(paragraph("in /one-path/of-many", 12))


def text_of_row(one: Row) -> str:
    return "".join(part.text for part in one)
