"""
What the commands of an operator have in common: how they are parsed and answered.

An operator gives commands from a shell, or as an admin at a table. Each command is a
method in `administration.py`. Click parses the words as on a command line, so mistakes
are reported in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from sealed_wonders.net.columns import columns


class CommandResult(NamedTuple):
    text: str
    """Lines for a person."""
    data: object = None
    """The same as JSON data."""
    is_well: bool = True


class CommandRefused(Exception):
    """A command can't be carried out; the message is one line."""


Row = Mapping[str, object]

Method = TypeVar("Method", bound=Callable[..., CommandResult])

Operated = Callable[[Sequence[str]], CommandResult]
"""Runs a command of an operator."""


def run(host: object, words: Sequence[str]) -> CommandResult:
    """Run a command; return its answer, including that of a failed one."""
    try:
        # Not as a normal program: Click would print its help on the host's own
        # terminal.
        answer: CommandResult = _console.main(
            list(words) or ["help"], prog_name="", obj=host, standalone_mode=False
        )
    except click.ClickException as problem:
        said = " ".join(problem.format_message().split())
        return CommandResult(said, {"error": said}, is_well=False)
    except CommandRefused as problem:
        return CommandResult(str(problem), {"error": str(problem)}, is_well=False)
    return answer


_console = click.Group(add_help_option=False)


def names() -> tuple[str, ...]:
    return tuple(_console.commands)


def command(name: str, *arguments: Callable[[Any], Any]) -> Callable[[Method], Method]:
    """
    Return a decorator that makes a command of a method, with its docstring as the help.

    Args:
        name: the command's name.
        arguments: Click's decorators for its arguments.
    """

    def decorate(method: Method) -> Method:
        callback: Any = click.pass_obj(method)
        for argument in reversed(arguments):
            callback = argument(callback)
        _console.add_command(click.command(name, add_help_option=False)(callback))
        return method

    return decorate


def named(argument: str) -> Callable[[Any], Any]:
    """Return an argument that takes the rest of the line as a single name."""
    return click.argument(
        argument,
        nargs=-1,
        required=True,
        metavar=argument.upper(),
        callback=lambda context, param, words: " ".join(words),
    )


@command("help")
def _help(host: object) -> CommandResult:
    """Show all commands."""
    rows = [
        {"": " ".join((name, *map(_usage, it.params))), "does": it.help}
        for name, it in _console.commands.items()
    ]
    return CommandResult(in_columns(rows, heads=False), list(names()))


def _usage(param: click.Parameter) -> str:
    """Return how an option or an argument is typed."""
    if isinstance(param, click.Option):
        return f"[{' '.join(filter(None, (param.opts[-1], param.metavar)))}]"
    return str(param.name).upper()


def in_columns(rows: Sequence[Row], *, heads: bool = True) -> str:
    if not rows:
        return ""
    cells = [list(rows[0])] if heads else []
    cells += [list(map(_cell, row.values())) for row in rows]
    return "\n".join(columns(cells))


def _cell(value: object) -> str:
    match value:
        case None | () | "" | False:
            return "-"
        case tuple():
            return ", ".join(map(str, value))
        case True:
            return "yes"
        case dict():
            return ", ".join(f"{it} {value[it]}" for it in value) or "-"
        case _:
            return str(value)
