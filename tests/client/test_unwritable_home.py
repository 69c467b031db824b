"""A player's folder that can't be written to: one line says what to do."""

from __future__ import annotations

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
from tests.support.programs import WondersProcess

WAY_OUT = f"set {VARIABLE} to a folder that you can write to"

COMMANDS = [
    (("history",), True),
    (("settings", "bell", "on"), False),
    (("play", "--plain", "--name", "ann"), False),
    (("learn", "--plain", "--name", "ann"), True),
]
"""Command lines, and whether the variable is set already."""


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home below something that isn't a folder; not even root can make it."""
    (tmp_path / "file").write_bytes(b"")
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", VARIABLE):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "file" / "home"
    monkeypatch.setenv("HOME", str(home))
    return home


@posix_only
@pytest.mark.parametrize(("words", "is_set"), COMMANDS)
def test_every_command_says_what_failed_and_what_helps(
    nowhere: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    *,
    is_set: bool,
) -> None:
    if is_set:
        monkeypatch.setenv(VARIABLE, str(nowhere))
    assert 1 == run(words)
    out, err = capsys.readouterr()
    assert "" == out
    _assert_names_remedy(nowhere, err)


@posix_only
def test_joining_says_what_failed_and_what_helps(nowhere: Path) -> None:
    join = WondersProcess(nowhere, "join", "--plain", "--name", "ann", "127.0.0.1:1")
    status, said = join.end()
    assert (1, []) == (status, join.lines)
    _assert_names_remedy(nowhere, said)


def _assert_names_remedy(nowhere: Path, said: str) -> None:
    """Assert that the output is one line with the path and the remedy."""
    (line,) = said.splitlines()
    assert line.startswith(f"wonders: {nowhere}")
    assert line.endswith(f": Not a directory; {WAY_OUT}")


def test_a_bot_says_what_helps(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(nowhere))
    keep = BotFolder.at(Home.find().state / "bots", ("127.0.0.1:1", "red", "ann"))
    with pytest.raises(LinkBroken) as broken:
        keep.store_of(bytes(32))
    assert WAY_OUT in str(broken.value)


@pytest.mark.skipif(IS_ROOT, reason="root may write anywhere")
def test_files_in_a_read_only_folder_are_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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
def test_a_read_only_history_is_shown_but_cannot_be_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_the_remedy_is_offered_neither_for_other_folders_nor_full_disks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    read_only = PermissionError(13, "Permission denied")
    full = OSError(28, "No space left on device")
    assert WAY_OUT in str(DamagedFile(tmp_path / "home" / "name", read_only))
    assert WAY_OUT not in str(DamagedFile(tmp_path / "elsewhere" / "name", read_only))
    assert WAY_OUT not in str(DamagedFile(tmp_path / "home" / "name", full))


def test_a_report_that_cannot_be_written_names_the_remedy() -> None:
    """In both languages."""
    assert WAY_OUT in told(KeyError("x"), None)
    use("fr")
    try:
        assert VARIABLE in told(KeyError("x"), None)
    finally:
        use("en")
