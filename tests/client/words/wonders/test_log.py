"""The command ``log`` in line mode."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stacks import Seated


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seated]:
    """Ann, after seven turns."""
    seated = Seated(tmp_path_factory.mktemp("story"))
    seated.go_on_to(2, 2)
    yield seated
    seated.close()


def heard(seated: Seated, line: str) -> list[str]:
    return list(seated.human.person.commands.ask(line))


def headers(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("Age ") and "turn" in line]


def test_all_of_it_is_told(seated: Seated) -> None:
    assert heard(seated, "log") == [told.line for told in seated.stack.known.narration]
    assert heard(seated, "story") == heard(seated, "log")


def test_the_last_turns_are_told_alone(seated: Seated) -> None:
    assert headers(heard(seated, "log 1")) == ["Age 2, turn 1:"]
    assert headers(heard(seated, "log 3")) == [
        "Age 1, turn 5:",
        "Age 1, turn 6:",
        "Age 2, turn 1:",
    ]
    assert len(headers(heard(seated, "log 99"))) == 7


@pytest.mark.parametrize("line", ["log 1.3", "log 1 3"])
def test_any_turn_is_told_by_its_number(seated: Seated, line: str) -> None:
    assert headers(heard(seated, line)) == ["Age 1, turn 3:"]


@pytest.mark.parametrize("line", ["log 3.6", "log 0"])
def test_what_was_not_played_is_not_told(seated: Seated, line: str) -> None:
    assert heard(seated, line) == ["There is nothing to show."]


@pytest.mark.parametrize("line", ["log x", "log 1.9", "log -1", "log 1000000"])
def test_what_is_no_part_of_it_says_how_to_ask(seated: Seated, line: str) -> None:
    [said] = heard(seated, line)
    assert said.startswith("Type log for everything")


def test_before_the_first_turn_there_is_none(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    assert heard(seated, "log 1") == ["No turn has been played yet."]
    assert heard(seated, "log")
    seated.close()
