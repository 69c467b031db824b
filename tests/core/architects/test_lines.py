"""
The lines of a record of Architects: their format, and which lines are refused.

docs/RECORD.md describes them. Other programs and older records use these keys.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from sealed_wonders.core.architects import lines, reading
from sealed_wonders.core.architects.scoring import CATEGORIES
from sealed_wonders.core.sentences import Sentence
from tests.support.architects_records import greedy_player, recorded
from tests.support.wronglines import check_all

SEATS = [
    {"name": name, "wonder": wonder}
    for name, wonder in (("Ann", "giza"), ("Béla", "rhodes"))
]
HEADER: dict[str, Any] = {
    "record": 1,
    "game": "architects",
    "players": 2,
    "seats": SEATS,
    "first": 1,
}
PLACE = {"turn": 12, "seat": 1}
TAKE: dict[str, Any] = {"do": "take", **PLACE, "pile": "central", "card": "wood"}
BUILD: dict[str, Any] = {"do": "build", **PLACE, "stage": 2, "cards": ["wood", "coin"]}
SCIENCE: dict[str, Any] = {"do": "science", **PLACE, "cards": ["sci_gear", "sci_gear"]}
TOKEN: dict[str, Any] = {"do": "token", **PLACE, "token": "culture", "from": "open"}
SEARCH: dict[str, Any] = {"do": "search", **PLACE, "pile": "giza", "cards": ["clay"]}
BATTLE: dict[str, Any] = {"battle": 9, "shields": [2, 0], "tokens": [2, 0]}
AFTER: dict[str, Any] = {"after": 9, "cat": None, "horns": 0}
ROW = dict(zip(CATEGORIES, (4, 2, 3, 6, 0, 15), strict=True))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (
            lines.HeaderLine(
                (lines.Seating("Ann", "giza"), lines.Seating("Béla", "rhodes")), 1
            ),
            HEADER,
        ),
        (
            lines.HeaderLine(
                (lines.Seating("Ann", "giza"), lines.Seating("Béla", "rhodes")),
                1,
                "chosen",
            ),
            HEADER | {"draw": "chosen"},
        ),
        (lines.TopLine("giza", "clay"), {"top": "giza", "card": "clay"}),
        (lines.OpenLine("culture"), {"open": "culture"}),
        (lines.TakeLine(12, 1, "central", "wood"), TAKE),
        (lines.TakeLine(12, 1, "central", "wood", "crafts"), TAKE | {"by": "crafts"}),
        (lines.TakeLine(12, 1, "central", "wood", "ephesus"), TAKE | {"by": "ephesus"}),
        (lines.BuildLine(12, 1, 2, ("wood", "coin")), BUILD),
        (
            lines.BuildLine(12, 1, 2, ("wood", "coin"), ("economy", "engineering")),
            BUILD | {"tokens": ["economy", "engineering"]},
        ),
        (lines.ScienceLine(12, 1, ("sci_gear", "sci_gear")), SCIENCE),
        (lines.TokenLine(12, 1, "culture", False), TOKEN),
        (lines.TokenLine(12, 1, "culture", True), TOKEN | {"from": "top"}),
        (lines.SearchLine(12, 1, "giza", ("clay",)), SEARCH),
        (lines.MixedLine("giza"), {"mixed": "giza"}),
        (lines.BattleLine(9, (2, 0), (2, 0)), BATTLE),
        (lines.AfterLine(9, None, 0), AFTER),
        (lines.AfterLine(9, 1, 2), AFTER | {"cat": 1, "horns": 2}),
        (
            lines.FinalLine(((4, 2, 3, 6, 0, 15),), (0,)),
            {"final": [ROW], "winners": [0]},
        ),
    ],
)
def test_a_line_is_written_as_documented_and_read_again(
    line: lines.Line, written: dict[str, Any]
) -> None:
    """Keys, order of keys and values are those of docs/RECORD.md."""
    assert json.dumps(written) == lines.text(line)
    assert line == reading.parse(lines.text(line).encode())


OF_WRONG_SHAPE: Sequence[tuple[object, str]] = (
    ([1], "not a JSON object: [1]"),
    ({}, "not a line of a record: {}"),
    ({"wonder": 1}, 'not a line of a record: {"wonder": 1}'),
    (HEADER | {"record": 2}, "the record's version must be 1, not 2"),
    (HEADER | {"game": "wonders"}, 'a different game: "wonders"'),
    (HEADER | {"players": 1}, "'players' must be 2 to 7, not 1"),
    (HEADER | {"players": 8}, "'players' must be 2 to 7, not 8"),
    (HEADER | {"players": 3}, "3 players, but 2 seats"),
    (HEADER | {"first": 2}, "'first' must be 0 to 1, not 2"),
    (HEADER | {"first": None}, "'first' must be 0 to 1, not null"),
    (HEADER | {"draw": "lot"}, "'draw' must be one of chosen, not \"lot\""),
    (HEADER | {"draw": None}, "'draw' must be one of chosen, not null"),
    (HEADER | {"with": []}, '"with" doesn\'t belong in this line'),
    (HEADER | {"seats": [SEATS[0]] * 2}, "giza is named twice"),
    (
        HEADER | {"seats": [SEATS[0], SEATS[1] | {"name": ""}]},
        "a name must have 1 to 64",
    ),
    (
        HEADER | {"seats": [SEATS[0], SEATS[1] | {"wonder": "gizah"}]},
        "'wonder' must be one of alexandria, babylon",
    ),
    (
        HEADER | {"seats": [SEATS[0], SEATS[1] | {"side": "day"}]},
        '"side" doesn\'t belong in this line',
    ),
    ({"top": "central", "card": "clay"}, "'top' must be one of alexandria,"),
    ({"top": "giza", "card": "culture"}, 'this isn\'t the id of a card: "culture"'),
    ({"top": "giza", "card": None}, "this isn't the id of a card: null"),
    ({"open": "clay"}, 'this isn\'t the id of a progress token: "clay"'),
    ({"do": "keep"}, "'do' must be one of take, build, science, token, search,"),
    (TAKE | {"turn": 0}, "'turn' must be 1 to 999, not 0"),
    (TAKE | {"seat": 7}, "'seat' must be 0 to 6, not 7"),
    (TAKE | {"seat": False}, "'seat' must be 0 to 6, not false"),
    (TAKE | {"pile": "tokens"}, "'pile' must be one of central, alexandria"),
    (TAKE | {"by": None}, "this isn't the id of a token or a wonder: null"),
    (TAKE | {"by": "clay"}, 'this isn\'t the id of a token or a wonder: "clay"'),
    (BUILD | {"stage": 6}, "'stage' must be 1 to 5, not 6"),
    (BUILD | {"cards": []}, "'cards' must name 1 to 4 cards, not []"),
    (BUILD | {"cards": ["wood"] * 5}, "'cards' must name 1 to 4 cards, not "),
    (BUILD | {"cards": "wood"}, "'cards' must be a list, not \"wood\""),
    (BUILD | {"tokens": []}, "'tokens' must be left out if no token was used"),
    (BUILD | {"tokens": ["wood"]}, "this isn't the id of a progress token:"),
    (SCIENCE | {"cards": ["sci_gear"] * 4}, "'cards' must name 1 to 3 cards, not "),
    (TOKEN | {"token": "top"}, 'this isn\'t the id of a progress token: "top"'),
    (TOKEN | {"from": "giza"}, "'from' must be one of open, top, not \"giza\""),
    (SEARCH | {"cards": ["wood"] * 6}, "'cards' must name 1 to 5 cards, not "),
    (SEARCH | {"cards": [None] * 6}, "'cards' must name 1 to 5 cards, not "),
    (SEARCH | {"cards": [None, ""]}, 'this isn\'t the id of a card: ""'),
    ({"mixed": "treasury"}, "'mixed' must be one of central, alexandria"),
    (BATTLE | {"shields": [-1, 0]}, "'shields' must be 0 to 999, not -1"),
    (BATTLE | {"tokens": None}, "'tokens' must be a list, not null"),
    (AFTER | {"cat": "none"}, "'cat' must be 0 to 6, not \"none\""),
    (AFTER | {"cat": 7}, "'cat' must be 0 to 6, not 7"),
    (AFTER | {"horns": -1}, "'horns' must be 0 to 999, not -1"),
    ({"final": [ROW | {"green": 1}], "winners": [0]}, '"green" doesn\'t belong'),
    ({"final": [{"wonder": 1}], "winners": [0]}, "'cat' is missing"),
    ({"final": [ROW], "winners": 0}, "'winners' must be a list, not 0"),
)


def test_a_line_of_the_wrong_shape_is_refused_with_a_reason() -> None:
    """The type and range of each key are checked, and no key may be added."""
    check_all(reading.parse, OF_WRONG_SHAPE, most=200)


@pytest.mark.parametrize(
    "line", [HEADER, TAKE, BUILD, SCIENCE, TOKEN, SEARCH, BATTLE, AFTER]
)
def test_no_key_may_be_missing(line: dict[str, Any]) -> None:
    for key in line:
        with pytest.raises(ValueError, match=r"is missing|not a line of a record"):
            reading.read({other: line[other] for other in line if other != key})


def test_cards_and_tokens_are_read_in_any_order() -> None:
    """The parsed line has the order of the catalogue."""
    tokens = ["economy", "engineering"]
    one = reading.read(BUILD | {"cards": ["coin", "wood"], "tokens": tokens[::-1]})
    assert reading.read(BUILD | {"tokens": tokens}) == one
    hand = ["sci_gear", "clay", "coin"]
    both = (reading.read(SEARCH | {"cards": it}) for it in (hand, hand[::-1]))
    assert lines.SearchLine(12, 1, "giza", ("clay", "coin", "sci_gear")) in both


def test_unknown_cards_of_a_search_come_last() -> None:
    """In no other line may a card be unknown."""
    some = [None, "coin", None, "clay"]
    for cards in (some, some[::-1]):
        read = reading.read(SEARCH | {"cards": cards})
        assert lines.SearchLine(12, 1, "giza", ("clay", "coin", None, None)) == read
        assert ["clay", "coin", None, None] == read.to_json()["cards"]
    for line in (BUILD, SCIENCE):
        with pytest.raises(ValueError, match="this isn't the id of a card: null"):
            reading.read(line | {"cards": ["wood", None]})


def test_different_lines_have_different_titles() -> None:
    """So one line is never mistaken for another."""
    whole = recorded(3, "titles", greedy_player)
    kinds: dict[Sentence, type] = {}
    for line in whole:
        assert kinds.setdefault(line.title, type(line)) is type(line)
    once = [
        it.title for it in whole if isinstance(it, lines.AfterLine | lines.BattleLine)
    ]
    assert len(once) == len({*once})
