"""W8: the boards of the first edition; see also the cases."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards

SEVEN = [board for board in everything().boards if board.box == FIRST]


def test_every_wonder_of_the_base_game_has_a_board_of_the_first_edition() -> None:
    """Seven boards with fourteen sides, labelled A and B (W8.1)."""
    base = [it for it in everything().boards if it.box == "base"]
    assert [it.id for it in base] == [it.of for it in SEVEN]
    assert [it.names for it in base] == [it.names for it in SEVEN]
    for board in SEVEN:
        assert ["A", "B"] == [side.label for side in board.sides.values()]
        assert ["day", "night"] == list(board.sides)
    assert {""} == {side.label for it in base for side in it.sides.values()}


def test_first_edition_boards_can_be_chosen() -> None:
    """Alone, with expansions, or together with other boards (W8.1)."""
    names = tuple(it.id for it in SEVEN)
    assert names == read_boards("first", ())
    assert names == read_boards("first", ("leaders", "edifice"))
    assert ("roma", "ur", *names) == read_boards(
        "ur,first,roma", ("leaders", "edifice")
    )
    assert not set(names) & set(read_boards("all", ("leaders",)))
    for sides in ("day", "night"):
        assert names == Wonders(7, sides, boards=names).boards
    mixed = read_boards("gizah_1e,rhodos,carthage", ())
    assert ("rhodos", "carthage", "gizah_1e") == mixed
    assert mixed == Wonders(3, boards=mixed).boards


@pytest.mark.parametrize("boards", ["base,first", "gizah,gizah_1e,rhodos", "all,first"])
def test_a_table_has_one_board_of_each_wonder(boards: str) -> None:
    """From either edition (W8.1)."""
    with pytest.raises(ValueError, match="are boards of the same wonder"):
        Wonders(3, boards=read_boards(boards, ()))
