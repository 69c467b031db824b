"""
Commands whose help is in the language that is spoken.

A command's words are marked where it is made, when no language may be chosen yet, and
translated when they are shown. Click's own sentences are in our catalogue, too.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

import click

from sealed_wonders.client.storage import settings
from sealed_wonders.net.words import LANGUAGES, _, lend, marked, use, usual

OPTION = "--lang"

OWN = ("cards",)
"""Commands whose option of that name means something else: the language of names."""

USUAL = "join"
"""The command where none is named."""

Command = TypeVar("Command", bound=Callable[..., Any])


def language_of(option: str | None) -> str:
    """
    Decide which language to speak: what an option says, or else one's own settings, or
    else the system's.

    Args:
        option: empty or None if it wasn't given; what isn't a language counts so.
    """
    return option if option in LANGUAGES else settings.language() or usual()


def speak(arguments: Sequence[str]) -> None:
    """Speak the language that a command line asks for, before any of it is parsed."""
    language = language_of(_wanted(arguments))
    use(language)
    lend(language)


def _wanted(arguments: Sequence[str]) -> str | None:
    """Find the option, wherever it stands, unless it is of a command's own kind."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            return value if equals else "".join(arguments[at + 1 : at + 2])
        if argument in ("--", *OWN):
            return None
    return None


# Options stand wherever people put them.


def version() -> Callable[[Command], Command]:
    """Give a command the option that tells the version of the program."""
    return click.version_option(
        package_name="sealed-wonders",
        prog_name="wonders",
        message="%(prog)s %(version)s",
    )


def anywhere(command: click.Command) -> Iterator[click.Option]:
    """Give the options of the whole program that a command hasn't, to stand behind it."""
    has = {name for param in command.params for name in param.opts}
    if OPTION not in has:
        yield click.Option(
            [OPTION, "language"],
            type=click.Choice(LANGUAGES),
            expose_value=False,  # it was heeded before any of this was parsed
            help=marked("The language to speak. [default: that of the system]"),
        )

    @version()
    @click.command()
    def carrier() -> None:
        """Carry the option."""

    for option in carrier.params:
        if isinstance(option, click.Option):
            option.hidden = True  # it says nothing of this command
            yield option


def arranged(arguments: Sequence[str], commands: Collection[str]) -> list[str]:
    """
    Put options of a command behind its name, if they stand before it.

    Without a command, they are of the one that finds a table. Arguments that begin with
    anything else stay as they are: they are what is wrong, or a command.
    """
    head: list[str] = []
    rest = list(arguments)
    while rest and rest[0].partition("=")[0] in (OPTION, "--version", "--help"):
        several = rest[0] == OPTION
        head += rest[: 1 + several]
        del rest[: 1 + several]
    if not rest or not rest[0].startswith("-") or rest[0] == "--":
        return [*head, *rest]
    at = next((at for at, word in enumerate(rest) if word in commands), None)
    if at is None:
        return [*head, USUAL, *rest]
    return [*head, rest[at], *rest[:at], *rest[at + 1 :]]


def spoken(command: click.Command) -> click.Command:
    """Give a command with its help in the language that is spoken."""
    said = copy.copy(command)
    said.help = _(command.help) if command.help else None
    said.params = [spoken_param(param) for param in command.params]
    # Click keeps what it made once, in the language that was spoken then.
    said._help_option = None
    return said


def spoken_param(param: click.Parameter) -> click.Parameter:
    """Give a parameter with its help in the language that is spoken."""
    said = copy.copy(param)
    if isinstance(said, click.Option) and said.help:
        said.help = _(said.help)
    if isinstance(param.type, click.Path):
        said.type = _path(param.type)
    if param.metavar:
        said.metavar = _(param.metavar)
    elif _has_value(param):
        kind = param.type.name.upper()
        said.metavar = _(kind)
    return said


def _path(kind: click.Path) -> click.Path:
    """Call a path what it is in the language that is spoken, and not when it was made."""
    said = copy.copy(kind)
    if kind.file_okay != kind.dir_okay:
        said.name = _("file") if kind.file_okay else _("directory")
    else:
        said.name = _("path")
    return said


def _has_value(param: click.Parameter) -> bool:
    """Tell whether it is an option whose value is told by the name of its type."""
    if not isinstance(param, click.Option) or param.is_flag:
        return False
    return not isinstance(param.type, click.Choice)
