"""Pausing the clock, in line mode and on the screen."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import PauseClock
from sealed_wonders.client.terminal.availability import offered
from sealed_wonders.client.words.dialog import Dialog
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import use
from tests.support.human import Begin, types
from tests.support.stacks import Seated

TIMED = Terms.of(suite=OPEN, players=3, turn_time=90)


def test_it_is_stopped_and_goes_on(begin: Begin) -> None:
    """Whoever it is, all read it, and who would go on."""
    host, human, bob, cleo = begin(TIMED)
    types(human, "ready")
    assert ["The game isn't paused."] == types(human, "resume")
    goes_on = "The clock will run again once everybody is ready to resume, or after 15 minutes."
    typed = "When you are ready to resume, type: resume"
    said = [f"You have stopped the clock. {goes_on}", typed]
    assert said == types(human, "pause")
    bob.session.do(PauseClock(paused=False))
    host.settle()
    assert ["bob is ready to resume."] == human.look()
    assert ["You are ready to resume."] == types(human, "pause")
    cleo.session.do(PauseClock(paused=False))
    host.settle()
    assert "The game resumes." == human.look()[0]
    cleo.session.do(PauseClock(paused=True))
    host.settle()
    said = [f"cleo has stopped the clock. {goes_on}", typed]
    assert said == human.look()


def test_before_a_game_there_is_none(begin: Begin) -> None:
    """It is said in one line."""
    _host, human, *_ = begin()
    said = "You can do that once the game has begun."
    assert said in types(human, "pause")
    assert said in types(human, "resume")


def test_without_a_clock_it_is_the_game_that_is_paused(begin: Begin) -> None:
    """Nothing is said of a clock, and the dialog says what a pause is good for."""
    _host, human, *_ = begin()
    types(human, "ready")
    asked = human.person.pausing.dialog(lambda action: action)
    assert isinstance(asked, Dialog)
    shown = [it.text for it in asked.lines]
    assert "Pause the game for everybody until all are ready to resume?" in shown
    assert any("This game has no clock" in line for line in shown)
    first, _typed = types(human, "pause")
    assert first == (
        "You have paused the game. It goes on once all are ready, or after 15 minutes."
    )
    status = human.person.pausing.status()
    assert status is not None
    assert status.text == first


def test_a_host_that_was_lost_says_it_again_if_it_is_so(begin: Begin) -> None:
    """Until then it isn't taken for granted."""
    host, human, bob, _ = begin(others_follow=False)
    types(human, "ready")
    bob.session.do(PauseClock(paused=True))
    host.settle()
    assert human.person.known.standstill is not None
    human.disconnect()
    assert human.person.known.standstill is None
    assert ["You aren't connected right now."] == human.type("pause")[-1:]
    human.connect()
    host.settle()
    assert human.person.known.standstill is not None
    human.look()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "bob has paused the game. Ready to resume: cleo."),
        (
            "fr",
            "bob met la partie en pause. Prêts à reprendre\N{NO-BREAK SPACE}: cleo.",
        ),
    ],
)
def test_a_screen_says_so_as_long_as_it_is_so(
    playing: Seated, language: str, said: str
) -> None:
    """And offers the key to go on, which it otherwise leaves to the help."""
    stack, (bob, cleo) = playing.stack, playing.others
    assert "pause" in offered(stack)
    bob.session.do(PauseClock(paused=True))
    cleo.session.do(PauseClock(paused=False))
    playing.host.settle()
    assert "pause" in offered(stack)
    stack.messages.read_all()
    use(language)
    assert said in playing.look(120)
    use("en")
    stack.act("pause")
    playing.host.settle()
    assert "pause" not in offered(stack), "who has agreed can't do more"
    bob.session.do(PauseClock(paused=False))
    playing.host.settle()
    assert stack.known.standstill is None
    assert said not in playing.look(120)
