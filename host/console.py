"""
The commands of an operator: from a shell, or from an admin at a table.

Each command calls a method of `Operated`, which is the host, and returns a `CommandResult`.
Click parses the words as on a command line, so mistakes are reported in the same way.
The docstrings of the commands are the text of `help`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

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


class Operated(Protocol):
    """
    A host from its operator's point of view.

    All methods raise `CommandRefused`, except `report` and those that return lists.
    """

    def report(self) -> Row:
        """Return the status of the host."""

    def tables(self) -> Sequence[Row]:
        """Return a row for each table."""

    def people(self) -> Sequence[Row]:
        """Return a row for each connected client."""

    def banned(self) -> Sequence[str]:
        """Return the lines of the list of bans."""

    def say(self, text: str, table: str | None) -> int:
        """
        Send a chat line to everybody or one table; return how many people receive it.
        """

    def close(self, name: str, *, in_play: bool) -> None:
        """
        Close a table.

        Args:
            in_play: close it even if a game is running.
        """

    def kick(self, who: str) -> str:
        """Disconnect somebody, who may come back; return their name."""

    def ban(self, who: str) -> str:
        """Ban somebody; return the entry added to the list."""

    def unban(self, who: str) -> str:
        """Remove a ban; return the entry removed from the list."""

    def pause(self, name: str, *, paused: bool) -> None:
        """Stop the clock of a game, or let it run again."""

    def reload(self) -> str:
        """Read the options again; return the changes, in words."""

    def end(self, *, now: bool) -> int:
        """End now, or when all games are over; return how many are running."""

    def stay(self) -> None:
        """Cancel `end`."""


def run(host: Operated, words: Sequence[str]) -> CommandResult:
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


def names() -> tuple[str, ...]:
    return tuple(_console.commands)


# Commands.


def _command(
    name: str, *arguments: Callable[[Any], Any]
) -> Callable[[Callable[..., CommandResult]], click.Command]:
    """
    Return a decorator that makes a command of a function.

    Args:
        name: the command's name.
        arguments: Click's decorators for its arguments. The function's first argument
            is the host.
    """

    def decorate(function: Callable[..., CommandResult]) -> click.Command:
        callback: Any = click.pass_obj(function)
        for argument in reversed(arguments):
            callback = argument(callback)
        command = click.command(name, add_help_option=False)(callback)
        _console.add_command(command)
        return command

    return decorate


_console = click.Group(add_help_option=False)


def _named(argument: str) -> Callable[[Any], Any]:
    """Return an argument that takes the rest of the line as a single name."""
    return click.argument(
        argument,
        nargs=-1,
        required=True,
        metavar=argument.upper(),
        callback=lambda context, param, words: " ".join(words),
    )


_one_table = _named("table")
_somebody = _named("who")


@_command("help")
def _help(host: Operated) -> CommandResult:
    """Show all commands."""
    rows = [
        {"": " ".join((name, *map(_usage, command.params))), "does": command.help}
        for name, command in _console.commands.items()
    ]
    return CommandResult(_columns(rows, heads=False), list(names()))


@_command("status")
def _status(host: Operated) -> CommandResult:
    """Show the status of the host."""
    report = host.report()
    rows = [{"": name.replace("_", " "), "is": report[name]} for name in report]
    return CommandResult(_columns(rows, heads=False), report)


@_command("tables")
def _tables(host: Operated) -> CommandResult:
    """Show all tables."""
    rows = host.tables()
    return CommandResult(_columns(rows) or "There are no tables.", rows)


@_command("people")
def _people(host: Operated) -> CommandResult:
    """Show who is connected, with address and key."""
    rows = host.people()
    return CommandResult(_columns(rows) or "Nobody is connected.", rows)


@_command(
    "say",
    click.option("--table", metavar="TABLE"),
    click.argument("text", nargs=-1, required=True),
)
def _say(host: Operated, text: Sequence[str], table: str | None) -> CommandResult:
    """Send a chat message to everybody, or to one table."""
    count = host.say(" ".join(text), table)
    return CommandResult(
        f"{_counted(count, 'person has', 'people have')} received the message.",
        {"heard": count},
    )


@_command("close", click.option("--in-play", is_flag=True), _one_table)
def _close(host: Operated, table: str, *, in_play: bool) -> CommandResult:
    """Close a table; with --in-play, even during a game."""
    host.close(table, in_play=in_play)
    return CommandResult(f"The table {table!r} is closed.", {"closed": table})


@_command("pause", _one_table)
def _pause(host: Operated, table: str) -> CommandResult:
    """Stop the clock of a game until all players resume it."""
    host.pause(table, paused=True)
    return CommandResult(f"The clock at {table!r} is stopped.", {"paused": table})


@_command("resume", _one_table)
def _resume(host: Operated, table: str) -> CommandResult:
    """Let the clock of a game run again."""
    host.pause(table, paused=False)
    return CommandResult(
        f"The clock at {table!r} is running again.", {"resumed": table}
    )


@_command("kick", _somebody)
def _kick(host: Operated, who: str) -> CommandResult:
    """Disconnect somebody; they may come back."""
    name = host.kick(who)
    return CommandResult(f"{name} has been disconnected.", {"kicked": name})


@_command("ban", _somebody)
def _ban(host: Operated, who: str) -> CommandResult:
    """Ban a name, a key, an address or a network."""
    banned = host.ban(who)
    return CommandResult(f"{banned} is banned.", {"banned": banned})


@_command("unban", _somebody)
def _unban(host: Operated, who: str) -> CommandResult:
    """Remove a ban, given as in the list."""
    banned = host.unban(who)
    return CommandResult(f"{banned} is no longer banned.", {"unbanned": banned})


@_command("bans")
def _bans(host: Operated) -> CommandResult:
    """Show all bans."""
    lines = host.banned()
    return CommandResult("\n".join(lines) or "Nobody is banned.", list(lines))


@_command("reload")
def _reload(host: Operated) -> CommandResult:
    """Read the options again from their file."""
    said = host.reload()
    return CommandResult(said, {"reloaded": said})


@_command("stop", click.option("--now", is_flag=True))
def _stop(host: Operated, *, now: bool) -> CommandResult:
    """End when all games are over, or now."""
    games = host.end(now=now)
    if now or not games:
        said = "The host is stopping."
    else:
        said = f"The host stops once {_counted(games, 'game is', 'games are')} over."
    return CommandResult(said, {"games": games})


@_command("stay")
def _stay(host: Operated) -> CommandResult:
    """Cancel stop: don't end when all games are over."""
    host.stay()
    return CommandResult("The host keeps running.", {})


def _usage(param: click.Parameter) -> str:
    """Return how an option or an argument is typed."""
    if isinstance(param, click.Option):
        return f"[{' '.join(filter(None, (param.opts[-1], param.metavar)))}]"
    return str(param.name).upper()


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _columns(rows: Sequence[Row], *, heads: bool = True) -> str:
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
