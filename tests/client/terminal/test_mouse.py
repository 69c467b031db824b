"""The mouse: everything that has a key can be clicked, on every screen there is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.person import keys
from sealed_wonders.client.signs.draw import Rows
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.screens.dialog import DialogBox
from sealed_wonders.client.terminal.screens.help import BELOW
from sealed_wonders.client.terminal.screenstack import ScreenStack
from tests.support.scenes import SCENES, PlayedScene
from tests.support.thorough import only

BOXES = ("cities", "details", "memory", "scores", "log", "edifices", "piles", "tokens")

LESS: Sequence[str] = (
    *("find", "lobby", "five", "ways", "reveal", "discard", "ballot"),
    *("end of an evening", "recruitment", "architects", "search of architects"),
)


def clicks(rows: Rows) -> set[str]:
    """Give all that a click can do."""
    return {part.does for one in rows for part in one if part.does}


def explained(stack: ScreenStack) -> set[str]:
    """Give what can be clicked in the help, all of it; it is closed again."""
    below = [*stack.overlays]
    stack.act("help")
    found: set[str] = set()
    before: Rows = ()
    while (rows := stack.draw(80, 24)) != before:
        found |= clicks(rows)
        before = rows
        stack.act("page down")
    stack.act("back")
    assert below == stack.overlays
    return {one.removeprefix(f"{BELOW} ") for one in found}


def offered(stack: ScreenStack) -> set[str]:
    """Give the actions with a key that the screen says are possible."""
    some = (
        *stack.top.actions,
        *(() if stack.overlays else availability.offered(stack)),
    )
    return {one for one in some if one in keys.ACTIONS and stack.key(one)}


@pytest.mark.parametrize("name", only(LESS, list(SCENES)))
def test_whatever_has_a_key_can_be_clicked(name: str, tmp_path: Path) -> None:
    """On the screen, or in its help, which itself is always there to be clicked."""
    play = PlayedScene(tmp_path, name)
    stack = play.stack
    play.draw()
    try:
        for box in ("", *BOXES):
            if box:
                stack.overlays.clear()
                stack.act(box)
                if not stack.overlays:
                    continue  # there is no such box
            hidden = offered(stack) - clicks(stack.draw(80, 24))
            if isinstance(stack.top, DialogBox):  # it may take any key for its answer
                assert set() == hidden, box
            elif hidden:
                assert hidden <= explained(stack), box
    finally:
        play.close()


def test_a_click_in_the_help_closes_it_and_does_what_the_key_does(
    tmp_path: Path,
) -> None:
    """But chooses nothing: whoever chooses sees what."""
    play = PlayedScene(tmp_path, "ways")
    stack = play.stack
    play.act("help", f"{BELOW} back")
    assert [] == stack.overlays
    play.act("cities", "help", f"{BELOW} right")
    assert ["CityBox"] == [type(one).__name__ for one in stack.overlays]
    play.act("back", "card 3", "help", f"{BELOW} sell")
    assert [] == stack.overlays
    assert stack.base.laid is None  # type: ignore[attr-defined]
    play.close()


def test_the_arrows_among_the_ways_to_pay_are_clicked_one_by_one(
    tmp_path: Path,
) -> None:
    play = PlayedScene(tmp_path, "ways")
    play.act("card 3", "build")
    keyed, _bar = [
        [part.does for part in one if part.does in ("up", "down")]
        for one in play.draw()
        if "another way" in "".join(part.text for part in one)
    ]
    assert ["up", "down", "down"] == keyed
    play.close()


def test_a_notch_of_the_wheel_scrolls_rows_and_moves_by_one(tmp_path: Path) -> None:
    play = PlayedScene(tmp_path, "five")
    stack = play.stack
    play.act("help")
    before = play.draw()
    stack.turn_wheel("down")
    assert before != (once := play.draw())
    stack.turn_wheel("up")
    assert before == play.draw()
    for _row in range(3):
        stack.act("down")
    assert once == play.draw()
    stack.act("back")
    stack.act("card 1")
    stack.turn_wheel("down")
    at = play.draw()
    stack.act("card 2")
    assert at == play.draw()
    play.close()


def test_a_notch_that_closes_a_box_moves_nothing_below_it(tmp_path: Path) -> None:
    play = PlayedScene(tmp_path, "five")
    stack = play.stack
    play.draw()
    stack.act("card 1")
    before = play.draw()
    play.act("log")
    box = stack.top

    def closes(action: str) -> bool:
        stack.close(box)
        return True

    box.act = closes  # type: ignore[method-assign]
    assert getattr(box, "notch", 1) > 1
    stack.turn_wheel("down")
    assert not stack.overlays
    assert before == play.draw()
    play.close()


def test_the_wheel_takes_no_table_code_away(tmp_path: Path) -> None:
    play = PlayedScene(tmp_path, "sides")
    play.stack.known.code_read = False
    before = play.draw()
    play.stack.turn_wheel("down")
    assert before == play.draw()
    play.stack.act("enter")
    assert before != play.draw()
    play.close()
