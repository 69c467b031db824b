"""The end of a game of Architects, and its score (RULES.md, A7)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    FinalSheet,
    TurnEnded,
)
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Over, seeded
from tests.support.architects import Table, architects, at_random, city

BUILT = {wonder.id: "1 2 3 4" for wonder in catalog().wonders}


@pytest.mark.parametrize("wonder", BUILT)
def test_a_finished_wonder_ends_the_game(wonder: str) -> None:
    """With that turn; whoever sits to the left has none any more (A7.1)."""
    other = "giza" if wonder == "rhodes" else "rhodes"
    four = "wood stone clay wood"
    table = Table(
        city(wonder, four, built=BUILT[wonder]),
        city(other),
        piles=("coin ...",),
        seat=0,
    )
    table.choose(f"take {wonder}")
    assert Over() == table.state.ask
    assert [5] == [event.stage for event in table.happened(Built)]
    assert [0] == [event.seat for event in table.happened(TurnEnded)]
    (ended,) = table.happened(FinalSheet)
    assert table.state.score() == ended.sheet
    assert ended == table.news[-1]


@pytest.mark.parametrize("wonder", [wonder.id for wonder in catalog().wonders])
def test_stages_are_worth_what_is_printed_on_them(wonder: str) -> None:
    """As far as they are built (A7.2)."""
    other = "giza" if wonder == "rhodes" else "rhodes"
    worth = [stage.points for stage in catalog().wonders_by_id[wonder].stages]
    for n in range(5):
        built = " ".join("1234"[:n])
        sheet = Table(city(wonder, built=built), city(other)).state.score()
        assert sum(worth[:n]) == sheet.rows[0][0]
    total = {"giza": 30, "rhodes": 26, "alexandria": 25, "halicarnassus": 24}
    assert total.get(wonder, sum(worth)) == sum(worth)


def test_there_is_a_sheet_at_any_time() -> None:
    """Before wonders are known it is blank (A7.2)."""
    state = architects(Architects(3).begin(seeded("sheet")))
    assert ((0,) * 6,) * 3 == state.score().rows
    assert (0, 1, 2) == state.score().winners
    for table in at_random("sheet"):
        sheet = table.state.score()
        assert 3 == len(sheet.rows)
        assert all(sum(row[:-1]) == row[-1] for row in sheet.rows)
    assert table.happened(FinalSheet)[0].sheet == sheet
