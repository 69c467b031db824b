"""``wonders learn``: a first game with explanations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands import playing
from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.storage.home import VARIABLE
from tests.support.programs import WondersProcess


def test_learn_plays_against_two_bots_without_a_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In either game. Its options are those of ``wonders play``."""
    seen: list[tuple[Any, ...]] = []

    def play_here(loaded: object, wanted: object, **how: object) -> None:
        seen.append((loaded, wanted, how))

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(playing, "play_here", play_here)
    assert 0 == run(["learn", "--plain", "--name", "ann"])
    ((loaded, wanted, how),) = seen
    table = {"--players": 3, "--bots": 2, "--strategy": "builder", "--turn-time": 0}
    assert table | {"--game": "wonders", "--sides": "day"} == wanted
    assert isinstance(how.pop("teacher"), Teacher)
    assert {"given": wanted, "new": False} == how
    assert loaded.settings.plain
    assert 0 == run(["learn", "--game", "architects"])
    assert table | {"--game": "architects"} == seen[-1][1]


@pytest.fixture
def learn(fast_sealing_everywhere: None, tmp_path: Path) -> Iterator[WondersProcess]:
    process = WondersProcess(tmp_path, "learn", "--name", "ann")
    yield process
    process.process.kill()
    process.end()


def test_lessons_precede_their_questions_and_can_be_turned_off(
    learn: WondersProcess,
) -> None:
    """Through pipes: first the goal of the game, then the first hand."""
    for word, typed in (
        ("Age 1, turn 1", "s1"),
        ("Age 1, turn 2", "lessons"),
        ("No more lessons", "s1"),
        ("Age 1, turn 3", "quit"),
    ):
        learn.until(word)
        learn.type(typed)
    learn.type("yes")
    assert (0, "") == learn.end()
    told = [line for line in learn.lines if line.startswith("Lesson: ")]
    assert [
        "Lesson: The goal of the game",
        "Lesson: Where these cards come from",
    ] == told
    assert learn.lines.index(told[0]) < learn.lines.index("Your hand:")
    off = "No more lessons in this game. To turn them back on, type lessons."
    assert off in learn.lines
