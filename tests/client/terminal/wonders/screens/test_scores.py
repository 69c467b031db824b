"""The box with the points so far."""

from __future__ import annotations

from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Sit


def test_names_lead_to_cities_and_the_title_changes_after_the_game(sit: Sit) -> None:
    late = sit(7)
    late.stack.base = FakeScreen(late.stack)
    late.play_until_turn(3, 2)
    late.stack.act("scores")
    assert "─ Points, if the game ended now ─" in late.look()
    does = [part.does for row in late.stack.draw(80, 24) for part in row]
    assert {f"city {seat}" for seat in range(len(late.view.hands))} <= set(does)
    late.stack.act("city 1")
    assert type(late.stack.top).__name__ == "CityBox"
    late.stack.act("back")
    late.play_out()
    assert "─ Points ─" in late.look()
