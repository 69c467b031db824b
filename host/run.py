"""Runs a host as a process: folder, signals, Twisted's log, systemd and exit status."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import cast

from twisted.logger import ILogObserver, LogEvent, LogLevel, globalLogBeginner

from sealed_wonders.host.ending import stop
from sealed_wonders.host.files import open_folder
from sealed_wonders.host.keys import load_keys
from sealed_wonders.host.listening import CantBegin
from sealed_wonders.host.news import Bug, News
from sealed_wonders.host.notify import Systemd
from sealed_wonders.host.output import Output
from sealed_wonders.host.prooflibrary import LibraryMissing, load
from sealed_wonders.host.service import IServiceReactor, Operator, Service
from sealed_wonders.host.settings import Settings
from sealed_wonders.net.monotonicclock import steady
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system import descriptors, signals
from sealed_wonders.net.system.processes import when_input_ends, when_output_ends
from sealed_wonders.net.tableoptions import BOTS


def run(settings: Settings, reread: Callable[[], Settings]) -> int:
    """
    Run a host until it ends, and return its exit status.

    Args:
        reread: returns the current settings; raises `BadFile`.

    Raises:
        BadFile: its folder, a key or a password can't be used.
        LibraryMissing: the library for proofs is needed, and can't be used.
        CantBegin: the host can't start.
    """
    from twisted.internet import reactor as installed

    reactor = cast(IServiceReactor, installed)
    steady(reactor)
    descriptors.allow_more()
    open_folder(settings.folder)
    output = Output(sys.stdout, sys.stderr, settings.folder, json=settings.json)
    output.heed(settings.levels)
    keys = load_keys(settings.folder)
    lacking = load(relays=settings.relay)
    if lacking is not None:
        if settings.terms[BOTS]:
            raise LibraryMissing(
                f"{lacking.why}. Without it no bot can play: leave out --bots"
            )
        output.say(lacking)
    globalLogBeginner.beginLoggingTo(
        [_observer(output)], redirectStandardIO=False, discardBuffer=True
    )

    def say(news: News) -> None:
        output.say(news)
        if output.is_deaf and settings.once:
            service.ending.lose_reader()

    # Before any child process could inherit its environment variables.
    systemd = Systemd(os.environ, reactor, lambda: service.figures().status)
    service = Service(
        reactor,
        settings,
        keys,
        Operator(say, reread, output.heed),
        has_bots=lacking is None,
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

    _call_when_told(reactor, settings, reload, service.ending.lose_reader)
    # Signals first: as soon as we report that we are ready, somebody may stop us.
    reactor.callWhenRunning(start)
    reactor.addSystemEventTrigger("before", "shutdown", systemd.stopping)
    reactor.run()
    # Python restores the default handlers as it ends; a late signal would kill us.
    signals.ignore(signals.ENDING)
    if output.is_deaf:
        # Python would fail to flush what is left in the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if failures:
        raise failures[0]
    return service.ending.status


def _call_when_told(
    reactor: IServiceReactor,
    settings: Settings,
    reload: Callable[[], None],
    lose_reader: Callable[[], None],
) -> None:
    """End or reload on signals, and when standard input or output ends."""
    signals.ignore(signals.UNUSED)
    soon, end = reactor.callFromThread, functools.partial(stop, reactor)
    # Under nohup, for example, hangups are to stay ignored.
    calls: dict[signals.Signal, Callable[[], object]] = {
        number: functools.partial(soon, end)
        for number in signals.ENDING
        if not signals.is_ignored(number)
    }
    if settings.config is not None and not os.isatty(sys.stdin.fileno()):
        # Without a terminal, SIGHUP means reload; with one, a closed terminal ends the
        # host.
        calls |= {it: functools.partial(soon, reload) for it in signals.RELOADING}
    reactor.callWhenRunning(signals.take, calls)
    signals.wake(soon)
    if settings.ends_with_input:
        reactor.callWhenRunning(when_input_ends, functools.partial(soon, end))
    if settings.once:
        reactor.callWhenRunning(when_output_ends, functools.partial(soon, lose_reader))


def _observer(output: Output) -> ILogObserver:
    def observe(event: LogEvent) -> None:
        """Report an exception that Twisted has logged, in one line."""
        failure = event.get("log_failure")
        if event.get("log_level") is LogLevel.critical and failure is not None:
            what = f"{failure.type.__name__}: {failure.getErrorMessage()}"
            output.say(Bug(make_line(what), failure.getTraceback()))

    return cast(ILogObserver, observe)
