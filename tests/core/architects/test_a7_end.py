"""The end of a game of Architects, and its score (RULES.md, A7)."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    FinalSheet,
    Studied,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Over, seeded
from tests.support.architects import Laid, Table, architects, at_random, city

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


def test_an_unfinished_wonder_ends_nothing() -> None:
    """Four stages of five (A7.1)."""
    table = Table(city("giza", "wood wood wood", built="1 2 3"), "rhodes", at="act")
    assert [4] == [event.stage for event in table.happened(Built)]
    assert 2 == table.state.turn


def test_the_last_turn_goes_on_to_its_end() -> None:
    """Symbols are turned in, and further cards taken (A7.1)."""
    table = Table(
        city(
            "giza",
            "wood stone clay sci_gear sci_gear",
            built="1 2 3 4",
            tokens="architecture",
        ),
        "rhodes",
        piles=("coin wood ...",),
    )
    table.choose("take giza", "build 5 wood+stone+clay+coin")
    assert [
        "extra architecture central",
        "extra architecture giza",
        "extra architecture rhodes",
        "science sci_gear+sci_gear",
    ] == table.moves()
    table.choose("science sci_gear+sci_gear", "token top")
    assert "end" in table.moves()
    table.choose("extra architecture giza")
    assert Over() == table.state.ask
    assert [FinalSheet] == [type(event) for event in table.news[-1:]]
    assert [] == table.happened(Studied)
    assert ["architecture"] == [event.by for event in table.happened(Taken)]


def sheet_of(one: Laid, **table: Any) -> dict[str, int]:
    """Give the lines of a city's row."""
    sheet = Table(one, "rhodes", **table).state.score()
    return dict(zip(sheet.categories, sheet.rows[0], strict=True))


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


def test_a_sheet_has_a_line_for_each_kind_of_points() -> None:
    """And their sum (A7.2)."""
    one = city(
        "giza",
        "civil_3vp civil_2vp_cat civil_2vp_cat wood coin sci_gear mil_0horn",
        built="1 2",
        tokens="culture education",
        victories=3,
    )
    expected = {
        "wonder": 9,
        "cat": 2,
        "blue": 7,
        "military": 9,
        "progress": 4 + 4,
        "total": 35,
    }
    assert expected == sheet_of(one, cat=0)
    assert {**expected, "cat": 0, "total": 33} == sheet_of(one, cat=1)


def test_other_cards_are_worth_nothing() -> None:
    """Grey, yellow, green and red ones (A7.2)."""
    kinds = [kind.id for kind in catalog().kinds if not kind.points]
    assert 0 == sheet_of(city("giza", " ".join(kinds)))["total"]


def test_the_highest_total_wins() -> None:
    """Whoever finished first or not (A7.2)."""
    table = Table(
        city("giza", built="1 2 3 4 5"),
        city(
            "rhodes", "civil_3vp civil_3vp", built="1 2 3 4", tokens="culture culture"
        ),
        "ephesus",
        at="end",
    )
    sheet = table.state.score()
    assert [30, 37, 0] == [row[-1] for row in sheet.rows]
    assert (1,) == sheet.winners


@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        # Four points for a stage, or for a token.
        (city("giza", built="1"), city("rhodes", tokens="culture"), (0,)),
        (city("giza", tokens="culture"), city("rhodes", built="1"), (1,)),
        (city("giza", built="1"), city("rhodes", built="1"), (0, 1)),
        (city("giza"), city("rhodes"), (0, 1)),
        (city("giza", "civil_3vp"), city("rhodes", victories=1), (0, 1)),
    ],
)
def test_stages_decide_a_tie(one: Laid, other: Laid, winners: tuple[int, ...]) -> None:
    """And where those are equal too, the victory is shared (A7.2)."""
    sheet = Table(one, other).state.score()
    assert sheet.rows[0][-1] == sheet.rows[1][-1]
    assert winners == sheet.winners


def test_more_stages_don_t_beat_more_points() -> None:
    """They decide only a tie (A7.2)."""
    sheet = Table(city("babylon", built="1 2"), city("giza", built="1")).state.score()
    assert [3, 4] == [row[-1] for row in sheet.rows]
    assert (1,) == sheet.winners


def test_three_may_share_a_victory() -> None:
    """Two of them, where the third built less (A7.2)."""
    table = Table(
        city("giza", built="1"),
        city("rhodes", built="1"),
        city("ephesus", tokens="culture"),
    )
    assert (0, 1) == table.state.score().winners


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
