"""Clients that ask a host in the same process which seats play there."""

from __future__ import annotations

from collections.abc import Mapping

from twisted.internet.address import IPv4Address

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import (
    Attested,
    FromHost,
    Inquire,
    Refused,
    encode,
)
from sealed_wonders.net.rollcall import (
    ANSWER_SECONDS,
    GATHER_SECONDS,
    Answer,
    Statement,
    proven,
    question_bytes,
)
from sealed_wonders.net.wire import ToClient
from tests.support.connections import FakeTlsTransport
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness


class SeatQuestion:
    """
    A single question, on its own connection.

    Attributes:
        nonce: the question's nonce.
        connection: the host's end of the connection.
    """

    def __init__(
        self,
        host: HostHarness,
        gid: bytes | None = None,
        *,
        by: Client | None = None,
        seat: Seat | None = None,
        identity: Identity | None = None,
        address: str = "172.16.0.1",
        pin: bytes | None = None,
        nonce: bytes | None = None,
    ) -> None:
        """
        Connect, and ask immediately.

        Args:
            gid: the game in question; None for the host's own.
            by: a player of the game, who asks for their own seat and signs the question.
            seat: the seat that the question claims to come from.
            identity: signs the question.
            pin: the pin of the host to which the question is signed; None for this host.
        """
        gid = host.game.gid if gid is None else gid
        if by is not None:
            seat, identity = by.seat.number, by.identity
        self.nonce = host.entropy("nonce", 32) if nonce is None else nonce
        self._transport = FakeTlsTransport(exporter=host.entropy("exporter", 32))
        self._transport.hostAddr = IPv4Address("TCP", "10.0.0.1", 7777)
        self._transport.peerAddr = IPv4Address("TCP", address, 50_001)
        self.connection = ToClient(host.listener or host.server, host.clock)
        self.connection.makeConnection(self._transport)
        self.connection.handshakeCompleted()
        signature = None
        if identity is not None:
            asked = question_bytes(gid, host.pin if pin is None else pin, self.nonce)
            signature = identity.sign(asked)
        asks = Inquire(gid, self.nonce, seat, signature)
        self.connection.dataReceived(frame_bytes(encode(asks)))

    @property
    def replies(self) -> list[FromHost]:
        """Everything that the host has sent."""
        return self._transport.messages_written(FromHost)

    @property
    def answer(self) -> Attested | None:
        """The host's answer, or None if there is none yet."""
        return next((it for it in self.replies if isinstance(it, Attested)), None)

    @property
    def given(self) -> Answer:
        """The nonce and the host's answer; raises `ValueError` if there is none."""
        if self.answer is None:
            raise ValueError("there is no answer")
        return Answer(self.nonce, self.answer)

    @property
    def refusals(self) -> list[str]:
        """The reasons why the host refused the question."""
        return [it.reason for it in self.replies if isinstance(it, Refused)]

    @property
    def is_over(self) -> bool:
        """Whether the host has closed the connection."""
        return self._transport.disconnecting or self._transport.disconnected


def pass_roll_call(*hosts: HostHarness) -> None:
    """Let time pass until roll calls are made and answered, at hosts with one clock."""
    for _ in range(int(GATHER_SECONDS + ANSWER_SECONDS)):
        hosts[0].clock.advance(1.0)
        for host in hosts:
            host.settle()


def proven_by(
    fold: Fold, asked: Mapping[bytes, SeatQuestion]
) -> Mapping[bytes, Mapping[Seat, Statement]]:
    """Return what hosts have proven, by their pins."""
    answers = {
        pin: Answer(it.nonce, it.answer)
        for pin, it in asked.items()
        if it.answer is not None
    }
    return proven(fold, answers)
