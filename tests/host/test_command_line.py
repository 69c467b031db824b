"""The command line of a host: help, completion, languages and the folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.host import hostprogram
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.files import usual_folder
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.net.tableoptions import OPTIONS
from tests.support.french import english
from tests.support.programs import run_to_end


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONUTF8": "1"} | variables
    return run_to_end(sys.executable, "-m", "sealed_wonders.host", *words, env=env)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("bash_source", 0),
        ("bash_complete", 0),
        ("no_such_thing", 2),
    ],
)
def test_shell_completion_starts_no_host(
    asked: str, status: int, tmp_path: Path
) -> None:
    """
    It makes no folder and reads no configuration file. An unknown request is an error.
    """
    line = f"wonders-host --config {tmp_path / 'nowhere.toml'} --anno"
    variables = {"_WONDERS_HOST_COMPLETE": asked, "COMP_WORDS": line}
    done = run("--once", WONDERS_HOME=str(tmp_path / "home"), **variables)
    assert (status, status == 2) == (done.returncode, bool(done.stderr))
    assert (done.stdout == "plain,--announce\n") is (asked == "bash_complete")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("option", ["-h", "--help", "--version"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_starts_no_host(
    command: str,
    option: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Help works after other options, and fits a terminal."""

    def started(*_: object) -> int:
        raise AssertionError("a host was started")

    monkeypatch.setattr(hostprogram, "_run", started)
    assert 0 == run_program(["--listen", "[::1]:0", option])
    assert 0 == run_program([*filter(None, [command]), option])
    out, err = capsys.readouterr()
    assert "" == err
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_in_french(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Only words to type stay English."""
    assert 0 == run_program(["--lang", "fr", *filter(None, [command]), "--help"])
    said = capsys.readouterr().out
    assert said.startswith("Utilisation\u00a0: wonders-host")
    names = "|".join(it.name for it in OPTIONS)
    typed = r"  wonders-host [^ ].*|^  \w[\w-]+|\[[^]]*\]|`[^`]*`|\bwith,|\bany,"
    typed += rf"|(?<![\w-])(?:{names})(?=,|\.|$)"
    plain = re.sub(typed, "", said, flags=re.MULTILINE)
    assert [] == english(plain.splitlines())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--lang fr --web 8080 --metrics 8080", "donne à chacun le sien"),
        ("--lang fr --loud", "Essaie 'wonders-host --help' pour de l'aide."),
        ("nix --lang fr", "Il n'y a pas de commande 'nix'."),
        ("status --lang fr --logs /dev/null/x", "aucun hôte ne tourne"),
    ],
)
def test_errors_are_in_french(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(words.split()) in (1, 2)
    shown = capsys.readouterr().err
    assert said in shown
    assert 1 == shown.count("\n")


def test_options_of_a_host_before_a_command_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They would have no effect. A command that uses such an option has it itself."""
    assert 2 == run_program(["--logs", "logs", "status"])
    said = "wonders-host: write --logs after status, if that command takes it."
    assert capsys.readouterr().err.startswith(said)


def test_wonders_home_contains_the_host_s_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host has a separate folder in it, apart from a player's files."""
    monkeypatch.setenv("WONDERS_HOME", str(tmp_path))
    assert tmp_path / "host" == usual_folder()
    monkeypatch.delenv("WONDERS_HOME")
    assert "sealed-wonders" == usual_folder().name
