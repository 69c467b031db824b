"""Where news go: lines on stdout and stderr, and traces of faults into a file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TextIO

from sealed_wonders.host import text
from sealed_wonders.host.news import News, Trouble

FAULTS = "faults.txt"
"""The file of traces, in a host's folder."""

FAULTS_CAP = 1 << 18
"""Bytes of it: the first faults tell more than the last."""


class Output:
    """
    Says news, a line or a few at a time, each at once.

    Attributes:
        is_deaf: nobody reads stdout any more.
    """

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        folder: Path,
        *,
        json: bool,
    ) -> None:
        """
        Make ready to speak.

        Args:
            json: lines of JSON on *out*, for a program; what is complained of is for
                people in any case, on *err*.
        """
        self.is_deaf = False
        self._out = out
        self._err = err
        self._folder = folder
        self._json = json

    def say(self, news: News) -> None:
        """Say something."""
        if isinstance(news, Trouble) and news.trace:
            self._keep(news)
        if text.is_complaint(news):
            with contextlib.suppress(OSError, ValueError):
                self._err.write(text.plain(news) + "\n")
                self._err.flush()
            return
        line = text.machine(news) if self._json else text.plain(news)
        if line is None or self.is_deaf:
            return
        try:
            self._out.write(line + "\n")
            self._out.flush()
        except (OSError, ValueError):
            self.is_deaf = True

    def _keep(self, trouble: Trouble) -> None:
        """Keep the trace of a fault, for whoever mends it."""
        path = self._folder / FAULTS
        with contextlib.suppress(OSError):
            if not path.exists() or path.stat().st_size < FAULTS_CAP:
                with open(path, "a", encoding="utf-8", opener=_private) as file:
                    file.write(f"{trouble.what}\n{trouble.trace}\n")


def _private(path: str, flags: int) -> int:
    """Open a file so that its owner alone can read it."""
    return os.open(path, flags, 0o600)
