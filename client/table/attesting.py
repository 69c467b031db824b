"""
Signing that we play at a host, for others who want to know where the table is.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Attest, Roll
from sealed_wonders.net.rollcall import Statement, roll_digest, sign

INTERVAL = 2.0
"""Least seconds between two answers; an honest host calls the roll every five at most."""


class Attesting:
    """Answers roll calls for one person."""

    def __init__(self, identity: Identity, seconds: Callable[[], float]) -> None:
        self._identity = identity
        self._seconds = seconds
        self._again_at = float("-inf")

    def answer(
        self, gid: bytes, pin: bytes, roll: Roll, said: Statement
    ) -> Attest | None:
        """
        Sign how far our seat is, unless the last answer was just now.

        Args:
            pin: that of the certificate which the host has shown on the very connection on
                which it asks.
        """
        now = self._seconds()
        if now < self._again_at:
            return None
        self._again_at = now + INTERVAL
        digest = roll_digest(roll.nonces)
        signature = sign(self._identity, gid, pin, digest, said)
        return Attest(roll.table, digest, *said, signature)
