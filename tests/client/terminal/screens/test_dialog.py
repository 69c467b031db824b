"""Dialog boxes that ask before something is done."""

from __future__ import annotations

import pytest

from sealed_wonders.client.questions.dialog import (
    Alternative,
    Dialog,
    closing,
    confirm,
    make_sure,
)
from sealed_wonders.client.terminal.screens.dialog import asking
from tests.support.stacks import Seated


def ask(seated: Seated, **more: object) -> list[str]:
    """Ask whether to jump; gives the list of what was answered."""
    said: list[str] = []
    dialog = confirm(
        "Jump?",
        lambda: said.append("yes"),
        lambda: said.append("no"),
        **more,  # type: ignore[arg-type]
    )
    seated.stack.open(asking(seated.stack, dialog))
    return said


def test_it_asks_and_names_both_keys(seated: Seated) -> None:
    ask(seated, details=("It is deep.",))
    seen = seated.look()
    for words in ("Are you sure?", "Jump?", "It is deep.", "Enter yes", "Esc no"):
        assert words in seen


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        *(("enter", "yes"), ("yes", "yes"), ("back", "no"), ("nothing", "no")),
        ("quit", "yes"),
    ],
)
def test_it_is_gone_when_it_is_answered(seated: Seated, key: str, answer: str) -> None:
    """The same key once more is a yes, where that is so."""
    said = ask(seated, again="quit")
    assert seated.stack.act(key)
    assert said == [answer]
    assert seated.stack.overlays == []
    dialog = confirm("Jump?", lambda: said.append("yes"))
    seated.stack.open(asking(seated.stack, dialog))
    seated.stack.act("back")
    assert (said, seated.stack.overlays) == ([answer], []), "there is nothing to do"


def test_nothing_else_is_done_meanwhile(seated: Seated) -> None:
    said = ask(seated)
    for key in ("build", "log", "digit 1", "quit", "chat"):
        assert seated.stack.act(key)
        assert said == []
        assert len(seated.stack.overlays) == 1
        assert seated.stack.field is None
        assert "Please answer first: Enter means yes" in seated.look()


def test_what_is_to_be_thought_of_is_scrolled_and_still_answered(
    seated: Seated,
) -> None:
    said = ask(seated, details=["Think of it. " * 20] * 9)
    assert "↓" in seated.look()
    seated.stack.act("page down")
    seated.stack.act("last")
    assert "Enter yes" in seated.look()
    seated.stack.act("enter")
    assert said == ["yes"]


def test_enter_is_shown_as_the_no_of_what_it_has_just_chosen() -> None:
    """And a no is answered."""
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
