"""Kept games: naming one by the start of its id, and the commands that print them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sealed_wonders.client import program
from sealed_wonders.client.__main__ import run
from sealed_wonders.client.logs import kept
from sealed_wonders.client.storage.folders import VARIABLE
from tests.support.replays import LOG


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for logs, with two games in it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home of ann"))
    folder = tmp_path / "home of ann" / "logs"
    folder.mkdir(parents=True)
    for name in ("0123456789abcdef.swlog", "0123457777777777.stopped.swlog"):
        (folder / name).write_bytes(LOG.read_bytes())
    return folder


def test_a_game_is_named_by_its_shortest_unique_prefix(logs: Path) -> None:
    first, second = sorted(logs.iterdir())
    assert ("0123456", "0123457") == tuple(
        kept.short(f"'{path}'") for path in (first, second)
    )
    assert (first, second) == (kept.found("0123456"), kept.found("01234577"))
    for nothing in ("012345", "012", "7654321", "", "*", "../logs/0123456"):
        assert kept.found(nothing) is None


@pytest.mark.parametrize(
    "path", ["/nowhere/0123456789abcdef.swlog", "'unfinished", "", "a b"]
)
def test_other_files_are_named_by_their_paths(logs: Path, path: str) -> None:
    assert path == kept.short(path)


def test_a_whole_log_takes_precedence_over_a_stopped_one(logs: Path) -> None:
    (logs / "0123456789abcdef.stopped.swlog").touch()
    assert logs / "0123456789abcdef.swlog" == kept.found("0123456")


def test_a_file_with_that_name_takes_precedence(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(logs)
    (logs / "0123456").write_bytes(b"")
    assert 2 == run(["replay", "0123456"])
    assert "0123456: empty" in capsys.readouterr().err


def test_commands_are_printed_as_this_shell_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The program's name is used if the shell finds it; otherwise its path, relative to
    the current folder.
    """
    script = tmp_path / "my games" / ".venv" / "bin" / "wonders"
    script.parent.mkdir(parents=True)
    script.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(script)])
    monkeypatch.setenv("PATH", os.defpath)
    monkeypatch.chdir(tmp_path / "my games")
    assert ".venv/bin/wonders audit x" == program.typed("audit", "x")
    monkeypatch.chdir(script.parent)
    assert "./wonders" == program.name()
    monkeypatch.chdir("/")
    assert f"'{script.relative_to('/')}'" == program.name()
    monkeypatch.setenv("PATH", f"{os.defpath}{os.pathsep}{script.parent}")
    assert "wonders" == program.name()


def test_without_a_script_commands_are_printed_with_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["-c"])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert f"{tmp_path}/python -m sealed_wonders" == program.name()
