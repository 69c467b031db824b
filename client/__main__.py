"""
The ``wonders`` program: its list of commands, and the entry point.

Each command lives in a module of its own in `sealed_wonders.client.commands`, which is
imported only when the command runs. The extended help is in `client/manual.py`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import ClassVar

import click

from sealed_wonders.client import manual, reactor
from sealed_wonders.client.storage import settings
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline import completion
from sealed_wonders.net.commandline.commands import (
    CommandSummary,
    Program,
    behind_command,
    called,
)
from sealed_wonders.net.commandline.errors import status_of
from sealed_wonders.net.commandline.pages import Page
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.programs import PLAYER, PLAYERS, is_asked
from sealed_wonders.net.commandline.statuses import FAILED, OK
from sealed_wonders.net.system import console, coredumps
from sealed_wonders.net.words import _, marked

PLAY, AFTER, STUDY, BOTS, SETUP = (
    marked("Play"),
    marked("After a game"),
    marked("Study"),
    marked("Bots"),
    marked("Set up"),
)

COMMANDS: Mapping[str, CommandSummary] = {
    "play": CommandSummary(
        marked("Play on this machine, against bots or with friends."), PLAY
    ),
    "learn": CommandSummary(marked("Play a first game, with explanations."), PLAY),
    "join": CommandSummary(marked("Join a table on your network."), PLAY),
    "lend": CommandSummary(marked("Lend seats to people who have only a phone."), PLAY),
    "rejoin": CommandSummary(marked("Take your seat back on another machine."), PLAY),
    "replay": CommandSummary(marked("Look through a game, turn by turn."), AFTER),
    "report": CommandSummary(
        marked("Write a page about a game, to keep or share."), AFTER
    ),
    "history": CommandSummary(marked("Show your games, standings and ratings."), AFTER),
    "audit": CommandSummary(
        marked("Check every signature, proof and move of a game."), AFTER
    ),
    "analyse": CommandSummary(marked("Find out what your choices were worth."), STUDY),
    "cards": CommandSummary(marked("Show all cards and boards."), STUDY),
    "log": CommandSummary(marked("Show a log, entry by entry."), STUDY),
    "export": CommandSummary(marked("Convert a log into a record."), STUDY),
    "check": CommandSummary(marked("Check records against the rules."), STUDY),
    "simulate": CommandSummary(marked("Let bots play against each other."), BOTS),
    "arena": CommandSummary(marked("Measure how strong bots are."), BOTS),
    "bot": CommandSummary(marked("Seat bots at a host's tables."), BOTS),
    "settings": CommandSummary(marked("Show or change settings."), SETUP),
    "completion": CommandSummary(marked("Set up command completion with Tab."), SETUP),
    "events": CommandSummary(marked("Play back a recorded session."), is_hidden=True),
}
"""
Every command, with its summary and the section of the help that lists it.

A command named ``x`` is the click command ``x`` in the module
`sealed_wonders.client.commands.x`. ``completion`` is the exception.
"""

USES_REACTOR = ("bot",)
"""Commands whose modules need the reactor as soon as they are imported."""

FINDS_TABLE = "join"
"""The default command."""


class Commands(Program):
    """The group of all commands, which imports each one only when it runs."""

    entries: ClassVar[Mapping[str, CommandSummary]] = COMMANDS
    pages: ClassVar[Mapping[str, Page]] = manual.PAGES
    with_own_language = ("cards",)
    default = FINDS_TABLE
    without_screen = ""
    """
    The command to run if no arguments are given and there is no screen, which would show
    the start screen; empty for none.
    """

    def own_language(self) -> str:
        return settings.language()

    def arranged(self, arguments: list[str]) -> list[str]:
        return behind_command(arguments, self.entries, self.default, self._alone)

    def _alone(self) -> str:
        """Return the command to run if no arguments are given."""
        if not self.without_screen:
            return ""
        from sealed_wonders.client.storage import settingvalues
        from sealed_wonders.client.terminal import ability

        plain = settingvalues.load({}).settings.plain
        return "" if ability.is_screen(plain=plain) else self.without_screen

    def load(self, name: str) -> click.Command:
        if name == "completion":
            return completion.completion
        if name in USES_REACTOR:
            reactor.install()
        module = importlib.import_module(f"sealed_wonders.client.commands.{name}")
        garbage.loaded()
        command: click.Command = getattr(module, name)
        return command


@click.group(
    cls=Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    help=marked(
        "Play 7 Wonders on a local network, without having to trust the host.\n\n"
        "Cards are sealed: nobody else can see your hand, not even the host, and every "
        "player's program checks every move.\n\n"
        "Without a command, open the start screen."
    ),
)
@click.pass_context
def wonders(ctx: click.Context) -> None:
    """Run the default command if none was given; the language is already set."""
    if ctx.invoked_subcommand is not None:
        return
    from sealed_wonders.client.terminal import ability

    if not ability.is_able():
        raise click.UsageError(_("Missing command."))
    ctx.invoke(importlib.import_module("sealed_wonders.client.commands.join").join)


def run(arguments: Sequence[str]) -> int:
    """
    Run a command and return its exit status.

    An expected error is printed as one line. An unexpected exception is saved as a
    crash report, whose path the line gives.
    """

    def call() -> int:
        called(wonders, PLAYER, arguments)
        return OK

    try:
        return status_of(PLAYER, call)
    except Exception as error:  # noqa: BLE001 people never see a traceback
        echo(f"{PLAYER}: {_report(error)}", err=True)
        return FAILED


def _report(error: Exception) -> str:
    """Save a crash report and return the sentence that names it."""
    from sealed_wonders.client.crash import Reports, told
    from sealed_wonders.client.storage import folders

    return told(error, Reports(folders.state() / "crashes").write(error))


def main(*, default: str = "") -> None:
    """
    Run the command in ``sys.argv`` and exit with its status.

    Args:
        default: the command to run if only options are given, or if there is no
            screen; empty for the standard one.
    """
    if default:
        Commands.default = Commands.without_screen = default
    garbage.begin()
    # Line mode refuses a closed standard output: nobody could see the game.
    console.open_closed("stdin", "stderr")
    console.prepare()
    if is_asked(PLAYERS):
        sys.exit(completion.answer(PLAYERS, lambda: wonders))
    if "--json" not in sys.argv:  # programs read JSON, even from a terminal
        console.leave_screen()
    coredumps.prevent()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
