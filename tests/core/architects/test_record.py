"""Writing records of Architects: which lines, in which order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import get_args

import pytest

from sealed_wonders.core.architects import lines, record
from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Peeked,
    Searched,
)
from sealed_wonders.core.architects.reading import read
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.records.leaving import LeftLine
from tests.support.architects import Table, city, open_game
from tests.support.architects_records import keen, left_by_some, recorded

NAMES = ("Ann", "Béla", "Chi")
RULES = Architects(3)


def told(table: Table, *moves: str) -> list[lines.Line]:
    """Choose, and give the lines of what came of it."""
    table.choose(*moves)
    found = (record.line(event, NAMES, table.faces.get, RULES) for event in table.news)
    return [line for line in found if line is not None]


def kinds(whole: Sequence[lines.Line]) -> list[str]:
    return [type(line).__name__ for line in whole]


@pytest.mark.parametrize("players", range(2, 8))
def test_a_game_is_told_from_its_header_to_its_sheet(players: int) -> None:
    """What lies open comes first, and each turn ends with its own line."""
    whole = recorded(players, f"order {players}", keen)
    order = kinds(whole)
    assert [
        "HeaderLine",
        *["TopLine"] * players,
        *["OpenLine"] * 3,
        "TakeLine",
    ] == order[: players + 5]
    assert ["AfterLine", "FinalLine"] == order[-2:]
    turns = [line.turn for line in whole if isinstance(line, lines.AfterLine)]
    assert list(range(1, len(turns) + 1)) == turns
    header = whole[0]
    assert isinstance(header, lines.HeaderLine)
    tops = [
        line.pile for line in whole[1 : players + 1] if isinstance(line, lines.TopLine)
    ]
    assert [seating.wonder for seating in header.seats] == tops


def test_each_kind_of_event_is_recorded_in_its_own_way() -> None:
    """One that is added isn't forgotten."""
    assert {*record.LINES} == {*get_args(Event)}


def test_a_stage_that_took_both_tokens_is_read_as_it_was_written() -> None:
    """In the one order that a reader brings them into."""
    table = Table(
        city("giza", "wood wood coin", built="1 2 3 4", tokens="engineering economy"),
        city("rhodes"),
        at="act",
    )
    (built,) = table.happened(Built)
    line = record.line(built, NAMES, unknown, RULES)
    assert line is not None
    assert line == read(json.loads(lines.text(line)))


def test_what_lies_below_a_card_is_told_after_it() -> None:
    """Where there is nothing, there is no line; nor below one of the central pile."""
    table = Table(
        city("giza"),
        city("rhodes"),
        city("babylon"),
        piles=("glass clay", "wood wood"),
        central="civil_3vp stone ...",
    )
    assert [
        lines.TakeLine(1, 0, "giza", "glass"),
        lines.TopLine("giza", "clay"),
        lines.AfterLine(1, None, 0),
    ] == told(table, "take giza")
    assert [
        lines.TakeLine(2, 1, CENTRAL, "civil_3vp"),
        lines.AfterLine(2, None, 0),
    ] == told(table, "take central")
    told(table, "take central")
    assert [
        lines.TakeLine(4, 0, "giza", "clay"),
        lines.BuildLine(4, 0, 1, ("clay", "glass")),
        lines.AfterLine(4, None, 0),
    ] == told(table, "take giza")


def test_a_stage_that_had_to_be_built_is_told_like_one_that_was_chosen() -> None:
    """With the tokens that helped to pay for it, and with what it brought."""
    laid = city("olympia", "wood coin", built="1", tokens="economy")
    table = Table(laid, city("rhodes"), central="mil_0horn ...")
    assert [
        lines.TakeLine(1, 0, CENTRAL, "mil_0horn"),
        lines.BuildLine(1, 0, 3, ("wood", "coin"), ("economy",)),
        lines.AfterLine(1, None, 0),
    ] == told(table, "take central", "build 3 wood+coin")
    table = Table(
        city("olympia", "stone coin", built="1"),
        city("rhodes"),
        piles=("clay glass stone", "civil_2vp_cat sci_gear"),
        central="stone ...",
    )
    assert [
        lines.TakeLine(1, 0, CENTRAL, "stone"),
        lines.BuildLine(1, 0, 2, ("stone", "stone")),
        lines.TakeLine(1, 0, "olympia", "clay", "olympia"),
        lines.TakeLine(1, 0, "rhodes", "civil_2vp_cat", "olympia"),
        lines.TopLine("olympia", "glass"),
        lines.TopLine("rhodes", "sci_gear"),
    ] == told(table, "take central")[:6]


def test_whoever_turns_symbols_in_takes_a_token_and_another_one_is_opened() -> None:
    """The unseen one is told as that, and then none is opened."""
    for choice, last in (
        ("token decor", [lines.OpenLine("science")]),
        ("token top", []),
    ):
        table = Table(
            city("giza", "sci_gear"),
            city("rhodes"),
            open="decor crafts tactics",
            tokens="science",
            central="sci_gear ...",
        )
        news = told(table, "take central", choice)
        top = choice == "token top"
        assert [
            lines.TakeLine(1, 0, CENTRAL, "sci_gear"),
            lines.ScienceLine(1, 0, ("sci_gear", "sci_gear")),
            lines.TokenLine(1, 0, "science" if top else "decor", top),
            *last,
            lines.AfterLine(1, None, 0),
        ] == news


