"""The box with the points so far."""

from __future__ import annotations

import pytest

from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated, Sit


@pytest.fixture
def late(sit: Sit) -> Seated:
    """Ann, in age III, looking at the points."""
    seated = sit(7)
    seated.stack.base = FakeScreen(seated.stack)
    seated.go_on_to(3, 2)
    seated.stack.act("scores")
    return seated


def test_names_lead_to_cities(late: Seated) -> None:
    does = [part.does for row in late.stack.draw(80, 24) for part in row]
    assert {f"city {seat}" for seat in range(len(late.view.hands))} <= set(does)
    late.stack.act("city 1")
    assert type(late.stack.top).__name__ == "CityBox"


def test_when_the_game_is_over_they_are_the_points(late: Seated) -> None:
    assert "─ Points, if the game ended now ─" in late.look()
    late.play_out()
    assert "─ Points ─" in late.look()
