"""
The host's side of a process that plays bots.

The process receives its instructions on standard input, which ends with the host,
however the host ends; the process ends with it. It reports on its standard output: see
`net.botlines`. Its stderr is passed on to the operator. The processes are started and
filled in `bots.py`.
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

from sealed_wonders.net.botlines import LINE_CAP, BotEnded, Start, Stop, read, write
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system.memory import resident

END_PATIENCE = 3.0
"""Seconds for a process to end before it is killed."""

STOP_PATIENCE = 30.0
"""Seconds for one bot to end before its whole process is considered lost."""

LINES_CAP = 50
"""Maximum number of stderr lines reported from the start of one bot to the next."""

LINE_BYTES = 2000
"""Maximum number of bytes kept of a line."""

ENDED_WELL = "as if all were well"
"""Describes the end of a bot without an error."""


@dataclass(eq=False, slots=True)
class Bot:
    """A bot, from the request for it until it has ended."""

    number: int
    table: str
    name: str
    dismissed: bool = False
    """Whether the bot may end."""
    timer: IDelayedCall | None = None
    """Timer that ends the bot."""


class Observer(Protocol):
    """The owner of the processes."""

    def has_ended(self, process: BotProcess, bot: Bot, how: str) -> None:
        """Note that a bot has ended."""

    def is_gone(self, process: BotProcess) -> None:
        """Note that a process has ended; its bots have been reported before."""

    def spoke(self, line: str) -> None:
        """Receive a line from a process's stderr."""


class BotProcess(ProcessProtocol):
    """
    A process with bots.

    Attributes:
        bots: the bots in the process, by number.
    """

    transport: IProcessTransport

    def __init__(self, observer: Observer, clock: IReactorTime) -> None:
        self.bots: dict[int, Bot] = {}
        self._observer = observer
        self._clock = clock
        self._out = Lines(self._take, LINE_CAP)
        self._err = Lines(self._say, LINE_BYTES)
        self._said = 0
        self._timer: IDelayedCall | None = None
        self._fault = ""
        """Why the process was ended, if it broke the protocol."""
        self._is_ending = False
        self._is_gone = False

    @property
    def is_open(self) -> bool:
        """Whether more bots may be started in it."""
        return not (self._is_ending or self._is_gone)

    def resident(self) -> int:
        """Return its resident memory in bytes; 0 if that is unknown."""
        pid = getattr(self.transport, "pid", None)
        return 0 if pid is None else resident(pid)

    def start(self, bot: Bot, *, identity: str = "", looks_on: bool = False) -> None:
        """
        Start a bot.

        Args:
            identity: the identity of a bot that resumes its game, in hexadecimal.
            looks_on: whether the bot spectates until it is offered a seat.
        """
        self.bots[bot.number] = bot
        self._said = 0
        line = Start(bot.number, bot.name, bot.table, identity, looks_on)
        self.transport.write(write(line))

    def stop(self, bot: Bot) -> None:
        """Stop a bot; if it doesn't end in time, end the process."""
        bot.timer = self._clock.callLater(STOP_PATIENCE, self.end)
        self.transport.write(write(Stop(bot.number)))

    def end(self) -> None:
        """Ask the process to end, and kill it if it doesn't."""
        if self._is_ending:
            return
        self._is_ending = True
        self._timer = self._clock.callLater(END_PATIENCE, self._kill)
        self.transport.closeStdin()

    # Output and end of the process.

    def outReceived(self, data: bytes) -> None:
        self._out.receive(data)

    def errReceived(self, data: bytes) -> None:
        self._err.receive(data)

    def processEnded(self, reason: Failure) -> None:
        """Report the end of the process and of all its bots."""
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
            ended: BotEnded = read(line, BotEnded)
        except RemoteProtocolError:
            self._fault = "it isn't the expected program"
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
        # The process may have ended by itself, with `processEnded` still to come.
        with contextlib.suppress(ProcessExitedAlready):
            self.transport.signalProcess("KILL")

    def _say(self, line: bytes) -> None:
        text = make_line(line.decode(errors="replace").strip())
        if text and self._said < LINES_CAP and not self._is_ending:
            self._said += 1
            self._observer.spoke(text)


class Lines:
    """Splits data into lines, and truncates long ones."""

    def __init__(self, take: Callable[[bytes], None], most: int) -> None:
        self._take = take
        self._most = most
        self._rest = b""

    def receive(self, data: bytes) -> None:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[: self._most]
        for line in lines:
            self._take(line[: self._most])

    def end(self) -> None:
        self._take(self._rest)
