"""A break at the end of an age: what is no proposal, and who stops the clock for one."""

from __future__ import annotations

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.view.standstill import Break
from sealed_wonders.net.talk import BREAK
from tests.support.stacks import Seated


def test_nobody_else_s_program_stops_the_clock(playing: Seated) -> None:
    """Nor is a break anybody's to withdraw but whose it is."""
    bob, cleo = playing.others
    known = playing.stack.known
    bob.session.do(Speak("1", BREAK))
    cleo.session.do(Speak("", BREAK))
    playing.host.settle()
    seat = playing.host.game.seat_of(bob.identity.public)
    assert seat is not None
    assert Break(seat, 1) == known.planned_break
    playing.go_on_to(1, 6)
    assert known.planned_break is not None
    playing.go_on_to(2, 1)
    assert known.planned_break is None
    assert known.standstill is None  # this bob has no program that would


def test_what_is_no_proposal(playing: Seated) -> None:
    """It may be of an age that is over, and heard again, or from who looks on."""
    table, known = playing.human.session.table, playing.stack.known
    eve = playing.host.client("eve", table=table, looks_on=True)
    playing.host.settle()
    before = known.narration.total
    eve.session.do(Speak("1", BREAK))
    for text in ("0", "2", "3", "x", "1.", "-1", "1" * 200):
        playing.others[0].session.do(Speak(text, BREAK))
        playing.host.settle()
        assert known.planned_break is None, text
        assert before == known.narration.total, text
