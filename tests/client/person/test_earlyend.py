"""Ending a game early, in line mode and on the screen."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.net.words import use
from tests.support.human import Begin, types
from tests.support.inprocess.client import Client
from tests.support.stacks import Seated


def would_end(other: Client) -> None:
    """Let somebody else want it, at their machine."""
    assert other.session.game is not None
    other.session.game.do(EndEarly())
    other.host.settle()


def test_all_read_who_would_and_how_one_agrees(begin: Begin) -> None:
    """Then comes the sheet, as at the end, and that it was ended early."""
    host, human, bob, cleo = begin()
    types(human, "ready")
    for _ in range(3):
        types(human, "1")
    would_end(bob)
    assert [
        "bob wants to end the game here, with the points so far (1 of 3 agree).",
        "To agree, type: finish",
    ] == human.look()
    assert (
        "End the game here, with the points so far? Yes or no?"
        == (types(human, "finish")[-1])
    )
    (said,) = types(human, "yes")
    assert said.startswith("You agree to end the game. It ends once all agree;")
    sheet = host.game.fold.state.score()
    would_end(cleo)
    shown = human.look()
    early = "Everybody agreed to end the game early. These are the points so far."
    at = shown.index(early)
    assert "Everybody has signed this result." == shown[at + 1]
    totals = [
        int(n) for n in re.findall(r"(\d+) points?\.?$", "\n".join(shown), re.MULTILINE)
    ]
    assert sorted(totals) == sorted(row[-1] for row in sheet.rows)
    assert human.person.over
    assert human.person.can_play_again


def test_how_one_agrees_is_said_once_of_each_turn(begin: Begin) -> None:
    """However many want it: it is one question."""
    _host, human, bob, cleo = begin()
    types(human, "ready")
    human.look()
    would_end(bob)
    would_end(cleo)
    shown = human.look()
    assert 2 == sum("wants to end the game here" in line for line in shown)
    assert 1 == shown.count("To agree, type: finish")


def test_who_chooses_plays_on_and_is_told_once_of_each_turn(begin: Begin) -> None:
    _host, human, bob, _cleo = begin()
    types(human, "ready")
    would_end(bob)
    said = [line for line in human.look() if "wants to end the game here" in line]
    assert 1 == len(said)
    types(human, "finish")
    assert human.seat.number not in human.person.known.halting.agreed
    types(human, "yes")
    assert human.seat.number in human.person.known.halting.agreed
    shown = types(human, "1")
    assert 0 == sum("ann wants to end" in line for line in shown)
    assert human.seat.number not in human.person.known.halting.agreed
    assert not human.person.over


def test_before_a_game_and_without_a_connection_it_is_said_so(begin: Begin) -> None:
    _host, human, *_ = begin()
    assert "You aren't playing, so you have no game to end." in types(human, "finish")
    types(human, "ready")
    human.disconnect()
    assert ["You aren't connected right now."] == human.type("finish")[-1:]
    human.connect()
    human.host.settle()


def test_it_can_be_typed_in_a_game_alone(begin: Begin) -> None:
    """It stands in the help, and is completed."""
    _host, human, *_ = begin()
    assert "finish" not in human.commands.words()
    types(human, "ready")
    assert "finish" in human.commands.words()
    assert any(
        "end the game here, if everybody agrees" in it for it in types(human, "help")
    )


def test_at_a_screen_it_is_one_of_the_ways_to_leave(playing: Seated) -> None:
    """And it is done for us alone: the others have to want it, too."""
    playing.stack.act("quit")
    assert "End the game here, with the points so far" in playing.look(120)
    assert playing.human.seat.number not in playing.human.person.known.halting.agreed


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "bob: end the game here? (1 of 3 agree.) F12 agrees"),
        (
            "fr",
            "bob\N{NO-BREAK SPACE}: terminer la partie ici\N{NO-BREAK SPACE}? (1 sur 3 d'accord.) F12 pour accepter",
        ),
    ],
)
def test_a_screen_says_it_as_long_as_it_is_so(
    language: str, said: str, playing: Seated
) -> None:
    """With the key that agrees, once the box about it is closed."""
    would_end(playing.others[0])
    use(language)
    assert said in playing.look(80)
    use("en")
    playing.choose()
    playing.choose()
    playing.stack.messages.read_all()
    assert "end the game here" not in playing.look(120)


def test_a_box_asks_whoever_has_not_agreed(playing: Seated) -> None:
    """It goes with what it asks; Enter, which may be meant for a card, agrees to nothing."""
    stack, us = playing.stack, playing.human
    root = RootScreen(stack, lambda: stack.base)
    would_end(playing.others[0])
    root.put()
    assert "bob wants to end the game here, with the points so far" in playing.look(80)
    stack.act("enter")
    root.put()
    assert us.seat.number not in us.person.known.halting.agreed
    assert "End the game here?" not in playing.look(80)
    assert "F12 end the game" in playing.look(140)
    stack.act("finish")
    assert "End the game here?" in playing.look(80)
    stack.act("yes")
    playing.host.settle()
    assert us.seat.number in us.person.known.halting.agreed
    assert "End the game here?" not in playing.look(80)
    would_end(playing.others[1])
    assert us.person.over


def test_the_key_proposes_it_as_well(playing: Seated) -> None:
    stack, us = playing.stack, playing.human
    stack.act("finish")
    assert "The game ends once all human players agree" in playing.look(80)
    stack.act("yes")
    playing.host.settle()
    assert us.seat.number in us.person.known.halting.agreed
    stack.act("finish")
    assert "You want to end the game here" in playing.look(120)


def test_of_oneself_a_screen_says_you_and_nothing_when_it_is_over(
    playing: Seated,
) -> None:
    """Whoever reads it has said so themselves."""
    playing.human.person.finishing.finish()
    playing.host.settle()
    playing.stack.messages.read_all()
    ours = "You want to end the game here, with the points so far (1 of 3 agree)."
    assert ours in playing.look(120)
    for other in playing.others:
        would_end(other)
    playing.stack.messages.read_all()
    assert playing.human.person.over
    assert "end the game here" not in playing.look(120)


def test_what_it_was_answered_with_goes_when_the_game_is_over(playing: Seated) -> None:
    """The result stands there then; what is said after that stays."""
    stack = playing.stack
    stack.act("command")
    stack.typed("finish")
    assert "End the game here, with the points so far? Yes or no?" in playing.look(120)
    assert stack.field is not None
    assert "yes or no> " == stack.field.label
    stack.typed("yes")
    playing.host.settle()
    assert "You propose ending the game." in playing.look(120)
    for other in playing.others:
        would_end(other)
    assert playing.human.person.over
    assert "end the game here" not in playing.look(120)
    stack.say("Something else.")
    assert "Something else." in playing.look(120)
