"""
The options of a table as parameters of commands: those of every table, and games' own.

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
from sealed_wonders.net.commandline.parameters import Decorated, option
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
"""What a command declares in its own way, as `click.option` takes it."""


class Given(NamedTuple):
    """What a command line says of a table."""

    game: str
    """Empty if nothing is said, where a table is only wished for."""
    values: Mapping[str, Value]
    """Of options that every table has, by their names in Python; those that are None aren't there."""
    typed: Mapping[str, str]
    """Of games' own options, by their names."""


class Players(click.types.IntParamType):
    """
    A number of players; 0 if it is as many as are ready.

    Attributes:
        words: what may be typed in place of a number.
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
        said = _("{value} is not 2 to 7, or any")
        return self.fail(said.format(value=f"{value!r:.40}"), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        numbers = range(PLAYERS.least, PLAYERS.most + 1)
        some = (PLAYERS.any, *map(str, numbers))
        return [CompletionItem(it) for it in some if it.startswith(incomplete)]


class Words(click.Choice[str]):
    """
    The words of an option, and others that fit it.

    Attributes:
        is_open: any other text fits.
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
            said = _("{value} is not text of 1 to {most} ASCII characters")
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
    Give a command all options of a table that it takes; it gets them as ``given``, `Given`.

    Args:
        command: one of those that `tableoptions` names. Guests and bots come to tables of
            others: what a guest doesn't say is left to the host.
        games: the games' own options, by the games that there are.
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
            return decorated(given=Given(game, said, typed), **params)

        return _all(
            run,
            *(parameter(it) for it in declared if it.heading == THE_GAME),
            *_own(own, lambda it: it.help, THE_GAME, wished=is_wished),
            *(parameter(it) for it in declared if it.heading != THE_GAME),
        )

    return decorate


def game(games: Sequence[str]) -> Callable[[Decorated], Decorated]:
    """Give a command the option of which game is played; the first if nothing is said."""
    attributes = _attributes(GAME, wished=False) | _among(games, wished=False)
    return option(f"--{GAME.name}", **attributes)


def _among(games: Iterable[str], *, wished: bool) -> dict[str, Any]:
    known = [*games]
    return {"type": click.Choice(known), "default": None if wished else known[0]}


def _attributes(declared: TableOption[Any], *, wished: bool) -> dict[str, Any]:
    """Return how click declares an option."""
    attributes: dict[str, Any] = {
        "default": None if wished else declared.default,
        "metavar": declared.metavar or None,
        "former": [f"--{it}" for it in declared.former],
        "heading": declared.heading,
        "help": declared.help,
    }
    match declared:
        case tableoptions.Players():
            # Click shows the default as it is typed.
            default = None if wished else declared.any
            return {**attributes, "type": Players(), "default": default}
        case tableoptions.Number():
            kind: Any = click.IntRange(declared.least, declared.most)
        case tableoptions.Decimal():
            kind = click.FloatRange(declared.least, declared.most)
        case tableoptions.Switch():
            return {**attributes, "is_flag": True}
        case tableoptions.Word():
            kind = Words(declared)
        case _:
            raise TypeError(declared)
    return {**attributes, "type": kind}


def of_games(
    options: Mapping[str, Option],
    help: Callable[[Any], Sentence],
    *,
    wished: bool = False,
    heading: str = THE_GAME,
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
            typed = _typed(options, params, wished=wished)
            return command(typed=typed, **params)

        return _all(run, *_own(options, help, heading, wished=wished))

    return decorate


def _typed(
    options: Mapping[str, Option], params: dict[str, Any], *, wished: bool
) -> Mapping[str, str]:
    """Take games' own options out of a command's parameters, as they were typed."""
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
            **_declared(it, wished=wished),
        )
        for it in options.values()
    ]


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
