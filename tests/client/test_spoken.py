"""Options of the command line, wherever people put them."""

from __future__ import annotations

import pytest

from sealed_wonders.client.__main__ import COMMANDS, run
from sealed_wonders.client.spoken import arranged


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
def test_options_of_a_command_may_stand_before_it(typed: str, meant: str) -> None:
    """Alone they are of the command that finds a table; a wrong command stays one."""
    assert meant.split() == arranged(typed.split(), COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_options_of_the_program_may_stand_behind_a_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert 0 == run([command, "--version"])
    assert capsys.readouterr().out.startswith("wonders ")
    assert 0 == run([command, "--help"])
    assert "--lang [en|fr]" in capsys.readouterr().out
