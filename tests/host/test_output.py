"""Where and in which form events are printed."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from sealed_wonders.host.levels import VERBOSE, read_levels
from sealed_wonders.host.news import (
    Away,
    Bug,
    Connected,
    LogsRemoved,
    MessageHeard,
    News,
    Trouble,
)
from sealed_wonders.host.output import FAULTS, FAULTS_CAP, Output
from tests.host.test_news import ALL, ENDED

NOON = datetime(2026, 7, 1, 12, 0, 0, 250_000).timestamp()
"""Noon in the local time zone, as a timestamp."""


class ClosedPipe(io.StringIO):
    """A pipe whose reader is gone."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


JournalEnds = tuple[io.TextIOWrapper, Mapping[str, str], io.TextIOWrapper]


@pytest.fixture
def journal() -> Iterator[JournalEnds]:
    """Yield a stream to the journal, its environment, and the other end."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as end, os.fdopen(write, "w") as stream:
        about = os.fstat(stream.fileno())
        yield stream, {"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"}, end


def said(news: News, out: io.StringIO, folder: Path) -> str:
    """Return a host's output for an event, at noon."""
    output = Output(out, out, folder, json=False, seconds=lambda: NOON)
    output.say(news)
    return out.getvalue()


def test_complaints_go_to_standard_error(tmp_path: Path) -> None:
    """With ``--json``, both streams contain nothing but JSON, without delay."""
    out, err = io.StringIO(), io.StringIO()
    output = Output(out, err, tmp_path, json=True)
    output.heed(VERBOSE)
    for news in ALL:
        output.say(news)
    rows, complaints = (
        [json.loads(line) for line in stream.getvalue().splitlines()]
        for stream in (out, err)
    )
    assert [it.text() for it in ALL if it.is_complaint] == [
        row["text"] for row in complaints
    ]
    assert len(ALL) == len(rows) + len(complaints)


def test_each_row_has_a_time_a_level_and_a_part(tmp_path: Path) -> None:
    """This holds on both streams, beside the event's own keys."""
    stream = io.StringIO()
    output = Output(stream, stream, tmp_path, json=True, seconds=lambda: NOON)
    output.say(Away("oak", "ann"))
    output.say(Trouble("no room"))
    away, trouble = map(json.loads, stream.getvalue().splitlines())
    time = datetime.fromisoformat(away.pop("time"))
    assert (NOON, True) == (time.timestamp(), time.tzinfo is not None)
    sort = {"level": "info", "part": "people"}
    assert {**sort, "event": "away", "table": "oak", "name": "ann"} == away
    assert ("error", "host") == (trouble["level"], trouble["part"])
    assert ("trouble", "trouble: no room") == (trouble["event"], trouble["text"])


def test_lines_begin_with_the_time(tmp_path: Path) -> None:
    """Outside a terminal, they have the date and the offset from UTC, too."""
    away = "oak: ann is absent; the table waits.\n"
    assert f"12:00:00 {away}" == said(Away("oak", "ann"), Terminal(), tmp_path)
    stamp, _, line = said(Away("oak", "ann"), io.StringIO(), tmp_path).partition(" ")
    assert away == line
    assert datetime.fromtimestamp(NOON).astimezone() == datetime.fromisoformat(stamp)
    # A table of several lines keeps its layout.
    _, *lines = said(ENDED, Terminal(), tmp_path).splitlines()
    assert lines == ENDED.text().splitlines()[1:]


def test_lines_for_the_journal_have_priorities_and_no_times(
    tmp_path: Path, journal: JournalEnds
) -> None:
    """Each line of an event has one. Other streams aren't affected."""
    stream, environ, end = journal
    other = io.StringIO()
    output = Output(stream, other, tmp_path, json=False, environ=environ)
    output.say(Away("oak", "ann"))
    output.say(ENDED)
    output.say(Trouble("no room"))
    stream.close()
    lines = end.read().splitlines()
    assert "<6>oak: ann is absent; the table waits." == lines[0]
    assert [f"<6>{it}" for it in ENDED.text().splitlines()] == lines[1:]
    assert other.getvalue().endswith(" trouble: no room\n")
    assert "<" not in other.getvalue()


def test_rows_for_the_journal_have_priorities(
    tmp_path: Path, journal: JournalEnds
) -> None:
    """The rest of the line is JSON."""
    stream, environ, end = journal
    Output(stream, stream, tmp_path, json=True, environ=environ).say(Trouble("no room"))
    stream.close()
    line = end.read()
    assert line.startswith("<3>")
    assert "no room" in json.loads(line[3:])["text"]


def test_levels_select_events_by_part(tmp_path: Path) -> None:
    """They can change at any time, and apply to standard error as well."""
    connected = Connected(3, "10.0.0.1", 50522)
    heard = MessageHeard(3, "", "hello", 140, "")
    away, trouble = Away("oak", "ann"), Trouble("no room")
    stream = io.StringIO()
    output = Output(stream, stream, tmp_path, json=True)

    def told() -> list[str]:
        stream.seek(0)
        stream.truncate()
        for news in (connected, heard, away, trouble):
            output.say(news)
        return [json.loads(line)["event"] for line in stream.getvalue().splitlines()]

    assert ["away", "trouble"] == told()
    output.heed(read_levels("error,messages=debug"))
    assert ["heard", "trouble"] == told()
    output.heed(read_levels("critical"))
    assert [] == told()
    output.heed(VERBOSE)
    assert ["connected", "heard", "away", "trouble"] == told()


def test_a_closed_pipe_stops_nothing(tmp_path: Path) -> None:
    """The output notes that nobody reads it."""
    output = Output(ClosedPipe(), ClosedPipe(), tmp_path, json=False)
    for news in ALL:
        output.say(news)
    assert output.is_deaf


def test_tracebacks_go_into_a_file_of_limited_size(tmp_path: Path) -> None:
    """The operator sees one line per fault."""
    err = Terminal()
    output = Output(io.StringIO(), err, tmp_path, json=False, seconds=lambda: NOON)
    trouble = Bug("table 'oak': KeyError: 3", "Traceback …\n" * 1000)
    for _ in range(100):
        output.say(trouble)
    assert "12:00:00 trouble: table 'oak': KeyError: 3\n" * 100 == err.getvalue()
    assert 0o600 == (tmp_path / FAULTS).stat().st_mode & 0o777
    faults = (tmp_path / FAULTS).read_text(encoding="utf-8")
    first, second, *_ = faults.splitlines()
    assert first.endswith("table 'oak': KeyError: 3")
    assert "Traceback …" == second
    size = (tmp_path / FAULTS).stat().st_size
    assert FAULTS_CAP <= size < FAULTS_CAP + 20_000


def test_an_event_that_can_t_be_formatted_is_a_fault(tmp_path: Path) -> None:
    """Its traceback is in the file, and later events are printed."""
    out = io.StringIO()
    output = Output(out, out, tmp_path, json=False)
    output.say(LogsRemoved(1, "much"))  # type: ignore[arg-type]  # a bug
    output.say(Away("oak", "ann"))
    assert 1 == len(out.getvalue().splitlines())
    assert "in text" in (tmp_path / FAULTS).read_text(encoding="utf-8")
