"""Choosing the root screen by the state of the table model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.client.questions.dialog import confirm
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.banner import LATE
from sealed_wonders.client.terminal.screens.dialog import asking
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from tests.support.stacks import Seated


def root_of(seated: Seated) -> RootScreen:
    return RootScreen(seated.stack, lambda: WaitingScreen(lambda: "nothing yet"))


def shown(seated: Seated, root: RootScreen) -> str:
    root.put()
    return type(seated.stack.base).__name__


def test_screens_follow_a_game_from_the_lobby_to_the_end(seated: Seated) -> None:
    root = root_of(seated)
    assert "LobbyScreen" == shown(seated, root)
    seated.begin()
    assert "Sides" == shown(seated, root)
    seated.choose()
    kinds = [shown(seated, root)]
    while seated.moves:
        seated.choose()
        kind = shown(seated, root)
        if kind != kinds[-1]:
            kinds.append(kind)
    assert "GameTable" == kinds[0] == kinds[-1], (
        "the result of the last turn is still shown"
    )
    seated.host.clock.advance(3600)
    assert "GameTable" == shown(seated, root), (
        "the end of an age is shown until a key is pressed"
    )
    seated.stack.act("enter")
    kinds.append(shown(seated, root))
    assert "EndScreen" == kinds[-1]
    assert seated.stack.act("enter"), "a second press does no harm"
    seated.host.clock.advance(LATE)
    assert not seated.stack.act("enter")
    assert {*kinds} <= {"GameTable", "Discard", "EndScreen"}


def test_no_lobby_is_shown_in_a_game_with_bots_alone(seated: Seated) -> None:
    """Nor is a game whose earlier turns haven't been read: it would seem to restart."""
    root = root_of(seated)
    root.alone = True
    assert "WaitingScreen" == shown(seated, root)
    seated.stack.act("quit")
    assert "Leave this table?" in seated.look()
    seated.stack.act("back")
    seated.begin()
    assert "Sides" == shown(seated, root)
    root = root_of(seated)
    root.alone = True
    seated.play_until_turn(1, 2)
    known = seated.stack.known
    assert known.wait is not None
    now, known.wait = known.wait, None
    assert "WaitingScreen" == shown(seated, root), "nothing is known yet"
    known.wait = replace(now, behind=4)
    assert "WaitingScreen" == shown(seated, root)
    past = replace(known.wait, missing=(1,))
    assert "" == waits.brief(past, known.names, 0)
    assert "bob" in waits.brief(replace(past, behind=0), known.names, 0)
    for key in ("cities", "memory", "scores"):
        assert seated.stack.act(key)
        assert not seated.stack.overlays
        assert "Resuming your game…" == seated.stack.messages.notice
    assert "city" not in seated.look()
    known.wait = now
    assert "GameTable" == shown(seated, root)
    known.wait = replace(now, behind=3)
    assert "GameTable" == shown(seated, root), "the table stays on the screen"


def test_a_new_question_closes_boxes_about_the_game(seated: Seated) -> None:
    """Dialogs and the help stay open, and a notice announces the question."""
    root, stack = root_of(seated), seated.stack
    seated.play_until_turn(1, 2)
    root.put()
    for action in ("cities", "log"):
        stack.act(action)
    root.put()
    assert 2 == len(stack.overlays), "there is no new question"
    stack.act("help")
    question = asking(stack, confirm("Leave?", lambda: None))
    stack.open(question)
    seated.choose()
    root.put()
    kinds = [type(overlay).__name__ for overlay in stack.overlays]
    assert ["HelpBox", "DialogBox"] == kinds
    assert "It's your turn to choose." in seated.look()


@pytest.mark.parametrize("answer", ["yes", None])
def test_a_confirmation_closes_when_it_is_answered(
    seated: Seated, answer: str | None
) -> None:
    """It also closes, with its line, when the game ends meanwhile."""
    root, stack = root_of(seated), seated.stack
    seated.play_until_turn(1, 2)
    root.put()
    stack.act("command")
    stack.typed("finish")
    root.put()
    assert "Yes or no?" in seated.look()
    assert stack.field is not None
    if answer is None:
        seated.human.person.commands.ended()
    else:
        stack.typed(answer)
    root.put()
    assert [] == stack.overlays
    assert None is stack.field
