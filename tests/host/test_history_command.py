"""``wonders-host history``: its output for people and for programs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.net.history.store import NAME, STEPS, Store
from tests.net.history.test_store import execute
from tests.support.history import finished_game, keep_log


class Runner:
    """Runs the command, and returns its output."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys
        self.err = ""

    def __call__(self, *words: str, status: int = 0) -> str:
        assert status == run_program(["history", "--logs", str(self._folder), *words])
        said = self._capsys.readouterr()
        self.err = said.err
        return said.out


@pytest.fixture
def run(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    integers: None,
) -> Runner:
    return Runner(tmp_path, capsys)


def test_standings_are_shown_by_game_for_people_and_bots(
    run: Runner, tmp_path: Path
) -> None:
    """
    Bots have a separate table, and each game is listed with its log. Options select
    games.
    """
    store = Store(tmp_path)
    store.add(finished_game(1, ("ann", 50), ("bob", 40)))
    store.add(
        finished_game(2, ("bob", 40), ("ann", 40), ("Atossa", 30), bots=("Atossa",))
    )
    store.add(finished_game(3, ("ann", 20), ("cleo", 10), game="architects"))
    said = run()
    blocks = said.split("\n\n")
    assert blocks[0].startswith("7 Wonders: Architects\nname  games")
    assert [
        ["name", "games", "won", "points", "average", "rating"],
        ["ann", "2", "1", "90", "45", "1045"],
        ["bob", "2", "1", "80", "40", "1078"],
    ] == [line.split() for line in blocks[1].splitlines()[1:]]
    assert [
        ["bot", "games", "won", "points", "average", "rating"],
        ["Atossa", "1", "0", "30", "30"],
    ] == [line.split() for line in blocks[2].splitlines()]
    assert "bob 40, ann 40, Atossa 30  2.swlog" in blocks[3]
    assert "ann 20, cleo 10" in blocks[3].replace("  ", " ")

    def logs(*words: str) -> str:
        games = json.loads(run("--json", *words))["games"]
        return " ".join(game["log"].removesuffix(".swlog") for game in games)

    assert "1 2 3" == logs() == logs("--since", "all") == logs("--since", "2023-01-31")
    assert ("1 2", "1 3") == (logs("--game", "wonders"), logs("--players", "2"))
    assert "" == logs("--game", "architects", "--players", "3")
    assert "" == logs("--since", "evening") == logs("--since", "2025-01-31")
    assert "No games have been played since then.\n" == run("--since", "evening")


def test_new_logs_are_counted(run: Runner, tmp_path: Path) -> None:
    """A log that doesn't count is reported once, on standard error."""
    keep_log(tmp_path)
    (tmp_path / "half.swlog").write_bytes((tmp_path / "game.swlog").read_bytes()[:5000])
    assert "game.swlog" in run()
    assert run.err.startswith("wonders-host: half.swlog doesn't count: ")
    assert "game.swlog" in run()
    assert "" == run.err
    (tmp_path / "game.swlog").unlink()
    assert "game.swlog" in run()
    assert "No games count yet.\n" == run("--scan")
    assert "half.swlog doesn't count" in run.err


def test_bots_are_rated_on_request(run: Runner, tmp_path: Path) -> None:
    Store(tmp_path).add(finished_game(1, ("ann", 50), ("Dido", 40), bots=("Dido",)))

    def ratings(*words: str) -> set[int | None]:
        return {one["rating"] for one in json.loads(run("--json", *words))["standings"]}

    assert {None} == ratings()
    assert None not in ratings("--bots")


def test_standings_can_be_printed_as_csv(run: Runner, tmp_path: Path) -> None:
    Store(tmp_path).add(finished_game(1, ("=1+1", 50), ("bob", 40)))
    rows = list(csv.DictReader(run("--csv").splitlines()))
    assert ["'=1+1", "bob"] == [row["name"] for row in rows]
    assert ["1", "2"] == [row["rank"] for row in rows]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--since", "soon"), "'soon' is neither a date such as 2026-01-31, nor"),
        (("--game", "chess"), "Invalid value for '--game'"),
        (("--players", "9"), "Invalid value for '--players'"),
        (("more",), "Got unexpected extra argument"),
    ],
)
def test_wrong_options_are_refused_in_one_line(
    run: Runner, words: tuple[str, ...], said: str
) -> None:
    assert "" == run(*words, status=2)
    assert said in run.err
    assert 1 == run.err.count("\n")


def test_a_missing_folder_is_an_error_unless_it_is_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 2 == run_program(["history", "--logs", str(tmp_path / "nowhere")])
    assert "there is no folder" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert 0 == run_program(["history"])
    assert "No games count yet.\n" == capsys.readouterr().out


def test_a_history_that_can_t_be_used_is_reported(run: Runner, tmp_path: Path) -> None:
    """A file from a newer version is left alone, and a damaged one is made again."""
    Store(tmp_path).add(finished_game(1, ("ann", 50), ("bob", 40)))
    execute(tmp_path, f"PRAGMA user_version = {len(STEPS) + 1}")
    assert "" == run(status=1)
    assert "was written by a newer version of this program\n" in run.err
    (tmp_path / NAME).write_bytes(b"rubbish")
    keep_log(tmp_path)
    assert "game.swlog" in run()
    assert run.err.startswith(f"wonders-host: {tmp_path / NAME} was damaged;")
    assert 1 == run.err.count("\n")
