"""The remaining time, in the table model and on a screen."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.draw import measure
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.screens.topline import topline
from sealed_wonders.client.view.timeleft import TimeLeft


@pytest.mark.parametrize(
    ("time", "owes", "deadline", "left"),
    [
        (TimeLeft(100, 30), None, 130, 25),
        (TimeLeft(100, None, (60, 20)), None, None, None),
        (TimeLeft(100, None, (60, 20)), 1, 120, 15),
        (TimeLeft(100, 30, (60, 20)), 0, 130, 25),
        (TimeLeft(100, 30, (60, 20)), 1, 120, 15),
        (TimeLeft(100, 30, (60, 20), runs=False), 1, None, 20),
        (TimeLeft(100, 0, (60, 20)), 1, None, 0),
    ],
)
def test_the_limit_that_ends_first_counts(
    time: TimeLeft, owes: int | None, deadline: float | None, left: float | None
) -> None:
    """Our game time counts only while we owe a choice."""
    assert deadline == time.deadline(owes)
    assert left == time.left(105, owes)


def test_game_time_runs_only_for_a_player_who_owes_a_choice() -> None:
    """It stands still during a pause, and never becomes negative."""
    time = TimeLeft(100, None, (60, 20))
    assert 40 == time.own(0, 120, owes=True)
    assert 60 == time.own(0, 120, owes=False)
    assert 60 == time._replace(runs=False).own(0, 120, owes=True)
    assert 0 == time.own(1, 130, owes=True)
    assert time.own(2, 120, owes=True) is None


@pytest.mark.parametrize("width", range(20, 61))
def test_the_others_time_is_shown_only_if_all_of_it_fits(width: int) -> None:
    """Nothing else is cut for it."""
    others = [("bob", 75.0), ("cleo", 9.0)]
    drawn = topline(["Age 1, turn 2 of 6"], 61.0, width, UNICODE, others=others)
    line = "".join(part.text for part in drawn)
    assert width == measure(drawn)
    assert line.endswith(" 1:01 ")
    shown = "  bob 1:15  cleo 0:09  " in line
    assert shown == ("bob" in line) == (width >= 48)
    if shown:
        assert "Age 1, turn 2 of 6" in line
        assert "hurry" in next(part.style for part in drawn if "0:09" in part.text)
