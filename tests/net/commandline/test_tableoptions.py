"""Options of a table: what help knows without what it takes to play."""

from __future__ import annotations

import click
import pytest

from sealed_wonders.net.commandline import tableoptions
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.lobby.options import (
    GOES_ON,
    GONE_AFTER_LEAST,
    GONE_AFTER_MOST,
    GONE_AFTER_SECONDS,
    ONLOOKERS_AFTER_MOST,
    RESCUES,
    WAITS,
)
from sealed_wonders.net.times import SECONDS_CAP


@command("table")
@tableoptions.players(4)
@tableoptions.limits()
def table(**given: object) -> None:
    """Take what every table is told."""


def param(name: str) -> click.Parameter:
    return next(it for it in table.params if it.name == name)


def test_bounds_are_those_of_a_table() -> None:
    """They stand there before the modules that know them are imported."""
    for name in ("turn_time", "game_time", "increment"):
        kind = param(name).type
        assert isinstance(kind, click.IntRange)
        assert (0, SECONDS_CAP) == (kind.min, kind.max)
    gone = param("gone_after")
    assert isinstance(gone.type, click.IntRange)
    assert (GONE_AFTER_LEAST, GONE_AFTER_MOST) == (gone.type.min, gone.type.max)
    assert GONE_AFTER_SECONDS == gone.default
    delay = param("spectator_delay").type
    assert isinstance(delay, click.IntRange)
    assert (0, ONLOOKERS_AFTER_MOST) == (delay.min, delay.max)
    assert {GOES_ON, RESCUES, WAITS} == {*tableoptions.WHEN_GONE}
    assert GOES_ON == tableoptions.WHEN_GONE[0]


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
def test_a_number_of_players_is_read(words: str, players: int) -> None:
    """An older name of the option still counts, for a release."""
    with table.make_context("table", words.split()) as context:
        assert players == context.params["players"]


@pytest.mark.parametrize("text", ["1", "8", "many", "0", "05", "5.0"])
def test_what_is_no_number_of_players_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not 2 to 7, or any"):
        table.make_context("table", ["--players", text])


def test_older_names_are_not_shown() -> None:
    """Neither in the help nor to a shell."""
    context = click.Context(table)
    said = table.get_help(context)
    offered = [it.value for it in table.shell_complete(context, "--")]
    for name in ("--seats", "--onlookers-after"):
        assert name not in said
        assert name not in offered
    assert "--players" in said
    assert "--spectator-delay" in offered
