"""Timeouts: the choice that is laid down gets sealed, and the screen says so first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.client.table.events import ChoiceCommitted, ChoiceUnwritten
from sealed_wonders.client.terminal.screens.topline import HURRY
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.core.game import Move
from tests.support.scenes import SCENES, At, PlayedScene
from tests.support.thorough import only

TURN_TIMES = {"boards": 61, "discard": 23, "stage of architects": 81}
"""Turn times with which games reach these scenes; other times lead to other games."""

MINUTE = 60


@pytest.fixture
def at(at: At) -> At:
    """Return a function that leads to a scene at a table with a clock."""

    def lead(name: str) -> PlayedScene:
        turn_time = TURN_TIMES.get(name, MINUTE)
        play = at(replace(SCENES[name], turn_time=turn_time))
        play.draw()
        return play

    return lead


def seen(play: PlayedScene, width: int = 80, height: int = 24) -> str:
    play.root.put()
    return play.seated.look(width, height)


def wait(play: PlayedScene, seconds: float) -> None:
    """Let time pass until this many seconds before the question's deadline."""
    deadline = play.stack.known.deadline
    assert deadline is not None
    play.seated.host.clock.advance(
        deadline - play.seated.host.clock.seconds() - seconds
    )
    play.settle()


def laid_down(play: PlayedScene) -> MenuMove:
    lying = play.human.person.lies
    assert lying is not None
    return lying


def late_answers(play: PlayedScene) -> list[Move]:
    """Return a list to which Ann's late answers are added from now on."""
    person, sent = play.human.person, list[Move]()
    sealed = person.on_choice_committed

    def note(event: ChoiceCommitted) -> None:
        assert event.late
        sent.append(event.move)
        sealed(event)

    person.on_choice_committed = note  # type: ignore[method-assign]
    return sent


LAYING = {
    "hurry": ("down", "build"),
    "sides": ("enter", "right", "enter"),
    "boards": ("down", "enter"),
    "discard": ("down", "enter"),
    "selection": ("down", "build"),
    "recruitment": ("down", "sell"),
    "wonders": ("down", "enter"),
    "architects": ("digit 2",),
    "stage of architects": ("up",),
    "token of architects": ("down", "down"),
}
"""Actions that lay down a choice other than the default, for each scene."""


@pytest.mark.parametrize("name", only(["discard"], LAYING))
def test_a_choice_that_is_laid_down_is_sealed_at_the_timeout(at: At, name: str) -> None:
    play = at(name)
    play.act(*LAYING[name])
    laid = laid_down(play)
    assert play.seated.menu.question.default != laid.move
    sent = late_answers(play)
    wait(play, HURRY - 1)
    top = seen(play).split("\n")[0]
    assert top.strip().startswith(f"At 0:00 your program seals: {laid.whole}"[:60])
    assert top.endswith("0:09")

    wait(play, 0)

    assert laid.move == sent[0]
    told = [one.line for one in play.stack.known.narration]
    assert (
        f"Your time was up, so your program sealed what you had laid down: {laid.whole}."
        in told
    )


@pytest.mark.parametrize("name", only(["sides", "architects"], LAYING))
def test_the_default_choice_is_announced_when_time_runs_short(
    at: At, name: str
) -> None:
    """It is announced again when a choice that was laid down is taken back."""
    play = at(name)
    menu = play.seated.menu
    words = menu.in_words(menu.question.default)
    wait(play, HURRY + 1)
    assert "At 0:00" not in seen(play)
    wait(play, HURRY)
    expected = f"At 0:00 your program chooses: {words}"[:60]
    assert seen(play).strip().startswith(expected)
    play.act(*LAYING[name], "back")
    assert seen(play).strip().startswith(expected)
    sent = late_answers(play)

    wait(play, 0)

    assert menu.question.default == sent[0]


def test_the_turn_panel_says_what_was_sealed_at_the_timeout(at: At) -> None:
    play = at("hurry")
    play.act("down", "build")
    wait(play, 0)
    assert "│ Time's up: what you had laid down was sealed." in seen(play)
    play.act("enter")
    assert "│ Time's up" not in seen(play)
    wait(play, 0)
    assert "│ Time's up: your program chose for you." in seen(play)
    play.act("enter")
    play.seated.choose()
    assert "All have chosen" in seen(play)
    assert "│ Time's up" not in seen(play), "the timeout was in an earlier turn"


def test_no_card_can_be_laid_down_while_another_is_being_sealed(at: At) -> None:
    play = at("hurry")
    play.act("build")
    laid = laid_down(play)
    person, menu = play.human.person, play.seated.menu
    assert laid.move == person.time_out(menu.question)
    play.act("down", "build")
    assert "being sealed" in seen(play)
    assert person.lies is None
    person.told(ChoiceUnwritten(menu.question, OSError("the disk is full")))
    assert person.can_choose
