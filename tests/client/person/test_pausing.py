"""Pausing the clock, in line mode and on the screen."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.actions import PauseClock
from sealed_wonders.client.terminal.availability import offered
from sealed_wonders.net.words import use
from tests.support.human import Begin, types
from tests.support.stacks import Seated


def test_it_is_stopped_and_goes_on(begin: Begin) -> None:
    """Whoever it is, all read it, and who would go on."""
    host, human, bob, cleo = begin()
    types(human, "ready")
    assert ["The clock isn't stopped."] == types(human, "resume")
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
    assert ["The game resumes."] == human.look()
    cleo.session.do(PauseClock(paused=True))
    host.settle()
    said = [f"cleo has stopped the clock. {goes_on}", typed]
    assert said == human.look()


def test_before_a_game_there_is_none(begin: Begin) -> None:
    """It is said in one line."""
    _host, human, *_ = begin()
    said = "You aren't playing a game with a clock to stop."
    assert said in types(human, "pause")


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
        ("en", "bob has stopped the clock. Ready to resume: cleo."),
        (
            "fr",
            "bob a arrêté le chronomètre. Veulent reprendre\N{NO-BREAK SPACE}: cleo.",
        ),
    ],
)
def test_a_screen_says_so_as_long_as_it_is_so(
    playing: Seated, language: str, said: str
) -> None:
    """And offers the key to go on, which it otherwise leaves to the help."""
    stack, (bob, cleo) = playing.stack, playing.others
    assert "pause" not in offered(stack)
    bob.session.do(PauseClock(paused=True))
    cleo.session.do(PauseClock(paused=False))
    playing.host.settle()
    assert "pause" in offered(stack)
    stack.messages.read_all()
    use(language)
    assert said in playing.look(120)
    use("en")
    stack.act("pause")
    bob.session.do(PauseClock(paused=False))
    playing.host.settle()
    assert stack.known.standstill is None
    assert said not in playing.look(120)
