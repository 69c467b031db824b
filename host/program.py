"""
``wonders-host`` itself: a host from the command line, and what there is to do with one.

Without a command it runs one. A command's module is imported when it is called for, and
what it takes to run a host when it is clear that one is to run.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import click

from sealed_wonders.host import lean
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.config import BadConfig
from sealed_wonders.host.options import called, read_settings
from sealed_wonders.net import garbage

if TYPE_CHECKING:
    from sealed_wonders.host.service import Settings


def _run(settings: Settings, reread: Callable[[], Settings]) -> int:
    """
    Run a host; return its exit status.

    Args:
        reread: gives the settings as they would be now; raises `BadConfig`.
    """
    from twisted.internet import reactor

    from sealed_wonders.host.files import BadFile, open_folder
    from sealed_wonders.host.keys import load_keys
    from sealed_wonders.host.output import Output
    from sealed_wonders.host.preload import Unusable, load
    from sealed_wonders.host.run import run
    from sealed_wonders.host.service import CantBegin, IReactor
    from sealed_wonders.net.steady import steady
    from sealed_wonders.net.system import descriptors

    lean.end()
    garbage.loaded()
    steady(reactor)
    descriptors.allow_more()
    try:
        open_folder(settings.folder)
        output = Output(
            sys.stdout,
            sys.stderr,
            settings.folder,
            json=settings.json,
            levels=settings.levels,
        )
        keys = load_keys(settings.folder)
        lacking = load(relays=settings.relay)
        if lacking is not None:
            if settings.terms.bots:
                raise Unusable(
                    f"{lacking.why}. Without it no bot can play: leave out --bots"
                )
            output.say(lacking)
        return run(
            cast(IReactor, reactor),
            settings,
            keys,
            output,
            reread,
            has_bots=lacking is None,
        )
    except CantBegin as problem:
        kind = (
            click.ClickException if problem.another_try_may_help else click.UsageError
        )
        raise kind(str(problem)) from None
    except (BadFile, Unusable) as problem:
        raise click.ClickException(str(problem)) from None


def run_program(arguments: Sequence[str]) -> int:
    """Run what the command line says; return the exit status."""
    try:
        if arguments and arguments[0] in COMMANDS:
            return _command(*arguments)
        settings = read_settings(arguments)
        if settings is None:
            return 0
        return _run(settings, functools.partial(_read_again, arguments))
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as problem:
        click.echo(f"wonders-host: {_in_one_line(problem)}", err=True)
        return problem.exit_code
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # What is still in the buffers can't be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _read_again(arguments: Sequence[str]) -> Settings:
    """
    Return what the same command line comes to now.

    Raises:
        BadConfig: the file that it names is wrong.
    """
    try:
        settings = read_settings(arguments)
    except click.ClickException as problem:
        raise BadConfig(_in_one_line(problem)) from None
    return cast("Settings", settings)  # no host runs that was only to show something


def _in_one_line(problem: click.ClickException) -> str:
    return " ".join(problem.format_message().split())


def command_named(name: str) -> click.Command:
    """Import one of the `COMMANDS`."""
    module = name.replace("-", "_")
    found = importlib.import_module(f"sealed_wonders.host.commands.{module}")
    garbage.loaded()
    command: click.Command = getattr(found, module)
    return command


def _command(name: str, *arguments: str) -> int:
    """Run one of the commands; return its exit status."""
    lean.end()
    status = called(command_named(name), f"wonders-host {name}", arguments)
    return status if isinstance(status, int) else 0
