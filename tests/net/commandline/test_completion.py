"""Shell completion: the answers to a shell, and its setup."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from sealed_wonders.net.commandline.commands import called, command
from sealed_wonders.net.commandline.completion import (
    NAMES,
    SHELLS,
    answer,
    completion,
    script,
)
from sealed_wonders.net.commandline.errors import status_of
from sealed_wonders.net.commandline.parameters import File, argument, option
from sealed_wonders.net.commandline.programs import PLAYER, is_asked, variable_of


@command("wonders")
@argument("place", type=click.Choice(["192.168.1.5", "192.168.1.5:7000", "kitchen"]))
@option("--file", type=File(dir_okay=False))
@option("--secret", hidden=True)
def program(**given: object) -> None:
    """Take a place and a file."""
    raise AssertionError("it was called")


VARIABLES = {name: variable_of(name) for name in NAMES}


def asked(monkeypatch: pytest.MonkeyPatch, **variables: str) -> int:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert is_asked([PLAYER])
    return answer([PLAYER], lambda: program)


def test_completion_is_requested_by_the_programs_own_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not is_asked(NAMES)
    monkeypatch.setenv(VARIABLES["wonders-host"], "bash_source")
    assert is_asked(["wonders-host"])
    assert not is_asked(["wonders"])


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_contains_all_program_names(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command and the variable of completion print the same script."""
    called(completion, "completion", [shell])
    assert script(shell) == capsys.readouterr().out
    assert 0 == asked(monkeypatch, _WONDERS_COMPLETE=f"{shell}_source")
    said = capsys.readouterr().out
    assert script(shell) == said
    for name in NAMES:
        assert name in said


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("wonders ", ["192.168.1.5", "192.168.1.5:7000", "kitchen"]),
        ("wonders k", ["kitchen"]),
        ("wonders 192.168.1.5:7", ["7000"]),  # bash adds it after the colon
        ("wonders --", ["--file", "--lang", "--version", "--help"]),
        ("wonders --lang ", ["en", "fr"]),
    ],
)
def test_bash_gets_matching_completions(
    line: str,
    offered: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The program itself isn't called."""
    asks = {"_WONDERS_COMPLETE": "bash_complete", "COMP_WORDS": line}
    assert 0 == asked(monkeypatch, **asks)
    lines = capsys.readouterr().out.splitlines()
    assert [f"plain,{it}" for it in offered] == lines


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (
            {"_WONDERS_COMPLETE": "csh_source"},
            "'csh_source', which isn't one of bash_source",
        ),
        ({"_WONDERS_COMPLETE": "bash"}, "is 'bash', which isn't one of"),
        ({"_WONDERS_COMPLETE": "bash_complete"}, "COMP_WORDS isn't set"),
    ],
)
def test_invalid_completion_requests_are_usage_errors(
    variables: Mapping[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert 2 == asked(monkeypatch, **variables)
    out, err = capsys.readouterr()
    assert "" == out
    assert said in err
    assert 1 == err.count("\n")


# Installation.


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/zsh")
    return tmp_path


@pytest.mark.parametrize(
    ("shell", "start"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("", ".zshrc")]
)
def test_install_adds_one_line_to_the_startup_file_of_a_shell(
    shell: str, start: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything else in the file stays, even if its last line has no newline."""
    (home / start).write_bytes(b"\xff umask 077")
    for _again in range(2):
        called(completion, "completion", ["install", *filter(None, [shell])])
    name = f"completion.{shell or 'zsh'}"
    written = home / ".config" / "sealed-wonders" / name
    assert script(shell or "zsh") == written.read_text("utf-8")
    line = f". {shlex.quote(str(written))}"
    assert (b"\xff umask 077\n" + line.encode() + b"\n") == (home / start).read_bytes()
    assert str(home / start) in capsys.readouterr().out


def test_install_writes_the_scripts_into_the_folder_of_fish(home: Path) -> None:
    called(completion, "completion", ["install", "fish"])
    folder = home / ".config" / "fish" / "completions"
    assert {f"{name}.fish" for name in NAMES} == {it.name for it in folder.iterdir()}


def test_install_with_an_unknown_shell_is_a_usage_error(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/bin/csh")
    with pytest.raises(
        click.UsageError, match="Say which shell you use: bash, zsh, fish"
    ):
        called(completion, "completion", ["install"])


def test_completion_without_an_argument_prints_the_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It has the same lines as with `--help`."""
    assert 0 == status_of("completion", lambda: _called("--help"))
    asked_for = capsys.readouterr().out
    assert 2 == status_of("completion", _called)
    out, err = capsys.readouterr()
    assert ("", asked_for) == (out, err)


def _called(*words: str) -> int:
    called(completion, "completion", words)
    return 0


# Real shells, if they are installed.

ASKS = {
    "bash": (
        ". ./script; compopt() { :; }; COMP_LINE='wonders learn --pl'\n"
        "COMP_POINT=${#COMP_LINE}; _sealed_wonders wonders; echo ${COMPREPLY[@]}"
    ),
    "zsh": (
        "autoload -Uz compinit && compinit -D\n"
        ". ./script; compadd() { print -l -- $plain }; _describe() { print -l -- $described }\n"
        "words=(wonders learn --pl); CURRENT=3; _sealed_wonders"
    ),
    "fish": "source ./script; complete -C 'wonders learn --pl'",
}
"""Scripts that make each shell complete a line."""


@pytest.mark.parametrize("shell", SHELLS)
def test_an_installed_shell_completes_a_line(shell: str, tmp_path: Path) -> None:
    """It uses the program that is installed beside this Python."""
    where = shutil.which(shell)
    if where is None:
        pytest.skip(f"{shell} isn't installed")
    (tmp_path / "script").write_text(script(shell), "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [where, "-c", ASKS[shell]],
        cwd=tmp_path,
        env=os.environ | {"PATH": path, "HOME": str(tmp_path), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--plain" in done.stdout.split("\t")[0].split(":")[0]
