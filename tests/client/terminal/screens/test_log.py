"""The log box, which shows the whole narration."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.draw import Room
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.terminal.screens.log import LogBox
from tests.support.stacks import Seated


@pytest.fixture
def seated(seated: Seated) -> Seated:
    """Return Ann in age II, with the log open."""
    seated.play_until_turn(1, 3)
    seated.others[0].act(Speak("good morning"))
    seated.play_until_turn(2, 2)
    seated.stack.act("log")
    return seated


def inside(seated: Seated, width: int = 80, height: int = 24) -> list[str]:
    rows = [row.strip(".") for row in seated.look(width, height).split("\n")]
    return [row[2:-3].rstrip(" ↑↓") for row in rows if row.startswith("│")]


def turns(rows: list[str]) -> list[str]:
    return [row for row in rows if row.startswith("Age ") and "turn" in row]


def all_rows(seated: Seated) -> list[str]:
    seated.look()
    seated.stack.act("first")
    rows = inside(seated)
    while True:
        seated.stack.act("down")
        more = inside(seated)
        if more == rows[-len(more) :]:
            return rows
        rows.append(more[-1])


def test_the_whole_narration_is_shown_below_a_heading_for_each_turn(
    seated: Seated,
) -> None:
    """Left and Right jump between turns. A blank line precedes each sealed choice."""
    assert inside(seated)[-1].strip() == seated.stack.known.narration[-1].line
    rows = all_rows(seated)
    text = " ".join(" ".join(rows).split())
    for entry in seated.stack.known.narration:
        if not entry.line.endswith(":"):
            assert " ".join(entry.line.split()) in text
    ages = [(1, turn) for turn in range(1, 7)] + [(2, 1)]
    assert turns(rows) == [f"Age {age}, turn {turn}" for age, turn in ages]
    sealed = [at for at, line in enumerate(rows) if line.startswith("Sealed and sent")]
    assert len(sealed) > 6
    assert all(rows[at - 1] == "" for at in sealed[2:])
    seated.stack.act("first")
    seated.look()
    for turn in range(1, 6):
        seated.stack.act("right")
        assert inside(seated)[0] == f"Age 1, turn {turn}"
    for turn in range(4, 0, -1):
        seated.stack.act("left")
        assert inside(seated)[0] == f"Age 1, turn {turn}"
    seated.stack.act("left")
    assert not inside(seated)[0].startswith("Age"), (
        "the narration begins before the first turn"
    )


def test_chat_and_game_can_be_shown_separately(seated: Seated) -> None:
    """Chat has a colour of its own."""
    for key, people, game in (
        ("digit 3", True, False),
        ("digit 2", False, True),
        ("digit 1", True, True),
    ):
        seated.look()
        seated.stack.act("digit 3")
        rows = seated.stack.top.draw(Room(80, 22, seated.stack.symbols))
        said = [part for row in rows for part in row if "good morning" in part.text]
        assert {"class:chat"} == {part.style for part in said}
        seated.stack.act(key)
        read = " ".join(all_rows(seated))
        assert people == ("bob says: good morning" in read)
        assert game == ("build" in read)


def test_new_lines_are_followed_unless_the_reader_has_scrolled_up(
    seated: Seated,
) -> None:
    """The rows are cached until the next line arrives: wrapping many lines is slow."""
    seated.look()
    box = seated.stack.top
    assert isinstance(box, LogBox)
    first = box.rows(75, 20)
    assert box.rows(75, 20) is first
    seated.others[0].act(Speak("one"))
    assert box.rows(75, 20) is not first
    assert inside(seated)[-1].strip() == "bob says: one"
    seated.stack.act("up")
    before = inside(seated)
    seated.others[0].act(Speak("two"))
    assert inside(seated) == before
    seated.stack.act("last")
    assert inside(seated)[-1].strip() == "bob says: two"
