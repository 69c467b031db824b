"""Options of the command line, in any position."""

from __future__ import annotations

import pytest

from sealed_wonders.client.__main__ import COMMANDS, FINDS_TABLE, Commands, run
from sealed_wonders.client.terminal import ability
from sealed_wonders.net.commandline.commands import behind_command


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play --players 3", "play --players 3"),
        ("--players 3 play", "play --players 3"),
        ("--lang fr --plain join host:1", "--lang fr join --plain host:1"),
        ("--lang=fr --plain", "--lang=fr join --plain"),
        ("--name ann", "join --name ann"),
        ("--version", "--version"),
        ("--help", "--help"),
        ("dance --plain", "dance --plain"),
        ("--lang", "--lang"),
        ("-- play", "-- play"),
        ("", ""),
    ],
)
def test_options_of_a_command_may_precede_it(typed: str, meant: str) -> None:
    """
    Without a command, they belong to the one that finds a table. An unknown command
    stays.
    """
    arranged = behind_command(typed.split(), COMMANDS, FINDS_TABLE)
    assert meant.split() == arranged


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ""),
        ("--lang fr", "--lang fr"),
        ("--players 3", "play --players 3"),
        ("learn --plain", "learn --plain"),
        ("--plain learn", "learn --plain"),
        ("--help", "--help"),
        ("--version", "--version"),
    ],
)
def test_scripts_play_plays_if_no_command_is_given(
    monkeypatch: pytest.MonkeyPatch, screen: bool, typed: str, meant: str
) -> None:
    """
    This is the command line of `scripts/play`. At a terminal, it opens the start
    screen, unless line mode was requested. It accepts every other command.
    """
    monkeypatch.setattr(ability, "is_screen", lambda plain: screen)
    for name in ("default", "without_screen"):
        monkeypatch.setattr(Commands, name, "play")
    if typed in ("", "--lang fr") and not screen:
        meant = f"{meant} play"
    assert meant.split() == Commands("wonders").arranged(typed.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_the_program_may_follow_a_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """This also checks that each command has a module of its name, and a help."""
    assert 0 == run([command, "--version"])
    assert capsys.readouterr().out.startswith("wonders ")
    assert 0 == run([command, "--help"])
    said = capsys.readouterr().out
    assert f"Usage: wonders {command}" in said
    assert "--lang [en|fr]" in said
