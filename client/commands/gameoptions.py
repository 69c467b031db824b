"""
Command-line options of the games, for every command that starts or shows a game.

The options themselves are defined by each game in `core`. Options for the screen are in
`options.py`.
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
The option that selects the game; a command receives it as ``game``.

`check_game` checks that the other options belong to that game.
"""


def offered(
    fits: Callable[[Option], object] = lambda option: True,
) -> Mapping[str, Option]:
    """Return the options of all games that fit, by name."""
    return {it.name: it for game in GAMES for it in OPTIONS[game] if fits(it)}


def of_games(
    fits: Callable[[Option], object] = lambda option: True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Return a decorator that adds options of all games to a command.

    The command receives the typed text of each option, or its default, by name as
    ``typed``, for use with `read`.
    """
    return tableparameters.of_games(offered(fits), lambda option: option.help)


of_catalogues = tableparameters.of_games(
    offered(lambda option: option.in_catalogue),
    lambda option: option.in_catalogue or option.help,
    wished=True,
    heading="",
)
"""Decorator like that of `of_games`, for the options that change a game's cards."""


def check_game(game: str) -> None:
    """
    Check that the current command was given no options of other games.

    Raises:
        click.UsageError: it was.
    """
    given = click.get_current_context().get_parameter_source
    own = {option.name for option in OPTIONS[game]}
    for name, option in offered().items():
        if name not in own and given(name) is ParameterSource.COMMANDLINE:
            said = _("{game} has no option {option}")
            raise click.UsageError(said.format(game=TITLES[game], option=option.word))


def check_players(game: str, players: int, option: str = "--players") -> None:
    """
    Check that a game can be played by this number of players.

    Raises:
        click.BadParameter: it can't.
    """
    numbers = games.players(game)
    if players not in numbers:
        said = _("{game} is for {least} to {most} players, not {players}")
        detail = said.format(
            game=TITLES[game], least=numbers[0], most=numbers[-1], players=players
        )
        raise click.BadParameter(detail, param_hint=f"'{option}'")


def read(game: str, typed: Mapping[str, str], players: int = 0) -> Mapping[str, str]:
    """
    Parse the options of a table, and return those that aren't at their defaults.

    Args:
        game: the game.
        typed: values by option name; options of other games are ignored.
        players: the maximum number of players; 0 if there are none, or it isn't known.

    Raises:
        click.BadParameter: an option can't be parsed, or conflicts with another.
        click.UsageError: the options don't allow a game for these players.
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
    """Yield a table's options as command-line arguments of a host; None for flags."""
    for option in OPTIONS[game]:
        if option.is_always_said or option.name in agreed:
            value = agreed.get(option.name, option.usual)
            yield option.word, None if option.flag else value
