"""Deciding when a host ends, and with which exit status."""

from __future__ import annotations

import contextlib
from dataclasses import KW_ONLY, dataclass, field

from twisted.internet.defer import DeferredList
from twisted.internet.error import ReactorNotRunning
from twisted.internet.interfaces import IDelayedCall, IReactorCore, IReactorTime

from sealed_wonders.host.bots import Bots
from sealed_wonders.host.news import (
    BotLost,
    GameCompleted,
    News,
    Stopped,
    Suspended,
    TableClosed,
)
from sealed_wonders.host.server import Server
from sealed_wonders.host.tableregistry import FINISHED_PATIENCE

GOODBYE_PATIENCE = FINISHED_PATIENCE
"""
Seconds for which players and bots may stay when the one game of the host is over.

In this time, they can look at the result, chat, and play again.
"""


class IEndingReactor(IReactorCore, IReactorTime):
    """The reactor interfaces needed to end."""


@dataclass(eq=False, repr=False)
class Ending:
    """Stops the reactor on the operator's command, or after the only game of a host."""

    reactor: IEndingReactor
    server: Server
    bots: Bots
    _: KW_ONLY
    once: bool
    """Whether the host ends after its only game."""
    status: int = 0
    """The exit status, once the host has ended."""
    has_begun: bool = False
    """Whether the host is ending now."""
    _ends_when_over: bool = field(default=False, init=False)
    _goodbyes: list[IDelayedCall] = field(default_factory=list, init=False)
    """Timers that end the host if people who look at the result don't leave."""

    def now(self) -> None:
        # Later, so as not to end within the current operation.
        self.reactor.callLater(0, stop, self.reactor)

    def when_over(self) -> None:
        """End as soon as no game is running; until then, allow no new tables."""
        self._ends_when_over = True
        self.server.end_soon(ends=True)
        self._look_whether_over()

    def never(self) -> None:
        """Cancel `when_over`."""
        self._ends_when_over = False
        self.server.end_soon(ends=False)

    def _look_whether_over(self) -> None:
        if self._ends_when_over and not self.server.has_games:
            self.now()

    def heed(self, news: News) -> None:
        """End after the last game that was waited for, or the only one."""
        if isinstance(news, GameCompleted | Stopped | Suspended):
            self.reactor.callLater(0, self._look_whether_over)
        if self.once and not self.has_begun:
            match news:
                case GameCompleted(log=log):
                    self.finish(0 if log else 1)
                case TableClosed():
                    self.finish(0)  # nobody wanted another game
                case Stopped() | BotLost(again=False):
                    self.finish(1)

    def finish(self, status: int) -> None:
        """End with an exit status: at 0, not before everybody has left."""
        if self.has_begun:
            return
        self.status = status
        if status:
            self.has_begun = True
            self.now()
            return
        gone = DeferredList([self.server.peers.when_empty(), self.bots.when_gone()])
        goodbye = self.reactor.callLater(GOODBYE_PATIENCE, self._leave)
        self._goodbyes.append(goodbye)
        gone.addCallback(lambda _: self._leave())

    def lose_reader(self) -> None:
        """End, as nobody will read the result of the only game, unless it is reported."""
        if not self._goodbyes:
            self.finish(1)

    def _leave(self) -> None:
        """End after the only game, unless another one has begun."""
        if self.has_begun or self.server.is_busy:
            return
        self.begin()
        stop(self.reactor)

    def begin(self) -> None:
        """Wait for nobody any more."""
        self.has_begun = True
        goodbyes, self._goodbyes = self._goodbyes, []
        for call in goodbyes:
            if call.active():
                call.cancel()


def stop(reactor: IReactorCore) -> None:
    with contextlib.suppress(ReactorNotRunning):
        if reactor.running:
            reactor.stop()
