"""
Where news go: lines on stdout and stderr, and traces of faults into a file.

Each piece of news is an event of Twisted's logger, of a part of the host (its namespace) and
of a level, by which it is filtered. What is told is a line or a few for people, or a line of
JSON for programs, and has a time in either. Complaints go to stderr, all else to stdout.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TextIO, cast

from twisted.logger import (
    FilteringLogObserver,
    ILogObserver,
    LogEvent,
    LogLevel,
    LogLevelFilterPredicate,
    LogPublisher,
)

from sealed_wonders.host import text
from sealed_wonders.host.levels import USUAL, Levels, sort_of
from sealed_wonders.host.news import News, Trouble

FAULTS = "faults.txt"
"""The file of traces, in a host's folder."""

FAULTS_CAP = 1 << 18
"""Bytes of it: the first faults tell more than the last."""

PRIORITIES = {
    LogLevel.debug: 7,
    LogLevel.info: 6,
    LogLevel.warn: 4,
    LogLevel.error: 3,
    LogLevel.critical: 2,
}
"""What systemd's journal calls the levels: see sd-daemon(3)."""


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
        seconds: Callable[[], float] = time.time,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """
        Make ready to speak.

        Args:
            json: say lines of JSON, for a program.
            seconds: tells what time it is on the wall.
            environ: says where systemd's journal is, if there is one.
        """
        self.is_deaf = False
        self._out = out
        self._err = err
        self._folder = folder
        self._seconds = seconds
        journal = environ.get("JOURNAL_STREAM", "")
        self._in_journal = {it: _is_journal(it, journal) for it in (out, err)}
        self._write = self._row if json else self._lines
        self._told = LogLevelFilterPredicate()
        self.heed(USUAL)
        keep, show = cast(ILogObserver, self._keep), cast(ILogObserver, self._show)
        self._publisher = LogPublisher(keep, FilteringLogObserver(show, [self._told]))

    def heed(self, levels: Levels) -> None:
        """Tell from now on what is of these levels, or above."""
        self._told.clearLogLevels()
        for part, level in levels.items():
            self._told.setLogLevelForNamespace(part, LogLevel.lookupByName(level))

    def say(self, news: News) -> None:
        """Say something, if it is wanted."""
        sort = sort_of(news)
        self._publisher(
            {
                "log_level": LogLevel.lookupByName(sort.level),
                "log_namespace": sort.part,
                "log_time": self._seconds(),
                "news": news,
            }
        )

    def _show(self, event: LogEvent) -> None:
        """Write a piece of news where it belongs."""
        if text.is_complaint(event["news"]):
            with contextlib.suppress(OSError, ValueError):
                self._write_to(self._err, event)
        elif not self.is_deaf:
            try:
                self._write_to(self._out, event)
            except (OSError, ValueError):
                self.is_deaf = True

    def _write_to(self, stream: TextIO, event: LogEvent) -> None:
        in_journal = self._in_journal[stream]
        lines = self._write(stream, event)
        if in_journal:
            # It takes each line for an entry of its own.
            mark = f"<{PRIORITIES[event['log_level']]}>"
            lines = "\n".join(mark + line for line in lines.split("\n"))
        stream.write(lines + "\n")
        stream.flush()

    def _lines(self, stream: TextIO, event: LogEvent) -> str:
        """Return a piece of news for people, who needn't be told the day at a terminal."""
        said = text.plain(event["news"])
        if self._in_journal[stream]:
            return said  # which has a time for each line
        when = _local(event["log_time"])
        stamp = f"{when:%H:%M:%S}" if stream.isatty() else _iso(when)
        return f"{stamp} {said}"

    def _row(self, stream: TextIO, event: LogEvent) -> str:
        """Return a piece of news for programs."""
        return json.dumps(
            {
                "time": _iso(_local(event["log_time"])),
                "level": event["log_level"].name,
                "part": event["log_namespace"],
                **text.row(event["news"]),
            }
        )

    def _keep(self, event: LogEvent) -> None:
        """Keep the trace of a fault, for whoever mends it."""
        match event:
            case {"news": Trouble(what=what, trace=trace)} if trace:
                pass
            case {"log_failure": failure}:  # what is to be said can't be
                what, trace = failure.getErrorMessage(), failure.getTraceback()
            case _:
                return
        path = self._folder / FAULTS
        with contextlib.suppress(OSError):
            if not path.exists() or path.stat().st_size < FAULTS_CAP:
                with open(path, "a", encoding="utf-8", opener=_private) as file:
                    file.write(f"{_iso(_local(event['log_time']))} {what}\n{trace}\n")


def _local(when: float) -> datetime:
    return datetime.fromtimestamp(when).astimezone()


def _iso(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds")


def _is_journal(stream: TextIO, journal: str) -> bool:
    """
    Tell whether what is written there goes to systemd's journal.

    Args:
        journal: the device and inode of what does, as systemd says it; whoever starts us
            may have put something else in its place.
    """
    try:
        here = os.fstat(stream.fileno())
    except (OSError, ValueError):  # it is no file
        return False
    return journal == f"{here.st_dev}:{here.st_ino}"


def _private(path: str, flags: int) -> int:
    """Open a file so that its owner alone can read it."""
    return os.open(path, flags, 0o600)
