"""``wonders learn``: a first game with explanations."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands import playing
from sealed_wonders.client.storage.home import VARIABLE
from sealed_wonders.client.words.teacher import Teacher

PATIENCE = 60
"""Seconds after which a test that hangs has failed."""


def test_a_table_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots and no time, at either game; the options are those of playing."""
    seen: list[tuple[object, ...]] = []

    def play_here(loaded: object, wanted: object, **how: object) -> None:
        seen.append((loaded, wanted, how))

    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(playing, "play_here", play_here)
    assert 0 == run(["learn", "--plain", "--name", "ann"])
    ((loaded, wanted, how),) = seen
    table = {"--players": 3, "--bots": 2, "--strategy": "builder", "--turn-time": 0}
    assert table | {"--game": "wonders", "--sides": "day"} == wanted
    assert isinstance(how.pop("teacher"), Teacher)  # type: ignore[attr-defined]
    assert {"given": wanted, "new": False} == how
    assert loaded.settings.plain  # type: ignore[attr-defined]
    assert 0 == run(["learn", "--game", "architects"])
    assert table | {"--game": "architects"} == seen[-1][1]


@pytest.mark.parametrize(
    "words",
    [
        ("now",),
        ("--name", "a\nb"),
        ("--players", "4"),
        ("--game", "chess"),
        ("--game", "architects", "--with", "leaders"),
    ],
)
def test_wrong_use_is_one_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run(["learn", *words])
    said = capsys.readouterr()
    assert ("", 1) == (said.out, len(said.err.splitlines()))
    assert said.err.startswith("wonders learn: ")


Steps = tuple[tuple[str, str], ...]
"""What is waited for in the lines, and what is typed then."""


def test_lessons_come_before_the_questions_they_belong_to(
    hurried: None, tmp_path: Path
) -> None:
    """Through pipes: what it is about, then the first hand; and no more when not wanted."""
    steps = (
        ("Age 1, turn 1", "s1"),
        ("Age 1, turn 2", "lessons"),
        ("No more lessons", "s1"),
        ("Age 1, turn 3", "quit"),
    )
    lines = _learned(tmp_path, steps)
    told = [line for line in lines if line.startswith("Lesson: ")]
    assert [
        "Lesson: The goal of the game",
        "Lesson: Where these cards come from",
    ] == told
    assert lines.index(told[0]) < lines.index("Your hand:")
    assert "No more lessons in this game. To turn them back on, type lessons." in lines


def _learned(folder: Path, steps: Steps) -> list[str]:
    """Play the beginning of a first game, and leave; gives all lines."""
    command = [sys.executable, "-m", "sealed_wonders.client", "learn", "--name", "ann"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, VARIABLE: str(folder)},
    ) as learn:
        watchdog = threading.Timer(PATIENCE, learn.kill)
        watchdog.start()
        try:
            lines = _talked(learn, steps)
            _status, complaints = learn.wait(), learn.stderr and learn.stderr.read()
        finally:
            watchdog.cancel()
    assert (0, "") == (_status, complaints)
    return lines


def _talked(learn: subprocess.Popen[str], steps: Steps) -> list[str]:
    lines: list[str] = []

    def until(word: str) -> None:
        for line in learn.stdout or ():
            lines.append(line.rstrip("\n"))
            if word in line:
                return
        raise EOFError("\n".join(lines[-20:]))

    def type_(line: str) -> None:
        assert learn.stdin is not None
        learn.stdin.write(f"{line}\n")

    for word, typed in steps:
        until(word)
        type_(typed)
    type_("yes")
    lines += [line.rstrip("\n") for line in learn.stdout or ()]
    return lines
