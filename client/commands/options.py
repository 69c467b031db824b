"""
Options for settings, which are the same in every command with a screen.

The options of games are in `gameoptions.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage import settings, settingvalues
from sealed_wonders.net.commandline.parameters import OTHERS, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.words import marked

Command = TypeVar("Command", bound=Callable[..., Any])

SCREEN = marked("Screen and sound")

PLAIN = option(
    "--plain/--screen",
    default=None,
    heading=SCREEN,
    show_default=marked("the screen, if there is a terminal"),
    help=marked(
        "Use line mode, which works with screen readers, pipes and all terminals."
    ),
)

SYMBOLS = option(
    "--symbols",
    type=click.Choice(settings.SYMBOLS),
    heading=SCREEN,
    show_default=marked("what the terminal can show"),
    help=marked("Characters with which to draw the screen."),
)

LOOK: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    option(
        "--name",
        metavar=marked("NAME"),
        show_default=marked("the last name you used"),
        heading=OTHERS,
        help=marked("Your name, as others see it."),
    ),
    PLAIN,
    option(
        "--browser/--no-browser",
        default=None,
        heading=SCREEN,
        show_default=marked("off"),
        help=marked("Play in a browser on this machine."),
    ),
    SYMBOLS,
    option(
        "--mouse/--no-mouse",
        default=None,
        heading=SCREEN,
        show_default=marked("on"),
        help=marked("React to mouse clicks."),
    ),
    option(
        "--bell/--no-bell",
        default=None,
        heading=SCREEN,
        show_default=marked("off"),
        help=marked("Ring the bell when it is your turn."),
    ),
    option(
        "--confirm/--no-confirm",
        default=None,
        heading=SCREEN,
        show_default=marked("on, but off in line mode"),
        help=marked("Ask for confirmation before sending a choice."),
    ),
    option(
        "--title/--no-title",
        "window_title",
        default=None,
        heading=SCREEN,
        show_default=marked("on"),
        help=marked("Show whose turn it is in the window title."),
    ),
)
"""
Options for the screen and the player's name.

Each of them is a setting as well. The defaults shown are those of a fresh installation.
"""


def new(command: Command) -> Command:
    """Add the option to leave an unfinished game alone to a command."""
    return option(
        "--new",
        is_flag=True,
        help=marked("Start a new game, and keep the game that you left."),
    )(command)


def look(command: Command) -> Command:
    """Add the options `LOOK` to a command, which receives them by their names."""
    for each in reversed(LOOK):
        each(command)
    return command


def load(options: Mapping[str, Any]) -> settingvalues.Loaded:
    """
    Load the settings with these options, and print complaints about the others.

    Raises:
        click.UsageError: the name is invalid.
    """
    name = options.get("name")
    if name is not None:
        try:
            typed_name(name)
        except ValueError as problem:
            raise click.UsageError(retold(problem)) from None
    loaded = settingvalues.load(options)
    for complaint in loaded.complaints:
        echo(f"wonders: {retold(complaint)}", err=True)
    return loaded
