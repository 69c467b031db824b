"""
``wonders play``: a game on this machine, against bots or with friends.

This module parses the options. The host and the game are started in `playing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    check_players,
    offered,
    read,
    to_host,
)
from sealed_wonders.client.commands.options import load, look, new
from sealed_wonders.client.commands.values import LeftGame
from sealed_wonders.client.words import text
from sealed_wonders.core import games
from sealed_wonders.core.games import OPTIONS
from sealed_wonders.net.botnames import THINKS
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import WholeParameter, option
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.tableoptions import BOTS, PLAY, PLAYERS, options_of, words_of
from sealed_wonders.net.words import _, marked, n_


@command(
    "play",
    help=marked(
        "Play on this machine, against bots or with friends.\n\n"
        "If there are fewer bots than free seats, friends on your network "
        "can join. If you left a game, it is resumed, unless you ask for a "
        "different table or use --new."
    ),
)
@of_every_table(
    PLAY,
    OPTIONS,
    {
        PLAYERS: {"default": 4},
        BOTS: {
            # one seat is our own
            "type": WholeParameter(0, BOTS.most - 1),
            "default": None,
            "show_default": marked("one for each seat except yours"),
        },
    },
)
@new
@option(
    "--resume",
    type=LeftGame(),
    former=("--go-on",),
    help=marked("Resume this game, which you left earlier."),
)
@look
def play(
    given: GivenSettings,
    resume: str | None,
    new: bool,
    **options: Any,
) -> None:
    from sealed_wonders.client.commands import playing

    values: Mapping[str, Any] = {"bots": None, **given.values}
    players, bots = values["players"], values["bots"]
    check_game(given.game)
    if players:
        check_players(given.game, players)
    if bots is None:
        bots = players - 1 if players else 0
    most = players or games.players(given.game)[-1]
    if bots >= most:
        raise click.UsageError(_too_many_bots(bots, most))
    if values["increment"] and not values["game_time"]:
        raise click.UsageError(_("--increment needs --game-time"))
    agreed = read(given.game, given.typed, players)
    wanted = {"--game": given.game, **words_of({**values, "bots": bots})}
    if values["strategy"] != THINKS:
        del wanted["--think"]
    if not players:
        del wanted["--players"]
    wanted |= to_host(given.game, agreed)
    playing.play_here(
        load(options), wanted, given=_given(wanted), new=new, resume=resume or ""
    )


SETS: Mapping[str, str] = {
    **{it.param: f"--{it.name}" for it in options_of(PLAY)},
    **{name: option.word for name, option in offered().items()},
}
"""Parameters that describe the table, with the names of the host's options."""


def _given(wanted: Mapping[str, object]) -> Mapping[str, object]:
    """Return the options given on the command line, without defaults."""
    source = click.get_current_context().get_parameter_source
    return {
        word: wanted.get(word)
        for name, word in SETS.items()
        if source(name) is ParameterSource.COMMANDLINE
    }


def _too_many_bots(bots: int, count: int) -> str:
    more = n_("{n} bot", "{n} bots", bots).format(n=bots)
    said = _("you and {bots} don't fit at a table for {players}")
    return said.format(bots=more, players=text.players(count))
