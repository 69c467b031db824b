"""
Options that say what is played, wherever a game begins; each game says which it has.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from sealed_wonders.client.reasons import retold
from sealed_wonders.core import games
from sealed_wonders.core.games import GAMES, OPTIONS, TITLES
from sealed_wonders.core.options import BadOption, Option
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.words import _, marked

Command = TypeVar("Command", bound=Callable[..., Any])

ANY = "any"
"""What stands for as many players as are ready."""


class _Game(click.Option):
    """The option of what is played, with the titles of all games in its help."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        said = _("What is played: {games}.")
        self.help = said.format(games=_(" or ").join(TITLES.values()))
        return super().get_help_record(ctx)


def game(command: Command) -> Command:
    """
    Give a command the option of what is played, which it takes as ``game``.

    `check_game` tells whether other options go with it.
    """
    option = click.option(
        "--game",
        cls=_Game,
        type=click.Choice(GAMES),
        default=GAMES[0],
        show_default=True,
    )
    return option(command)


def offered(
    fits: Callable[[Option], object] = lambda option: True,
) -> Mapping[str, Option]:
    """Return the options of all games that a command has, by their names."""
    return {it.name: it for game in GAMES for it in OPTIONS[game] if fits(it)}


def of_games(
    fits: Callable[[Option], object] = lambda option: True,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """
    Give a command options of all games, which it takes as ``typed``, by their names.

    `read` reads them; those that weren't typed are there, if they are as usual.
    """
    options = offered(fits)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**params: Any) -> None:
            given = {name: params.pop(name) for name in options}
            typed = {
                name: options[name].flag if value is True else value
                for name, value in given.items()
                if value
            }
            command(typed=typed, **params)

        decorated = run
        for name, option in reversed([*options.items()]):
            decorated = click.option(option.word, name, **_described(option))(decorated)
        return decorated

    return decorate


def _described(option: Option) -> dict[str, Any]:
    """Say how Click has an option; its words are translated where they are shown."""
    if option.flag:
        return {"is_flag": True, "help": option.help.template}
    return {
        "type": click.Choice(option.choices) if option.choices else str,
        "default": option.usual,
        "show_default": bool(option.usual),
        "metavar": option.metavar.template if option.metavar else None,
        "help": option.help.template,
    }


def of_catalogues(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options by which a game has other cards; as `of_games` does."""
    return _unless_said(
        command,
        offered(lambda option: option.in_catalogue),
        lambda option: option.in_catalogue or option.help,
    )


def of_tables(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of all games, for a table of which more is said elsewhere."""
    return _unless_said(command, offered(), lambda option: option.help)


def _unless_said(
    command: Callable[..., None],
    options: Mapping[str, Option],
    help: Callable[[Option], Sentence],
) -> Callable[..., None]:
    """Give a command options, of which it takes those that are typed."""

    @functools.wraps(command)
    def run(**params: Any) -> None:
        given = {name: params.pop(name) for name in options}
        typed = {
            name: options[name].flag if value is True else value
            for name, value in given.items()
            if value is not None
        }
        command(typed=typed, **params)

    decorated = run
    for name, option in reversed([*options.items()]):
        said = {**_described(option), "default": None, "show_default": False}
        said["help"] = help(option).template
        decorated = click.option(option.word, name, **said)(decorated)
    return decorated


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


class Seats(click.ParamType[int]):
    """A number of players; 0 if it is as many as are ready."""

    name = marked("N|any")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == ANY:
            return 0
        if re.fullmatch("[2-7]", str(value)):
            return int(value)
        said = _("{value} is not 2 to 7, or any")
        return self.fail(said.format(value=f"{value!r:.40}"), param, ctx)
