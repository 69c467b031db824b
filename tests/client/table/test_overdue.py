"""The seats whose time is up, as a client counts it by its own clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sealed_wonders.client.table.overdue import TimeUsed
from sealed_wonders.net.times import LEAST, SETTLING, Times


def fold(phase: int, *missing: int, kind: str = "PICK", holder: bytes = b"") -> Any:
    """Return a stand-in with an open phase, and the seats that owe an entry."""
    people = [SimpleNamespace(identity=holder) for _ in range(3)]
    return SimpleNamespace(
        phase=SimpleNamespace(number=phase, kind=kind),
        digest=bytes([phase]),
        missing=missing,
        people=people,
    )


def test_a_seat_is_overdue_when_its_turn_time_is_up() -> None:
    overdue = TimeUsed(Times(turn=60))
    overdue.look(fold(1, 0, 1), 100)
    overdue.look(fold(1, 1), 150)
    overdue.look(fold(1, 1), 175)
    assert (0, 15) == (overdue.since(0), overdue.since(1))
    # The next choice has its full time.
    overdue.look(fold(2, 0, 1), 180)
    overdue.look(fold(2, 0, 1), 240)
    assert (0, 0) == (overdue.since(0), overdue.since(1))


@pytest.mark.parametrize(
    ("times", "kind"), [(Times(turn=60, game=60), "MIX"), (Times(), "PICK")]
)
def test_no_seat_is_overdue_without_a_choice_or_a_clock(
    times: Times, kind: str
) -> None:
    """In other phases, clients sign by themselves, and no clock is running."""
    overdue = TimeUsed(times)
    for now in (0, 10**6):
        overdue.look(fold(1, 0, kind=kind), now)
    assert 0 == overdue.since(0)


def test_game_time_is_used_up_and_grows_with_each_choice() -> None:
    overdue = TimeUsed(Times(game=100, increment=10))
    overdue.look(fold(1, 0), 0)
    overdue.look(fold(1, 0), 70)
    overdue.look(fold(2, 0), 70)
    assert 0 == overdue.since(0)
    overdue.look(fold(2, 0), 110)
    assert 0 == overdue.since(0)
    overdue.look(fold(2, 0), 113)
    assert 3 == overdue.since(0)
    # However late a seat was, it has a minimum for the next choice.
    overdue.look(fold(3, 0), 113)
    overdue.look(fold(3, 0), 113 + max(LEAST, 7) + 2)
    assert 2 == overdue.since(0)


def test_a_new_holder_gets_some_time() -> None:
    overdue = TimeUsed(Times(turn=30, game=40))
    overdue.look(fold(1, 0), 0)
    overdue.look(fold(1, 0), 50)
    assert 20 == overdue.since(0)
    overdue.look(fold(1, 0, holder=b"another"), 50)
    assert 0 == overdue.since(0)
    overdue.look(fold(1, 0, holder=b"another"), 50 + SETTLING)
    assert SETTLING - 30 == overdue.since(0)


def test_time_during_a_possible_pause_does_not_count() -> None:
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
def test_the_longer_of_agreed_and_reported_times_counts(
    agreed: Times, told: Times, since: float
) -> None:
    """A host can grant time, but can't take away what all have signed."""
    overdue = TimeUsed(agreed)
    overdue.retime(told)
    for now in (0, 100):
        overdue.look(fold(1, 0), now)
    assert since == overdue.since(0)
