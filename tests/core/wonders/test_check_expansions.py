"""Checking records with leaders and edifices: correct ones, and every mistake."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from sealed_wonders.core.records.script import Flaw
from sealed_wonders.core.wonders.check import check
from tests.support.records import (
    Json,
    as_json,
    fault,
    file_lines,
    order_beginning_with,
    player_with_wishes,
    recorded,
    rules_with,
)
from tests.support.thorough import only

BOTH = ("leaders", "edifice")
TRIES = 60


def search(
    wanted: Callable[[list[Json]], object],
    *wishes: str,
    expansions: tuple[str, ...] = BOTH,
    players: int = 3,
    **first: str,
) -> list[Json]:
    """
    Return the record of the first game that meets a condition.

    Args:
        wishes: moves that all players make whenever they can.
        first: as for `order_beginning_with`.
    """
    rules = rules_with(players, expansions)
    for number in range(TRIES):
        seats = [
            player_with_wishes(f"{number} {seat}", *wishes) for seat in range(players)
        ]
        order = order_beginning_with(rules, str(number), **first)
        values = as_json(recorded(rules, "", seats, order))
        if wanted(values):
            return values
    raise LookupError(f"none of {TRIES} games")


def has(**wanted: object) -> Callable[[list[Json]], bool]:
    return lambda values: any(map(matching(**wanted), values))


def matching(**wanted: object) -> Callable[[Json], bool]:
    """Return a predicate for lines with these values; ``...`` matches any value."""
    return lambda line: all(
        key in line and (value is ... or line[key] == value)
        for key, value in wanted.items()
    )


def where(values: Sequence[Json], **wanted: object) -> list[int]:
    """Return the indices of the lines with these values."""
    return [i for i, line in enumerate(values) if matching(**wanted)(line)]


def blamed(values: Sequence[Json], index: int, flaw: Flaw) -> str:
    """Check that a line, given by its index, is reported; return the detail."""
    found = fault(values)
    assert (index + 1, flaw) == (found.line, found.flaw)
    return str(found.detail)


def put(values: Sequence[Json], index: int, **new: Json) -> list[Json]:
    """Return a record with other values in one line; None means unknown."""
    return [*values[:index], values[index] | new, *values[index + 1 :]]


def without(values: Sequence[Json], index: int) -> list[Json]:
    return [*values[:index], *values[index + 1 :]]


def at_a_table(known: Sequence[Json]) -> list[Json]:
    """Return a record as somebody would type it: only with what everybody has seen."""
    values = copy.deepcopy(list(known))
    for line in values:
        if "hands" in line:
            line["hands"] = [None] * len(line["hands"])
        elif "drawn" in line:
            line["drawn"] = [None] * len(line["drawn"])
        elif line.get("do") in ("draft", "discard") or line.get("use") in (
            "stage",
            "sell",
        ):
            line["card"] = None
    return values


@cache
def some() -> tuple[Json, ...]:
    """Return the record of a game of three with both expansions."""
    return tuple(search(lambda values: len(where(values, use="recruit")) > 5))


@pytest.mark.parametrize("players", only([3, 5, 7], range(3, 8)))
def test_a_record_of_only_public_facts_is_correct(players: int) -> None:
    """No hand and no kept leader is known, only buildings and recruited leaders."""
    values = at_a_table(search(has(use="recruit"), players=players))
    assert len(values) == check(file_lines(values)).lines


def test_roma_draws_four_leaders() -> None:
    wishes = ("side night", "stage", "build sawmill", "build brickyard")
    values = search(has(drawn=...), *wishes, boards="roma")
    (index,) = where(values, drawn=...)
    for drawn in (values[index]["drawn"][:3], [*values[index]["drawn"], None]):
        said = blamed(put(values, index, drawn=drawn), index, Flaw.NO_SUCH_CARD)
        assert f"expected 4 leaders to be drawn, not {len(drawn)}" == said


def test_exactly_the_seats_without_a_pawn_pay_a_penalty() -> None:
    """Another seat's penalty is out of place, and a missing penalty is noticed."""

    def wanted(values: list[Json]) -> bool:
        return any(0 < len(where(values, do="penalty", age=age)) < 3 for age in AGES)

    values = search(wanted, "stage")
    age = next(a for a in AGES if 0 < len(where(values, do="penalty", age=a)) < 3)
    (index,) = where(values, edifice=age)
    owed = where(values, do="penalty", age=age)
    payers = [values[i]["seat"] for i in owed]
    spared = next(seat for seat in range(3) if seat not in payers)
    penalty = {"do": "penalty", "age": age, "seat": spared, "lose": "debt"}
    place = index + 1 + sum(seat < spared for seat in payers)
    now = [*values[:place], penalty, *values[place:]]
    blamed(now, place, Flaw.OUT_OF_PLACE)
    said = blamed(without(values, owed[-1]), owed[-1], Flaw.OUT_OF_PLACE)
    assert f"expected seat {payers[-1]}'s penalty in age {age} here" in said


AGES = (1, 2, 3)


def tokens(values: list[Json]) -> list[int]:
    return [i for i in where(values, do="penalty") if type(values[i]["lose"]) is list]


def test_lost_tokens_must_exist_and_match_the_debt() -> None:
    """They may be listed in any order."""

    def wanted(values: list[Json]) -> bool:
        return any(len({*values[i]["lose"]}) == 2 for i in tokens(values))

    values = search(wanted, edifices="outpost factory concentric_castle")
    for index in tokens(values):
        lose = values[index]["lose"]
        turned = put(values, index, lose=lose[::-1])
        assert len(values) == check(file_lines(turned)).lines
        for wrong in (lose[:1], [*lose, 1], [5, 5], "debt", 2, "altar", []):
            if wrong != lose:
                found = fault(put(values, index, lose=wrong))
                assert index + 1 == found.line
                assert found.flaw in (Flaw.DIFFERS, Flaw.ILLEGAL)


def test_the_first_of_two_wrong_penalties_is_reported() -> None:
    """Whether or not the seat had a choice."""

    def wanted(values: list[Json]) -> bool:
        return len(where(values, do="penalty", age=1)) == 3

    values = search(wanted, edifices="belvedere")
    first, *others = where(values, do="penalty", age=1)
    now = put(values, first, lose=[5, 5])
    for index in others:
        found = fault(put(now, index, lose=[5, 5]))
        assert first + 1 == found.line


@pytest.mark.parametrize("line", BOTH)
def test_the_score_sheet_has_the_lines_of_the_expansions_in_play(line: str) -> None:
    values = list(some())
    sheet = copy.deepcopy(values[-1])
    for row in sheet["final"]:
        del row[line]
    said = blamed([*values[:-1], sheet], len(values) - 1, Flaw.DIFFERS)
    assert said.startswith(f"final[0].{line} is left out in the record, but ")
    values = search(has(winners=...), expansions=())
    for row in values[-1]["final"]:
        row[line] = 0
    said = blamed(values, len(values) - 1, Flaw.DIFFERS)
    assert (
        f"final[0].{line} is 0 in the record, but left out according to the rules"
        == said
    )


def test_lines_of_an_expansion_are_refused_in_a_game_without_it() -> None:
    values = search(has(winners=...), expansions=())
    for line in (
        {"dealt": "leaders", "hands": [None] * 3},
        {"do": "draft", "round": 1, "seat": 0, "card": None},
        {"edifice": 1, "built": False},
        {"drawn": [None] * 4, "age": 1, "turn": 1, "seat": 0},
    ):
        now = [values[0], line, *values[1:]]
        assert "expected the age 1 hands here" in blamed(now, 1, Flaw.OUT_OF_PLACE)
