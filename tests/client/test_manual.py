"""The examples at the end of each command's help work."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import click
import pytest

from sealed_wonders.client.__main__ import COMMANDS, run, wonders
from sealed_wonders.client.commands import browsing
from sealed_wonders.client.logs.kept import LAST
from sealed_wonders.client.manual import PAGES
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.net.suites import OPEN
from tests.support.auditing import game

RECORD = Path(__file__).parents[1] / "records" / "typed.jsonl"

AT_HOME = (
    "simulate",
    "audit",
    "log",
    "export",
    "check",
    "cards",
    "replay",
    "report",
    "settings",
    "history",
)
"""Commands that end by themselves, and need nobody else."""

EXAMPLES = [
    (name, command) for name, page in PAGES.items() for command, _means in page.examples
]

SHOWN = [name for name, entry in COMMANDS.items() if not entry.is_hidden]


def test_every_command_has_examples() -> None:
    """And the whole program has, too."""
    assert {"", *SHOWN} == set(PAGES)
    assert all(page.examples for page in PAGES.values())


@pytest.mark.parametrize(("name", "command"), EXAMPLES)
def test_an_example_is_right(name: str, command: str) -> None:
    """Its words are such as the command takes, files aside; it is the one it is of."""
    first, *words = shlex.split(command)
    assert "wonders" == first
    assert not name or words[0] == name
    while words and words[0].startswith("--"):
        words = words[2:]
    if not words:
        return
    found = wonders.get_command(click.Context(wonders), words[0])
    assert found is not None
    arguments = [word for word in words[1:] if word != "--help"]
    files = (".swlog", ".jsonl", LAST)
    if not any(word.endswith(files) for word in arguments):
        with found.make_context(words[0], arguments):
            pass


@pytest.mark.parametrize(
    "command", [command for name, command in EXAMPLES if name in AT_HOME]
)
def test_an_example_does_what_it_says(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With files of these names, it ends well."""
    monkeypatch.chdir(tmp_path)
    for name in ("game.swlog", "theirs.swlog"):
        Path(name).write_bytes(game(OPEN).log())
    shutil.copy(RECORD, "game.jsonl")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    (tmp_path / "home" / "logs").mkdir(parents=True)
    shutil.copy("game.swlog", tmp_path / "home" / "logs")
    command, _arrow, _file = command.partition(" > ")
    monkeypatch.setenv("VISUAL", "true")
    monkeypatch.setattr(browsing, "browse", lambda told, index, saved: None)
    assert 0 == run(shlex.split(command)[1:])


@pytest.mark.parametrize("name", ["", *SHOWN])
def test_the_help_fits_a_terminal(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And has its examples as they are typed."""
    assert 0 == run([*filter(None, [name]), "--help"])
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    for command, _means in PAGES[name].examples:
        assert command in said
