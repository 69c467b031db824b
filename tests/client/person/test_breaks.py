"""A break at the end of an age: proposed, begun, withdrawn."""

from __future__ import annotations

import pytest

from sealed_wonders.client.person.features import named
from sealed_wonders.client.table.actions import PauseClock, Speak
from sealed_wonders.client.words.standstill import Break
from sealed_wonders.net.talk import BREAK
from sealed_wonders.net.words import use
from tests.support.human import Begin, types
from tests.support.stacks import Seated

WHEN = (
    "at the end of age 1. The clock will then stop until everybody is ready to resume."
)


def told(seated: Seated) -> list[str]:
    return [it.line for it in seated.human.person.known.narration]


def ours(seated: Seated) -> int:
    seat = seated.stack.known.ours
    assert seat is not None
    return seat


@pytest.mark.parametrize("by", ["key", "word"])
def test_it_begins_when_the_age_is_over(playing: Seated, by: str) -> None:
    """Whoever presses the key, or types the word; a pause like any other."""
    stack, person = playing.stack, playing.human.person
    if by == "key":
        stack.act("break")
        stack.act("break")
    else:
        person.commands.typed("break")
    playing.host.settle()
    assert f"You propose a break {WHEN}" in told(playing)
    assert Break(ours(playing), 1) == stack.known.planned_break
    assert "Break at the end of age 1, proposed by you." in playing.look()
    playing.go_on_to(1, 6)
    assert stack.known.standstill is None
    playing.go_on_to(2, 1)
    assert stack.known.planned_break is None
    standstill = stack.known.standstill
    assert standstill is not None
    assert 15 * 60 == standstill.most
    for one in playing.others:
        one.session.do(PauseClock(paused=False))
    stack.act("pause")
    playing.host.settle()
    assert stack.known.standstill is None


def test_anybody_who_plays_may_propose_it(playing: Seated) -> None:
    """Their program stops the clock, nobody else's."""
    bob = playing.others[0]
    bob.session.do(Speak("1", BREAK))
    playing.host.settle()
    assert f"bob proposes a break {WHEN}" in told(playing)
    playing.stack.act("break")
    said = "Break at the end of age 1, proposed by bob."
    assert said == playing.stack.messages.notice
    playing.go_on_to(2, 1)
    assert playing.stack.known.planned_break is None
    assert playing.stack.known.standstill is None  # this bob has no program that would


def test_whoever_proposed_it_withdraws_it(playing: Seated) -> None:
    bob = playing.others[0]
    for _ in range(2):
        playing.stack.act("break")
    playing.host.settle()
    bob.session.do(Speak("", BREAK))
    playing.host.settle()
    assert playing.stack.known.planned_break is not None
    for _ in range(2):
        playing.stack.act("break")
    playing.host.settle()
    assert playing.stack.known.planned_break is None
    assert "The break at the end of this age is cancelled." in told(playing)
    playing.go_on_to(2, 1)
    assert playing.stack.known.standstill is None


def test_another_age_is_no_proposal(playing: Seated) -> None:
    """It may be of an age that is over, and is heard again on a new connection."""
    before = len(told(playing))
    for text in ("0", "2", "3", "x", "1.", "-1", "1" * 200):
        playing.others[0].session.do(Speak(text, BREAK))
        playing.host.settle()
        assert playing.stack.known.planned_break is None, text
        assert before == len(told(playing)), text


def test_a_spectator_reads_it_and_has_no_say(playing: Seated) -> None:
    eve = playing.host.client("eve", table=playing.human.session.table, looks_on=True)
    playing.host.settle()
    eve.session.do(Speak("1", BREAK))
    playing.host.settle()
    assert (eve.identity.public, BREAK) in [
        (it.identity, it.code) for it in eve.player.heard
    ]
    assert playing.stack.known.planned_break is None


def test_after_the_last_age_there_is_none(playing: Seated) -> None:
    feature, person = named("break"), playing.human.person
    assert feature is not None
    assert feature.enabled(person)
    playing.go_on_to(3, 1)
    assert not feature.enabled(person)
    playing.stack.act("break")
    said = "You can propose a break during any age except the last."
    assert said == playing.stack.messages.notice


def test_before_a_game_there_is_none(begin: Begin) -> None:
    _host, human, *_ = begin()
    said = "You can propose a break during any age except the last."
    assert said in types(human, "break")


def test_it_is_said_in_french(playing: Seated) -> None:
    use("fr")
    playing.human.person.commands.typed("entracte")
    playing.host.settle()
    assert any("entracte à la fin de l'âge 1" in line for line in told(playing))
