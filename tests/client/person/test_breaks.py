"""Breaks at the end of an age: which proposals count, and who stops the clock."""

from __future__ import annotations

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.view.standstill import Break
from sealed_wonders.net.talk import BREAK
from tests.support.stacks import Seated


def test_only_the_proposer_withdraws_or_takes_a_break(playing: Seated) -> None:
    """
    cleo's withdrawal leaves bob's break planned. In the break itself, it is bob's
    program that stops the clock; here it doesn't.
    """
    bob, cleo = playing.others
    known = playing.stack.known
    bob.session.do(Speak("1", BREAK))
    cleo.act(Speak("", BREAK))
    seat = playing.host.game.seat_of(bob.identity.public)
    assert seat is not None
    assert Break(seat, 1) == known.planned_break
    playing.play_until_turn(1, 6)
    assert known.planned_break is not None
    playing.play_until_turn(2, 1)
    assert known.planned_break is None
    assert known.standstill is None  # this bob's client is none that stops the clock


def test_invalid_break_proposals_are_ignored(playing: Seated) -> None:
    """
    Spectators can't propose a break, and neither can a message with a malformed age or
    one that is over.
    """
    table, known = playing.human.session.table, playing.stack.known
    eve = playing.host.client("eve", table=table, looks_on=True)
    playing.host.settle()
    before = known.narration.total
    eve.session.do(Speak("1", BREAK))
    for text in ("0", "2", "3", "x", "1.", "-1", "1" * 200):
        playing.others[0].act(Speak(text, BREAK))
        assert known.planned_break is None, text
        assert before == known.narration.total, text
