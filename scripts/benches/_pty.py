"""A program on a pseudo terminal, and the times of what it draws."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

QUIET = 0.05
"""Seconds without output after which a drawing counts as finished."""

AT_ONCE = 0.01
"""Seconds between parts of one drawing, if another drawing may follow soon."""

PATIENCE = 20.0

ALTERNATE = b"\x1b[?1049h"
"""The control sequence before the first full-screen drawing."""


class Drawn:
    """
    A program on a pseudo terminal.

    Attributes:
        pid: its process.
        output: everything that it has written.
    """

    def __init__(
        self,
        command: Sequence[str],
        size: tuple[int, int],
        environment: Mapping[str, str],
    ) -> None:
        self.output = b""
        self._begun = time.perf_counter()
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            columns, rows = size
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(command[0], list(command), dict(environment))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.kill(self.pid, signal.SIGTERM)
        while self._read(0.1) or not self._gone():
            pass
        os.close(self._terminal)

    def first(self) -> float:
        """
        Return the seconds from the process's start to the end of its first drawing.
        """
        until = time.perf_counter() + PATIENCE
        last = self._begun
        while time.perf_counter() < until:
            if self._read(AT_ONCE):
                last = time.perf_counter()
            elif ALTERNATE in self.output and not self.output.endswith(ALTERNATE):
                return last - self._begun
        raise TimeoutError(f"no screen was drawn: {self.output[-2000:]!r}")

    def press(self, keys: bytes) -> float | None:
        """
        Press a key; return the seconds until the drawing ends, None without a drawing.
        """
        begun = time.perf_counter()
        os.write(self._terminal, keys)
        last = None
        while self._read(QUIET if last else 4 * QUIET):
            last = time.perf_counter()
        return None if last is None else last - begun

    def wait_for(self, text: bytes) -> None:
        """Wait until the program has written a text."""
        until = time.perf_counter() + 3 * PATIENCE
        while text not in self.output:
            if time.perf_counter() > until:
                raise TimeoutError(f"no {text!r}: {self.output[-2000:]!r}")
            self._read(QUIET)

    def rest(self) -> None:
        """Wait until the program stops drawing."""
        while self._read(4 * QUIET):
            pass

    def look_on(self, seconds: float) -> None:
        """Read what the program draws for some seconds."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self._read(left)

    def _read(self, patience: float) -> bool:
        """Read some output; return whether there was any in time."""
        if not select.select([self._terminal], [], [], patience)[0]:
            return False
        try:
            some = os.read(self._terminal, 1 << 16)
        except OSError:  # the other side is closed
            return False
        self.output += some
        return bool(some)

    def _gone(self) -> bool:
        return os.waitpid(self.pid, os.WNOHANG)[0] != 0
