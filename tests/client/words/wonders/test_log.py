"""The command ``log`` in line mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.stacks import Seated


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Return ann, after seven turns."""
    seated = Seated(tmp_path_factory.mktemp("story"))
    seated.play_until_turn(2, 2)
    return seated


def answer_to(seated: Seated, line: str) -> list[str]:
    return list(seated.human.person.commands.ask(line))


def headers(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("Age ") and "turn" in line]


def test_log_shows_the_whole_narration(seated: Seated) -> None:
    assert answer_to(seated, "log") == [
        told.line for told in seated.stack.known.narration
    ]
    assert answer_to(seated, "story") == answer_to(seated, "log")


def test_log_with_a_number_shows_the_last_turns(seated: Seated) -> None:
    assert headers(answer_to(seated, "log 1")) == ["Age 2, turn 1:"]
    assert headers(answer_to(seated, "log 3")) == [
        "Age 1, turn 5:",
        "Age 1, turn 6:",
        "Age 2, turn 1:",
    ]
    assert len(headers(answer_to(seated, "log 99"))) == 7


@pytest.mark.parametrize("line", ["log 1.3", "log 1 3"])
def test_log_with_an_age_and_a_turn_shows_that_turn(seated: Seated, line: str) -> None:
    assert headers(answer_to(seated, line)) == ["Age 1, turn 3:"]


@pytest.mark.parametrize("line", ["log 3.6", "log 0"])
def test_log_shows_nothing_for_turns_not_played(seated: Seated, line: str) -> None:
    assert answer_to(seated, line) == ["There is nothing to show."]


@pytest.mark.parametrize("line", ["log x", "log 1.9", "log -1", "log 1000000"])
def test_log_with_invalid_arguments_explains_its_use(seated: Seated, line: str) -> None:
    [said] = answer_to(seated, line)
    assert said.startswith("Type log for everything")


def test_log_says_that_no_turn_has_been_played(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    assert answer_to(seated, "log 1") == ["No turn has been played yet."]
    assert answer_to(seated, "log")
