"""
Crossing over to another host, which has our game, while we are still at the last one.

Nothing is left before the other host has taken us in and shown, by how its log begins, that it
has the game: one that can't, or doesn't want to, costs nobody a connection that is good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from sealed_wonders.client.table.arrival import ARRIVAL_PATIENCE, Visit
from sealed_wonders.client.table.dial import Dial
from sealed_wonders.client.table.endpoint import CONNECT_PATIENCE, IReactor
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.net.address import Address
from sealed_wonders.net.ending import End, Why
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.login import make_hello
from sealed_wonders.net.messages import FromHost, Refused, Welcome
from sealed_wonders.net.wire import ToHost

Outcome = RemoteProtocolError | Refused | End | Failure | None
"""
Why nothing came of it; None: it took too long. What the host itself does that no honest one
does, or that it hasn't the game, is an error.
"""


class Crossing:
    """
    One attempt, to one host.

    Attributes:
        host: its addresses, each with its pin if that is known.
    """

    def __init__(
        self,
        reactor: IReactor,
        host: Sequence[Address],
        participant: Participant,
        visit: Visit,
        arrived: Callable[[ToHost, Address], None],
        failed: Callable[[Outcome], None],
    ) -> None:
        """
        Set out at once.

        Args:
            visit: looks for the game there.
            arrived: takes the connection, and where it leads, as soon as the game is found.
                What more is heard on it is not ours.
            failed: told why nothing comes of it.
        """
        self.host = host
        self._reactor = reactor
        self._participant = participant
        self._visit = visit
        self._arrived = arrived
        self._failed = failed
        self._connection: ToHost | None = None
        self._is_over = False
        patience = CONNECT_PATIENCE + ARRIVAL_PATIENCE
        self._timer: IDelayedCall = reactor.callLater(patience, self._fail, None)
        self._dial = Dial(reactor, host, self, self._fail)

    def cancel(self) -> None:
        """Stay where we are; nothing is told."""
        self._end()
        if self._connection is not None:
            self._connection.close()

    def _end(self) -> None:
        self._is_over = True
        if self._timer.active():
            self._timer.cancel()
        self._dial.cancel()

    def _fail(self, why: Outcome) -> None:
        if not self._is_over:
            self.cancel()
            self._failed(why)

    # The listener.

    def connected(self, connection: ToHost) -> None:
        """It is the host: log in."""
        self._connection = connection
        identity, name, _owner = self._participant
        connection.send(make_hello(identity, name, connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        """Look for the game."""
        if self._is_over:
            return
        try:
            match message:
                case Welcome():
                    self._timer.reset(ARRIVAL_PATIENCE)  # for the game, from now on
                    answers = self._visit.welcomed(message)
                case Refused() if not self._visit.is_welcome:
                    self._fail(message)
                    return
                case _:
                    answers = self._visit.receive(message)
        except RemoteProtocolError as error:
            self._fail(error)
            return
        for answer in answers:
            connection.send(answer)
        at = self._dial.at
        if self._visit.is_there and at is not None:
            self._end()
            self._arrived(connection, at)

    def lost(self, connection: ToHost, end: End) -> None:
        """It has hung up."""
        is_its_doing = end.why in (Why.RUBBISH, Why.FLOOD)
        self._fail(RemoteProtocolError(end.detail) if is_its_doing else end)
