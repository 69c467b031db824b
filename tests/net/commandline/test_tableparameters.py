"""Table options on a command line."""

from __future__ import annotations

import click
import pytest

from sealed_wonders.core.games import OPTIONS
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.tableoptions import PLAY, PLAYERS


@command("table")
@of_every_table(PLAY, OPTIONS, {PLAYERS: {"default": 4}})
def table(given: GivenSettings) -> GivenSettings:
    """Take the options of a table."""
    return given


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ("--players 5", 5),
        ("--players any", 0),
        ("--seats 5", 5),
        ("--seats=any", 0),
        ("", 4),
    ],
)
def test_the_number_of_players_is_read(words: str, players: int) -> None:
    """The older name of the option is accepted for one more release."""
    with table.make_context("table", words.split()) as context:
        assert players == context.params["players"]


@pytest.mark.parametrize("text", ["1", "8", "many", "0", "05", "5.0"])
def test_invalid_numbers_of_players_are_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="must be 2 to 7, or any, not"):
        table.make_context("table", ["--players", text])


def test_older_option_names_are_hidden() -> None:
    """They are neither in the help nor among completions."""
    context = click.Context(table)
    said = table.get_help(context)
    offered = [it.value for it in table.shell_complete(context, "--")]
    for name in ("--seats", "--onlookers-after"):
        assert name not in said
        assert name not in offered
    assert "--players" in said
    assert "--spectator-delay" in offered
