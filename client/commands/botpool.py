"""
A process that plays a host's bots: the host sends it a line for each bot.

The format of the lines is in `net/botlines.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from twisted.internet.interfaces import ITransport
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure

from sealed_wonders.client.commands.botplaying import BotSeat, BotSeats
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.net.botlines import LINE_CAP, BotEnded, Start, Stop, read, write
from sealed_wonders.net.errors import RemoteProtocolError


class BotPool(LineOnlyReceiver):
    """
    Plays the bots that its input asks for, until the input ends; see `net.botlines`.

    The bots are independent: an error in one doesn't affect the others.
    """

    transport: ITransport
    delimiter = b"\n"
    MAX_LENGTH = LINE_CAP

    def __init__(self, seats: BotSeats, over: Callable[[], None]) -> None:
        """
        Start without bots.

        Args:
            seats: creates the bots.
            over: called when the input has ended, because then the host has ended.
        """
        self._seats = seats
        self._over = over
        self._playing: dict[int, BotSeat] = {}

    def lineReceived(self, line: bytes) -> None:
        """Start or stop a bot."""
        try:
            asked: Start | Stop = read(line, Start | Stop)
        except RemoteProtocolError:
            self.transport.loseConnection()
            return
        match asked:
            case Start():
                self._start(asked)
            case Stop(number) if number in self._playing:
                self._playing[number].stop()

    def connectionLost(self, reason: Failure | None = None) -> None:
        """Release all memory files, so that the games can be resumed."""
        for seat in self._playing.values():
            seat.let_go()
        self._over()

    def _start(self, asked: Start) -> None:
        try:
            seat = self._seats.seat(
                asked.name,
                asked.table,
                known=bytes.fromhex(asked.identity),
                looks_on=asked.looks_on,
            )
        except (ValueError, DamagedFile) as problem:
            self._ended(asked.bot, str(problem))
            return
        self._playing[asked.bot] = seat
        seat.run().addCallback(partial(self._ended, asked.bot))

    def _ended(self, number: int, why: str) -> None:
        self._playing.pop(number, None)
        self.transport.write(write(BotEnded(number, why)))
