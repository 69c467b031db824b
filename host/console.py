"""
What whoever runs a host can tell it, in words: at its console, from a shell, or at a table.

Each command is a function of `Operated`, which is the host, and gives an `Answer`. Click reads the
words, as it does those of a command line, so a wrong one is complained of in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import click


class Answer(NamedTuple):
    """What a command comes to."""

    text: str
    """Lines for a person."""
    data: object = None
    """The same for a program, as JSON has it."""
    is_well: bool = True


class Refusal(Exception):
    """What was wanted can't be done; the message is one line."""


Row = Mapping[str, object]


class Operated(Protocol):
    """A host, as whoever runs it sees it. All but `report` and the lists raise `Refusal`."""

    def report(self) -> Row:
        """Return how it is."""

    def tables(self) -> Sequence[Row]:
        """Return what goes on at its tables."""

    def people(self) -> Sequence[Row]:
        """Return who is connected."""

    def banned(self) -> Sequence[str]:
        """Return who isn't let in."""

    def say(self, text: str, table: str | None) -> int:
        """Say something to all, or to a table; return how many hear it."""

    def close(self, table: str, *, in_play: bool) -> None:
        """Close a table."""

    def kick(self, who: str) -> str:
        """Put somebody out, who may come back; return their name."""

    def ban(self, who: str) -> str:
        """Put somebody out for good; return what is written into the list."""

    def unban(self, who: str) -> str:
        """Let somebody in again; return what was taken from the list."""

    def pause(self, table: str, *, paused: bool) -> None:
        """Stop the clock of a game, or let it go on."""

    def reload(self) -> str:
        """Read the options again; return what has changed, in words."""

    def end(self, *, now: bool) -> int:
        """End now, or when all games are over; return how many there are."""

    def stay(self) -> None:
        """Don't end when all games are over."""


def run(host: Operated, words: Sequence[str]) -> Answer:
    """Do what a host is told; return what it comes to, also if that is nothing."""
    try:
        # Nothing of it is told to the host's own screen: Click's help would be.
        answer: Answer = _console.main(
            list(words) or ["help"], prog_name="", obj=host, standalone_mode=False
        )
    except click.ClickException as problem:
        said = " ".join(problem.format_message().split())
        return Answer(said, {"error": said}, is_well=False)
    except Refusal as problem:
        return Answer(str(problem), {"error": str(problem)}, is_well=False)
    return answer


def names() -> tuple[str, ...]:
    """Return the commands there are."""
    return tuple(_console.commands)


# What is told.


def _command(
    name: str, *arguments: Callable[[Any], Any]
) -> Callable[[Callable[..., Answer]], click.Command]:
    """Make a command of a function, whose first argument is the host."""

    def decorate(function: Callable[..., Answer]) -> click.Command:
        callback: Any = click.pass_obj(function)
        for argument in reversed(arguments):
            callback = argument(callback)
        command = click.command(name, add_help_option=False)(callback)
        _console.add_command(command)
        return command

    return decorate


_console = click.Group(add_help_option=False)


def _named(argument: str) -> Callable[[Any], Any]:
    """Take the rest of a line for one name, which may have spaces in it."""
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
def _help(host: Operated) -> Answer:
    """Show what there is."""
    rows = [
        {"": " ".join((name, *map(_usage, command.params))), "does": command.help}
        for name, command in _console.commands.items()
    ]
    return Answer(_columns(rows, heads=False), list(names()))


@_command("status")
def _status(host: Operated) -> Answer:
    """Show how the host is."""
    report = host.report()
    rows = [{"": name.replace("_", " "), "is": report[name]} for name in report]
    return Answer(_columns(rows, heads=False), report)


@_command("tables")
def _tables(host: Operated) -> Answer:
    """Show what goes on at each table."""
    rows = host.tables()
    return Answer(_columns(rows) or "There is no table.", rows)


@_command("people")
def _people(host: Operated) -> Answer:
    """Show who is connected, from where, with which key."""
    rows = host.people()
    return Answer(_columns(rows) or "Nobody is connected.", rows)


@_command(
    "say",
    click.option("--table", metavar="TABLE"),
    click.argument("text", nargs=-1, required=True),
)
def _say(host: Operated, text: Sequence[str], table: str | None) -> Answer:
    """Say something to everybody, or to one table."""
    count = host.say(" ".join(text), table)
    return Answer(
        f"{_counted(count, 'person hears', 'people hear')} it.", {"heard": count}
    )


@_command("close", click.option("--in-play", is_flag=True), _one_table)
def _close(host: Operated, table: str, *, in_play: bool) -> Answer:
    """Close a table; a game there only if that is said."""
    host.close(table, in_play=in_play)
    return Answer(f"The table {table!r} is closed.", {"closed": table})


@_command("pause", _one_table)
def _pause(host: Operated, table: str) -> Answer:
    """Stop the clock of a game, until all would go on."""
    host.pause(table, paused=True)
    return Answer(f"The clock at {table!r} stands still.", {"paused": table})


@_command("resume", _one_table)
def _resume(host: Operated, table: str) -> Answer:
    """Let the clock of a game go on."""
    host.pause(table, paused=False)
    return Answer(f"The clock at {table!r} goes on.", {"resumed": table})


@_command("kick", _somebody)
def _kick(host: Operated, who: str) -> Answer:
    """Put somebody out, by name or key; they may come back."""
    name = host.kick(who)
    return Answer(f"{name} is put out.", {"kicked": name})


@_command("ban", _somebody)
def _ban(host: Operated, who: str) -> Answer:
    """Ban a name, a key, an address or a network."""
    banned = host.ban(who)
    return Answer(f"{banned} isn't let in any more.", {"banned": banned})


@_command("unban", _somebody)
def _unban(host: Operated, who: str) -> Answer:
    """Let somebody in again, named as in the list."""
    banned = host.unban(who)
    return Answer(f"{banned} is let in again.", {"unbanned": banned})


@_command("bans")
def _bans(host: Operated) -> Answer:
    """Show who isn't let in."""
    lines = host.banned()
    return Answer("\n".join(lines) or "Nobody is banned.", list(lines))


@_command("reload")
def _reload(host: Operated) -> Answer:
    """Read the options again, from their file."""
    said = host.reload()
    return Answer(said, {"reloaded": said})


@_command("stop", click.option("--now", is_flag=True))
def _stop(host: Operated, *, now: bool) -> Answer:
    """End when all games are over, or now."""
    games = host.end(now=now)
    if now or not games:
        said = "The host ends."
    else:
        said = f"The host ends when {_counted(games, 'game is', 'games are')} over."
    return Answer(said, {"games": games})


@_command("stay")
def _stay(host: Operated) -> Answer:
    """Don't end when all games are over."""
    host.stay()
    return Answer("The host stays.", {})


def _usage(param: click.Parameter) -> str:
    """Say how an option or an argument is typed."""
    if isinstance(param, click.Option):
        return f"[{' '.join(filter(None, (param.opts[-1], param.metavar)))}]"
    return str(param.name).upper()


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _columns(rows: Sequence[Row], *, heads: bool = True) -> str:
    """Set rows in columns."""
    if not rows:
        return ""
    cells = [list(rows[0])] if heads else []
    cells += [list(map(_cell, row.values())) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in cells)


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
