"""
Signing statements that our seat plays at a host, for others who ask where the table is.

Asking is done in `sealed_wonders.client.table.inquiry`.
"""

from __future__ import annotations

from collections.abc import Callable

from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Attest, Roll
from sealed_wonders.net.rollcall import Statement, roll_digest, sign

INTERVAL = 2.0
"""
Least seconds between two answers; an honest host calls the roll every 5 s at most.
"""


class Attesting:
    """Answers roll calls for one identity."""

    def __init__(self, identity: Identity, seconds: Callable[[], float]) -> None:
        self._identity = identity
        self._seconds = seconds
        self._again_at = float("-inf")

    def answer(
        self, gid: bytes, pin: bytes, roll: Roll, said: Statement
    ) -> Attest | None:
        """
        Return our signed position, or None if the last answer was too recent.

        Args:
            pin: the pin of the certificate that the host has shown on this connection.
            roll: the roll call.
            said: the statement to sign.
        """
        now = self._seconds()
        if now < self._again_at:
            return None
        self._again_at = now + INTERVAL
        digest = roll_digest(roll.nonces)
        signature = sign(self._identity, gid, pin, digest, said)
        return Attest(roll.table, digest, *said, signature)
