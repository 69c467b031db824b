"""Changing the clock during a game, in line mode and on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.person.retiming import read
from sealed_wonders.client.table.actions import ProposeTimes
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import Timing
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.times import Times
from sealed_wonders.net.words import NO_BREAK, use
from tests.support.human import Begin, Human, types
from tests.support.stacks import Seated

QUICK = Times(20)


@pytest.mark.parametrize(
    ("typed", "times"),
    [
        ("90", Times(90)),
        ("none", Times()),
        ("0", Times()),
        ("game 600", Times(0, 600)),
        ("game 600 10", Times(0, 600, 10)),
        ("90 game 600 10", Times(90, 600, 10)),
        ("86400", Times(86400)),
        ("86401", None),
        ("game", None),
        ("90 90", None),
        ("game 1 2 3", None),
        ("game 0 10", None),
        ("game game 1", None),
        ("-5", None),
        ("1.5", None),
        ("\N{SUPERSCRIPT TWO}", None),
        ("9" * 5000, None),
        ("none 5", None),
    ],
)
def test_times_are_read_as_they_are_typed(typed: str, times: Times | None) -> None:
    """Whatever else it is means nothing."""
    assert times == read(typed.split())


def test_it_is_proposed_and_agreed(begin: Begin) -> None:
    """Whoever it is, all read what it would be, and what came of it."""
    host, human, bob, cleo = begin()
    types(human, "ready")
    human.look()
    said = ["You propose this clock starting with the next age: 20 seconds per choice."]
    assert said == types(human, "clock 20")
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert ["bob agrees."] == human.look()
    cleo.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    said = [
        "Everybody agrees. Clock starting with the next age: 20 seconds per choice."
    ]
    assert said == human.look()
    assert "The clock from now on: 20 seconds per choice." in types(human, "day")
    assert "The clock: 20 seconds per choice." in types(human, "clock")


def test_who_looks_on_is_not_asked(begin: Begin, tmp_path: Path) -> None:
    """Nor told how to agree, as they can't."""
    host, human, bob, _ = begin()
    types(human, "ready")
    eve = Human(host, "eve", tmp_path / "eve", table="table 1", looks_on=True)
    eve.typing = human.typing
    host.add(eve)
    host.settle()
    eve.look()
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert [
        "bob proposes this clock starting with the next age: 20 seconds per choice."
    ] == eve.look()
    assert eve.person.known.timing is not None


def test_somebody_may_not_agree(begin: Begin) -> None:
    """Then it is no more, and said who."""
    host, human, bob, _ = begin()
    types(human, "ready")
    human.look()
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert [
        "bob proposes this clock starting with the next age: 20 seconds per choice.",
        "Type clock yes or clock no.",
    ] == human.look()
    assert ["You disagree: the clock stays as it is."] == types(human, "clock no")
    said = ["Nobody has proposed changing the clock."]
    assert said == types(human, "clock no") == types(human, "clock yes")
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    host.settle()
    assert human.look()[0].startswith("bob proposes")
    assert ["You agree."] == types(human, "clock yes")


def test_all_that_is_known_of_it_is_said(begin: Begin) -> None:
    """And how another is proposed, as whenever what was typed is no clock."""
    _host, human, bob, _ = begin()
    said = "You can do that once the game has begun."
    assert said in types(human, "clock")
    types(human, "ready")
    human.look()
    bob.session.do(ProposeTimes(Times(0, 600, 5), agrees=True))
    human.host.settle()
    human.look()
    limit, proposed, usage = types(human, "clock")
    assert "The clock: no time limit." == limit
    assert proposed == (
        "bob proposes (clock yes / clock no): 10 minutes each for the game, plus 5 "
        "seconds per choice. In favour: bob."
    )
    assert [usage] == types(human, "clock of mine")
    assert "clock game 600 10" in usage
    wished = f"clock{NO_BREAK}game{NO_BREAK}600{NO_BREAK}10"
    assert ["You propose this clock"] == [it[:22] for it in types(human, wished)]


def test_the_time_of_all_is_said(begin: Begin) -> None:
    """Where each has one of their own."""
    host, human, *_ = begin(Terms.of(suite=OPEN, players=3, game_time=60))
    types(human, "ready")
    human.look()
    host.clock.advance(15)
    _limit, *times, _usage = types(human, "clock")
    assert {"ann: 45 seconds.", "bob: 1 minute.", "cleo: 1 minute."} == {*times}


def test_whose_program_keeps_to_no_clock_yet_may_agree(begin: Begin) -> None:
    """Where there was none, and others have agreed to one."""
    _host, human, *_ = begin(others_follow=False)
    types(human, "ready")
    human.look()
    table = human.session.table
    human.session.receive(Timing(table, QUICK, None, None))
    assert [
        "The clock from now on: 20 seconds per choice.",
        "To make your program keep to this clock, type: clock yes",
    ] == human.look()
    said = ["From now on, your program will keep to the clock."]
    assert said == types(human, "clock yes")
    assert ["Nobody has proposed changing the clock."] == types(human, "clock yes")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "bob proposes (F5): 20 seconds per choice. In favour: bob.",
        ),
        (
            "fr",
            "bob propose (F5)\N{NO-BREAK SPACE}: 20 secondes "
            + "par choix. D'accord\N{NO-BREAK SPACE}: bob.",
        ),
    ],
)
def test_a_screen_says_so_as_long_as_it_is_so(
    playing: Seated, language: str, said: str
) -> None:
    """With the key that answers it, and beside the question whether to stop the clock."""
    stack, (bob, cleo) = playing.stack, playing.others
    bob.session.do(ProposeTimes(QUICK, agrees=True))
    playing.host.settle()
    stack.messages.read_all()
    use(language)
    assert said in playing.look(120)
    stack.act("pause")
    assert said.partition(" (")[0] in playing.look(120)
    use("en")
    stack.act("back")
    cleo.session.do(ProposeTimes(QUICK, agrees=False))
    playing.host.settle()
    stack.messages.read_all()
    assert "bob proposes" not in playing.look(120)


def test_a_command_on_a_screen_is_never_broken(playing: Seated) -> None:
    playing.stack.act("pause")
    assert ":clock game 600 10".replace(" ", NO_BREAK) in playing.look(80)


def test_a_key_answers_at_a_screen(playing: Seated) -> None:
    """It may wait; once there is an answer the key is about the clock that runs."""
    stack, host, (bob, cleo) = playing.stack, playing.host, playing.others
    for others_agree, answer in ((False, "nothing"), (True, "yes")):
        bob.session.do(ProposeTimes(QUICK, agrees=True))
        host.settle()
        stack.messages.read_all()
        assert "new clock?" in playing.look(160)
        for later in ("back", "pause"):
            stack.act("pause")
            assert (
                "bob proposes this clock starting with the next age: 20 seconds"
            ) in playing.look(120)
            stack.act(later)
            assert not stack.overlays
        stack.act("pause")
        stack.act(answer)
        if others_agree:
            cleo.session.do(ProposeTimes(QUICK, agrees=True))
        host.settle()
        assert not stack.overlays
        timing = stack.known.timing
        assert timing is not None
        assert others_agree == (timing.next == QUICK)
    stack.act("pause")
    assert "Stop the clock for everybody" in playing.look(120)
