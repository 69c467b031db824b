"""
The mouse and its wheel. `test_scenes` checks that every action with a key can be
clicked.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.screens.help import BELOW
from tests.support.scenes import At


def test_clicks_in_the_help_and_among_the_ways_to_pay(at: At) -> None:
    """A click in the help closes it and does the action, but chooses nothing unseen."""
    play = at("ways")
    stack = play.stack
    play.act("help", f"{BELOW} back")
    assert [] == stack.overlays
    play.act("cities", "help", f"{BELOW} right")
    assert ["CityBox"] == [type(one).__name__ for one in stack.overlays]
    play.act("back", "card 3", "help", f"{BELOW} sell")
    assert [] == stack.overlays
    assert stack.base.laid is None  # type: ignore[attr-defined]
    play.act("build")
    keyed, _bar = [
        [part.does for part in one if part.does in ("up", "down")]
        for one in play.draw()
        if "another way" in "".join(part.text for part in one)
    ]
    assert ["up", "down", "down"] == keyed, "each arrow can be clicked separately"


def test_the_wheel_scrolls_several_rows_but_moves_the_cursor_by_one(at: At) -> None:
    """If it closes a box, it moves nothing below."""
    play = at("five")
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
    below = play.draw()
    stack.turn_wheel("down")
    moved = play.draw()
    stack.act("card 2")
    assert moved == play.draw()
    play.act("card 1", "log")
    box = stack.top

    def closes(action: str) -> bool:
        stack.close(box)
        return True

    box.act = closes  # type: ignore[method-assign]
    assert getattr(box, "notch", 1) > 1
    stack.turn_wheel("down")
    assert not stack.overlays
    assert below == play.draw()


def test_the_wheel_does_not_close_the_table_code(at: At) -> None:
    play = at("sides")
    play.stack.known.code_read = False
    before = play.draw()
    play.stack.turn_wheel("down")
    assert before == play.draw()
    play.stack.act("enter")
    assert before != play.draw()
