"""
Asking hosts which seats of a game play over them; what is made of it is decided elsewhere.

Each host is asked on a connection of its own, on which nobody logs in: nobody is there because
of it, nothing is read, and no password is proven. See `sealed_wonders.net.rollcall` for what an
answer proves.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from twisted.internet.interfaces import IDelayedCall

from sealed_wonders.client.table.dial import Dial
from sealed_wonders.client.table.endpoint import IReactor
from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.ending import End
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Attested, FromHost, Inquire, Refused
from sealed_wonders.net.rollcall import PATIENCE, Answer, question_bytes
from sealed_wonders.net.wire import ToHost

AT_ONCE = 4
"""Hosts that are asked at the same time."""

REFILL = 2.0
"""
Seconds within which another host is asked in place of one that couldn't be: all answers are to
be of about the same time.
"""


class Asker(NamedTuple):
    """Who asks about which game."""

    gid: bytes
    seat: Seat | None
    """Theirs, if they play."""
    identity: Identity


class Heard(NamedTuple):
    """What has come of asking some hosts, by their pins."""

    answers: Mapping[bytes, Answer]
    reached: Mapping[bytes, Address]
    """Where those are that have said anything, also that they don't have the game."""


class Inquiry:
    """Asks some hosts, once, the first of them first."""

    def __init__(
        self,
        reactor: IReactor,
        asker: Asker,
        hosts: Sequence[Sequence[Address]],
        done: Callable[[Heard], None],
    ) -> None:
        """
        Ask at once.

        Args:
            hosts: the addresses of each, with its pin.
            done: told what came of it, at most `PATIENCE` and `REFILL` later.
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
        """Ask no more; nothing is told."""
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
            heard = Heard(self._answers, self._reached)
            # Not before whoever asks knows that they do.
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
        pin: the host's.
        is_reached: it has said something.
        answer: what; None if it was no answer.
    """

    def __init__(
        self,
        reactor: IReactor,
        asker: Asker,
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
        """Wait no longer."""
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
        """Where the host was reached."""
        return self._dial.at

    # The listener.

    def connected(self, connection: ToHost) -> None:
        """It is the host: ask."""
        self._connection = connection
        gid, seat, identity = self._asker
        signature = None
        if seat is not None:
            signature = identity.sign(question_bytes(gid, self.pin, self.nonce))
        connection.send(Inquire(gid, self.nonce, seat, signature))

    def received(self, connection: ToHost, message: FromHost) -> None:
        """Take its answer, or that it has none."""
        self.is_reached = True
        match message:
            case Attested():
                self.answer = message
                self.end()
            case Refused():
                self.end()

    def lost(self, connection: ToHost, end: End) -> None:
        """It has hung up."""
        self.end()
