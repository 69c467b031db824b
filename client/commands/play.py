"""
``wonders play``: a game here and now, against bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from sealed_wonders.client.commands.gameoptions import (
    Seats,
    check_game,
    check_players,
    game,
    of_games,
    offered,
    read,
    to_host,
)
from sealed_wonders.client.commands.options import WithLook, load, look, new
from sealed_wonders.client.terminal import text
from sealed_wonders.core import games
from sealed_wonders.net import botnames
from sealed_wonders.net.botnames import STRATEGIES, THINKS
from sealed_wonders.net.words import _, marked, n_


class Strategy(click.Choice[str]):
    """One of ours, or a bot that another package brings."""

    def __init__(self) -> None:
        super().__init__(STRATEGIES)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if botnames.is_one(value):
            return str(value)
        return super().convert(value, param, ctx)


SECONDS_CAP = 24 * 60 * 60
"""That of `net.times`."""

WHEN_GONE = ("go-on", "rescue", "wait")
"""Those of `host.terms`."""


@click.command(
    "play",
    cls=WithLook,
    help=marked(
        "Play a game on this machine, against bots, or with whoever takes a seat that is "
        "left.\n\n"
        "Starts a host and bots, sits you down, and ends them when you leave. A game "
        "that you left goes on the next time, unless you ask for another table, or for a "
        "new game."
    ),
)
@game
@click.option(
    "--players",
    type=Seats(),
    default=4,
    show_default=True,
    help=marked(
        "How many play, you and the bots included; any is as many as are ready. Seats "
        "that are left are for others on this network."
    ),
)
@click.option(
    "--bots",
    type=click.IntRange(0, 6),
    help=marked("How many of them are bots. [default: all but you]"),
)
@click.option(
    "--strategy",
    type=Strategy(),
    default="builder",
    show_default=True,
    help=marked(
        "How the bots play: thinker is the strongest, random the weakest; or the name of "
        "a bot of your own."
    ),
)
@click.option(
    "--think",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    metavar=marked("SECONDS"),
    help=marked("For how long a thinker thinks about each choice."),
)
@of_games()
@click.option(
    "--turn-time",
    type=click.IntRange(0, SECONDS_CAP),
    default=0,
    metavar=marked("SECONDS"),
    help=marked("Time for a choice. If left out, as long as it takes."),
)
@click.option(
    "--game-time",
    type=click.IntRange(0, SECONDS_CAP),
    default=0,
    metavar=marked("SECONDS"),
    help=marked(
        "Time that each has for all choices of the game together. If left out, as long as it "
        "takes."
    ),
)
@click.option(
    "--increment",
    type=click.IntRange(0, SECONDS_CAP),
    default=0,
    metavar=marked("SECONDS"),
    help=marked("By how much that grows with each choice."),
)
@click.option(
    "--when-gone",
    type=click.Choice(WHEN_GONE),
    default="go-on",
    show_default=True,
    help=marked(
        "What the table does when somebody is gone: go on without them, if all others "
        "agree; let somebody else play on with their hand, if all others agree (rescue); "
        "or wait."
    ),
)
@click.option(
    "--gone-after",
    type=click.IntRange(5, 3600),
    default=90,
    show_default=True,
    metavar=marked("SECONDS"),
    help=marked("After how long without a word of somebody the others are asked."),
)
@click.option(
    "--onlookers-after",
    type=click.IntRange(0, 3600),
    default=0,
    show_default=True,
    metavar=marked("SECONDS"),
    help=marked("How much later those who look on see what happens."),
)
@click.option(
    "--go-on",
    default="",
    metavar=marked("GAME"),
    help=marked("Go on with this game, which you left; the first screen leads there."),
)
@new
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
    onlookers_after: int,
    go_on: str,
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
        raise click.UsageError(_("--increment needs a --game-time."))
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
        "--onlookers-after": onlookers_after,
    }
    if strategy == THINKS:
        wanted["--think"] = think
    if players:
        wanted["--seats"] = players
    wanted |= to_host(game, agreed)
    playing.play_here(load(options), wanted, given=_given(wanted), new=new, go_on=go_on)


GIVEN = {
    "game": "--game",
    "players": "--seats",
    "bots": "--bots",
    "strategy": "--strategy",
    "turn_time": "--turn-time",
    "game_time": "--game-time",
    "increment": "--increment",
    "when_gone": "--when-gone",
    "gone_after": "--gone-after",
    "onlookers_after": "--onlookers-after",
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
