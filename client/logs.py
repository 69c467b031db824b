"""
Logs as files of whoever reads them.
"""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.words import _

MAX_LOG = 64 << 20
"""Bytes of a log that is read; a game of seven has a hundredth of that."""


class Unreadable(Exception):
    """A file that can't be read; the message is one line that names it."""


def read(path: Path) -> bytes:
    """
    Read a file, if it isn't too long for a log.

    Raises:
        Unreadable: it is, or can't be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LOG + 1)
    except OSError as problem:
        raise Unreadable(f"{path}: {retold(problem.strerror)}") from None
    if len(data) > MAX_LOG:
        said = _("{path}: longer than {most} bytes")
        raise Unreadable(said.format(path=path, most=MAX_LOG))
    return data
