"""
Moving to another host that has our game, while we are still connected to the last one.

docs/PROTOCOL.md (Reading the log: Another host) prescribes the order of these steps.

We leave the last host only when the other one has accepted us and has shown, by the
beginning of its log, that it has the game. So a host that can't do that costs nobody a
good connection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twisted.internet.interfaces import IDelayedCall
from twisted.python.failure import Failure

from sealed_wonders.client.table.arrival import ARRIVAL_PATIENCE, Visit
from sealed_wonders.client.table.dial import Dial
from sealed_wonders.client.table.endpoint import CONNECT_PATIENCE, IEndpointReactor
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd, EndReason
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.messages import FromHost, Refused, Welcome
from sealed_wonders.net.wire import ToHost

Outcome = RemoteProtocolError | Refused | ConnectionEnd | Failure | None
"""
Why a move failed; None if it took too long.

A `RemoteProtocolError` means that the host doesn't have the game, or did what no honest
host does.
"""


class Crossing:
    """
    One attempt to move to one host.

    Attributes:
        host: its addresses, each with its pin if that is known.
    """

    def __init__(
        self,
        reactor: IEndpointReactor,
        host: Sequence[Address],
        participant: Participant,
        visit: Visit,
        arrived: Callable[[ToHost, Address], None],
        failed: Callable[[Outcome], None],
    ) -> None:
        """
        Start connecting.

        Args:
            visit: looks for the game there.
            arrived: called with the connection and the host's address when the game has
                been found; from then on the connection belongs to the caller.
            failed: called with the reason if the move fails.
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
        """Cancel the move; neither function is called."""
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

    # Called by `ToHost`, as its listener.

    def connected(self, connection: ToHost) -> None:
        """Log in, because the connection is up and its pin is right."""
        self._connection = connection
        connection.send(self._participant.hello(connection.exporter))

    def received(self, connection: ToHost, message: FromHost) -> None:
        if self._is_over:
            return
        try:
            match message:
                case Welcome():
                    # limits the search for the game from now on
                    self._timer.reset(ARRIVAL_PATIENCE)
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

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        is_its_doing = end.why in (EndReason.RUBBISH, EndReason.FLOOD)
        self._fail(RemoteProtocolError(end.detail) if is_its_doing else end)
