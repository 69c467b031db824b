"""A player's folder that can't be written to: one line that says what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.crash import told
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.table.keep import BotFolder
from sealed_wonders.client.table.link import LinkBroken
from sealed_wonders.net.history.store import NAME
from sealed_wonders.net.words import use
from tests.support.posix import IS_ROOT, posix_only

WAY_OUT = f"set {VARIABLE} to a folder that you can write to"

COMMANDS = [
    (("history",), True),
    (("settings", "bell", "on"), False),
    (("join", "--plain", "--name", "ann", "127.0.0.1:1"), True),
    (("play", "--plain", "--name", "ann"), False),
    (("learn", "--plain", "--name", "ann"), True),
]
"""What is typed, and whether the variable is set already."""


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home below something that is no folder, where not even root can make one."""
    (tmp_path / "file").write_bytes(b"")
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "file" / "home"
    monkeypatch.setenv("HOME", str(home))
    return home


@posix_only
@pytest.mark.parametrize(("words", "is_set"), COMMANDS)
def test_every_command_says_what_failed_and_what_helps(
    nowhere: Path, words: tuple[str, ...], *, is_set: bool
) -> None:
    """In one line, with the path."""
    done = subprocess.run(
        [sys.executable, "-m", "sealed_wonders.client", *words],
        capture_output=True,
        text=True,
        env={**os.environ, **({VARIABLE: str(nowhere)} if is_set else {})},
        check=False,
    )
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"wonders: {nowhere}")
    assert line.endswith(f": Not a directory; {WAY_OUT}")
    assert (1, "") == (done.returncode, done.stdout)


def test_what_a_bot_keeps_is_written_there_too(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(nowhere))
    keep = BotFolder.at(Home.find().state / "bots", ("127.0.0.1:1", "red", "ann"))
    with pytest.raises(LinkBroken) as broken:
        keep.store_of(bytes(32))
    assert WAY_OUT in str(broken.value)


@pytest.mark.skipif(IS_ROOT, reason="root may write anywhere")
def test_a_folder_that_may_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The files in it are read all the same."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    Home.find().keep_name("ann")
    tmp_path.chmod(0o500)
    try:
        assert 1 == run(["settings", "bell", "on"])
        assert WAY_OUT in capsys.readouterr().err
        assert "ann" == Home.find().name()
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(IS_ROOT, reason="root may write anywhere")
def test_a_history_that_may_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is shown; to look at all logs anew it would have to be written."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert 0 == run(["history"])
    logs = tmp_path / "logs"
    (logs / NAME).chmod(0o400)
    logs.chmod(0o500)
    try:
        assert 0 == run(["history"])
        capsys.readouterr()
        assert 1 == run(["history", "--scan"])
        assert WAY_OUT in capsys.readouterr().err
    finally:
        logs.chmod(0o700)


def test_no_other_folder_and_no_full_disk_is_helped_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    read_only = PermissionError(13, "Permission denied")
    full = OSError(28, "No space left on device")
    assert WAY_OUT in str(DamagedFile(tmp_path / "home" / "name", read_only))
    assert WAY_OUT not in str(DamagedFile(tmp_path / "elsewhere" / "name", read_only))
    assert WAY_OUT not in str(DamagedFile(tmp_path / "home" / "name", full))


def test_a_report_that_could_not_be_written_says_so_in_every_language() -> None:
    assert WAY_OUT in told(KeyError("x"), None)
    use("fr")
    try:
        assert VARIABLE in told(KeyError("x"), None)
    finally:
        use("en")
