"""E2: Ur, and what else its board brings; Carthage."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.options import EXPANSIONS


@pytest.mark.parametrize("expansions", [(), ("leaders",), ("edifice",), EXPANSIONS])
def test_carthage_can_be_played_always_and_ur_with_edifices(
    expansions: tuple[str, ...],
) -> None:
    """A board needs the expansion it means something in (E2.3)."""
    boards = [board.id for board in possible_boards(expansions)]
    assert "carthage" in boards
    assert ("edifice" in expansions) == ("ur" in boards)
