"""
``wonders play``: a game here and now, against bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from sealed_wonders.client.commands.gameoptions import (
    check_game,
    check_players,
    game,
    of_games,
    offered,
    read,
    to_host,
)
from sealed_wonders.client.commands.options import load, look, new
from sealed_wonders.client.commands.values import LeftGame
from sealed_wonders.client.terminal import text
from sealed_wonders.core import games
from sealed_wonders.net.botnames import THINKS
from sealed_wonders.net.commandline import tableoptions
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.words import _, marked, n_


@command(
    "play",
    help=marked(
        "Play on this machine, against bots or with friends.\n\n"
        "With fewer bots than free seats, friends on your network can join. A game that "
        "you left is resumed, unless you ask for another table or use --new."
    ),
)
@game
@tableoptions.players(4)
@tableoptions.bots(6, show_default=marked("all but you"))
@tableoptions.strategy
@of_games()
@tableoptions.limits()
@new
@option(
    "--resume",
    type=LeftGame(),
    former=("--go-on",),
    help=marked("Resume this game that you left."),
)
@look
def play(
    game: str,
    players: int,
    bots: int | None,
    strategy: str,
    think: float,
    typed: Mapping[str, str],
    turn_time: int,
    game_time: int,
    increment: int,
    when_gone: str,
    gone_after: int,
    spectator_delay: int,
    resume: str | None,
    new: bool,
    **options: Any,
) -> None:
    """Play a game on this machine, against bots."""
    from sealed_wonders.client.commands import playing

    check_game(game)
    if players:
        check_players(game, players)
    if bots is None:
        bots = players - 1 if players else 0
    most = players or games.players(game)[-1]
    if bots >= most:
        raise click.UsageError(_too_many_bots(bots, most))
    if increment and not game_time:
        raise click.UsageError(_("--increment needs --game-time"))
    agreed = read(game, typed, players)
    wanted: dict[str, object] = {
        "--game": game,
        "--bots": bots,
        "--strategy": strategy,
        "--turn-time": turn_time,
        "--game-time": game_time,
        "--increment": increment,
        "--when-gone": when_gone,
        "--gone-after": gone_after,
        "--spectator-delay": spectator_delay,
    }
    if strategy == THINKS:
        wanted["--think"] = think
    if players:
        wanted["--players"] = players
    wanted |= to_host(game, agreed)
    playing.play_here(
        load(options), wanted, given=_given(wanted), new=new, resume=resume or ""
    )


GIVEN = {
    "game": "--game",
    "players": "--players",
    "bots": "--bots",
    "strategy": "--strategy",
    "turn_time": "--turn-time",
    "game_time": "--game-time",
    "increment": "--increment",
    "when_gone": "--when-gone",
    "gone_after": "--gone-after",
    "spectator_delay": "--spectator-delay",
    **{name: option.word for name, option in offered().items()},
}
"""Parameters that say something of the table, and what a host calls them."""


def _given(wanted: Mapping[str, object]) -> Mapping[str, object]:
    """Return what was asked for on the command line, without what is a default."""
    source = click.get_current_context().get_parameter_source
    return {
        word: wanted.get(word)
        for name, word in GIVEN.items()
        if source(name) is ParameterSource.COMMANDLINE
    }


def _too_many_bots(bots: int, count: int) -> str:
    more = n_("{n} bot", "{n} bots", bots).format(n=bots)
    said = _("{bots} and you are more than {players}")
    return said.format(bots=more, players=text.players(count))
