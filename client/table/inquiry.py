"""
Asking hosts which seats of a game play there.

docs/PROTOCOL.md (Roll calls) limits how many hosts are asked, and for how long.

Every question uses a separate connection without a login. So nobody counts as
present, no log is read, and no password is proved. `sealed_wonders.net.rollcall`
explains what an answer proves; the conclusions are drawn in
`sealed_wonders.client.table.quorum`.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.table.dial import Dial
from sealed_wonders.client.table.endpoint import IEndpointReactor
from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.connectionend import ConnectionEnd
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Attested, FromHost, Inquire, Refused
from sealed_wonders.net.rollcall import PATIENCE, Answer, question_bytes
from sealed_wonders.net.wire import ToHost

AT_ONCE = 4
"""Hosts that are asked at the same time."""

REFILL = 2.0
"""
Seconds within which a failed question is replaced by one to another host.

Later answers would no longer be from about the same time.
"""


class Inquirer(NamedTuple):
    """The game to ask about, and who asks."""

    gid: bytes
    seat: Seat | None
    """The asker's seat; None for a spectator."""
    identity: Identity


class InquiryResult(NamedTuple):
    """The result of asking some hosts, by pin."""

    answers: Mapping[bytes, Answer]
    reached: Mapping[bytes, Address]
    """Addresses of all hosts that responded, including those without the game."""


class Inquiry:
    """Asks some hosts once, in order."""

    def __init__(
        self,
        reactor: IEndpointReactor,
        asker: Inquirer,
        hosts: Sequence[Sequence[Address]],
        done: Callable[[InquiryResult], None],
    ) -> None:
        """
        Start asking.

        Args:
            hosts: the addresses of each host, with its pin.
            done: called with the result, at most `PATIENCE` and `REFILL` later.
        """
        self._reactor = reactor
        self._asker = asker
        self._waiting = deque(hosts)
        self._done = done
        self._began_at = reactor.seconds()
        self._open: set[_Question] = set()
        self._answers: dict[bytes, Answer] = {}
        self._reached: dict[bytes, Address] = {}
        self._is_over = False
        self._go_on()

    def cancel(self) -> None:
        """Stop asking; `done` isn't called."""
        self._is_over = True
        for question in list(self._open):
            question.end()

    def _go_on(self) -> None:
        lasts = self._reactor.seconds() - self._began_at
        while self._waiting and len(self._open) < AT_ONCE and lasts < REFILL:
            host = self._waiting.popleft()
            nonce = secrets.token_bytes(32)
            self._open.add(
                _Question(self._reactor, self._asker, host, nonce, self._ended)
            )
        if not self._open and not self._is_over:
            self._is_over = True
            heard = InquiryResult(self._answers, self._reached)
            # Delayed, so that `done` isn't called before the constructor returns.
            self._reactor.callLater(0, self._done, heard)

    def _ended(self, question: _Question) -> None:
        self._open.discard(question)
        if self._is_over:
            return
        if question.is_reached and question.at is not None:
            self._reached[question.pin] = question.at
        if question.answer is not None:
            self._answers[question.pin] = Answer(question.nonce, question.answer)
        self._go_on()


class _Question:
    """
    One question to one host.

    Attributes:
        pin: the host's pin.
        is_reached: whether it has responded.
        answer: its answer; None if it gave none.
    """

    def __init__(
        self,
        reactor: IEndpointReactor,
        asker: Inquirer,
        host: Sequence[Address],
        nonce: bytes,
        ended: Callable[[_Question], None],
    ) -> None:
        self.pin = host[0].pin or b""
        self.nonce = nonce
        self.is_reached = False
        self.answer: Attested | None = None
        self._asker = asker
        self._ended: Callable[[_Question], None] | None = ended
        self._connection: ToHost | None = None
        self._timer: IDelayedCall = reactor.callLater(PATIENCE, self.end)
        self._dial = Dial(reactor, host, self, lambda how: self.end())

    def end(self) -> None:
        ended, self._ended = self._ended, None
        if ended is None:
            return
        if self._timer.active():
            self._timer.cancel()
        self._dial.cancel()
        if self._connection is not None:
            self._connection.close()
        ended(self)

    @property
    def at(self) -> Address | None:
        return self._dial.at

    # Called by `ToHost`, as its listener.

    def connected(self, connection: ToHost) -> None:
        """Ask, because the connection is up and its pin is right."""
        self._connection = connection
        gid, seat, identity = self._asker
        signature = None
        if seat is not None:
            signature = identity.sign(question_bytes(gid, self.pin, self.nonce))
        connection.send(Inquire(gid, self.nonce, seat, signature))

    def received(self, connection: ToHost, message: FromHost) -> None:
        self.is_reached = True
        match message:
            case Attested():
                self.answer = message
                self.end()
            case Refused():
                self.end()

    def connection_lost(self, connection: ToHost, end: ConnectionEnd) -> None:
        self.end()
