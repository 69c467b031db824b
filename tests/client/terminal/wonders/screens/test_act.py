"""What all boxes of 7 Wonders share: size, frames, scrolling, languages, terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.words.draw import Room, measure
from sealed_wonders.client.words.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.net import words
from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated
from tests.support.thorough import only

SIZES = ((80, 24), (120, 40), (200, 60))

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


@pytest.fixture(scope="module", params=[3, 7])
def table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Seated]:
    """Ann, in the last age of a game."""
    words.use("en")
    seated = Seated(tmp_path_factory.mktemp("boxes"), request.param)
    seated.stack.base = FakeScreen(seated.stack)
    seated.go_on_to(3, 5)
    long = "a long sentence that somebody says, " * 8
    seated.others[0].session.do(Speak(long.strip()))
    seated.host.settle()
    yield seated
    seated.close()


@pytest.fixture
def stack(table: Seated) -> Iterator[Seated]:
    """The same, with nothing open."""
    table.stack.overlays.clear()
    yield table
    table.stack.overlays.clear()
    table.stack.symbols = UNICODE


def drawn(seated: Seated, width: int, height: int) -> Sequence[str]:
    """Draw the box on top, and see that it fits."""
    room = Room(width, height - 2, seated.stack.symbols)
    rows = seated.stack.top.draw(room)
    assert len(rows) <= room.height
    wide = {measure(row) for row in rows}
    assert len(wide) == 1, "its right edge is straight"
    assert wide.pop() <= room.width
    whole = seated.stack.draw(width, height)
    assert len(whole) == height
    assert {measure(row) for row in whole} == {width}
    return ["".join(part.text for part in row) for row in rows]


@pytest.mark.parametrize(
    "size", [*SIZES[:2], pytest.param(SIZES[2], marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize(
    ("language", "symbols"), only([("fr", UNICODE)], [("en", ASCII), ("fr", UNICODE)])
)
def test_nothing_is_larger_than_the_room(
    stack: Seated, size: tuple[int, int], language: str, symbols: Symbols
) -> None:
    stack.stack.symbols = symbols
    words.use(language)
    for action in OPENERS:
        stack.stack.overlays.clear()
        stack.stack.act(action)
        for key in ("", "page down", "page down", "last", "up", "left", "first"):
            if key and stack.stack.overlays:
                stack.stack.act(key)
            drawn(stack, *size)


@pytest.mark.parametrize("action", OPENERS)
def test_few_letters_are_enough(stack: Seated, action: str) -> None:
    stack.stack.symbols = ASCII
    stack.stack.act(action)
    for line in drawn(stack, 80, 24):
        assert line.isascii(), line


@pytest.mark.parametrize("action", OPENERS)
def test_a_box_helps_with_itself(stack: Seated, action: str) -> None:
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


def test_what_fits_is_not_scrolled(stack: Seated) -> None:
    box = numbered(stack, 5)
    seen = drawn(stack, 80, 24)
    assert lines(seen) == [f"line {n}" for n in range(5)]
    assert "up" not in box.actions
    stack.stack.act("down")
    assert drawn(stack, 80, 24) == seen


def test_marks_say_where_there_is_more(stack: Seated) -> None:
    numbered(stack, 50)
    seen = drawn(stack, 80, 24)
    assert (seen[1][-3], seen[-2][-3]) == (" ", "↓")
    stack.stack.act("down")
    seen = drawn(stack, 80, 24)
    assert (seen[1][-3], seen[-2][-3]) == ("↑", "↓")
    stack.stack.act("last")
    seen = drawn(stack, 80, 24)
    assert (seen[1][-3], seen[-2][-3]) == ("↑", " ")
    assert lines(seen)[-1] == "line 49"


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        (["down", "down", "up"], 1),
        (["up"], 0),
        (["page down"], 20),
        (["page down", "page up"], 0),
        (["page down"] * 5, 30),
        (["last"], 30),
        (["last", "up"], 29),
        (["last", "first"], 0),
    ],
)
def test_rows_are_scrolled_by_lines_and_pages(
    stack: Seated, keys: list[str], first: int
) -> None:
    box = numbered(stack, 50)
    drawn(stack, 80, 24)
    assert {"up", "down"} <= set(box.actions)
    for key in keys:
        assert stack.stack.act(key)
    assert lines(drawn(stack, 80, 24))[0] == f"line {first}"


def test_a_larger_terminal_shows_more_of_it(stack: Seated) -> None:
    numbered(stack, 50)
    assert len(drawn(stack, 80, 24)) == 22
    assert len(drawn(stack, 120, 40)) == 38
    assert len(drawn(stack, 200, 60)) == 52


def test_when_the_terminal_grows_no_room_is_left_empty(stack: Seated) -> None:
    numbered(stack, 50)
    drawn(stack, 80, 24)
    stack.stack.act("last")
    drawn(stack, 80, 24)
    assert lines(drawn(stack, 120, 40))[-1] == "line 49"


def test_a_long_answer_is_broken_and_goes_on_further_in(stack: Seated) -> None:
    box = AnswerBox(stack.stack, "", ["   " + "word " * 40])
    stack.stack.open(box)
    first, second, *_ = (line[2:-2].rstrip() for line in drawn(stack, 80, 24)[1:-1])
    assert first.startswith("   word")
    assert second.startswith("      word")


def test_enter_closes_an_answer_too(stack: Seated, tmp_path: Path) -> None:
    numbered(stack, 3)
    assert stack.stack.act("enter")
    assert stack.stack.overlays == []
