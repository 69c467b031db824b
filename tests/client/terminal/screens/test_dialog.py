"""Dialog boxes that ask before something is done."""

from __future__ import annotations

from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    closing,
    confirm,
    make_sure,
)
from sealed_wonders.client.terminal.screens.dialog import asking
from tests.support.stacks import Seated


def test_a_dialog_with_long_details_can_be_scrolled_and_answered(
    seated: Seated,
) -> None:
    said = list[str]()
    details = ["Think of it. " * 20] * 9
    dialog = confirm("Jump?", lambda: said.append("yes"), details=details)
    seated.stack.open(asking(seated.stack, dialog))
    assert "↓" in seated.look()
    seated.stack.act("page down")
    seated.stack.act("last")
    assert "Enter yes" in seated.look()
    seated.stack.act("enter")
    assert said == ["yes"]


def test_enter_declines_the_confirmation_of_a_way_it_has_just_chosen() -> None:
    """Declining is answered with a line."""
    way = Alternative("end", "End it", ("It ends.",), lambda: None, confirmation="End?")
    sure = make_sure(way)
    no, yes = sure.answers
    assert ("enter", "yes") == (no.actions[0], yes.actions[0])
    assert "All right, nothing has changed." == no.do()
    assert no == sure.reply("back") == sure.reply("enter")


def test_a_number_explains_a_way_and_chooses_it_when_pressed_again(
    seated: Seated,
) -> None:
    said: list[str] = []
    ways = (
        Alternative("stay", "Stay", ("All stays.",), lambda: said.append("stay")),
        Alternative("jump", "Jump", ("It is deep.",), lambda: said.append("jump")),
    )
    dialog = Dialog("What now?", (), (closing("back"),), ways=ways)
    seated.stack.open(asking(seated.stack, dialog))
    seated.stack.act("digit 2")
    assert ([], True) == (said, "It is deep." in seated.look())
    seated.stack.act("digit 2")
    assert ["jump"] == said
