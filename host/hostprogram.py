"""
Runs ``wonders-host``: a host, or one of its commands.

A command's module is imported only when the command is run, and the modules of a host
only when a host is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import click

from sealed_wonders.host import lean
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.hostoptions import host, read_settings
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline.commands import called
from sealed_wonders.net.commandline.errors import WrongInput, in_one_line, status_of
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.commandline.statuses import OK

if TYPE_CHECKING:
    from sealed_wonders.host.settings import Settings


def _run(settings: Settings, reread: Callable[[], Settings]) -> int:
    # While `lean` holds: the reactor imports much that a host doesn't use.
    import twisted.internet.reactor  # noqa: F401  it is installed by being imported

    from sealed_wonders.host.listening import CantBegin, MayNotListen
    from sealed_wonders.host.prooflibrary import LibraryMissing
    from sealed_wonders.host.run import run

    lean.end()
    garbage.loaded()
    try:
        return run(settings, reread)
    except CantBegin as problem:
        # Wrong usage has a status after which systemd doesn't restart the host.
        kind = WrongInput if isinstance(problem, MayNotListen) else click.ClickException
        raise kind(str(problem)) from None
    except (BadFile, LibraryMissing) as problem:
        raise click.ClickException(str(problem)) from None


def run_program(arguments: Sequence[str]) -> int:

    def call() -> int:
        result = called(host, HOST, arguments)
        if result is None or isinstance(result, int):  # from a command
            return result or OK
        reread = functools.partial(_read_again, arguments)
        return _run(cast("Settings", result), reread)

    return status_of(HOST, call)


def _read_again(arguments: Sequence[str]) -> Settings:
    """Return the settings of the same command line now, or raise `BadFile`."""
    try:
        settings = read_settings(arguments)
    except click.ClickException as problem:
        raise BadFile(in_one_line(problem)) from None
    # the same command line ran a host before, so it gives settings
    return cast("Settings", settings)
