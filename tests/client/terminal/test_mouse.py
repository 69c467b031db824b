"""The mouse and its wheel; `test_scenes` sees that whatever has a key can be clicked."""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.terminal.screens.help import BELOW
from tests.support.scenes import PlayedScene


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
