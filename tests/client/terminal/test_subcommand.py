"""Other commands that are run from a screen, in a real terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sealed_wonders.client.logs.kept import where
from tests.support.replays import unsealed_log
from tests.support.tmux import ROOT, Terminal, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

STAGE = 'cd "$0" && cp "$1" game.swlog && exec "$2" -m tests.support.sceneapp end'
"""Gives the scene a log under the name that it expects."""


def test_a_finished_game_can_be_replayed_exported_analysed_and_audited(
    tmp_path: Path,
) -> None:
    """Each key works at the result, to which the program returns afterwards."""
    (tmp_path / "open.swlog").write_bytes(unsealed_log(3))
    command = ["sh", "-c", STAGE, str(tmp_path), "open.swlog", sys.executable]
    environment = {"WONDERS_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with Terminal(command, (80, 24), environment) as terminal:
        terminal.wait_for("replay the game")
        terminal.type("v")
        terminal.wait_for("Before the first age")
        terminal.press("q")
        terminal.wait_for("replay the game")
        terminal.type("f")
        terminal.wait_for("game.jsonl has been written")
        assert (tmp_path / "game.jsonl").read_text().startswith('{"record": 1, ')
        terminal.type("!")
        terminal.wait_for("Choices analysed")
        terminal.press("Escape")
        terminal.wait_for("replay the game")
        terminal.type("u")
        terminal.wait_for("Press any key to continue.")
        terminal.press_until("o", "replay the game")
        terminal.press("C-n")  # the end of the scene
        assert 0 == terminal.wait_to_end()


def test_paths_in_the_home_folder_are_abbreviated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "~/games/a.jsonl" == where(tmp_path / "games" / "a.jsonl")
    assert "/elsewhere/a.jsonl" == where(Path("/elsewhere/a.jsonl"))
