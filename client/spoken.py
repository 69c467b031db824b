"""
Commands whose help is in the language that is spoken.

A command's words are marked where it is made, when no language may be chosen yet, and
translated when they are shown. Click's own sentences are in our catalogue, too.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

import click

from sealed_wonders.client import settings
from sealed_wonders.client.words import LANGUAGES, _, lend, use, usual

OPTION = "--lang"


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
    """Find the option among those before the name of a command."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            return value if equals else "".join(arguments[at + 1 : at + 2])
        if not argument.startswith("-"):
            return None
    return None


def spoken(command: click.Command) -> click.Command:
    """Give a command with its help in the language that is spoken."""
    said = copy.copy(command)
    said.help = _(command.help) if command.help else None
    said.params = [_param(param) for param in command.params]
    return said


def _param(param: click.Parameter) -> click.Parameter:
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
