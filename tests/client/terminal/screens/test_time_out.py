"""At a timeout, the choice that is laid down is sealed, and the screen says so before."""

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
"""Seconds with which it comes to these scenes; another number is another game."""

MINUTE = 60


@pytest.fixture
def at(at: At) -> At:
    """Give what leads to a scene at a table with a clock."""

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
    """Let time pass; the deadline is that of the question that was there."""
    deadline = play.stack.known.deadline
    assert deadline is not None
    play.seated.host.clock.advance(
        deadline - play.seated.host.clock.seconds() - seconds
    )
    play.settle()


def lies(play: PlayedScene) -> MenuMove:
    lying = play.human.person.lies
    assert lying is not None
    return lying


def answers(play: PlayedScene) -> list[Move]:
    """Have written down what ann answers from now on."""
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
"""Scenes, and keys that lay something down there which the rules wouldn't choose."""


@pytest.mark.parametrize("name", only(["discard"], LAYING))
def test_what_lies_there_is_sealed_when_time_is_out(at: At, name: str) -> None:
    play = at(name)
    play.act(*LAYING[name])
    laid = lies(play)
    assert play.seated.menu.question.default != laid.move
    sent = answers(play)
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
def test_what_a_program_would_choose_is_seen_as_time_runs_short(
    at: At, name: str
) -> None:
    """So it is once more when what lay there is taken back."""
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
    sent = answers(play)

    wait(play, 0)

    assert menu.question.default == sent[0]


def test_the_panel_of_the_turn_says_so(at: At) -> None:
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
    assert "│ Time's up" not in seen(play), "that was another turn"


def test_nothing_else_is_laid_down_while_it_is_being_sealed(at: At) -> None:
    play = at("hurry")
    play.act("build")
    laid = lies(play)
    person, menu = play.human.person, play.seated.menu
    assert laid.move == person.time_out(menu.question)
    play.act("down", "build")
    assert "being sealed" in seen(play)
    assert person.lies is None
    person.told(ChoiceUnwritten(menu.question, OSError("the disk is full")))
    assert person.can_choose
