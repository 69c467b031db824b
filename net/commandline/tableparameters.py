"""
Options of a table as command parameters: those of every table, and games' own.

`sealed_wonders.net.tableoptions` declares the former; games declare theirs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from sealed_wonders.core.options import Option
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import tableoptions
from sealed_wonders.net.commandline.parameters import (
    DecimalParameter,
    Decorated,
    WholeParameter,
    option,
    with_options,
)
from sealed_wonders.net.tableoptions import (
    BOT,
    GAME,
    JOIN,
    PLAYERS,
    THE_GAME,
    TableOption,
    Value,
    options_of,
)
from sealed_wonders.net.words import _

Overrides = Mapping[TableOption[Any], Mapping[str, Any]]
"""Declarations that a command changes, as arguments for `click.option`."""


class GivenSettings(NamedTuple):
    """The settings of a table on a command line."""

    game: str
    """Name of the game; empty if a wish leaves it open."""
    values: Mapping[str, Value]
    """
    Options of every table by their Python identifiers, without those that are None.
    """
    typed: Mapping[str, str]
    """Games' own options, by name."""


class PlayersParameter(click.types.IntParamType):
    """
    A number of players; 0 for all who are ready.

    Attributes:
        words: texts that may be typed instead of a number.
    """

    name = "players"
    words = (PLAYERS.any,)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == PLAYERS.any:
            return 0
        if re.fullmatch(f"[{PLAYERS.least}-{PLAYERS.most}]", str(value)):
            return int(value)
        said = _("must be 2 to 7, or any, not {value}")
        return self.fail(said.format(value=f"{value!r:.40}"), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        numbers = range(PLAYERS.least, PLAYERS.most + 1)
        some = (PLAYERS.any, *map(str, numbers))
        return [CompletionItem(it) for it in some if it.startswith(incomplete)]


class WordParameter(click.Choice[str]):
    """
    The words of an option, and other valid texts.

    Attributes:
        is_open: whether any other text is valid.
    """

    def __init__(self, declared: tableoptions.Word) -> None:
        super().__init__([*declared.values])
        self.is_open = declared.is_open
        self._declared = declared

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if self._declared.fits(value):
            return str(value)
        if self.is_open:
            said = _("must be 1 to {most} ASCII characters, not {value}")
            fields = {"value": f"{value!r:.40}", "most": tableoptions.VALUE_CAP}
            return self.fail(said.format(**fields), param, ctx)
        return super().convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        some = (*self.choices, *self._declared.others())
        return [CompletionItem(it) for it in some if it.startswith(incomplete)]


def of_every_table(
    command: str,
    games: Mapping[str, Sequence[Option]],
    overrides: Overrides | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Add the options of a table to a command, which gets them as ``given``, a `GivenSettings`.

    Args:
        command: one of the names in `tableoptions`. Guests and bots come to other
            people's tables, so the host decides on everything that a guest leaves out.
        games: the games' own options, by game.
    """
    is_wished = command == JOIN
    own = {it.name: it for some in games.values() for it in some}
    declared = options_of(command)

    def parameter(it: TableOption[Any]) -> Callable[[Any], Any]:
        attributes = _attributes(it, wished=is_wished)
        if it is GAME:
            attributes |= _among(games, wished=is_wished)
        if command == BOT:
            attributes["heading"] = ""  # it has too few for groups
        attributes |= (overrides or {}).get(it, {})
        return option(f"--{it.name}", **attributes)

    def decorate(decorated: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(decorated)
        def run(**params: Any) -> Any:
            values = {it.param: params.pop(it.param) for it in declared}
            game = values.pop(GAME.param, None) or ""
            said = {name: it for name, it in values.items() if it is not None}
            typed = _typed(own, params, wished=is_wished)
            return decorated(given=GivenSettings(game, said, typed), **params)

        return with_options(
            run,
            *(parameter(it) for it in declared if it.heading == THE_GAME),
            *_own(own, lambda it: it.help, THE_GAME, wished=is_wished),
            *(parameter(it) for it in declared if it.heading != THE_GAME),
        )

    return decorate


def game(games: Sequence[str]) -> Callable[[Decorated], Decorated]:
    """Add the option for the game to a command; the default is the first game."""
    attributes = _attributes(GAME, wished=False) | _among(games, wished=False)
    return option(f"--{GAME.name}", **attributes)


def _among(games: Iterable[str], *, wished: bool) -> dict[str, Any]:
    known = [*games]
    return {"type": click.Choice(known), "default": None if wished else known[0]}


def _attributes(declared: TableOption[Any], *, wished: bool) -> dict[str, Any]:
    """Return click's arguments for an option."""
    attributes: dict[str, Any] = {
        "default": None if wished else declared.default,
        "metavar": declared.metavar or None,
        "former": [f"--{it}" for it in declared.former],
        "heading": declared.heading,
        "help": declared.help,
        "fields": {
            name: _as_typed(declared.typed(value))
            for name, value in declared.mentions.items()
        },
    }
    match declared:
        case tableoptions.Players():
            # Click shows the default as it would be typed.
            default = None if wished else declared.any
            return {**attributes, "type": PlayersParameter(), "default": default}
        case tableoptions.Number():
            kind: Any = WholeParameter(declared.least, declared.most)
        case tableoptions.Decimal():
            kind = DecimalParameter(declared.least, declared.most)
        case tableoptions.Switch():
            return {**attributes, "is_flag": True}
        case tableoptions.Word():
            kind = WordParameter(declared)
        case _:
            raise TypeError(declared)
    return {**attributes, "type": kind}


def _as_typed(value: str) -> str:
    return f"`{value}`"


def of_games(
    options: Mapping[str, Option],
    help: Callable[[Any], Sentence],
    *,
    wished: bool = False,
    heading: str = THE_GAME,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Add games' own options to a command, which gets them as ``typed``, by name.

    Args:
        options: the options, by name.
        help: return the help of an option.
        wished: whether options have no defaults, so that ``typed`` contains only those
            that were typed.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(**params: Any) -> Any:
            typed = _typed(options, params, wished=wished)
            return command(typed=typed, **params)

        return with_options(run, *_own(options, help, heading, wished=wished))

    return decorate


def _typed(
    options: Mapping[str, Option], params: dict[str, Any], *, wished: bool
) -> Mapping[str, str]:
    """Remove games' own options from a command's parameters, and return their texts."""
    given = {name: params.pop(name) for name in options}
    return {
        name: options[name].flag if value is True else value
        for name, value in given.items()
        if (value is not None if wished else value)
    }


def _own(
    options: Mapping[str, Option],
    help: Callable[[Any], Sentence],
    heading: str,
    *,
    wished: bool,
) -> list[Callable[[Any], Any]]:
    return [
        option(
            it.word,
            it.name,
            heading=heading,
            help=help(it).template,
            fields={
                name: _as_typed(str(value)) for name, value in help(it).fields.items()
            },
            **_declared(it, wished=wished),
        )
        for it in options.values()
    ]


def _declared(own: Option, *, wished: bool) -> Mapping[str, Any]:
    """Return click's arguments for a game's option."""
    if own.flag:
        return {"is_flag": True, "default": None if wished else False}
    return {
        "type": click.Choice(own.choices) if own.choices else str,
        "default": None if wished or not own.usual else own.usual,
        "metavar": own.metavar.template if own.metavar else None,
    }
