"""
Limits on what a peer may send, what is kept for it, and how long to wait for it.

The numbers are far above what a game needs and far below what does harm. In a turn of
seven seats, each seat sends two wires and receives fourteen. Bots that don't think play
some thirty turns a second. The log of a whole game is under a megabyte, and has under a
thousand wires, or two thousand in Architects.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """
    Limits on the data that is accepted from one peer, and kept for it.

    Rates are per second. Bursts may arrive at once after a silence.
    """

    message_rate: int
    """
    Messages, with each wire counted as one, since verifying signatures takes the time.
    """
    message_burst: int
    byte_rate: int
    byte_burst: int
    backlog: int
    """Maximum bytes waiting for a peer that doesn't read."""


FROM_CLIENT = Limits(
    message_rate=200,  # two wires a turn, thirty turns a second, times three
    message_burst=400,  # a seat's wires of five games; verifying them takes 40 ms
    byte_rate=1 << 18,  # a client sends 100 KiB in a whole sealed game
    byte_burst=1 << 20,  # eight frames of the maximum size
    backlog=1 << 18,  # two frames; log entries wait until the client reads
)
"""Limits that a host applies to each client."""

FROM_HOST = Limits(
    message_rate=2000,  # messages of seven clients, and the host's own
    message_burst=20_000,  # many whole logs, read one after the other
    byte_rate=1 << 22,
    byte_burst=1 << 24,
    backlog=1 << 20,  # a client never posts more: ten times what a seat says in a game
)
"""Limits that a client applies to its host."""

NEWCOMERS = 128
"""Maximum connections from other machines that haven't logged in yet."""

LOGIN_PATIENCE = 10.0
"""Seconds from the connection to the Welcome, with TLS; a slow machine takes one."""

LOGIN_CAP = 1024
"""Maximum bytes of a frame before the Welcome; a login has at most three hundred."""

PING_INTERVAL = 4.0
"""Seconds between a client's pings."""

AWAY_SECONDS = 5.0
"""
Seconds of silence after which a client counts as reconnecting.

By then, a ping is a second overdue. A new login with the same key waits at most this
long for the older connection.
"""

RECONNECT_SECONDS = 10.0
"""Seconds of silence after which a client opens another connection."""

GONE_SECONDS = 50.0
"""Seconds of silence after which a client counts as gone; it may be very slow."""

FRAME_PATIENCE = 60.0
"""Seconds from a message's first byte to its last: 2 kB a second for the longest."""

READ_PATIENCE = 60.0
"""Seconds in which a peer must read the data waiting for it: at least 64 KiB."""

STALL_SECONDS = 1.0
"""
Delay of a timer, in seconds, that shows that the machine slept or the program was busy.

In that case, data from peers may still be waiting to be read.
"""

PROBE_PATIENCE = 3.0
"""Seconds that a host has to answer after this machine has changed networks."""

CLOSE_PATIENCE = 5.0
"""Seconds that a peer has to read the last messages and to close its side."""


class Bucket:
    """
    Token bucket with up to *burst* tokens, refilled at *rate* tokens a second.

    Args:
        now: the current time, on the same clock as in `take`.
    """

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def __repr__(self) -> str:
        return f"<Bucket: {self._tokens:.1f} of {self._burst}, {self._rate}/s>"

    def take(self, tokens: int, now: float) -> bool:
        """Take *tokens* if there are enough, and return whether there were."""
        # A clock that was set back neither adds tokens nor removes any.
        elapsed = max(0.0, now - self._at)
        self._at = now
        self._tokens = min(self._burst, self._tokens + elapsed * self._rate)
        if tokens > self._tokens:
            return False
        self._tokens -= tokens
        return True
