"""Scripts that play games."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support import architects_soak, soak
from tests.support.programs import run_to_end
from tests.support.scriptrunner import run_here

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"


def leaving_only(
    play: Callable[..., Counter[str]],
    players: int,
    way: str,
    *rest: str,
    **more: object,
) -> Counter[str]:
    return play(players, way, *rest, **more) if way == "leaving" else Counter()


@pytest.mark.parametrize(
    ("options", "games"),
    [(("1",), 15), (("1", "--game", "architects"), 12)],
    ids=["five numbers of players, three ways to play", "six numbers, two ways"],
)
def test_soak_prints_how_many_games_it_played(
    options: tuple[str, ...],
    games: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """
    It counts every number of players and way to play; here, only games with leaving
    seats are really played.
    """
    for module in (soak, architects_soak):
        monkeypatch.setattr(module, "soak", partial(leaving_only, module.soak))
    assert not run_here(SCRIPTS / "soak.py", *options, patch=monkeypatch)
    lines = capsys.readouterr().out.splitlines()
    assert f"{games} games" == lines[0]
    assert any(line.endswith(" left") for line in lines)


def test_playthrough_reports_unchanged_games() -> None:
    """Without --update, nothing is written."""
    games = ("leaders-3-random-1", "architects-4-chosen-1")
    done = run_to_end(sys.executable, SCRIPTS / "playthrough.py", *games)
    assert ("", 0) == (done.stderr, done.returncode)
    assert (
        "leaders-3-random-1: as it was\narchitects-4-chosen-1: as it was\n"
        == done.stdout
    )


@pytest.mark.parametrize(
    "typed",
    [
        "soak",
        "soak 0",
        "soak many",
        "soak 1 --game chess",
        "soak 1 --game architects --with leaders",
        "recount",
        "sealed_games",
        "sealed_games three --sides day",
        "playthrough base-8",
        "playthrough --updat --nonsense",
        "reference --chek x",
        "screenshots --chek x",
        "screens 'a gale'",
        "screens --size 81x25",
        "screens --lang la",
        "screens --updat x",
        "screens --lang fr --size 120x40",
    ],
)
def test_wrong_usage_prints_one_line(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line follows the usage. The status is 2, and there is no traceback."""
    name, *options = shlex.split(typed)
    assert 2 == run_here(SCRIPTS / f"{name}.py", *options, patch=monkeypatch)
    said = capsys.readouterr()
    assert "" == said.out
    assert f"{name}.py: error: " in said.err.splitlines()[-1]
