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
from tests.support.auditing import whole_game

RECORD = Path(__file__).parents[1] / "records" / "typed.jsonl"

LOCAL_COMMANDS = (
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
"""Commands that end by themselves, and need no other program."""

EXAMPLES = [
    (name, command) for name, page in PAGES.items() for command, _means in page.examples
]

SHOWN = [name for name, entry in COMMANDS.items() if not entry.is_hidden]


def test_every_command_has_examples() -> None:
    """So has the program as a whole."""
    assert {"", *SHOWN} == set(PAGES)
    assert all(page.examples for page in PAGES.values())


@pytest.mark.parametrize(("name", "command"), EXAMPLES)
def test_the_words_of_an_example_are_valid(name: str, command: str) -> None:
    """
    The command accepts them, except for files, and is the one whose help shows the
    example.
    """
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
    "command", [command for name, command in EXAMPLES if name in LOCAL_COMMANDS]
)
def test_an_example_runs_without_an_error(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With files of the names that it uses."""
    monkeypatch.chdir(tmp_path)
    for name in ("game.swlog", "theirs.swlog"):
        Path(name).write_bytes(whole_game(OPEN).log())
    shutil.copy(RECORD, "game.jsonl")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home"))
    (tmp_path / "home" / "logs").mkdir(parents=True)
    shutil.copy("game.swlog", tmp_path / "home" / "logs")
    command, _arrow, _file = command.partition(" > ")
    monkeypatch.setenv("VISUAL", "true")
    monkeypatch.setattr(browsing, "browse", lambda told, index, saved: None)
    assert 0 == run(shlex.split(command)[1:])


@pytest.mark.parametrize("name", ["", *SHOWN])
def test_the_help_fits_a_terminal_and_shows_its_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run([*filter(None, [name]), "--help"])
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    for command, _means in PAGES[name].examples:
        assert command in said
