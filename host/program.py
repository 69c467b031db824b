"""
``wonders-host`` itself: a host from the command line, and what there is to do with one.

Without a command it runs one. A command's module is imported when it is called for, and
what it takes to run a host when it is clear that one is to run.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import click

from sealed_wonders.host import lean
from sealed_wonders.host.config import BadConfig
from sealed_wonders.host.options import host, read_settings
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline.commands import called
from sealed_wonders.net.commandline.errors import WrongInput, in_one_line, status_of
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.commandline.statuses import OK
from sealed_wonders.net.tableoptions import BOTS

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
        )
        output.heed(settings.levels)
        keys = load_keys(settings.folder)
        lacking = load(relays=settings.relay)
        if lacking is not None:
            if settings.terms[BOTS]:
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
        kind = click.ClickException if problem.another_try_may_help else WrongInput
        raise kind(str(problem)) from None
    except (BadFile, Unusable) as problem:
        raise click.ClickException(str(problem)) from None


def run_program(arguments: Sequence[str]) -> int:
    """Run what the command line says; return the exit status."""

    def call() -> int:
        result = called(host, HOST, arguments)
        if result is None or isinstance(result, int):  # a command's
            return result or OK
        reread = functools.partial(_read_again, arguments)
        return _run(cast("Settings", result), reread)

    return status_of(HOST, call)


def _read_again(arguments: Sequence[str]) -> Settings:
    """
    Return what the same command line comes to now.

    Raises:
        BadConfig: the file that it names is wrong.
    """
    try:
        settings = read_settings(arguments)
    except click.ClickException as problem:
        raise BadConfig(in_one_line(problem)) from None
    return cast("Settings", settings)  # no host runs that was only to show something
