"""Rows of text, put together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.terminal.draw import (
    Row,
    fill,
    flowed,
    measure,
    over,
    piece,
    restyled,
    row,
    ruled,
    shortened,
    text_of,
    wrapped,
)
from sealed_wonders.client.terminal.symbols import ASCII, UNICODE

ROWS = st.lists(
    st.builds(
        piece,
        st.text("ab 漢", max_size=12),
        st.sampled_from(["", "title", "dim"]),
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
def test_what_is_wrapped_is_all_there_and_fits(one: Row, width: int) -> None:
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
def test_a_line_across_is_as_wide_as_it_should_be(
    title: Row, right: Row, width: int
) -> None:
    if measure(right) < width - 8:
        assert width == measure(ruled(title, width, UNICODE, right))


def test_a_line_across_has_a_title_and_an_end() -> None:
    assert "- hand ---- 3 -" == text_of([ruled(row("hand"), 15, ASCII, row("3"))])
    assert "─" * 15 == text_of([ruled((), 15, UNICODE)])


@pytest.mark.parametrize(("height", "shown"), [(3, "a b c"), (2, "a …"), (1, "…")])
def test_what_is_left_out_has_a_mark(height: int, shown: str) -> None:
    rows = [row("a"), row("b"), row("c")]
    assert shown.split() == lines(shortened(rows, height, UNICODE))


def test_another_style_throughout() -> None:
    one = row(piece("a", "title", "card 1"), "b")
    assert {"class:dim"} == {part.style for part in restyled(one, "dim")}
    assert "card 1" == restyled(one, "dim")[0].does


@given(
    st.text("ab名é\u0301", max_size=12),
    st.text("xy名", min_size=1, max_size=4),
    st.integers(0, 20),
)
def test_a_box_leaves_what_it_lies_on_as_wide_as_it_was(
    under: str, box: str, left: int
) -> None:
    """Wide letters at its edges are cut in two, and half of one is a blank."""
    width = 30
    base = fill([row(under, "|")], width, 1)
    [laid] = over(base, [row(box)], left, 0)
    assert width == measure(laid)
    assert box in text_of([laid])
