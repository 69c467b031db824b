"""Whose time is up, as a client counts it by its own clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sealed_wonders.client.table.overdue import TimeUsed
from sealed_wonders.net.times import LEAST, SETTLING, Times


def fold(phase: int, *missing: int, kind: str = "PICK", holder: bytes = b"") -> Any:
    """Give what a program looks at: an open phase, and who is to speak in it."""
    people = [SimpleNamespace(identity=holder) for _ in range(3)]
    return SimpleNamespace(
        phase=SimpleNamespace(number=phase, kind=kind),
        digest=bytes([phase]),
        missing=missing,
        people=people,
    )


def test_a_turn_is_out_when_it_has_lasted_that_long() -> None:
    overdue = TimeUsed(Times(turn=60))
    overdue.look(fold(1, 0, 1), 100)
    overdue.look(fold(1, 1), 150)
    overdue.look(fold(1, 1), 175)
    assert (0, 15) == (overdue.since(0), overdue.since(1))
    # The next choice has all of its time.
    overdue.look(fold(2, 0, 1), 180)
    overdue.look(fold(2, 0, 1), 240)
    assert (0, 0) == (overdue.since(0), overdue.since(1))


@pytest.mark.parametrize(
    ("times", "kind"), [(Times(turn=60, game=60), "MIX"), (Times(), "PICK")]
)
def test_nothing_is_out_where_nothing_is_to_be_chosen(times: Times, kind: str) -> None:
    """Programs are to speak there, and have no clock; nor is it without a clock."""
    overdue = TimeUsed(times)
    for now in (0, 10**6):
        overdue.look(fold(1, 0, kind=kind), now)
    assert 0 == overdue.since(0)


def test_what_a_seat_has_for_the_game_is_spent_and_grows_with_each_choice() -> None:
    overdue = TimeUsed(Times(game=100, increment=10))
    overdue.look(fold(1, 0), 0)
    overdue.look(fold(1, 0), 70)
    overdue.look(fold(2, 0), 70)
    assert 0 == overdue.since(0)
    overdue.look(fold(2, 0), 110)
    assert 0 == overdue.since(0)
    overdue.look(fold(2, 0), 113)
    assert 3 == overdue.since(0)
    # However late it chose, it has a moment for the next choice.
    overdue.look(fold(3, 0), 113)
    overdue.look(fold(3, 0), 113 + max(LEAST, 7) + 2)
    assert 2 == overdue.since(0)


def test_whoever_has_just_got_a_seat_has_time() -> None:
    overdue = TimeUsed(Times(turn=30, game=40))
    overdue.look(fold(1, 0), 0)
    overdue.look(fold(1, 0), 50)
    assert 20 == overdue.since(0)
    overdue.look(fold(1, 0, holder=b"another"), 50)
    assert 0 == overdue.since(0)
    overdue.look(fold(1, 0, holder=b"another"), 50 + SETTLING)
    assert SETTLING - 30 == overdue.since(0)


def test_no_moment_counts_at_which_a_clock_may_stand_still() -> None:
    overdue = TimeUsed(Times(turn=60))
    overdue.look(fold(1, 0), 0)
    overdue.look(fold(1, 0), 50)
    overdue.stop()
    overdue.look(fold(1, 0), 500)
    overdue.look(fold(1, 0), 520)
    assert 10 == overdue.since(0)


@pytest.mark.parametrize(
    ("agreed", "told", "since"),
    [
        (Times(turn=60), Times(turn=30), 40),
        (Times(turn=60), Times(turn=90), 10),
        (Times(turn=60), Times(), 0),
        (Times(), Times(turn=30), 0),
        (Times(game=60), Times(game=30), 40),
        (Times(game=60), Times(game=80, increment=5), 20),
        (Times(game=60), Times(turn=30), 0),
    ],
)
def test_the_longer_time_counts(agreed: Times, told: Times, since: float) -> None:
    """Of what all have signed and what the host says: it can give time, and take none."""
    overdue = TimeUsed(agreed)
    overdue.retime(told)
    for now in (0, 100):
        overdue.look(fold(1, 0), now)
    assert since == overdue.since(0)
