"""``wonders history``: the player's own games, from stored logs."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run as command
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.home import Home
from sealed_wonders.net.history.store import NAME, STEPS, Store
from sealed_wonders.net.identity import Identity
from tests.net.history.test_store import execute
from tests.support.clirunner import CliRunner
from tests.support.history import finished_game, keep_log
from tests.support.lobbies import identity_of


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, integers: None) -> Path:
    """Return the folder with ann's logs."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(Identity, "from_pem", lambda pem: identity_of("ann"))
    found = Home.find().logs
    found.mkdir()
    return found


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], logs: Path) -> CliRunner:
    return CliRunner(capsys)


def test_the_players_own_games_are_shown(logs: Path, run: CliRunner) -> None:
    """With a mark for the player, and with what to type for a log."""
    keep_log(logs, "0123456789abcdef.swlog")
    said = run("history").splitlines()
    assert "7 Wonders" == said[0]
    assert ["name", "games", "won", "points", "average", "rating"] == said[1].split()
    (ann,) = [line for line in said if line.startswith("ann (you) ")]
    assert "1" == ann.split()[2]
    assert said[-1].endswith("012345")
    found = json.loads(run("history", "--json"))
    assert ["0123456789abcdef.swlog"] == [game["log"] for game in found["games"]]
    rows = list(csv.DictReader(run("history", "--csv").splitlines()))
    assert {"ann", "bob", "cleo"} == {row["name"] for row in rows}


def test_history_is_available_in_french(logs: Path, run: CliRunner) -> None:
    Store(logs).add(finished_game(1, ("ann", 50), ("Dido", 40), bots=("Dido",)))
    said = run("--lang", "fr", "history").splitlines()
    assert ["nom", "parties", "gagnées", "points", "moyenne", "cote"] == said[1].split()
    assert said[2].startswith("ann (toi) ")
    assert "Aucune partie n'a été jouée depuis.\n" == run(
        "--lang", "fr", "history", "--since", "evening"
    )
    assert "ni une date comme 2026-01-31" in run(
        *("--lang", "fr", "history", "--since", "x"), status=2
    )


def run_history(
    capsys: pytest.CaptureFixture[str], *words: str, status: int = 0
) -> tuple[list[str], list[str]]:
    """Run the command, and return the lines on both its outputs."""
    assert status == command(["history", *words])
    said = capsys.readouterr()
    return said.out.splitlines(), said.err.splitlines()


def test_a_log_that_does_not_count_is_reported_once(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unless all logs are checked again."""
    (logs / "half.swlog").write_bytes(b"rubbish")
    out, (err,) = run_history(capsys)
    assert ["No games count yet."] == out
    assert err.startswith("wonders history: half.swlog doesn't count: ")
    assert (out, []) == run_history(capsys)
    assert (out, [err]) == run_history(capsys, "--scan")


def test_an_unusable_history_file_is_reported_in_one_line(
    logs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A damaged file is rebuilt. A file of a newer version is left unchanged."""
    keep_log(logs)
    (logs / NAME).write_bytes(b"rubbish")
    out, (err,) = run_history(capsys)
    assert out[-1].endswith("game.swlog")
    assert (
        "was damaged; the damaged file has been moved to history.sqlite.damaged" in err
    )
    execute(logs, f"PRAGMA user_version = {len(STEPS) + 1}")
    out, (err,) = run_history(capsys, status=1)
    assert [] == out
    assert err.endswith(f"{NAME} was written by a newer version of this program")
