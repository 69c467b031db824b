"""
The lines of a record of 7 Wonders: their format, and which lines are refused.

docs/RECORD.md describes them. Other programs and older records use these keys.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from sealed_wonders.core.records import fields
from sealed_wonders.core.wonders import lines, reading, scoring
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from sealed_wonders.core.wonders.trade import Split
from tests.support.records import recorded
from tests.support.wronglines import check_all, refused

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


def third(**changes: object) -> dict[str, Any]:
    """Return a header with changes for the third seat."""
    return HEADER | {"seats": [*SEATS[:2], SEATS[2] | changes]}


SEATED = tuple(lines.Seating(it["name"], it["board"], it["side"]) for it in SEATS)
EDIFICES = HEADER | {"with": ["edifice"], "edifices": ["outpost", "factory", "agora"]}
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
RECRUIT = PLAY | {"turn": 0, "card": "nero", "use": "recruit"}
STAGE = PLAY | {"card": None, "use": "stage"}
EXTRA: dict[str, Any] = {
    "do": "extra_leader",
    "age": 3,
    "turn": 2,
    "seat": 1,
    "card": "nero",
    "paid": PAID,
}
DROP = {"do": "drop_token", "age": 3, "turn": 0, "seat": 1, "value": 5}
DRAFT = {"do": "draft", "round": 4, "seat": 2, "card": None}
PENALTY = {"do": "penalty", "age": 3, "seat": 2, "lose": [1, 5]}
DRAWN = {"drawn": ["nero", None], "age": 1, "turn": 6, "seat": 0}
FOUGHT = {"conflict": 3, "tokens": [[5, 0], [0, 0]], "deflected": [[1, 0]]}
ROW = dict.fromkeys(BASE_CATEGORIES, 0)
SHEET = scoring.categories(("leaders", "edifice"))
WORTH = (0, 1, 2, 3, 4, 5, 6, 7, -2, 26)
LOSS = (-6, 1, 2, 3, 4, 5, 6, 15)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        (lines.HeaderLine(SEATED), HEADER),
        (
            lines.HandsLine(2, (None, ("altar", "well"), None)),
            {"dealt": 2, "hands": [None, ["altar", "well"], None]},
        ),
        (lines.UseLine(1, 1, 0, "altar", "build"), PLAY),
        (
            lines.UseLine(3, 7, 6, None, "stage", Split(2, 3, 1), None, "left"),
            PLAY
            | {"age": 3, "turn": 7, "seat": 6, "card": None, "use": "stage"}
            | {"paid": {"left": 2, "right": 3, "bank": 1}, "half": "left"},
        ),
        (
            lines.UseLine(1, 1, 0, "altar", "build", free="power"),
            PLAY | {"free": "power"},
        ),
        (
            lines.DiscardLine(1, 6, 2, "well"),
            {"do": "discard", "age": 1, "turn": 6, "seat": 2, "card": "well"},
        ),
        (lines.PickLine(2, 4, 1, None, "carthage"), PICK),
        (
            lines.AfterLine(1, 6, (3, 0), (1, 2)),
            {"after": [1, 6], "coins": [3, 0], "shields": [1, 2]},
        ),
        (
            lines.ConflictLine(3, ((5, -1), (0, 0))),
            {"conflict": 3, "tokens": [[5, -1], [0, 0]]},
        ),
        (
            lines.HeaderLine(SEATED, ("edifice",), ("outpost", "factory", "agora")),
            EDIFICES,
        ),
        (
            lines.LeadersLine((None, ("nero", "midas"))),
            {"dealt": "leaders", "hands": [None, ["nero", "midas"]]},
        ),
        (lines.DraftLine(4, 2, None), DRAFT),
        (lines.UseLine(1, 0, 0, "nero", "recruit"), RECRUIT),
        (
            lines.UseLine(
                1, 1, 0, None, "stage", NOTHING, None, "left", True, 3, "midas"
            ),
            STAGE | {"half": "left", "participate": True, "pawn": 3, "bury": "midas"},
        ),
        (lines.DrawnLine(1, 6, 0, ("nero", None)), DRAWN),
        (lines.ExtraLine(3, 2, 1, "nero"), EXTRA),
        (lines.TokenLine(3, 0, 1, 5), DROP),
        (lines.EdificeLine(2, False), {"edifice": 2, "built": False}),
        (lines.PenaltyLine(3, 2, (1, 5)), PENALTY),
        (lines.PenaltyLine(3, 2, 9), PENALTY | {"lose": 9}),
        (lines.PenaltyLine(3, 2, "altar"), PENALTY | {"lose": "altar"}),
        (lines.PenaltyLine(3, 2, "debt"), PENALTY | {"lose": "debt"}),
        (lines.ConflictLine(3, ((5, 0), (0, 0)), ((1, 0),)), FOUGHT),
        (
            lines.FinalLine((WORTH,), (0,), SHEET),
            {"final": [dict(zip(SHEET, WORTH, strict=True))], "winners": [0]},
        ),
        (
            lines.FinalLine((LOSS,), (0,)),
            {"final": [dict(zip(BASE_CATEGORIES, LOSS, strict=True))], "winners": [0]},
        ),
    ],
)
def test_a_line_is_written_as_documented_and_read_again(
    line: lines.Line, written: dict[str, Any]
) -> None:
    """Keys, order of keys and values are those of docs/RECORD.md."""
    assert json.dumps(written) == lines.text(line)
    assert line == reading.parse(lines.text(line).encode())


def test_a_line_is_plain_ascii() -> None:
    """Names in any script survive any terminal, file and mail."""
    header = reading.read(HEADER)
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
        (b'"' + b" " * fields.MAX_LINE + b'"', "longer than 8192 bytes"),
        (b"[" * fields.MAX_DEPTH + b"[", "more than 64 brackets"),
        (b'{"dealt": NaN}', "not a whole number: NaN"),
        (b'{"dealt": -Infinity}', "not a whole number: -Infinity"),
        (b'{"dealt": 1.0}', "not a whole number: 1.0"),
        (b'{"dealt": 1e999999999}', "not a whole number: 1e999999999"),
        (b'{"dealt": ' + b"1" * 5000 + b"}", "the number is too large: 1111111111"),
        (b'{"dealt": 1, "dealt": 2}', '"dealt" appears twice'),
        (b'{"record": "\\ud800"}', 'the record\'s version must be 1, not "[U+D800]"'),
    ],
)
def test_text_that_is_no_line_is_refused_with_a_reason(raw: bytes, reason: str) -> None:
    said = refused(reading.parse, raw)
    assert reason in said
    assert len(said) < 200


def test_the_limits_of_a_line_are_exact() -> None:
    """
    A line of exactly the maximum length, or with the maximum number of brackets, is
    parsed.
    """
    text = json.dumps(PICK).encode()
    assert reading.parse(text + b" " * (fields.MAX_LINE - len(text)))
    brackets = json.dumps(HEADER | {"with": "[" * (fields.MAX_DEPTH - 5)})
    with pytest.raises(ValueError, match="'with' must be a list"):
        reading.parse(brackets.encode())


OF_WRONG_SHAPE: Sequence[tuple[dict[str, Any], str]] = (
    (HEADER | {"record": 2}, "the record's version must be 1, not 2"),
    (HEADER | {"record": True}, "the record's version must be 1, not true"),
    (HEADER | {"game": "chess"}, 'a different game: "chess"'),
    (HEADER | {"players": 2}, "'players' must be 3 to 7, not 2"),
    (HEADER | {"players": 8}, "'players' must be 3 to 7, not 8"),
    (HEADER | {"players": 4}, "4 players, but 3 seats"),
    (HEADER | {"with": ["cities"]}, "'with' must name some of leaders, edifice,"),
    (HEADER | {"with": ["leaders"] * 2}, "'with' must name some of leaders,"),
    (HEADER | {"with": [["leaders"]]}, "'with' must name some of leaders, edifice"),
    (HEADER | {"with": {}}, "'with' must be a list, not {}"),
    (HEADER | {"edifices": []}, "'edifices' must be null in a game without"),
    (EDIFICES | {"edifices": None}, "'edifices' must be a list, not null"),
    (EDIFICES | {"edifices": ["altar"]}, "this isn't the id of an edifice:"),
    (EDIFICES | {"edifices": ["outpost"]}, "expected one edifice for each age,"),
    (
        EDIFICES | {"edifices": ["factory", "outpost", "agora"]},
        "expected one edifice for each age, in order",
    ),
    (HEADER | {"extra": 1}, '"extra" doesn\'t belong in this line'),
    (HEADER | {"draw": "lot"}, "'draw' must be one of chosen, not \"lot\""),
    (HEADER | {"draw": None}, "'draw' must be one of chosen, not null"),
    (HEADER | {"seats": [1, 2, 3]}, "'seats' must be an object, not 1"),
    (HEADER | {"seats": [SEATS[0]] * 3}, "gizah is named twice"),
    (HEADER | {"seats": [*SEATS[:2], {}]}, "'name' is missing"),
    (third(name=""), "a name must have 1 to 64 characters"),
    (third(name="x" * 65), "a name must have 1 to 64 characters"),
    (third(name="\x1b[2J"), "not a name that can be displayed"),
    (third(board="troy"), "'board' must be one of alexandria, babylon"),
    (third(side="dusk"), "'side' must be one of day, night"),
    ({"dealt": "guilds", "hands": []}, "'dealt' must be 1, 2, 3 or \"leaders\","),
    ({"dealt": True, "hands": []}, "'dealt' must be 1, 2, 3 or \"leaders\", not"),
    ({"dealt": "leaders", "hands": [["altar"]]}, "this isn't the id of a leader"),
    ({"dealt": 1, "hands": [["nero"]]}, 'this isn\'t the id of a card: "nero"'),
    ({"dealt": 1}, "'hands' is missing"),
    ({"dealt": 1, "hands": ["altar"]}, "'hands' must be a list, not \"altar\""),
    ({"dealt": 1, "hands": [["gizah"]]}, 'this isn\'t the id of a card: "gizah"'),
    ({"dealt": 1, "hands": [[None]]}, "this isn't the id of a card: null"),
    ({"do": "dance"}, "'do' must be one of draft, play, discard, pick,"),
    (PLAY | {"age": 0}, "'age' must be 1 to 3, not 0"),
    (PLAY | {"age": 4}, "'age' must be 1 to 3, not 4"),
    (PLAY | {"turn": -1}, "'turn' must be 0 to 7, not -1"),
    (PLAY | {"turn": 8}, "'turn' must be 0 to 7, not 8"),
    (PLAY | {"turn": 0}, 'this isn\'t the id of a leader: "altar"'),
    (PLAY | {"card": "nero"}, 'this isn\'t the id of a card: "nero"'),
    (PLAY | {"seat": -1}, "'seat' must be 0 to 6, not -1"),
    (PLAY | {"seat": 7}, "'seat' must be 0 to 6, not 7"),
    (PLAY | {"seat": False}, "'seat' must be 0 to 6, not false"),
    (PLAY | {"card": None}, "a card that was built or recruited must be named"),
    (RECRUIT | {"card": None}, "a card that was built or recruited must be named"),
    (RECRUIT | {"use": "build"}, "'use' must be one of recruit, stage, sell, not"),
    (RECRUIT | {"free": "power"}, "chain or power"),
    (PLAY | {"card": 12}, "this isn't the id of a card: 12"),
    (PLAY | {"use": "recruit"}, "'use' must be one of build, stage, sell"),
    (PLAY | {"paid": 3}, "'paid' must be an object, not 3"),
    (PLAY | {"paid": {"left": 0}}, "'right' is missing"),
    (PLAY | {"paid": PAID | {"left": -1}}, "'left' must be 0 to 99, not -1"),
    (PLAY | {"paid": PAID | {"bank": 100}}, "'bank' must be 0 to 99, not 100"),
    (PLAY | {"paid": PAID | {"host": 1}}, '"host" doesn\'t belong in this line'),
    (
        PLAY | {"use": "sell", "paid": PAID | {"bank": 1}},
        "selling a card has no price",
    ),
    (PLAY | {"free": "magic"}, "chain or power"),
    (PLAY | {"free": "chain", "use": "stage"}, "chain or power"),
    (PLAY | {"free": "chain", "paid": PAID | {"left": 2}}, "chain or power"),
    (PLAY | {"half": "left"}, "'half' is only for a stage, not for 'build'"),
    (PLAY | {"use": "stage", "half": None}, "'half' must be one of left, right,"),
    (PLAY | {"participate": True}, "'participate' is only for a stage, not for"),
    (STAGE | {"participate": False}, "'participate' must be true or left out,"),
    (STAGE | {"participate": 1}, "'participate' must be true or left out, not 1"),
    (STAGE | {"pawn": 4}, "'pawn' must be 1 to 3, not 4"),
    (STAGE | {"pawn": 0}, "'pawn' must be 1 to 3, not 0"),
    (STAGE | {"bury": "altar"}, 'this isn\'t the id of a leader: "altar"'),
    (STAGE | {"bury": None}, "this isn't the id of a leader: null"),
    (RECRUIT | {"bury": "nero"}, "'bury' is only for a stage, not for 'recruit'"),
    (PICK | {"by": "gizah"}, "'by' must be one of halikarnassos, carthage,"),
    (PICK | {"card": "nero"}, 'this isn\'t the id of a card: "nero"'),
    (DRAFT | {"round": 5}, "'round' must be 1 to 4, not 5"),
    (DRAFT | {"card": "altar"}, 'this isn\'t the id of a leader: "altar"'),
    (EXTRA | {"turn": 8}, "'turn' must be 0 to 7, not 8"),
    (EXTRA | {"card": None, "paid": PAID | {"bank": 1}}, "declining a leader has"),
    (DROP | {"value": 2}, "'value' must be 1, 3 or 5, not 2"),
    (DROP | {"value": -1}, "'value' must be 1 to 5, not -1"),
    (DRAWN | {"drawn": "nero"}, "'drawn' must be a list, not \"nero\""),
    (DRAWN | {"drawn": [1]}, "this isn't the id of a leader: 1"),
    ({"edifice": 0, "built": True}, "'edifice' must be 1 to 3, not 0"),
    ({"edifice": 1, "built": 1}, "'built' must be true or false, not 1"),
    (PENALTY | {"lose": "nero"}, "'lose' must be a card, a number of coins, a"),
    (PENALTY | {"lose": None}, "'lose' must be a card, a number of coins, a list"),
    (PENALTY | {"lose": True}, "'lose' must be a card, a number of coins, a list"),
    (PENALTY | {"lose": 0}, "'lose' must be 1 to 999, not 0"),
    (PENALTY | {"lose": [-1]}, "'lose' must be 1 to 5, not -1"),
    ({"after": [1], "coins": [], "shields": []}, "'after' must be an age and a"),
    ({"after": [1, 1], "coins": [-1], "shields": []}, "'coins' must be 0 to 999"),
    ({"conflict": 1, "tokens": [[1]]}, "expected the tokens from two conflicts,"),
    ({"conflict": 1, "tokens": [[6, 0]]}, "'tokens' must be -1 to 5, not 6"),
    (FOUGHT | {"deflected": []}, "'deflected' must be left out if it is empty"),
    (FOUGHT | {"deflected": [[1]]}, "expected two seats, from and to, not [1]"),
    (FOUGHT | {"deflected": [[1, 7]]}, "'deflected' must be 0 to 6, not 7"),
    ({"final": [ROW | {"cities": 0}], "winners": [0]}, '"cities" doesn\'t belong'),
    (
        {"final": [ROW, ROW | {"leaders": 0}], "winners": [0]},
        "all players on the score sheet must have the same categories",
    ),
    ({"final": [ROW | {"blue": 1000}], "winners": [0]}, "'blue' must be -999 to"),
    ({"final": [ROW], "winners": 0}, "'winners' must be a list, not 0"),
)


def test_a_line_of_the_wrong_shape_is_refused_with_a_reason() -> None:
    """The type and range of each key are checked, and no key may be added."""
    check_all(reading.parse, OF_WRONG_SHAPE, most=220)


def test_expansions_and_lost_tokens_have_no_order() -> None:
    both = {"with": ["edifice", "leaders"]}
    turned = {"with": ["leaders", "edifice"]}
    assert reading.read(EDIFICES | both) == reading.read(EDIFICES | turned)
    assert reading.read(PENALTY) == reading.read(PENALTY | {"lose": [5, 1]})


@pytest.mark.parametrize(
    ("board", "expansion"),
    [("roma", "leaders"), ("abu_simbel", "leaders"), ("ur", "edifice")],
)
def test_an_expansion_s_board_is_valid_only_with_that_expansion(
    board: str, expansion: str
) -> None:
    """It is a board of the games played with it, and of no others."""
    seats = [*SEATS[:2], SEATS[2] | {"board": board}]
    for name in ("leaders", "edifice"):
        edifices = EDIFICES["edifices"] if name == "edifice" else None
        header = HEADER | {"with": [name], "seats": seats, "edifices": edifices}
        if name == expansion:
            assert header == reading.read(header).to_json()
        else:
            with pytest.raises(ValueError, match="'board' must be one of alexandria"):
                reading.read(header)


@pytest.mark.parametrize(
    "line", [HEADER, PLAY, PICK, EXTRA, DROP, DRAFT, PENALTY, DRAWN]
)
def test_no_key_may_be_missing(line: dict[str, Any]) -> None:
    for key in line:
        with pytest.raises(ValueError, match=r"is missing|not a line of a record"):
            reading.read({other: line[other] for other in line if other != key})


@pytest.mark.parametrize("expansions", [(), ("leaders", "edifice")])
def test_each_line_of_a_game_has_a_distinct_title(
    expansions: tuple[str, ...],
) -> None:
    for players in (3, 7):
        rules = Wonders(players, expansions=expansions)
        titles = [line.title for line in recorded(rules, "titles")]
        assert len(titles) == len(set(titles))
