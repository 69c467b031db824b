"""A host in a process of its own: signals, Twisted's log, and the exit status."""

from __future__ import annotations

import os
import signal
import sys

from twisted.logger import ILogObserver, LogEvent, LogLevel, globalLogBeginner
from zope.interface import provider

from sealed_wonders.host.keys import Keys
from sealed_wonders.host.news import News, Trouble
from sealed_wonders.host.output import Output
from sealed_wonders.host.service import CantBegin, IReactor, Service, Settings
from sealed_wonders.net.names import make_line


def run(reactor: IReactor, settings: Settings, keys: Keys, output: Output) -> int:
    """
    Run a host to its end; gives the exit status.

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

    service = Service(reactor, settings, keys, say)
    failures: list[CantBegin] = []

    def start() -> None:
        try:
            service.start()
        except CantBegin as failure:
            failures.append(failure)
            reactor.stop()

    # Not before signals are listened to: who reads that we are ready may stop us.
    reactor.callWhenRunning(start)
    # A closed terminal ends a host like Ctrl-C does; under nohup it is not to know.
    if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, lambda *_: reactor.callFromThread(reactor.stop))
    reactor.run()
    if output.is_deaf:
        # What is still in the buffer can't be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if failures:
        raise failures[0]
    return service.status
