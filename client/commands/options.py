"""
Options that are settings, too: the same at all commands that have a screen.

Those of games are in `gameoptions`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage import settings, settingvalues
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.words import _, marked

Command = TypeVar("Command", bound=Callable[..., Any])

LOOK: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    click.option(
        "--plain/--screen",
        default=None,
        help=marked(
            "Lines in and lines out: for screen readers, pipes, and terminals of all "
            "kinds. [default: a screen, where there is a terminal]"
        ),
    ),
    click.option(
        "--name", help=marked("What others call you. [default: as last time]")
    ),
    click.option(
        "--symbols",
        type=click.Choice(settings.SYMBOLS),
        help=marked("The signs to draw with. [default: what the terminal can show]"),
    ),
    click.option(
        "--mouse/--no-mouse",
        default=None,
        help=marked("Whether clicks do something. [default: they do]"),
    ),
    click.option(
        "--bell/--no-bell",
        default=None,
        help=marked("Ring when there is something to choose."),
    ),
    click.option(
        "--confirm/--no-confirm",
        default=None,
        help=marked(
            "Ask before a choice is sent. [default: at the screen, but not in lines]"
        ),
    ),
    click.option(
        "--title/--no-title",
        "window_title",
        default=None,
        help=marked("Say in the window's title whose turn it is. [default: yes]"),
    ),
)


class WithLook(click.Command):
    """A command whose settings stand by themselves in its help."""

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        names = set(settings.ABOUT)
        rows: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                rows[param.name in names].append(record)
        for is_setting, heading in ((False, _("Options")), (True, _("Settings"))):
            if rows[is_setting]:
                with formatter.section(heading):
                    formatter.write_dl(rows[is_setting])


def new(command: Command) -> Command:
    """Give a command the option of another game than the one that was left."""
    return click.option(
        "--new",
        is_flag=True,
        help=marked("Begin another game, and give up the one you left."),
    )(command)


def look(command: Command) -> Command:
    """Give a command the options of how it looks; it takes them by their names."""
    for option in reversed(LOOK):
        option(command)
    return command


def load(options: Mapping[str, Any]) -> settingvalues.Loaded:
    """
    Find out the settings for these options; what is wrong with others is said.

    Raises:
        click.UsageError: the name can't be one.
    """
    name = options.get("name")
    if name is not None:
        try:
            typed_name(name)
        except ValueError as problem:
            raise click.UsageError(retold(problem)) from None
    loaded = settingvalues.load(options)
    for complaint in loaded.complaints:
        click.echo(f"wonders: {retold(complaint)}", err=True)
    return loaded
