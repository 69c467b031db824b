"""War in Architects (RULES.md, A6)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.architects.events import Fought
from sealed_wonders.core.architects.war import victories
from tests.support.architects import Laid, Table, city

NAMES = ("giza", "rhodes", "ephesus", "olympia", "babylon", "alexandria")


def armies(shields: Sequence[int]) -> list[Laid]:
    """Give cities with so many red cards without horns."""
    return [
        city(name, "mil_0horn " * n) for name, n in zip(NAMES, shields, strict=False)
    ]


@pytest.mark.parametrize(
    ("shields", "gained"),
    [
        ((0, 0), (0, 0)),
        ((3, 3), (0, 0)),
        ((1, 0), (1, 0)),
        ((2, 0), (2, 0)),
        ((5, 0), (2, 0)),
        ((2, 1), (2, 0)),
        ((1, 2), (0, 2)),
        ((3, 2), (1, 0)),
        ((4, 2), (2, 0)),
        ((5, 3), (1, 0)),
        ((2, 5), (0, 2)),
        ((0, 1), (0, 1)),
    ],
)
def test_between_two_players(shields: tuple[int, ...], gained: tuple[int, ...]) -> None:
    """One token, or two with twice as many shields and at least two (A6.2)."""
    assert gained == battle(shields)


@pytest.mark.parametrize(
    ("shields", "gained"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((1, 0, 0), (2, 0, 0)),
        ((1, 1, 0), (1, 1, 0)),
        ((3, 2, 1), (2, 1, 0)),
        ((2, 0, 1), (2, 0, 1)),
        ((4, 1, 4), (1, 0, 1)),
        ((2, 1, 0, 0), (2, 1, 0, 0)),
        ((1, 0, 1, 0), (2, 0, 2, 0)),
        ((0, 3, 2, 1, 0), (0, 2, 1, 1, 0)),
    ],
)
def test_among_more_players(shields: tuple[int, ...], gained: tuple[int, ...]) -> None:
    """A token for each neighbour with fewer shields, however many fewer (A6.2)."""
    assert gained == battle(shields)


def battle(shields: tuple[int, ...]) -> tuple[int, ...]:
    """Have a battle, and see that it gives what it announces."""
    cities = [one._replace(victories=seat) for seat, one in enumerate(armies(shields))]
    conflicts = {2: 3, 3: 3, 4: 4, 5: 5}[len(shields)]
    table = Table(*cities, at="end", horns=conflicts)
    (fought,) = table.happened(Fought)
    assert shields == fought.shields
    assert victories(shields) == fought.tokens
    had = [seat + n for seat, n in enumerate(fought.tokens)]
    assert had == [one.victories for one in table.state.cities]
    sheet = table.state.score()
    line = sheet.categories.index("military")
    assert [3 * n for n in had] == [row[line] for row in sheet.rows]
    return tuple(fought.tokens)
