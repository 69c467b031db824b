"""E2: Ur, and what else its board brings; Carthage."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Gone
from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.events import (
    EdificeEnded,
)
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.options import EXPANSIONS
from tests.support.wonders import Table, city


def table(
    first: City, projects: str, *others: City, age: int = 1, turn: int = 1
) -> Table:
    """Lay out Ur between two cities that can take part in nothing."""
    return Table(
        first,
        *(others or (city("ephesos"), city("rhodos"))),
        age=age,
        turn=turn,
        expansions="edifice",
        projects=projects,
    )


def test_an_ur_that_left_is_not_rewarded() -> None:
    """Its pawn stays where it is (G1)."""
    laid = table(
        city("ur", pawns=(2,)),
        "outpost auction_house:1:1",
        city("ephesos"),
        city("rhodos", built="sawmill"),
        age=2,
    )
    laid.state = laid.state.tell(Gone((0,)))
    news = laid.play("", "stage join=1 bank=2")
    assert EdificeEnded(2, True, (2,)) in news
    assert 3 == laid.coins[0]


@pytest.mark.parametrize("expansions", [(), ("leaders",), ("edifice",), EXPANSIONS])
def test_carthage_can_be_played_always_and_ur_with_edifices(
    expansions: tuple[str, ...],
) -> None:
    """A board needs the expansion it means something in (E2.3)."""
    boards = [board.id for board in possible_boards(expansions)]
    assert "carthage" in boards
    assert ("edifice" in expansions) == ("ur" in boards)
