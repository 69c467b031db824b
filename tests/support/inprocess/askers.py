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


class Asking:
    """
    One question, on a connection of its own.

    Attributes:
        nonce: with which it asks.
        connection: the host's end.
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
        Ask at once.

        Args:
            gid: about which game; None: the host's own.
            by: who plays there, asks for their seat and signs it.
            seat: who asks, as the question says.
            identity: signs it.
            pin: for which host it is signed; None: this one.
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
    def said(self) -> list[FromHost]:
        """What the host has said."""
        return self._transport.said(FromHost)

    @property
    def answer(self) -> Attested | None:
        """Its answer, once there is one."""
        return next((it for it in self.said if isinstance(it, Attested)), None)

    @property
    def given(self) -> Answer:
        """Its answer, to be looked at."""
        if self.answer is None:
            raise ValueError("there is no answer")
        return Answer(self.nonce, self.answer)

    @property
    def refusals(self) -> list[str]:
        """Why it has none."""
        return [it.reason for it in self.said if isinstance(it, Refused)]

    @property
    def is_over(self) -> bool:
        """The host has hung up."""
        return self._transport.disconnecting or self._transport.disconnected


def called(*hosts: HostHarness) -> None:
    """Let rolls be called, and be answered, at hosts that have the same clock."""
    for _ in range(int(GATHER_SECONDS + ANSWER_SECONDS)):
        hosts[0].clock.advance(1.0)
        for host in hosts:
            host.settle()


def proven_by(
    fold: Fold, asked: Mapping[bytes, Asking]
) -> Mapping[bytes, Mapping[Seat, Statement]]:
    """Return what hosts have proven, by the pins at which somebody asked them."""
    answers = {
        pin: Answer(it.nonce, it.answer)
        for pin, it in asked.items()
        if it.answer is not None
    }
    return proven(fold, answers)
