"""
Prints news on stdout and stderr, and writes the tracebacks of faults to a file.

News is filtered by its level and its part of the host (`levels.py`). It is printed as text
for people, or as one line of JSON, with the time in either case. Complaints go to stderr,
everything else to stdout. The words are in `news.py`.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TextIO

from sealed_wonders.host.levels import USUAL, Levels, tells
from sealed_wonders.host.news import Bug, News
from sealed_wonders.net.system.files import open_private

FAULTS = "faults.txt"
"""The file of tracebacks in a host's folder."""

FAULTS_CAP = 1 << 18
"""Maximum size of that file, in bytes; the first faults are the most useful."""

PRIORITIES = {
    "debug": 7,
    "info": 6,
    "warn": 4,
    "error": 3,
    "critical": 2,
}
"""Priorities of the levels in systemd's journal; see sd-daemon(3)."""


class Output:
    """
    Prints news immediately.

    Args:
        environ: the environment, which says where systemd's journal is, if there is
            one.

    Attributes:
        is_deaf: whether stdout can't be written any more.
    """

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        folder: Path,
        *,
        json: bool,
        seconds: Callable[[], float] = time.time,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.is_deaf = False
        self._out = out
        self._err = err
        self._folder = folder
        self._seconds = seconds
        journal = environ.get("JOURNAL_STREAM", "")
        self._in_journal = {it: _is_journal(it, journal) for it in (out, err)}
        self._format = self._row if json else self._lines
        self._levels = USUAL

    def heed(self, levels: Levels) -> None:
        """Set the levels from which news is printed, by part."""
        self._levels = levels

    def say(self, news: News) -> None:
        """Print a piece of news, if its level is high enough."""
        when = datetime.fromtimestamp(self._seconds()).astimezone()
        if isinstance(news, Bug):
            self._keep(news, when)
        if not tells(self._levels, news.part, news.level):
            return
        stream = self._err if news.is_complaint else self._out
        try:
            lines = self._format(news, when, stream)
        except Exception as error:  # noqa: BLE001  must not affect what it is about
            self._keep(Bug.at(f"news of {type(news).__name__}", error), when)
            return
        if news.is_complaint:
            with contextlib.suppress(OSError, ValueError):
                self._write(lines, news, stream)
        elif not self.is_deaf:
            try:
                self._write(lines, news, stream)
            except (OSError, ValueError):
                self.is_deaf = True

    def _write(self, lines: str, news: News, stream: TextIO) -> None:
        if self._in_journal[stream]:
            # The journal makes each line an entry of its own.
            mark = f"<{PRIORITIES[news.level]}>"
            lines = "\n".join(mark + line for line in lines.split("\n"))
        stream.write(lines + "\n")
        stream.flush()

    def _lines(self, news: News, when: datetime, stream: TextIO) -> str:
        """Format a piece of news for people; at a terminal, the time needs no date."""
        if self._in_journal[stream]:
            return news.text()  # the journal adds the time to each line
        stamp = f"{when:%H:%M:%S}" if stream.isatty() else _iso(when)
        return f"{stamp} {news.text()}"

    def _row(self, news: News, when: datetime, stream: TextIO) -> str:
        about = {"time": _iso(when), "level": news.level, "part": news.part}
        return json.dumps({**about, **news.row()})

    def _keep(self, bug: Bug, when: datetime) -> None:
        """Append the traceback of a fault to the file for developers."""
        path = self._folder / FAULTS
        with contextlib.suppress(OSError):
            if not path.exists() or path.stat().st_size < FAULTS_CAP:
                with open(path, "a", encoding="utf-8", opener=open_private) as file:
                    file.write(f"{_iso(when)} {bug.what}\n{bug.trace}\n")


def _iso(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds")


def _is_journal(stream: TextIO, journal: str) -> bool:
    """
    Return whether a stream is connected to systemd's journal.

    Args:
        journal: the device and inode of the journal's stream, from systemd; it may have
            been redirected since.
    """
    try:
        here = os.fstat(stream.fileno())
    except (OSError, ValueError):  # not a real file
        return False
    return journal == f"{here.st_dev}:{here.st_ino}"
