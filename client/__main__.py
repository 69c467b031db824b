"""
``wonders``: everything a player does from the command line.

A command's module is imported when it is called for, and not before: what it takes to
simulate a game is no part of ``wonders --version``.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import click

from sealed_wonders.client import manual, reactor
from sealed_wonders.client.spoken import (
    OPTION,
    anywhere,
    arranged,
    speak,
    spoken,
    spoken_param,
    version,
)
from sealed_wonders.net import garbage
from sealed_wonders.net.system import console, coredumps
from sealed_wonders.net.words import LANGUAGES, _, marked


class Entry(NamedTuple):
    """A command, as far as it is known without importing its module."""

    summary: str
    reactor: bool = False
    """Whether its module uses the network as soon as it is imported."""


COMMANDS: Mapping[str, Entry] = {
    "play": Entry(marked("Play a game here and now, against bots.")),
    "learn": Entry(marked("Play a first game, in which everything is explained.")),
    "join": Entry(marked("Sit down at a host's table.")),
    "rejoin": Entry(marked("Play on with a seat that another machine had.")),
    "bot": Entry(marked("Play as bots at a host."), reactor=True),
    "settings": Entry(marked("Show how the program looks and behaves, or change it.")),
    "simulate": Entry(marked("Let bots play among themselves.")),
    "arena": Entry(marked("Find out how strong bots are, by matches among them.")),
    "audit": Entry(marked("Check the log of a game: every signature, proof and rule.")),
    "replay": Entry(marked("Look through a game that was played.")),
    "report": Entry(marked("Write a page about a game that was played.")),
    "analyse": Entry(marked("Find out what choices of a game were worth.")),
    "history": Entry(marked("Show the games you have played, and how all stand.")),
    "log": Entry(marked("Look into the log of a game, entry by entry.")),
    "export": Entry(marked("Turn the log of a game into a record.")),
    "check": Entry(marked("Find out whether records follow from the rules.")),
    "cards": Entry(marked("Show all cards and boards, as the program has them.")),
}
"""
Each is the click command of its name in the module of its name, in
`sealed_wonders.client.commands`.
"""


class Commands(click.Group):
    """The commands, imported one at a time."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Whatever is said from here on is said in one language.
        speak(args)
        return super().parse_args(ctx, arranged(args, COMMANDS))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:  # it is made once, in whichever language that was
            option.help = _("Show this message and exit.")
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        click.Command.format_help(spoken(self), ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        if entry.reactor:
            reactor.install()
        module = importlib.import_module(f"sealed_wonders.client.commands.{cmd_name}")
        garbage.loaded()
        command = getattr(module, cmd_name)
        if not isinstance(command, click.Command):
            return None
        said = spoken(command)
        said.params += [spoken_param(one) for one in anywhere(said)]
        said.format_epilog = (  # type: ignore[method-assign]
            lambda ctx, formatter: manual.write(cmd_name, formatter)
        )
        return said

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        manual.write("", formatter)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(COMMANDS[name].summary)) for name in COMMANDS])


@click.group(
    cls=Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    help=marked(
        "7 Wonders over a local network, without having to trust the host.\n\n"
        "Cards are sealed: nobody but you can see your hand, not even the host, and "
        "whatever anybody does with cards is checked by all.\n\n"
        "Without a command, at a terminal, it is the screen on which one finds a table."
    ),
)
@version()
@click.option(
    OPTION,
    "language",
    type=click.Choice(LANGUAGES),
    help=marked("The language to speak. [default: that of the system]"),
)
@click.pass_context
def wonders(ctx: click.Context, language: str | None) -> None:
    """
    Lead to the commands; which language is spoken was settled before.

    Alone, at a terminal, it is the screen on which one finds a table.
    """
    if ctx.invoked_subcommand is not None:
        return
    from sealed_wonders.client.terminal import ability

    if not ability.is_able():
        raise click.UsageError(_("Missing command."))
    ctx.invoke(importlib.import_module("sealed_wonders.client.commands.join").join)


def run(arguments: Sequence[str]) -> int:
    """
    Run a command; gives its exit status.

    Wrong use ends in one line on standard error and 2, an interruption in 130, and a
    reader that went away, such as ``head``, quietly in what the shell makes of that. A
    fault of this program ends in a line that names a report.
    """
    try:
        with wonders.make_context("wonders", list(arguments)) as context:
            wonders.invoke(context)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as problem:
        context = getattr(problem, "ctx", None) or click.Context(wonders)
        said = " ".join(problem.format_message().split())
        click.echo(f"{context.command_path or 'wonders'}: {said}", err=True)
        return problem.exit_code
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # What is still in the buffers can't be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as problem:
        click.echo(f"wonders: {problem}", err=True)
        return 1
    except Exception as error:  # noqa: BLE001  no traceback reaches a person
        click.echo(f"wonders: {_report(error)}", err=True)
        return 1
    return 0


def _report(error: Exception) -> str:
    """Write down a fault of this program, and say so in a line."""
    from sealed_wonders.client.storage import folders
    from sealed_wonders.client.terminal.crash import Reports, told

    return told(error, Reports(folders.state() / "crashes").write(error))


def main() -> None:
    """Run what the command line says."""
    garbage.begin()
    console.prepare()
    if "--json" not in sys.argv:  # which is read by programs, even from a terminal
        console.leave_screen()
    coredumps.prevent()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
