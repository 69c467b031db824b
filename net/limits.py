"""
How much one peer may send, how much is kept for it, and how long it is waited for.

The numbers are far above what a game needs and far below what hurts. A turn of seven
seats is two wires from each and fourteen to each; bots that think in no time play some
thirty turns a second; the log of a whole game is under a megabyte, and under a thousand
wires, or two thousand at Architects.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """
    What is taken from one peer, and kept for it.

    Rates are per second. Bursts are what may come at once after a silence.
    """

    message_rate: int
    """Messages, each wire in one counted: that is what costs time, a signature each."""
    message_burst: int
    byte_rate: int
    byte_burst: int
    backlog: int
    """Bytes that wait while it doesn't read."""


FROM_CLIENT = Limits(
    message_rate=200,  # two wires a turn, thirty turns a second, and that three times
    message_burst=400,  # a seat's wires of five games; their signatures take 40 ms
    byte_rate=1 << 18,  # a client's part of a whole sealed game is 100 KiB
    byte_burst=1 << 20,  # eight frames of the largest size
    backlog=1 << 18,  # two frames; of a log nothing more is sent to who doesn't read
)
"""What a host takes from each client and keeps for it."""

FROM_HOST = Limits(
    message_rate=2000,  # what seven clients may say, and the host's news of it
    message_burst=20_000,  # many whole logs, read one after the other
    byte_rate=1 << 22,
    byte_burst=1 << 24,
    backlog=1 << 20,  # nobody posts more: it is ten times what a seat says in a game
)
"""What a client takes from its host and keeps for it."""

NEWCOMERS = 128
"""Connections from other machines on which nobody has logged in yet."""

LOGIN_PATIENCE = 10.0
"""Seconds from the connection to the Welcome, TLS and all; a slow machine takes one."""

LOGIN_CAP = 1024
"""Bytes of a frame before the Welcome: a login has three hundred at most."""

PING_INTERVAL = 4.0
"""Seconds between a client's pings."""

QUIET = 5.0
"""
Seconds without a byte after which a client counts as reconnecting: a ping is missing, by a
second. So this is also how long it takes at most after the last that was heard.
"""

SILENCE = 10.0
"""Seconds without a byte after which a client tries another connection."""

PATIENCE = 50.0
"""Seconds without a byte after which a client is gone, for a host: it may be very slow."""

FRAME_PATIENCE = 60.0
"""Seconds from the first byte of a message to its last: 2 kB a second, of the longest."""

READ_PATIENCE = 60.0
"""Seconds in which a peer must read what waits for it, which is 64 KiB at least."""

LATE = 1.0
"""
Seconds by which a timer is late only where the machine slept, or the program was busy
itself: what was said meanwhile is still to be read.
"""

PROBE_PATIENCE = 3.0
"""Seconds for a host to answer when this machine has come to another network."""

CLOSE_PATIENCE = 5.0
"""Seconds for a peer to take the last words, and to hang up in turn."""


class Bucket:
    """
    A token bucket: holds up to *burst* tokens, gets *rate* of them a second.

    Args:
        now: the time, on the clock that `take` is told of.
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
        """Take *tokens* if there are so many; tell whether there were."""
        # A clock that was put back gives nothing, and takes nothing.
        elapsed = max(0.0, now - self._at)
        self._at = now
        self._tokens = min(self._burst, self._tokens + elapsed * self._rate)
        if tokens > self._tokens:
            return False
        self._tokens -= tokens
        return True
