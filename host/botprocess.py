"""
The host's side of a process that plays bots.

The process receives its instructions on standard input, and reports on its standard
output: see `net.botlines`. Its stderr is passed on to the operator. The processes are
started and filled in `bots.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.python.failure import Failure

from sealed_wonders.host.childprocess import ChildProcess
from sealed_wonders.net.botlines import LINE_CAP, BotEnded, Start, Stop, read, write
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.names import make_line
from sealed_wonders.net.system.memory import resident

if TYPE_CHECKING:
    from sealed_wonders.host.bots import Bots

STOP_PATIENCE = 30.0
"""Seconds for one bot to end before its whole process is considered lost."""

LINES_CAP = 50
"""Maximum number of stderr lines reported from the start of one bot to the next."""

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


class BotProcess(ChildProcess):
    """A process with bots."""

    def __init__(self, owner: Bots, clock: IReactorTime) -> None:
        super().__init__(clock, self._take, self._say, self._over, line_bytes=LINE_CAP)
        self.bots: dict[int, Bot] = {}
        """The bots in the process, by number."""
        self._owner = owner
        self._said = 0
        self._fault = ""
        """Why the process was ended, if it broke the protocol."""
        self._is_gone = False

    @property
    def is_open(self) -> bool:
        """Whether more bots may be started in it."""
        return not (self.is_ending or self._is_gone)

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

    # Output and end of the process.

    def processEnded(self, reason: Failure) -> None:
        self._is_gone = True
        super().processEnded(reason)

    def _over(self, how: str) -> None:
        """Report the end of the process and of all its bots."""
        for bot in tuple(self.bots.values()):
            self._has_ended(bot, self._fault or how or ENDED_WELL)
        self._owner.is_gone(self)

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
        self._owner.has_ended(self, bot, how)

    def _say(self, text: str) -> None:
        if self._said < LINES_CAP and not self.is_ending:
            self._said += 1
            self._owner.callbacks.spoke(text)
