"""The lines of a record: what they look like, and what is refused as one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.scoring import LINES
from sealed_wonders.core.wonders.trade import Split
from tests.support.records import recorded

SEATS = [
    {"name": name, "board": board, "side": "day"}
    for name, board in (("Ann", "gizah"), ("Béla", "rhodos"), ("Chi", "carthage"))
]
HEADER: dict[str, Any] = {
    "record": 1,
    "game": "wonders",
    "players": 3,
    "with": [],
    "seats": SEATS,
    "edifices": None,
}
PAID = {"left": 0, "right": 0, "bank": 0}
PLAY: dict[str, Any] = {
    "do": "play",
    "age": 1,
    "turn": 1,
    "seat": 0,
    "card": "altar",
    "use": "build",
    "paid": PAID,
    "free": None,
}
PICK = {"do": "pick", "age": 2, "turn": 4, "seat": 1, "card": None, "by": "carthage"}
ROW = dict.fromkeys(LINES, 0)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (
            lines.Header(
                (
                    lines.Seating("Ann", "gizah", "day"),
                    lines.Seating("Béla", "rhodos", "day"),
                    lines.Seating("Chi", "carthage", "day"),
                )
            ),
            HEADER,
        ),
        (
            lines.Hands(2, (None, ("altar", "well"), None)),
            {"dealt": 2, "hands": [None, ["altar", "well"], None]},
        ),
        (lines.Use(1, 1, 0, "altar", "build"), PLAY),
        (
            lines.Use(3, 7, 6, None, "stage", Split(2, 3, 1), None, "left"),
            PLAY
            | {"age": 3, "turn": 7, "seat": 6, "card": None, "use": "stage"}
            | {"paid": {"left": 2, "right": 3, "bank": 1}, "half": "left"},
        ),
        (
            lines.Use(1, 1, 0, "altar", "build", free="power"),
            PLAY | {"free": "power"},
        ),
        (
            lines.Discard(1, 6, 2, "well"),
            {"do": "discard", "age": 1, "turn": 6, "seat": 2, "card": "well"},
        ),
        (lines.Pick(2, 4, 1, None, "carthage"), PICK),
        (
            lines.After(1, 6, (3, 0), (1, 2)),
            {"after": [1, 6], "coins": [3, 0], "shields": [1, 2]},
        ),
        (
            lines.Conflict(3, ((5, -1), (0, 0))),
            {"conflict": 3, "tokens": [[5, -1], [0, 0]]},
        ),
        (
            lines.Final(((-6, 1, 2, 3, 4, 5, 6, 15),), (0,)),
            {
                "final": [dict(zip(LINES, (-6, 1, 2, 3, 4, 5, 6, 15), strict=True))],
                "winners": [0],
            },
        ),
    ],
)
def test_a_line_is_written_as_documented_and_read_again(
    line: lines.Line, written: dict[str, Any]
) -> None:
    """Keys, order of keys and values are those of the documentation."""
    assert json.dumps(written) == lines.text(line)
    assert line == lines.parse(lines.text(line).encode())


@pytest.mark.parametrize("players", range(3, 8))
def test_every_line_of_a_game_can_be_read_again(players: int) -> None:
    """What is written of whole games is read as the same lines, none too long."""
    for line in recorded(Wonders(players), f"lines {players}"):
        text = lines.text(line)
        assert line == lines.parse(text.encode())
        assert len(text) < lines.MAX_LINE / 4


def test_a_line_is_plain_ascii() -> None:
    """Names in any script survive any terminal, file and mail."""
    header = lines.read(HEADER)
    assert lines.text(header).isascii()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not JSON"),
        (b"altar", "not JSON: expecting value at character 1"),
        (b'{"after": [1, 1]', "not JSON: expecting ',' delimiter at character 17"),
        (b"[1]", "not a JSON object: [1]"),
        (b"null", "not a JSON object: null"),
        (b"{}", "not a line of a record: {}"),
        (b'{"altar": 1}', 'not a line of a record: {"altar": 1}'),
        (b"\xff\xfe", "not UTF-8"),
        (b'"' + b" " * lines.MAX_LINE + b'"', "longer than 8192 bytes"),
        (b"[" * lines.MAX_DEPTH + b"[", "more than 64 brackets"),
        (b'{"dealt": NaN}', "not a whole number: NaN"),
        (b'{"dealt": -Infinity}', "not a whole number: -Infinity"),
        (b'{"dealt": 1.0}', "not a whole number: 1.0"),
        (b'{"dealt": 1e999999999}', "not a whole number: 1e999999999"),
        (b'{"dealt": ' + b"1" * 5000 + b"}", "too large a number: 1111111111"),
        (b'{"dealt": 1, "dealt": 2}', '"dealt" stands twice'),
        (b'{"record": "\\ud800"}', 'of another version than 1: "\\ud800"'),
    ],
)
def test_what_is_no_line_is_refused_with_a_reason(raw: bytes, reason: str) -> None:
    """Rubbish of any kind gives one sentence, whatever its size and depth."""
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        lines.parse(raw)
    assert len(str(caught.value)) < 200


def test_the_limits_are_where_they_are_said_to_be() -> None:
    """A line of just the length, and with just as many brackets, is read."""
    text = json.dumps(PICK).encode()
    assert lines.parse(text + b" " * (lines.MAX_LINE - len(text)))
    brackets = json.dumps(HEADER | {"with": "[" * (lines.MAX_DEPTH - 5)})
    with pytest.raises(ValueError, match="'with' is not a list"):
        lines.parse(brackets.encode())


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (HEADER | {"record": 2}, "of another version than 1: 2"),
        (HEADER | {"record": True}, "of another version than 1: true"),
        (HEADER | {"game": "chess"}, 'another game: "chess"'),
        (HEADER | {"players": 2}, "'players' is not 3 to 7: 2"),
        (HEADER | {"players": 8}, "'players' is not 3 to 7: 8"),
        (HEADER | {"players": 4}, "4 players and 3 seats"),
        (
            HEADER | {"with": ["leaders"]},
            'only the base game is known, not ["leaders"]',
        ),
        (HEADER | {"with": {}}, "'with' is not a list: {}"),
        (HEADER | {"edifices": []}, "only the base game is known"),
        (HEADER | {"extra": 1}, '"extra" has no place in this line'),
        (HEADER | {"seats": [1, 2, 3]}, "'seats' is not an object: 1"),
        (HEADER | {"seats": [SEATS[0]] * 3}, "there is only one board gizah"),
        (HEADER | {"seats": [*SEATS[:2], {}]}, "'name' is missing"),
        (
            HEADER | {"seats": [*SEATS[:2], SEATS[2] | {"name": ""}]},
            "a name has 1 to 64 characters",
        ),
        (
            HEADER | {"seats": [*SEATS[:2], SEATS[2] | {"name": "x" * 65}]},
            "a name has 1 to 64 characters",
        ),
        (
            HEADER | {"seats": [*SEATS[:2], SEATS[2] | {"name": "\x1b[2J"}]},
            "not a name that can be shown",
        ),
        (
            HEADER | {"seats": [*SEATS[:2], SEATS[2] | {"board": "troy"}]},
            "'board' is one of alexandria, babylon",
        ),
        (
            HEADER | {"seats": [*SEATS[:2], SEATS[2] | {"side": "dusk"}]},
            "'side' is one of day, night",
        ),
        ({"dealt": "leaders", "hands": []}, "'dealt' is not 1 to 3: \"leaders\""),
        ({"dealt": 1}, "'hands' is missing"),
        ({"dealt": 1, "hands": ["altar"]}, "'hands' is not a list: \"altar\""),
        ({"dealt": 1, "hands": [["gizah"]]}, 'not the id of a card: "gizah"'),
        ({"dealt": 1, "hands": [[None]]}, "not the id of a card: null"),
        ({"do": "draft"}, "'do' is one of play, discard, pick"),
        (PLAY | {"age": 0}, "'age' is not 1 to 3: 0"),
        (PLAY | {"age": 4}, "'age' is not 1 to 3: 4"),
        (PLAY | {"turn": 0}, "'turn' is not 1 to 7: 0"),
        (PLAY | {"turn": 8}, "'turn' is not 1 to 7: 8"),
        (PLAY | {"seat": -1}, "'seat' is not 0 to 6: -1"),
        (PLAY | {"seat": 7}, "'seat' is not 0 to 6: 7"),
        (PLAY | {"seat": False}, "'seat' is not 0 to 6: false"),
        (PLAY | {"card": None}, "a card that was built was seen: name it"),
        (PLAY | {"card": 12}, "not the id of a card: 12"),
        (PLAY | {"use": "recruit"}, "'use' is one of build, stage, sell"),
        (PLAY | {"paid": 3}, "'paid' is not an object: 3"),
        (PLAY | {"paid": {"left": 0}}, "'right' is missing"),
        (PLAY | {"paid": PAID | {"left": -1}}, "'left' is not 0 to 99: -1"),
        (PLAY | {"paid": PAID | {"bank": 100}}, "'bank' is not 0 to 99: 100"),
        (PLAY | {"paid": PAID | {"host": 1}}, '"host" has no place in this line'),
        (PLAY | {"use": "sell", "paid": PAID | {"bank": 1}}, "paid for a sale"),
        (PLAY | {"free": "magic"}, "chain or power"),
        (PLAY | {"free": "chain", "use": "stage"}, "chain or power"),
        (PLAY | {"free": "chain", "paid": PAID | {"left": 2}}, "chain or power"),
        (PLAY | {"half": "left"}, "'half' goes with a stage, not 'build'"),
        (PLAY | {"use": "stage", "half": None}, "'half' is one of left, right: null"),
        (PLAY | {"participate": True}, '"participate" has no place in this line'),
        (PICK | {"by": "solomon"}, "'by' is one of alexandria"),
        ({"after": [1], "coins": [], "shields": []}, "'after' is an age and a turn"),
        ({"after": [1, 1], "coins": [-1], "shields": []}, "'coins' is not 0 to 999"),
        ({"conflict": 1, "tokens": [[1]]}, "tokens of two conflicts each: [1]"),
        ({"conflict": 1, "tokens": [[6, 0]]}, "'tokens' is not -1 to 5: 6"),
        ({"final": [ROW | {"leaders": 0}], "winners": [0]}, '"leaders" has no place'),
        (
            {"final": [ROW | {"blue": 1000}], "winners": [0]},
            "'blue' is not -999 to 999",
        ),
        ({"final": [ROW], "winners": 0}, "'winners' is not a list: 0"),
    ],
)
def test_a_line_of_the_wrong_shape_is_refused_with_a_reason(
    value: dict[str, Any], reason: str
) -> None:
    """Each key is checked for its kind and bounds, and none may be added."""
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        lines.parse(json.dumps(value).encode())
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("line", [HEADER, PLAY, PICK])
def test_no_key_may_be_missing(line: dict[str, Any]) -> None:
    """A line is refused for each key that it lacks."""
    for key in line:
        with pytest.raises(ValueError, match=r"is missing|not a line of a record"):
            lines.read({other: line[other] for other in line if other != key})


def test_each_line_of_a_game_has_a_title_of_its_own() -> None:
    """A title says which line it is, so no two lines of a game share one."""
    for players in (3, 7):
        titles = [lines.title(line) for line in recorded(Wonders(players), "titles")]
        assert len(titles) == len(set(titles))
