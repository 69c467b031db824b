"""
Prints news on stdout and stderr, and writes the tracebacks of faults to a file.

Each piece of news is an event of Twisted's logger, with a part of the host as its
namespace, and a level; both are used for filtering. It is printed as text for people,
or as one line of JSON, with the time in either case. Complaints go to stderr,
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
from typing import TextIO, cast

from twisted.logger import (
    FilteringLogObserver,
    ILogObserver,
    LogEvent,
    LogLevel,
    LogLevelFilterPredicate,
    LogPublisher,
)

from sealed_wonders.host.levels import USUAL, Levels
from sealed_wonders.host.news import Bug, News
from sealed_wonders.net.system.files import open_private

FAULTS = "faults.txt"
"""The file of tracebacks in a host's folder."""

FAULTS_CAP = 1 << 18
"""Maximum size of that file, in bytes; the first faults are the most useful."""

PRIORITIES = {
    LogLevel.debug: 7,
    LogLevel.info: 6,
    LogLevel.warn: 4,
    LogLevel.error: 3,
    LogLevel.critical: 2,
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
        self._write = self._row if json else self._lines
        self._told = LogLevelFilterPredicate()
        self.heed(USUAL)
        keep, show = cast(ILogObserver, self._keep), cast(ILogObserver, self._show)
        self._publisher = LogPublisher(keep, FilteringLogObserver(show, [self._told]))

    def heed(self, levels: Levels) -> None:
        """Set the levels from which news is printed, by part."""
        self._told.clearLogLevels()
        for part, level in levels.items():
            self._told.setLogLevelForNamespace(part, LogLevel.lookupByName(level))

    def say(self, news: News) -> None:
        """Print a piece of news, if its level is high enough."""
        self._publisher(
            {
                "log_level": LogLevel.lookupByName(news.level),
                "log_namespace": news.part,
                "log_time": self._seconds(),
                "news": news,
            }
        )

    def _show(self, event: LogEvent) -> None:
        if event["news"].is_complaint:
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
            # The journal makes each line an entry of its own.
            mark = f"<{PRIORITIES[event['log_level']]}>"
            lines = "\n".join(mark + line for line in lines.split("\n"))
        stream.write(lines + "\n")
        stream.flush()

    def _lines(self, stream: TextIO, event: LogEvent) -> str:
        """Format a piece of news for people; at a terminal, the time needs no date."""
        news: News = event["news"]
        said = news.text()
        if self._in_journal[stream]:
            return said  # which adds the time to each line
        when = _local(event["log_time"])
        stamp = f"{when:%H:%M:%S}" if stream.isatty() else _iso(when)
        return f"{stamp} {said}"

    def _row(self, stream: TextIO, event: LogEvent) -> str:
        return json.dumps(
            {
                "time": _iso(_local(event["log_time"])),
                "level": event["log_level"].name,
                "part": event["log_namespace"],
                **event["news"].row(),
            }
        )

    def _keep(self, event: LogEvent) -> None:
        """Append the traceback of a fault to the file for developers."""
        match event:
            case {"news": Bug(what=what, trace=trace)}:
                pass
            case {"log_failure": failure}:  # the news itself can't be formatted
                what, trace = failure.getErrorMessage(), failure.getTraceback()
            case _:
                return
        path = self._folder / FAULTS
        with contextlib.suppress(OSError):
            if not path.exists() or path.stat().st_size < FAULTS_CAP:
                with open(path, "a", encoding="utf-8", opener=open_private) as file:
                    file.write(f"{_iso(_local(event['log_time']))} {what}\n{trace}\n")


def _local(when: float) -> datetime:
    return datetime.fromtimestamp(when).astimezone()


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
