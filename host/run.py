"""A host in a process of its own: signals, Twisted's log, and the exit status."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable

from twisted.logger import ILogObserver, LogEvent, LogLevel, globalLogBeginner
from zope.interface import provider

from sealed_wonders.host import text
from sealed_wonders.host.keys import Keys
from sealed_wonders.host.news import News, Trouble
from sealed_wonders.host.notify import Systemd
from sealed_wonders.host.output import Output
from sealed_wonders.host.service import (
    CantBegin,
    IReactor,
    Operator,
    Service,
    Settings,
    stop,
)
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system import signals
from sealed_wonders.net.system.processes import when_input_ends


def run(
    reactor: IReactor,
    settings: Settings,
    keys: Keys,
    output: Output,
    reread: Callable[[], Settings],
    *,
    has_bots: bool = True,
) -> int:
    """
    Run a host to its end; return the exit status.

    Args:
        reread: gives the settings as they would be now; raises `BadConfig`.
        has_bots: there is all it takes for bots to play.

    Raises:
        CantBegin: there is no listening there, or no such game.
    """

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        """Show in one line what Twisted has found to be wrong with this program."""
        failure = event.get("log_failure")
        if event.get("log_level") is LogLevel.critical and failure is not None:
            what = f"{failure.type.__name__}: {failure.getErrorMessage()}"
            output.say(Trouble(make_line(what), failure.getTraceback()))

    globalLogBeginner.beginLoggingTo(
        [observe], redirectStandardIO=False, discardBuffer=True
    )

    def say(news: News) -> None:
        output.say(news)
        if output.is_deaf and settings.once:
            # Whoever wanted this one game has gone, and took the pipe along.
            service.finish(1)

    # Before anything is started that has the same environment.
    systemd = Systemd(os.environ, reactor, lambda: text.status(service.figures()))
    service = Service(
        reactor,
        settings,
        keys,
        Operator(say, reread, output.heed),
        has_bots=has_bots,
    )
    failures: list[CantBegin] = []

    def start() -> None:
        try:
            service.start()
        except CantBegin as failure:
            failures.append(failure)
            stop(reactor)
        else:
            systemd.ready()

    def reload() -> None:
        systemd.reloading()
        service.reload()
        systemd.ready()

    signals.ignore(signals.UNUSED)
    soon, end = reactor.callFromThread, functools.partial(stop, reactor)
    # Under nohup, say, it is not to know of one.
    calls: dict[signals.Signal, Callable[[], object]] = {
        number: functools.partial(soon, end)
        for number in signals.ENDING
        if not signals.is_ignored(number)
    }
    if settings.config is not None and not os.isatty(sys.stdin.fileno()):
        # A closed terminal ends a host like Ctrl-C does, but it has none.
        calls |= {it: functools.partial(soon, reload) for it in signals.RELOADING}
    reactor.callWhenRunning(signals.take, calls)
    signals.wake(soon)
    if settings.ends_with_input:
        reactor.callWhenRunning(when_input_ends, functools.partial(soon, end))
    # Not before signals are listened to: who reads that we are ready may stop us.
    reactor.callWhenRunning(start)
    reactor.addSystemEventTrigger("before", "shutdown", systemd.stopping)
    reactor.run()
    # As Python ends it gives signals back their first meanings: a late one would kill us.
    signals.ignore(signals.ENDING)
    if output.is_deaf:
        # What is still in the buffer can't be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if failures:
        raise failures[0]
    return service.status
