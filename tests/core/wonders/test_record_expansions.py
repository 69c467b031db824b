"""Writing records of leaders and edifices: which lines, in which order (W4.3)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.wonders import lines, record
from tests.support.records import COMBINATIONS, recorded, ruled
from tests.support.thorough import only
from tests.support.wonders import Table

NAMES = ("Ann", "Béla", "Chi")
BOTH = "leaders edifice"


def told(table: Table, *moves: str, known: bool = True) -> list[lines.Line]:
    """Let every seat move, and give the lines of what came of it."""
    faces = table.faces.get if known else unknown
    rules = table.state.rules
    return record.lines_of(table.play(*moves), NAMES, faces, rules)


def kinds(whole: Sequence[lines.Line]) -> list[str]:
    return [type(line).__name__ for line in whole]


@pytest.mark.parametrize("players", only([3, 5, 7], range(3, 8)))
@pytest.mark.parametrize("expansions", COMBINATIONS[1:])
def test_a_game_is_told_with_what_was_played(
    players: int, expansions: tuple[str, ...]
) -> None:
    """Selection, recruitments, edifices; the header and the sheet name them."""
    header, *whole = recorded(ruled(players, expansions), f"order {players}")
    leaders, edifice = ("leaders" in expansions), ("edifice" in expansions)
    assert isinstance(header, lines.HeaderLine)
    assert expansions == header.expansions
    assert 3 * edifice == len(header.edifices)
    order = kinds(whole)
    assert leaders == (
        ["LeadersLine"] + ["DraftLine"] * 4 * players == order[: 4 * players + 1]
    )
    turns = [
        (line.age, line.turn) for line in whole if isinstance(line, lines.AfterLine)
    ]
    assert 3 * leaders == len([turn for turn in turns if turn[1] == 0])
    assert 3 * edifice == order.count("EdificeLine")
    final = whole[-1]
    assert isinstance(final, lines.FinalLine)
    assert expansions == final.names[7:-1]


@pytest.mark.parametrize("known", [True, False])
def test_leaders_drawn_follow_the_plays(known: bool) -> None:
    """Their faces as far as they are known, before what all have."""
    table = Table(
        "roma night 5: lumber_yard clay_pool, rhodos, gizah",
        expansions="leaders",
        box="nero midas plato sappho hiram",
    )
    sold = "sell with theater"
    whole = told(table, "stage with theater", sold, sold, known=known)
    assert ["UseLine", "UseLine", "UseLine", "DrawnLine", "AfterLine"] == kinds(whole)
    drawn = ("nero", "midas", "plato", "sappho") if known else (None,) * 4
    assert lines.DrawnLine(1, 1, 0, drawn) == whole[3]
