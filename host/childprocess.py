"""
A child process of a host: a client that plays bots, or lends seats to phones.

It ends with its standard input, which ends with the host, however the host ends.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from twisted.internet.error import ProcessExitedAlready, ProcessTerminated
from twisted.internet.interfaces import IDelayedCall, IProcessTransport, IReactorTime
from twisted.internet.protocol import ProcessProtocol
from twisted.python.failure import Failure

from sealed_wonders.net.names import make_line

END_PATIENCE = 3.0
"""Seconds for a process to end before it is killed."""

LINE_BYTES = 2000
"""Maximum number of bytes kept of a line."""


class ChildProcess(ProcessProtocol):
    """
    One run of a program.

    Args:
        answered: called for each line on stdout.
        spoke: called for each line on stderr that isn't empty.
        ended: called with how the process ended; empty if without an error.
        line_bytes: maximum number of bytes kept of a line on stdout.

    Attributes:
        is_ending: whether `end` was called.
    """

    transport: IProcessTransport

    def __init__(
        self,
        clock: IReactorTime,
        answered: Callable[[bytes], None],
        spoke: Callable[[str], None],
        ended: Callable[[str], None],
        *,
        line_bytes: int = LINE_BYTES,
    ) -> None:
        self.is_ending = False
        self._clock = clock
        self._ended = ended
        self._out = Lines(answered, line_bytes)
        self._err = Lines(passing_text(spoke), LINE_BYTES)
        self._timer: IDelayedCall | None = None

    def end(self) -> None:
        """Ask the process to end, and kill it if it doesn't."""
        if not self.is_ending:
            self.is_ending = True
            self._timer = self._clock.callLater(END_PATIENCE, self._kill)
            self.transport.closeStdin()

    def _kill(self) -> None:
        # The process may have ended by itself, with `processEnded` still to come.
        with contextlib.suppress(ProcessExitedAlready):
            self.transport.signalProcess("KILL")

    def outReceived(self, data: bytes) -> None:
        self._out.receive(data)

    def errReceived(self, data: bytes) -> None:
        self._err.receive(data)

    def processEnded(self, reason: Failure) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._err.end()
        error, how = reason.value, ""
        if isinstance(error, ProcessTerminated):
            by = error.signal
            how = f"exit status {error.exitCode}" if by is None else f"signal {by}"
        self._ended(how)


def passing_text(to: Callable[[str], None]) -> Callable[[bytes], None]:
    """Return a function that passes lines on as text, unless they are empty."""

    def take(line: bytes) -> None:
        text = make_line(line.decode(errors="replace").strip())
        if text:
            to(text)

    return take


class Lines:
    """Splits data into lines, and truncates long ones."""

    def __init__(self, take: Callable[[bytes], None], most: int) -> None:
        self._take = take
        self._most = most
        self._rest = b""

    def receive(self, data: bytes) -> None:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[: self._most]
        for line in lines:
            self._take(line[: self._most])

    def end(self) -> None:
        self._take(self._rest)
