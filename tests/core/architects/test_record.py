"""Writing records of Architects: which lines are written, and in which order."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from sealed_wonders.core.architects import lines, record
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Searched,
)
from sealed_wonders.core.architects.reading import read
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.records.games import writer
from sealed_wonders.core.records.leaving import LeftLine
from tests.support.architects import Table, city, open_game
from tests.support.architects_records import recorded_with_leavers

NAMES = ("Ann", "Béla", "Chi")
RULES = Architects(3)


def test_every_kind_of_event_has_a_line() -> None:
    """So a new kind of event can't be forgotten."""
    assert {*record.LINES} == {*get_args(Event)}


def test_a_stage_with_both_tokens_survives_a_round_trip() -> None:
    """In the single order that a reader produces."""
    table = Table(
        city("giza", "wood wood coin", built="1 2 3 4", tokens="engineering economy"),
        "rhodes",
        at="act",
    )
    (built,) = table.happened(Built)
    line = record.line(built, NAMES, unknown, RULES)
    assert line is not None
    assert line == read(json.loads(lines.text(line)))


@pytest.mark.parametrize(
    ("below", "cards"),
    [
        ((), ("sci_gear", None, None, None, None)),
        ((1, 4), ("wood", "coin", "sci_gear", None, None)),
        ((3,), ("wood", "sci_gear", None, None, None)),
    ],
)
def test_unknown_cards_of_a_search_are_recorded_as_unknown(
    below: tuple[int, ...], cards: tuple[str | None, ...]
) -> None:
    """Everybody knows the top card; the others are those that the writer has seen."""
    table = Table(
        "halicarnassus, rhodes",
        piles=("sci_gear wood glass wood coin stone", ""),
        at="effect",
    )
    (searched,) = table.happened(Searched)
    some = {searched.slots[at - 1]: table.faces[searched.slots[at - 1]] for at in below}
    line = record.line(searched, NAMES, some.get, RULES)
    assert lines.SearchLine(1, 0, "halicarnassus", cards) == line
    assert line == read(json.loads(lines.text(line)))


def test_the_game_s_writer_writes_the_same_lines() -> None:
    table = open_game("written", 3)
    write = writer("architects")
    written = write(table.state, NAMES, unknown)
    assert list(map(lines.text, record.told(table.state, NAMES, unknown))) == written


def test_leaving_is_recorded_where_it_happened() -> None:
    """With the mixes that it causes, and the turn that it ends."""
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


def test_seats_that_left_before_the_cities_follow_the_header() -> None:
    """The header is the first line of every record; without cities there is none."""
    whole = recorded_with_leavers(4, "early", {0: (3,), 1: (1,)}, CHOSEN)
    assert ["HeaderLine", "LeftLine", "TopLine"] == [
        type(line).__name__ for line in whole[:3]
    ]
    assert LeftLine((1, 3)) == whole[1]
    assert [] == recorded_with_leavers(3, "early", {0: (1, 2)})
