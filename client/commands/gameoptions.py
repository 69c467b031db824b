"""
Options that say what is played, wherever a game begins; each game says which it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click
from click.core import ParameterSource

from sealed_wonders.client.reasons import retold
from sealed_wonders.core import games
from sealed_wonders.core.games import GAMES, OPTIONS, TITLES
from sealed_wonders.core.options import BadOption, Option
from sealed_wonders.net.commandline import tableparameters
from sealed_wonders.net.words import _

game = tableparameters.game(GAMES)
"""
The option of what is played, which a command takes as ``game``.

`check_game` tells whether other options go with it.
"""


def offered(
    fits: Callable[[Option], object] = lambda option: True,
) -> Mapping[str, Option]:
    """Return the options of all games that a command has, by their names."""
    return {it.name: it for game in GAMES for it in OPTIONS[game] if fits(it)}


def of_games(
    fits: Callable[[Option], object] = lambda option: True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Give a command options of all games, which it takes as ``typed``, by their names.

    `read` reads them; those that weren't typed are there with their defaults.
    """
    return tableparameters.of_games(offered(fits), lambda option: option.help)


of_catalogues = tableparameters.of_games(
    offered(lambda option: option.in_catalogue),
    lambda option: option.in_catalogue or option.help,
    wished=True,
    heading="",
)
"""Gives a command the options by which a game has other cards; as `of_games` does."""


def check_game(game: str) -> None:
    """
    Refuse options of the command that runs which are another game's.

    Raises:
        click.UsageError: one was given.
    """
    given = click.get_current_context().get_parameter_source
    own = {option.name for option in OPTIONS[game]}
    for name, option in offered().items():
        if name not in own and given(name) is ParameterSource.COMMANDLINE:
            said = _("{game} has no option {option}")
            raise click.UsageError(said.format(game=TITLES[game], option=option.word))


def check_players(game: str, players: int, option: str = "--players") -> None:
    """
    Refuse a number of players a game isn't for.

    Raises:
        click.BadParameter: it isn't.
    """
    numbers = games.players(game)
    if players not in numbers:
        said = _("{game} is for {least} to {most} players, not for {players}")
        detail = said.format(
            game=TITLES[game], least=numbers[0], most=numbers[-1], players=players
        )
        raise click.BadParameter(detail, param_hint=f"'{option}'")


def read(game: str, typed: Mapping[str, str], players: int = 0) -> Mapping[str, str]:
    """
    Read what a table agrees, without what is so if nothing is said.

    Args:
        typed: by the names of options; those that aren't the game's don't matter.
        players: how many play, at most; 0 if nobody does, or it isn't known.

    Raises:
        click.BadParameter: one option can't be read, or doesn't go with another.
        click.UsageError: nobody can play so.
    """
    try:
        agreed = games.read(game, typed)
        if agreed and players:
            games.ruleset(game, players, agreed)
    except BadOption as problem:
        hint = f"'{problem.option.word}'"
        raise click.BadParameter(retold(problem), param_hint=hint) from None
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    return agreed


def to_host(game: str, agreed: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """Give the options by which a host is told, as they are typed; None for no value."""
    for option in OPTIONS[game]:
        if option.is_always_said or option.name in agreed:
            value = agreed.get(option.name, option.usual)
            yield option.word, None if option.flag else value
