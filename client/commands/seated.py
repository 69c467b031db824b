"""Shared code of commands that take a seat: the reactor, line mode and the end."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from twisted.internet.defer import Deferred
from twisted.internet.error import ReactorNotRunning
from twisted.logger import ILogObserver, LogEvent, LogLevel, globalLogBeginner
from twisted.python.failure import Failure
from zope.interface import provider

from sealed_wonders.client.destination import Destination
from sealed_wonders.client.hosting.goingon import ContinuingHost
from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.lines.lessonlines import LessonTerminal
from sealed_wonders.client.lines.line import Terminal, terminal
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.program import ends_at_start
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import (
    ConnectionCallbacks,
    ITerminalReactor,
    TableConnection,
    TerminalEnvironment,
    fault,
    sit,
)
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.terminal.signals import held
from sealed_wonders.net.commandline.printing import echo, scroll_away
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system import signals

T = TypeVar("T")

Begun = Callable[[ITerminalReactor, TableConnection], None]
"""Called once the reactor is running, with the connection to the table."""


def is_screen(loaded: Loaded) -> bool:
    """Return whether to use the screen, if the terminal and the settings allow it."""
    return ability.is_screen(plain=loaded.settings.plain)


def in_lines(
    home: Home,
    loaded: Loaded,
    destination: Destination,
    name: str,
    options: SessionOptions | None = None,
    *,
    eager: bool = False,
    teacher: Teacher | None = None,
    begun: Begun = lambda reactor, connection: None,
) -> str | None:
    """
    Join a table in line mode, and stay until the connection is closed.

    Args:
        home: the player's files.
        loaded: the settings.
        destination: the host to connect to.
        name: the player's name.
        options: the table, and how to join it.
        eager: become ready at once.
        teacher: gives lessons to the player.
        begun: called once the reactor is running, with the connection.

    Returns:
        The error; empty if it has been printed already, and None if there was none.
    """

    async def spend(reactor: ITerminalReactor) -> str | None:
        return await stay_in_lines(
            reactor,
            home,
            loaded,
            destination,
            name,
            options,
            eager=eager,
            teacher=teacher,
            begun=begun,
        )

    return run(spend, lambda failure: fault(failure, home))


async def stay_in_lines(
    reactor: ITerminalReactor,
    home: Home,
    loaded: Loaded,
    destination: Destination,
    name: str,
    options: SessionOptions | None = None,
    *,
    eager: bool = False,
    teacher: Teacher | None = None,
    begun: Begun = lambda reactor, connection: None,
) -> str | None:
    """Do the same as `in_lines` with a reactor that is already running."""
    taught: LessonTerminal | None = None

    def follow() -> None:
        if taught is not None:
            taught.known = connection.person.known

    try:
        place = terminal(reactor, lambda: history(home))
        if teacher is not None:
            taught = LessonTerminal(place, teacher)
        shown: Terminal = taught or place
        connection = TableConnection(
            TerminalEnvironment(
                reactor,
                shown,
                home,
                looking(reactor, places := listens_at(loaded.settings.discovery)),
                lambda: ContinuingHost(reactor, home, places),
            ),
            destination,
            name,
            options,
            Comforts(
                shown.bell if loaded.settings.bell else lambda: None,
                shown.bell,
                confirm=bool(loaded.explicit("confirm")),
                eager=eager,
            ),
            ConnectionCallbacks(on_rematch=lambda before: follow()),
        )
    except DamagedFile as damaged:
        return str(damaged)
    follow()
    tell_faults(lambda failure: connection.complain(fault(failure, home)))
    begun(reactor, connection)
    return await sit(connection)


def run(
    spend: Callable[[ITerminalReactor], Coroutine[Any, Any, T]],
    broken: Callable[[Failure], T],
) -> T:
    """
    Run the reactor until a coroutine ends, and return its result.

    Args:
        spend: the coroutine function.
        broken: turns an unexpected exception into a result.
    """
    from twisted.internet import reactor as installed

    reactor = cast(ITerminalReactor, installed)
    run: Callable[..., None] = reactor.run
    results: list[T] = []

    async def whole() -> None:
        try:
            results.append(await spend(reactor))
        except Exception:  # noqa: BLE001 every exception is reported
            results.append(broken(Failure()))  # type: ignore[no-untyped-call]
        _stop(reactor)

    # Only then is asyncio's loop running as well.
    reactor.callLater(0, lambda: Deferred.fromCoroutine(whole()))
    # Signals go to the connection, which may ask the player to confirm.
    signals.wake(reactor.callFromThread)
    with held(lambda: reactor.callFromThread(_stop, reactor)) as came:
        run(installSignalHandlers=False)
    if not results:
        signals.raise_again(came[0])  # it arrived before anybody handled signals
        sys.exit(128 + came[0])
    return results[0]


def _stop(reactor: ITerminalReactor) -> None:
    """Stop a reactor unless it has stopped already."""
    with contextlib.suppress(ReactorNotRunning):
        reactor.stop()


def tell_faults(tell: Callable[[Failure], None]) -> None:
    """Pass exceptions that Twisted logs as critical to a function."""

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        failure = event.get("log_failure")
        if event.get("log_level") is LogLevel.critical and failure is not None:
            tell(failure)

    globalLogBeginner.beginLoggingTo(
        [observe], redirectStandardIO=False, discardBuffer=True
    )


def history(home: Home) -> Path | None:
    """Return the file of previously typed lines; None if there is none to use."""
    try:
        return home.history()
    except DamagedFile as damaged:
        echo(f"wonders: {damaged}", err=True)
        return None


def say(lines: Sequence[str], *, goes_on: bool = False) -> None:
    """
    Print lines, without any control characters.

    Args:
        goes_on: whether another screen comes next. The terminal then shows only these
            lines until it does, and nothing about earlier games.
    """
    if goes_on or ends_at_start():
        scroll_away()
    for line in lines:
        echo(line if line.isprintable() else make_line(line))


def failed(failure: str) -> None:
    """Exit with an error, printing it unless it is empty."""
    if failure:
        raise click.ClickException(failure)
    sys.exit(1)
