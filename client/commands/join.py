"""
``wonders join``: sit down at a host's table.
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import click
from twisted.internet.defer import Deferred
from twisted.logger import ILogObserver, LogEvent, LogLevel, globalLogBeginner
from zope.interface import provider

from sealed_wonders.client import library
from sealed_wonders.client.home import Damaged, Home
from sealed_wonders.client.terminal.line import terminal
from sealed_wonders.client.terminal.sitting import ITerminalReactor, Sitting, fault
from sealed_wonders.client.words import marked
from sealed_wonders.net.address import Address
from sealed_wonders.net.names import NAME_CAP, clean_name


@click.command(
    "join",
    help=marked(
        "Sit down at a table of the host HOST:PORT.\n\n"
        "The #PIN of an invitation makes sure that it is the host you were "
        "invited to. If you left a game there, or lost it, you take your seat "
        "again.\n\n"
        "Your key is kept in a folder of your own; the variable WONDERS_HOME "
        "names another one, for a second person on this account."
    ),
)
@click.argument("address", metavar="HOST:PORT[#PIN]")
@click.option(
    "--plain",
    is_flag=True,
    help=marked(
        "Lines in and lines out: for screen readers, pipes, and terminals of all kinds."
    ),
)
@click.option(
    "--name", help=marked("What others call you. [default: as the last time]")
)
@click.option(
    "--table", default="", help=marked("The table's name. [default: an open one]")
)
@click.option(
    "--bell", is_flag=True, help=marked("Ring when there is something to choose.")
)
@click.option("--confirm", is_flag=True, help=marked("Ask before a choice is sent."))
def join(
    address: str, plain: bool, name: str | None, table: str, bell: bool, confirm: bool
) -> None:
    """Sit down at a table of the host HOST:PORT."""
    try:
        where = Address.parse(address)
        if table:
            clean_name(table)
        home = Home.find()
        name = clean_name(name) if name is not None else usual_name(home)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    except Damaged as damaged:
        raise click.ClickException(str(damaged)) from None
    library.load()
    failure = sit_down(
        home,
        lambda reactor: Sitting(
            reactor,
            terminal(reactor, lambda: history(home)),
            home,
            where,
            name,
            table=table,
            bell=bell,
            confirm=confirm,
        ),
    )
    if failure is not None:
        failed(failure)


def sit_down(
    home: Home,
    sitting_of: Callable[[ITerminalReactor], Sitting],
    begun: Callable[[ITerminalReactor, Sitting], None] = lambda reactor, sitting: None,
) -> str | None:
    """
    Run the reactor for one sitting.

    Gives why it failed, nothing if that was said already, and None if it didn't.

    Args:
        begun: called when the reactor runs, with the sitting.
    """
    from twisted.internet import reactor as installed

    reactor = cast(ITerminalReactor, installed)
    run: Callable[..., None] = reactor.run
    failures: list[str | None] = []

    async def sit() -> str | None:
        try:
            sitting = sitting_of(reactor)
        except Damaged as damaged:
            return str(damaged)
        _complain_by(sitting)
        begun(reactor, sitting)
        well = await sitting.run()
        return None if well else sitting.failure or ""

    def begin() -> None:
        Deferred.fromCoroutine(sit()).addErrback(fault).addCallback(end)

    def end(failure: str | None) -> None:
        failures.append(failure)
        reactor.stop()

    # Only then asyncio's loop is running, too.
    reactor.callLater(0, begin)
    # Signals are the sitting's, which may ask whether they were meant.
    run(installSignalHandlers=False)
    return failures[0] if failures else ""


def _complain_by(sitting: Sitting) -> None:
    """Have what Twisted finds wrong told in one line."""

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        failure = event.get("log_failure")
        if event.get("log_level") is LogLevel.critical and failure is not None:
            sitting.complain(fault(failure))

    globalLogBeginner.beginLoggingTo(
        [observe], redirectStandardIO=False, discardBuffer=True
    )


def usual_name(home: Home) -> str:
    """Give the name of the last time, or else that of the account."""
    name = home.name()
    if name is not None:
        return clean_name(name)
    try:
        return clean_name(getpass.getuser()[:NAME_CAP])
    except (OSError, KeyError, ValueError):
        return "player"


def history(home: Home) -> Path | None:
    """Find the file of lines typed before; without one, none are kept."""
    try:
        return home.history()
    except Damaged as damaged:
        click.echo(f"wonders: {damaged}", err=True)
        return None


def failed(failure: str) -> None:
    """End with a failure, in one line if there is anything to be said."""
    if failure:
        raise click.ClickException(failure)
    sys.exit(1)
