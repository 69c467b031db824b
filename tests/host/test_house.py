"""Whole evenings at a host: people come, play, and see the same."""

from __future__ import annotations

from sealed_wonders.host.terms import Terms
from tests.support.inn import Inns


def test_three_people_play_a_whole_game(inns: Inns) -> None:
    """They sit down, are ready, and all end with the host's own score sheet."""
    inn = inns(Terms(wanted=3))
    people = inn.seat()
    inn.settle()
    ended = inn.ended()
    assert [ended.sheet] * 3 == [person.mind.sheet for person in people]
