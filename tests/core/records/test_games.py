"""Checking records of both games: what they have in common."""

from __future__ import annotations

import codecs
import copy
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import MAX_LINES, Flaw, RecordFault
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support import architects_records, records
from tests.support.records import (
    COMBINATIONS,
    Json,
    as_json,
    changed,
    fault,
    fault_or_none,
    file_lines,
    leaf_paths,
    value_at,
)
from tests.support.thorough import every, is_thorough

RECORDS = Path(__file__).parents[2] / "records"
BOTH = ("leaders", "edifice")

WONDERS = partial(records.example, 4, 1, BOTH)
ARCHITECTS = partial(architects_records.example, 2, 1)

either = pytest.mark.parametrize(
    "values", [WONDERS, ARCHITECTS], ids=["wonders", "architects"], indirect=True
)


@pytest.fixture
def values(request: pytest.FixtureRequest) -> Sequence[Json]:
    """Play a game, and return its record."""
    played: Sequence[Json] = request.param()
    return played


@pytest.mark.parametrize(
    ("name", "winner", "lines"),
    [
        ("typed", 1, 93),
        ("typed_leaders", 1, 118),
        ("typed_both", 2, 128),
        ("typed_architects", 0, 243),
    ],
)
def test_a_typed_record_is_correct(name: str, winner: int, lines: int) -> None:
    """Only one player's hands are known, and there may be empty lines anywhere."""
    result = check((RECORDS / f"{name}.jsonl").read_bytes().splitlines())
    assert ("Ann", "Béla", "Chiara") == result.names
    assert ((winner,), lines, ()) == (
        result.sheet.winners,
        result.lines,
        result.tolerated,
    )


PLAYED = [
    *(
        partial(
            records.example, players, number, COMBINATIONS[(players + number // 2) % 4]
        )
        for players, number in [(3, 0), (3, 6), (4, 3), (5, 1), (7, 4), (7, 7)]
    ),
    *(
        partial(architects_records.example, *game)
        for game in [(2, 1), (3, 0), (7, 0), (7, 1)]
    ),
]


@pytest.mark.parametrize("values", PLAYED, ids=range(len(PLAYED)), indirect=True)
def test_records_of_games_played_by_the_rules_are_correct(
    values: tuple[Json, ...],
) -> None:
    """Games of all sizes are checked, including the score sheets."""
    result = check(file_lines(values))
    assert len(values) == result.lines
    assert tuple(values[-1]["winners"]) == result.sheet.winners
    assert tuple(values[-1]["final"][0]) == result.sheet.categories
    assert tuple(it["name"] for it in values[0]["seats"]) == result.names
    assert () == result.tolerated


@either
def test_the_order_of_keys_and_cards_and_the_line_endings_do_not_matter(
    values: tuple[Json, ...],
) -> None:
    again = [dict(reversed(line.items())) for line in copy.deepcopy(values)]
    for line in again:
        for key in ("cards", "tokens", "hands"):
            if key in line and not {"battle", "conflict"} & line.keys():
                line[key] = [
                    sorted(it) if isinstance(it, list) else it for it in line[key]
                ]
                if key != "hands":
                    line[key].reverse()
    text = b"\n \n".join(b"  " + line.strip() + b"\r" for line in file_lines(again))
    whole = (codecs.BOM_UTF8 + text).splitlines(keepends=True)
    assert len(values) == check(whole).lines
    assert len(values) == check([b"\n", *text.splitlines(keepends=True)]).lines


@either
def test_a_record_that_breaks_off_is_unfinished(
    values: tuple[Json, ...],
) -> None:
    """Wherever it ends, the missing line is named, and what is expected there."""
    for end in every(5, range(len(values))):
        found = fault(values[:end])
        assert (Flaw.UNFINISHED, end + 1) == (found.flaw, found.line)
        assert str(found.detail).startswith("unfinished: the record ends before ")


@pytest.mark.parametrize("text", [[], [b"\n", b"  \n"]])
def test_an_empty_record_is_unfinished(text: list[bytes]) -> None:
    with pytest.raises(RecordFault) as caught:
        check(text)
    assert (Flaw.UNFINISHED, 1) == (caught.value.flaw, caught.value.line)


@either
def test_a_line_after_the_end_is_refused(values: tuple[Json, ...]) -> None:
    found = fault([*values, values[-1]])
    assert (Flaw.OUT_OF_PLACE, len(values) + 1) == (found.flaw, found.line)


@pytest.mark.parametrize(
    ("values", "step", "late"),
    [
        (partial(records.example, 3, 3, BOTH), 4 if is_thorough() else 16, 8),
        (ARCHITECTS, 3 if is_thorough() else 12, 0),
    ],
    ids=["wonders", "architects"],
    indirect=["values"],
)
def test_every_number_of_a_record_is_checked(
    values: tuple[Json, ...], step: int, late: int
) -> None:
    """
    Any number increased by one is a fault in its line, or soon after.

    In Architects, a wrong first player is noticed when somebody moves.
    """
    for index, line in enumerate(values):
        for path in list(leaf_paths(line))[index % step :: step]:
            number = value_at(line, path)
            if type(number) is int:
                now = [*values]
                now[index] = changed(line, path, number + 1)
                later = 6 if path == ("first",) else late
                assert index + 1 <= fault(now).line <= index + 1 + later


def chosen_boards(*boards: str) -> Sequence[Json]:
    rules = Wonders(3, boards=boards, draw=CHOSEN)
    return as_json(records.recorded(rules, "chosen"))


def chosen_wonders(players: int) -> Sequence[Json]:
    seed = f"chosen {players}"
    told = architects_records.recorded(players, seed, draw=CHOSEN)
    return architects_records.as_json(told)


@pytest.mark.parametrize(
    "game",
    [
        chosen_boards,
        partial(chosen_boards, "gizah", "olympia", "rhodos", "carthage"),
        *(partial(chosen_wonders, n) for n in (2, 7)),
    ],
)
def test_the_header_tells_whether_boards_were_chosen(
    game: partial[Sequence[Json]],
) -> None:
    """Without that key, the record is the same game, drawn by lot (W1.7, A1.1)."""
    header, *rest = game()
    assert "chosen" == header["draw"]
    assert None is fault_or_none([header, *rest])
    lot = {key: value for key, value in header.items() if key != "draw"}
    assert None is fault_or_none([lot, *rest])


@either
def test_no_more_lines_are_read_than_a_record_can_have(
    values: tuple[Json, ...],
) -> None:
    """An endless file is refused at the first line beyond the maximum."""
    many = f"line {MAX_LINES + 1}: more than {MAX_LINES}"
    with pytest.raises(RecordFault, match=many):
        check([b"\n"] * (MAX_LINES + 2))
    padding = [b"\n"] * (MAX_LINES - len(values))
    assert len(values) == check([*padding, *file_lines(values)]).lines
    with pytest.raises(RecordFault, match=many):
        check([*padding, b"\n", *file_lines(values)])


@given(
    st.sampled_from([tuple, WONDERS, ARCHITECTS]),
    st.lists(st.binary(max_size=200), max_size=5),
)
def test_rubbish_is_reported_as_a_fault(
    game: Callable[[], tuple[Json, ...]], rubbish: list[bytes]
) -> None:
    """Wherever it is in a file, one line is named."""
    with pytest.raises(RecordFault):
        check([*file_lines(game()[:20]), b"?", *rubbish])
