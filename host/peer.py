"""A guest: somebody who is connected and logged in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.messages import Hello, Refused
from sealed_wonders.net.names import make_line
from sealed_wonders.net.wire import ToClient

READS_CAP = 8
"""Tables that one guest can follow without sitting there."""

READ_RATE, READ_BURST = 1.0, 16
"""How often a guest may ask for a log again: it costs us the whole of it."""

SAY_RATE, SAY_BURST = 1.0, 10
"""Lines a guest may say, which go to everybody."""

LOOK_RATE, LOOK_BURST = 1.0, 10
"""How often a guest may ask for the tables, of which there can be 64."""

SEAT_RATE, SEAT_BURST = 4.0, 40
"""How often a guest may sit down, get up, be ready or not: all at the table are told."""


@dataclass(eq=False, frozen=True, slots=True)
class Peer:
    """Somebody who is connected and logged in."""

    identity: bytes
    name: str
    connection: ToClient
    reads: Bucket
    says: Bucket
    moves: Bucket
    looks: Bucket

    @classmethod
    def of(cls, hello: Hello, connection: ToClient, now: float) -> Self:
        """Let somebody in whose login was found good."""
        return cls(
            hello.identity,
            hello.name,
            connection,
            Bucket(READ_RATE, READ_BURST, now),
            Bucket(SAY_RATE, SAY_BURST, now),
            Bucket(SEAT_RATE, SEAT_BURST, now),
            Bucket(LOOK_RATE, LOOK_BURST, now),
        )

    def refuse(self, reason: str, detail: str) -> None:
        """Say that something isn't done."""
        self.connection.send(Refused(reason, make_line(detail)))
