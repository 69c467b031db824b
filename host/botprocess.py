"""
A process in which bots play, as the host has it.

It is told whom to play on its standard input, which ends with the host, however that ends; and
it with its input. What it says of them comes on its standard output: see `net.botlines`. What
it writes on stderr is for whoever runs the host.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from twisted.internet.error import ProcessExitedAlready, ProcessTerminated
from twisted.internet.interfaces import IDelayedCall, IProcessTransport, IReactorTime
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from sealed_wonders.net.botlines import LINE_CAP, Ended, Start, Stop, read, write
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system.memory import resident

END_PATIENCE = 3.0
"""Seconds for a process to end when it is told to; then it is killed."""

STOP_PATIENCE = 30.0
"""Seconds for one bot to end when it is told to; then its process is as good as lost."""

LINES_CAP = 50
"""Lines of a process that are shown, from one bot that is started there to the next."""

LINE_BYTES = 2000
"""Bytes of a line that are kept."""

ENDED_WELL = "as if all were well"
"""How a bot ends that has done what it was there for."""


@dataclass(eq=False, slots=True)
class Bot:
    """One bot, from when it is asked for until it has ended."""

    number: int
    table: str
    name: str
    dismissed: bool = False
    """It may end now."""
    timer: IDelayedCall | None = None
    """Ends it, in time."""


class Observer(Protocol):
    """Who has the processes."""

    def has_ended(self, process: BotProcess, bot: Bot, how: str) -> None:
        """Note that a bot has ended."""

    def is_gone(self, process: BotProcess) -> None:
        """Note that a process has ended; all its bots have before."""

    def spoke(self, line: str) -> None:
        """Take a line that a process has written on stderr."""


class BotProcess(ProcessProtocol):
    """
    One process.

    Attributes:
        bots: those that play there, by number.
    """

    transport: IProcessTransport

    def __init__(self, observer: Observer, clock: IReactorTime) -> None:
        self.bots: dict[int, Bot] = {}
        self._observer = observer
        self._clock = clock
        self._out = _Lines(self._take, LINE_CAP)
        self._err = _Lines(self._say, LINE_BYTES)
        self._said = 0
        self._timer: IDelayedCall | None = None
        self._fault = ""
        """Why it was ended, if that was its doing."""
        self._is_ending = False
        self._is_gone = False

    @property
    def is_open(self) -> bool:
        """More bots may play there."""
        return not (self._is_ending or self._is_gone)

    def resident(self) -> int:
        """Return how many bytes of memory it has just now; 0 where nobody can tell."""
        pid = getattr(self.transport, "pid", None)
        return 0 if pid is None else resident(pid)

    def start(self, bot: Bot, *, identity: str = "", looks_on: bool = False) -> None:
        """Let a bot play."""
        self.bots[bot.number] = bot
        self._said = 0
        line = Start(bot.number, bot.name, bot.table, identity, looks_on)
        self.transport.write(write(line))

    def stop(self, bot: Bot) -> None:
        """Let a bot play no more; if it goes on, end them all."""
        bot.timer = self._clock.callLater(STOP_PATIENCE, self.end)
        self.transport.write(write(Stop(bot.number)))

    def end(self) -> None:
        """Tell it to end; kill it if it doesn't."""
        if self._is_ending:
            return
        self._is_ending = True
        self._timer = self._clock.callLater(END_PATIENCE, self._kill)
        self.transport.closeStdin()

    # What comes from it.

    def outReceived(self, data: bytes) -> None:
        """Hear how bots have ended."""
        self._out.receive(data)

    def errReceived(self, data: bytes) -> None:
        """Pass its lines on."""
        self._err.receive(data)

    def processEnded(self, reason: Failure) -> None:
        """It has ended, and all bots with it."""
        self._is_gone = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._err.end()
        error = reason.value
        how = self._fault or ENDED_WELL
        if not self._fault and isinstance(error, ProcessTerminated):
            how = (
                f"exit status {error.exitCode}"
                if error.signal is None
                else f"signal {error.signal}"
            )
        for bot in tuple(self.bots.values()):
            self._has_ended(bot, how)
        self._observer.is_gone(self)

    def _take(self, line: bytes) -> None:
        try:
            ended: Ended = read(line, Ended)
        except RemoteProtocolError:
            self._fault = "it isn't the program it should be"
            self.end()
            return
        bot = self.bots.get(ended.bot)
        if bot is not None:
            self._has_ended(bot, make_line(ended.why) or ENDED_WELL)

    def _has_ended(self, bot: Bot, how: str) -> None:
        del self.bots[bot.number]
        if bot.timer is not None and bot.timer.active():
            bot.timer.cancel()
        self._observer.has_ended(self, bot, how)

    def _kill(self) -> None:
        # One that has ended by itself is known to have, a little later.
        with contextlib.suppress(ProcessExitedAlready):
            self.transport.signalProcess("KILL")

    def _say(self, line: bytes) -> None:
        text = make_line(line.decode(errors="replace").strip())
        if text and self._said < LINES_CAP and not self._is_ending:
            self._said += 1
            self._observer.spoke(text)


class _Lines:
    """Cuts what comes into lines, of which so many bytes are kept."""

    def __init__(self, take: Callable[[bytes], None], most: int) -> None:
        self._take = take
        self._most = most
        self._rest = b""

    def receive(self, data: bytes) -> None:
        """Take some bytes."""
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[: self._most]
        for line in lines:
            self._take(line[: self._most])

    def end(self) -> None:
        """Take what is left as a line."""
        self._take(self._rest)
