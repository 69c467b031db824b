"""
The options of a table: one name, one order and one meaning in every command.

A command takes each under the name of its parameter. Where a table is only wished for,
all of them are None unless they are typed. The bounds are those of `net.lobby.options`
and `net.times`, which take longer to import than a help should.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from sealed_wonders.core.options import Option
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import botnames
from sealed_wonders.net.botnames import STRATEGIES
from sealed_wonders.net.commandline.parameters import Decorated, option
from sealed_wonders.net.words import _, marked

GAME, CLOCK, ABSENCE = (
    marked("Game"),
    marked("Clock"),
    marked("Absence and spectators"),
)
"""Headings."""

DAY = 24 * 60 * 60
"""The longest time limit in seconds."""

HOUR = 60 * 60

WHEN_GONE = ("go-on", "rescue", "wait")

ANY = "any"
"""Stands for as many players as are ready."""

SECONDS = marked("SECONDS")


class Players(click.types.IntParamType):
    """
    A number of players; 0 if it is as many as are ready.

    Attributes:
        words: what may be typed in place of a number.
    """

    name = "players"
    words = (ANY,)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == ANY:
            return 0
        if re.fullmatch("[2-7]", str(value)):
            return int(value)
        said = _("{value} is not 2 to 7, or any")
        return self.fail(said.format(value=f"{value!r:.40}"), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        some = (ANY, *map(str, range(2, 8)))
        return [CompletionItem(it) for it in some if it.startswith(incomplete)]


class Strategy(click.Choice[str]):
    """A way for bots to play: one of ours, or one that another package brings."""

    def __init__(self) -> None:
        super().__init__(STRATEGIES)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if botnames.is_one(value):
            return str(value)
        return super().convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        some = (*STRATEGIES, *botnames.found())
        return [CompletionItem(it) for it in some if it.startswith(incomplete)]


def game(
    games: Collection[str], default: str | None
) -> Callable[[Decorated], Decorated]:
    """Give a command the option of which game is played."""
    return option(
        "--game",
        type=click.Choice(list(games)),
        default=default,
        heading=GAME,
        help=marked("Game to play: 7 Wonders, or 7 Wonders: Architects."),
    )


def players(default: int | str | None) -> Callable[[Decorated], Decorated]:
    """Give a command the option of how many play; 0 stands for any number."""
    return option(
        "--players",
        type=Players(),
        default=default,
        metavar="N|any",
        former=("--seats",),
        heading=GAME,
        help=marked(
            "Number of players, including bots; with any, a game begins with those "
            "who are ready."
        ),
    )


def bots(
    most: int, *, default: int | None = None, show_default: str | None = None
) -> Callable[[Decorated], Decorated]:
    """Give a command the option of how many of the players are bots."""
    return option(
        "--bots",
        type=click.IntRange(0, most),
        default=default,
        show_default=show_default,
        heading=GAME,
        help=marked("Number of bots."),
    )


def strategy(command: Decorated) -> Decorated:
    """Give a command the options of how bots play."""
    return _all(
        command,
        option(
            "--strategy",
            type=Strategy(),
            default="builder",
            metavar=marked("NAME"),
            heading=GAME,
            help=marked(
                "How bots play: random, easy, builder or thinker, from weakest to "
                "strongest; or the name of your own bot."
            ),
        ),
        think(1.0),
    )


def think(default: float | None, **attributes: Any) -> Callable[[Decorated], Decorated]:
    """Give a command the option of how long a bot that thinks ahead takes."""
    return option(
        "--think",
        type=click.FloatRange(0.01, 600),
        default=default,
        metavar=SECONDS,
        **{
            "heading": GAME,
            "help": marked("Time that a thinker has for each choice."),
            **attributes,
        },
    )


def limits(*, wished: bool = False) -> Callable[[Decorated], Decorated]:
    """
    Give a command the options of the clock, of absent players and of spectators.

    Args:
        wished: none has a default.
    """

    def seconds(
        word: str, least: int, most: int, default: int, **attributes: Any
    ) -> Callable[[Decorated], Decorated]:
        return option(
            word,
            type=click.IntRange(least, most),
            default=None if wished else default,
            metavar=SECONDS,
            **attributes,
        )

    return lambda command: _all(
        command,
        seconds(
            *("--turn-time", 0, DAY, 0),
            heading=CLOCK,
            help=marked("Time limit for each choice; 0 for no limit."),
        ),
        seconds(
            *("--game-time", 0, DAY, 0),
            heading=CLOCK,
            help=marked(
                "Total time for all of a player's choices in a game; 0 for no limit."
            ),
        ),
        seconds(
            *("--increment", 0, DAY, 0),
            heading=CLOCK,
            help=marked("Time that a player gains with each choice."),
        ),
        option(
            "--when-gone",
            type=click.Choice(WHEN_GONE),
            default=None if wished else WHEN_GONE[0],
            heading=ABSENCE,
            help=marked(
                "When a player is gone: the others can agree to go on without them "
                "(go-on), or also to let a substitute play with their hand "
                "(rescue); or the table waits (wait)."
            ),
        ),
        seconds(
            *("--gone-after", 5, HOUR, 90),
            heading=ABSENCE,
            help=marked("Time of silence after which a player counts as gone."),
        ),
        seconds(
            *("--spectator-delay", 0, HOUR, 0),
            former=("--onlookers-after",),
            heading=ABSENCE,
            help=marked("Delay with which spectators see the game."),
        ),
    )


def of_games(
    options: Mapping[str, Option],
    help: Callable[[Any], Sentence],
    *,
    wished: bool = False,
    heading: str = GAME,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Give a command options that are games' own, which it takes as ``typed``, by name.

    Args:
        options: by their names.
        help: returns what the help says of one.
        wished: none has a default, and ``typed`` holds only those that are typed.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(**params: Any) -> Any:
            given = {name: params.pop(name) for name in options}
            typed = {
                name: options[name].flag if value is True else value
                for name, value in given.items()
                if (value is not None if wished else value)
            }
            return command(typed=typed, **params)

        declared = (
            option(
                it.word,
                it.name,
                heading=heading,
                help=help(it).template,
                **_declared(it, wished=wished),
            )
            for it in options.values()
        )
        return _all(run, *declared)

    return decorate


def _declared(own: Option, *, wished: bool) -> Mapping[str, Any]:
    """Return how click declares it."""
    if own.flag:
        return {"is_flag": True, "default": None if wished else False}
    return {
        "type": click.Choice(own.choices) if own.choices else str,
        "default": None if wished or not own.usual else own.usual,
        "metavar": own.metavar.template if own.metavar else None,
    }


def _all(command: Decorated, *options: Callable[[Decorated], Decorated]) -> Decorated:
    """Give a command options in the order of its help."""
    for each in reversed(options):
        command = each(command)
    return command
