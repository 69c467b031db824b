"""
Connecting to one host that has several addresses: the first with the right pin wins.

`inquiry` and `crossing` use it to reach another host while the ordinary connection goes
on. That connection is made by `endpoint`, which never gives up and searches the network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IProtocol
from twisted.python.failure import Failure

from sealed_wonders.client.table.endpoint import STAGGER, IEndpointReactor, endpoint_of
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.messages import FromHost
from sealed_wonders.net.wire import Listener, ToHost, client_factory

TRIED = 4
"""Addresses of one host to try; anybody can announce more."""


class Dial:
    """
    One attempt to connect to a host at several addresses.

    It listens to all attempts until one of them succeeds.

    Attributes:
        at: the address at which the host was reached, with its pin.
    """

    def __init__(
        self,
        reactor: IEndpointReactor,
        host: Sequence[Address],
        listener: Listener[ToHost, FromHost],
        failed: Callable[[Failure | ConnectionEnd | None], None],
    ) -> None:
        """
        Start connecting.

        Args:
            host: its addresses, the likeliest first; each with its pin, or all without
                one: then the first that answers is accepted.
            listener: receives the events of the connection, from `connected` on.
            failed: called with the end of the last attempt if all fail; with None if
                there was none.
        """
        self.at: Address | None = None
        self._reactor = reactor
        self._listener = listener
        self._tell_failed = failed
        self._pending: dict[Address, IDelayedCall | None] = {}
        """Addresses that may still succeed, each with the timer that will try it."""
        self._attempts: dict[Address, Deferred[IProtocol]] = {}
        self._last: Failure | ConnectionEnd | None = None
        self._is_over = False
        for number, address in enumerate(dict.fromkeys(host[:TRIED])):
            self._pending[address] = reactor.callLater(
                number * STAGGER, self._try, address
            )
        if not self._pending:
            reactor.callLater(0, self._fail_if_last)

    def cancel(self) -> None:
        """Cancel all attempts; nothing is called."""
        self._is_over = True
        for timer in self._pending.values():
            if timer is not None and timer.active():
                timer.cancel()
        self._pending.clear()
        for attempt in list(self._attempts.values()):
            attempt.cancel()

    def _try(self, address: Address) -> None:
        self._pending[address] = None
        factory = client_factory(
            _Attempt(self, address), self._reactor, lambda: address.pin
        )
        attempt = endpoint_of(self._reactor, address).connect(factory)
        self._attempts[address] = attempt
        attempt.addCallbacks(
            lambda _: self._forget(address),
            lambda failure: self.failed(address, failure),
        )

    def _forget(self, address: Address) -> None:
        self._attempts.pop(address, None)

    # Called by `_Attempt`.

    def reached(self, connection: ToHost, address: Address) -> None:
        """Take the first connection to the host, and close any other."""
        if self._is_over:
            connection.cut("another address has led to the host")
            return
        self.cancel()
        self.at = replace(address, pin=connection.pin)
        connection.hand_over(self._listener)
        self._listener.connected(connection)

    def failed(self, address: Address, how: Failure | ConnectionEnd) -> None:
        """Record that one address has failed."""
        self._forget(address)
        self._last = how
        if not self._is_over:
            self._pending.pop(address, None)
            self._fail_if_last()

    def _fail_if_last(self) -> None:
        if not (self._pending or self._is_over):
            self._is_over = True
            self._tell_failed(self._last)


class _Attempt:
    """Listener of one connection until its pin is verified."""

    def __init__(self, dial: Dial, address: Address) -> None:
        self._dial = dial
        self._address = address

    def connected(self, connection: ToHost) -> None:
        self._dial.reached(connection, self._address)

    def received(self, connection: ToHost, message: FromHost) -> None: ...

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self._dial.failed(self._address, end)
