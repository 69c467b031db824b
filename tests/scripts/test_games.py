"""Scripts that play games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.scriptrunner import run_here

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"


def run(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPTS / f"{name}.py", *options],
        capture_output=True,
        text=True,
        check=False,
    )


def test_soak_says_how_many_games_it_played() -> None:
    """One for each of five numbers of players and three ways to play."""
    done = run("soak", "1")
    assert ("", 0) == (done.stderr, done.returncode)
    assert "15 games" == done.stdout.splitlines()[0]


def test_soak_plays_the_other_game_too() -> None:
    """One for each of six numbers of players and two ways to play."""
    done = run("soak", "1", "--game", "architects")
    assert ("", 0) == (done.stderr, done.returncode)
    assert "12 games" == done.stdout.splitlines()[0]
    assert any(line.endswith(" left") for line in done.stdout.splitlines())


def test_playthrough_says_which_are_as_they_were() -> None:
    """Without --update nothing is written."""
    done = run("playthrough", "leaders-3-day-1", "architects-4-lot-1")
    assert ("", 0) == (done.stderr, done.returncode)
    assert "leaders-3-day-1: as it was\narchitects-4-lot-1: as it was\n" == done.stdout


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("soak", ()),
        ("soak", ("0",)),
        ("soak", ("many",)),
        ("soak", ("1", "--game", "chess")),
        ("soak", ("1", "--game", "architects", "--with", "leaders")),
        ("recount", ()),
        ("sealed_games", ()),
        ("sealed_games", ("three", "--sides", "day")),
        ("playthrough", ("base-8",)),
        ("playthrough", ("--updat", "--nonsense")),
    ],
)
def test_wrong_use_is_one_line(
    name: str,
    options: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After the usage, and status 2; no traceback."""
    assert 2 == run_here(SCRIPTS / f"{name}.py", *options, patch=monkeypatch)
    said = capsys.readouterr()
    assert "" == said.out
    assert f"{name}.py: error: " in said.err.splitlines()[-1]
