"""The scenarios in `tests/scenarios/`, played line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.scenarios import FOLDER, STATEMENTS, Scenario, Stage, scenarios

ALL = [
    (scenario, game)
    for path in sorted(FOLDER.glob("*.txt"))
    for scenario in scenarios(path)
    for game in scenario.games
]

IDS = [f"{scenario.file}: {scenario.title}, {game}" for scenario, game in ALL]


@pytest.mark.parametrize(("scenario", "game"), ALL, ids=IDS)
def test_a_scenario(scenario: Scenario, game: str, tmp_path: Path) -> None:
    Stage(tmp_path, game).play(scenario)


def test_titles_of_scenarios_are_unique() -> None:
    """They are part of the tests' ids."""
    assert len({*IDS}) == len(IDS)


@pytest.mark.parametrize(
    "line",
    [
        "bob< You have a seat",
        "bob<1 You have a seat",
        "bob<! who",
        "ann| You have a seat",
        "ann|! Choose a side",
        "ann may not choose",
        "ann is asked accept",
        "ann's program plays",
        "ann has sealed",
        "ann has left",
        "ann knows the keys of bob",
        "seats: ann bob eve",
        "active: 4",
        "ann sees bots: bob",
        "bob is offered sing",
        "bob is not offered help",
        "bob's prompt is lobby>",
        "tables: 2",
        "bob has given up",
    ],
)
def test_a_false_statement_fails_a_scenario(line: str, tmp_path: Path) -> None:
    """The error contains the file, the line's number, and the line."""
    lines = ((3, "table"), (4, "bob> help"), (5, line))
    with pytest.raises(AssertionError, match=r"^some\.txt, line 5: "):
        Stage(tmp_path, "wonders").play(Scenario("some", "It fails", lines))


def test_an_unknown_statement_is_an_error(tmp_path: Path) -> None:
    lines = ((1, "table"), (2, "ann sings"))
    with pytest.raises(ValueError, match="no statement: ann sings"):
        Stage(tmp_path, "wonders").play(Scenario("some", "It fails", lines))


def test_every_statement_occurs_in_some_scenario() -> None:
    """Otherwise nobody needs it."""
    lines = [line for scenario, _ in ALL for _, line in scenario.lines]
    for pattern in STATEMENTS:
        assert any(re.fullmatch(pattern, line) for line in lines), pattern
