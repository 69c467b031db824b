"""Common behaviour of boxes in 7 Wonders: size, frames, scrolling and help."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.client.signs.draw import Room, measure
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.box import Box
from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated, drawn_to_fit

OPENERS = (
    "cities",
    "city 1",
    "city 2",
    "details",
    "memory",
    "scores",
    "log",
    "help",
    "quit",
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Return Ann in a game."""
    seated = Seated(tmp_path_factory.mktemp("boxes"))
    seated.stack.base = FakeScreen(seated.stack)
    seated.play_until_turn(1, 2)
    return seated


@pytest.fixture
def stack(table: Seated) -> Seated:
    """Return the same table, without open boxes."""
    table.stack.overlays.clear()
    return table


def drawn(seated: Seated, width: int = 80, height: int = 24) -> Sequence[str]:
    """Return the text of the box on top, after checking that it fits."""
    rows = seated.stack.top.draw(Room(width, height - 2, UNICODE))
    assert len(rows) <= height - 2
    wide = {measure(row) for row in rows}
    assert len(wide) == 1, "all rows have the same width"
    assert wide.pop() <= width
    drawn_to_fit(seated.stack, width, height)
    return ["".join(part.text for part in row) for row in rows]


def test_every_box_has_a_title_and_its_own_help(stack: Seated) -> None:
    for action in OPENERS:
        stack.stack.overlays.clear()
        stack.stack.act(action)
        box = stack.stack.top
        assert isinstance(box, Box)
        assert box.title
        assert all(sentence.endswith(".") for sentence in box.help)
        assert box.help


def numbered(stack: Seated, count: int) -> AnswerBox:
    box = AnswerBox(stack.stack, "count", [f"line {n}" for n in range(count)])
    stack.stack.open(box)
    return box


def lines(seen: Sequence[str]) -> list[str]:
    return [line.strip("│ ↑↓") for line in seen[1:-1]]


def test_a_box_whose_rows_all_fit_does_not_scroll(stack: Seated) -> None:
    """Enter closes it, too."""
    box = numbered(stack, 5)
    seen = drawn(stack)
    assert lines(seen) == [f"line {n}" for n in range(5)]
    assert "up" not in box.actions
    stack.stack.act("down")
    assert drawn(stack) == seen
    assert stack.stack.act("enter")
    assert stack.stack.overlays == []


def test_marks_show_in_which_direction_there_is_more(stack: Seated) -> None:
    """When the terminal grows, more rows are shown, and no space is left empty."""
    numbered(stack, 50)
    for action, marks in ((None, " ↓"), ("down", "↑↓"), ("last", "↑ ")):
        if action is not None:
            stack.stack.act(action)
        seen = drawn(stack)
        assert seen[1][-3] + seen[-2][-3] == marks
    assert lines(seen)[-1] == "line 49"
    for size, rows in (((120, 40), 38), ((200, 60), 52)):
        seen = drawn(stack, *size)
        assert rows == len(seen)
        assert lines(seen)[-1] == "line 49"


def test_rows_are_scrolled_by_lines_and_pages(stack: Seated) -> None:
    box = numbered(stack, 50)
    drawn(stack, 80, 24)
    assert {"up", "down"} <= set(box.actions)
    for keys, first in (
        (["down", "down", "up"], 1),
        (["first", "up"], 0),
        (["page down"], 20),
        (["page up"], 0),
        (["page down"] * 5, 30),
        (["first", "last"], 30),
        (["up"], 29),
        (["first"], 0),
    ):
        for key in keys:
            assert stack.stack.act(key)
        assert lines(drawn(stack, 80, 24))[0] == f"line {first}"


def test_a_long_answer_is_wrapped_and_its_continuation_indented(stack: Seated) -> None:
    box = AnswerBox(stack.stack, "", ["   " + "word " * 40])
    stack.stack.open(box)
    first, second, *_ = (line[2:-2].rstrip() for line in drawn(stack, 80, 24)[1:-1])
    assert first.startswith("   word")
    assert second.startswith("      word")