def test_a_further_card_says_what_allowed_it() -> None:
    """The token; and that it wasn't taken is told by nothing."""
    laid = city("giza", tokens="science")
    table = Table(laid, city("rhodes"), central="sci_gear coin ...")
    assert [
        lines.TakeLine(1, 0, CENTRAL, "sci_gear"),
        lines.TakeLine(1, 0, CENTRAL, "coin", "science"),
        lines.AfterLine(1, None, 0),
    ] == told(table, "take central", "extra science central")
    table = Table(laid, city("rhodes"), central="sci_gear coin ...")
    assert [
        lines.TakeLine(1, 0, CENTRAL, "sci_gear"),
        lines.AfterLine(1, None, 0),
    ] == told(table, "take central", "end")


@pytest.mark.parametrize(
    ("pile", "cards", "kept", "last"),
    [
        ("clay", ("clay",), "clay", []),
        ("clay wood", ("wood", "clay"), "wood", []),
        ("clay wood", ("wood", "clay"), "clay", ["wood"]),
        ("clay wood coin", ("wood", "clay", "coin"), "clay", [None, "wood"]),
        ("clay wood coin", ("wood", "clay", "coin"), "wood", [None, "coin"]),
    ],
)
def test_a_search_tells_the_cards_and_the_mixing(
    pile: str, cards: tuple[str, ...], kept: str, last: list[str | None]
) -> None:
    """One that is left is turned up if it lay below; more of them are mixed."""
    table = Table(
        city("halicarnassus", built="1"),
        city("rhodes"),
        piles=(pile, "glass ..."),
        at="effect",
    )
    news = told(table, "search halicarnassus")
    if len(cards) > 1:
        where = [text for text in table.moves() if table.kept(text) == kept]
        news += told(table, *where)
    after = [
        lines.MixedLine("halicarnassus")
        if it is None
        else lines.TopLine("halicarnassus", it)
        for it in last
    ]
    assert [
        lines.SearchLine(1, 0, "halicarnassus", cards),
        lines.TakeLine(1, 0, "halicarnassus", kept, "halicarnassus"),
        *after,
    ] == news[: 2 + len(last)]
    assert not isinstance(news[2 + len(last)], lines.TopLine | lines.MixedLine)


@pytest.mark.parametrize(
    ("below", "cards"),
    [
        ((), ("sci_gear", None, None, None, None)),
        ((1, 4), ("wood", "coin", "sci_gear", None, None)),
        ((3,), ("wood", "sci_gear", None, None, None)),
    ],
)
def test_who_does_not_know_what_was_looked_through_says_so(
    below: tuple[int, ...], cards: tuple[str | None, ...]
) -> None:
    """The card on top is known to all; the others are those that the writer has seen."""
    table = Table(
        city("halicarnassus"),
        city("rhodes"),
        piles=("sci_gear wood glass wood coin stone", ""),
        at="effect",
    )
    (searched,) = table.happened(Searched)
    some = {searched.slots[at - 1]: table.faces[searched.slots[at - 1]] for at in below}
    line = record.line(searched, NAMES, some.get, RULES)
    assert lines.SearchLine(1, 0, "halicarnassus", cards) == line
    assert line == read(json.loads(lines.text(line)))


def test_a_battle_comes_before_the_end_of_its_turn() -> None:
    """With the shields there were in it; the tokens show peace again after it."""
    table = Table(
        city("giza", "mil_1horn"), city("rhodes"), horns=2, central="mil_2horn ..."
    )
    assert [
        lines.TakeLine(1, 0, CENTRAL, "mil_2horn"),
        lines.BattleLine(1, (2, 0), (2, 0)),
        lines.AfterLine(1, None, 0),
    ] == told(table, "take central")


def test_the_cat_is_told_at_the_end_of_the_turn_and_what_it_shows_is_not() -> None:
    """Who holds it stands in every turn; nobody's peek stands anywhere."""
    table = Table(city("giza"), city("rhodes"), central="civil_2vp_cat wood ...")
    assert lines.AfterLine(1, 0, 0) == told(table, "take central")[-1]
    table.choose("take rhodes")
    (peek,) = table.happened(Peeked)
    assert record.line(peek, NAMES, table.faces.get, RULES) is None


def test_records_are_written_as_text_for_whoever_plays() -> None:
    """The writer of the game gives the same lines."""
    table = open_game("written", 3)
    write = writer("architects")
    written = write(table.state, NAMES, unknown)
    assert list(map(lines.text, record.told(table.state, NAMES, unknown))) == written


def test_that_seats_left_is_told_where_it_happened() -> None:
    """With what is mixed because of that, and the turn that ends by it."""
    table = open_game("gone", 3)
    seat = table.state.seat
    table.leave(seat)
    found = (record.line(event, NAMES, unknown, RULES) for event in table.news)
    whole = [line for line in found if line is not None]
    assert LeftLine((seat,)) == whole[0]
    assert {"left": [seat]} == whole[0].to_json()
    mixed = [line.pile for line in whole if isinstance(line, lines.MixedLine)]
    assert [pile.name for pile in table.state.around] + ["tokens"] == mixed
    assert lines.AfterLine(1, None, 0) == whole[-1]
    assert whole == [read(json.loads(lines.text(line))) for line in whole]


def test_who_left_before_there_were_cities_is_told_after_the_header() -> None:
    """Which is the first line of every record; without cities there is none."""
    whole = left_by_some(4, "early", {0: (3,), 1: (1,)}, CHOSEN)
    assert ["HeaderLine", "LeftLine", "TopLine"] == kinds(whole[:3])
    assert LeftLine((1, 3)) == whole[1]
    assert [] == left_by_some(3, "early", {0: (1, 2)})
