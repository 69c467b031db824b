"""W6: conflicts."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.events import Fought
from tests.support.wonders import Table, city


@pytest.mark.parametrize(("age", "worth"), [(1, 1), (2, 3), (3, 5)])
def test_a_victory_is_worth_more_in_each_age(age: int, worth: int) -> None:
    """A defeat is always −1, a tie nothing (W6.1)."""
    table = Table(
        "gizah: barracks stockade, ephesos: guard_tower, babylon: guard_tower",
        age=age,
        turn=6,
    )
    news = table.play()
    assert Fought(age, ((worth, worth), (0, -1), (-1, 0))) in news
    assert [(worth, worth), (-1,), (-1,)] == [
        city.tokens for city in table.state.cities
    ]


def test_only_neighbours_fight() -> None:
    """The strongest city of five beats two others, no more (W6.1)."""
    table = Table("gizah: walls, ephesos, babylon, olympia, rhodos", turn=6)
    news = table.play()
    expected = ((1, 1), (0, -1), (0, 0), (0, 0), (-1, 0))
    assert Fought(1, expected) in news


def test_a_city_can_win_on_one_side_and_lose_on_the_other() -> None:
    """The rulebook's example: 4 shields between 5 and 2, in age II (W6.1)."""
    table = Table(
        city("gizah", built="walls stables"),  # 4
        city("ephesos", built="walls stables barracks"),  # 5
        city("babylon", built="archery_range"),  # 2
        age=2,
        turn=6,
    )
    news = table.play()
    assert Fought(2, ((-1, 3), (3, 3), (-1, -1))) in news


def test_tokens_are_kept() -> None:
    """Those of an age lie behind those of the age before, and all count (W6.1, W7.1)."""
    table = Table(
        city("gizah", built="walls", tokens=(1, 1)),
        city("ephesos", tokens=(-1,)),
        city("babylon", tokens=(-1,)),
        age=2,
        turn=6,
    )
    table.play()
    assert [(1, 1, 3, 3), (-1, -1), (-1, -1)] == [
        city.tokens for city in table.state.cities
    ]
    assert [8, -2, -2] == [table.points(seat)["military"] for seat in range(3)]
