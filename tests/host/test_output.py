"""Where events are printed, and in which form."""

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
"""Wherever this runs."""


class ClosedPipe(io.StringIO):
    """A pipe nobody reads from any more."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


JournalEnds = tuple[io.TextIOWrapper, Mapping[str, str], io.TextIOWrapper]


@pytest.fixture
def journal() -> Iterator[JournalEnds]:
    """Give a stream to the journal, the environment that says so, and its other end."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as end, os.fdopen(write, "w") as stream:
        about = os.fstat(stream.fileno())
        yield stream, {"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"}, end


def said(news: News, out: io.StringIO, folder: Path) -> str:
    """Give what a host says of something on stdout, at noon."""
    output = Output(out, out, folder, json=False, seconds=lambda: NOON)
    output.say(news)
    return out.getvalue()


def test_news_and_complaints_go_their_own_ways(tmp_path: Path) -> None:
    """What a program reads holds nothing but JSON, and at once."""
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


def test_each_row_says_when_and_of_what(tmp_path: Path) -> None:
    """Beside what programs have always read, on stdout and stderr."""
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


def test_it_is_said_at_what_time(tmp_path: Path) -> None:
    """Elsewhere than at a terminal also on which day, and how far from Greenwich."""
    away = "oak: ann is absent; the table waits.\n"
    assert f"12:00:00 {away}" == said(Away("oak", "ann"), Terminal(), tmp_path)
    stamp, _, line = said(Away("oak", "ann"), io.StringIO(), tmp_path).partition(" ")
    assert away == line
    assert datetime.fromtimestamp(NOON).astimezone() == datetime.fromisoformat(stamp)
    # What has several lines stays a table.
    _, *lines = said(ENDED, Terminal(), tmp_path).splitlines()
    assert lines == ENDED.text().splitlines()[1:]


def test_the_journal_has_times_and_wants_priorities(
    tmp_path: Path, journal: JournalEnds
) -> None:
    """Of each line; a stream that isn't the journal's is one like any other."""
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


def test_the_journal_takes_rows_as_well(tmp_path: Path, journal: JournalEnds) -> None:
    """What it shows of them is JSON."""
    stream, environ, end = journal
    Output(stream, stream, tmp_path, json=True, environ=environ).say(Trouble("no room"))
    stream.close()
    line = end.read()
    assert line.startswith("<3>")
    assert "no room" in json.loads(line[3:])["text"]


def test_what_is_told_is_of_a_level(tmp_path: Path) -> None:
    """By part, and others from one moment to the next; on stderr, too."""
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


def test_nobody_has_to_listen(tmp_path: Path) -> None:
    """A closed pipe is noticed, and stops nothing here."""
    output = Output(ClosedPipe(), ClosedPipe(), tmp_path, json=False)
    for news in ALL:
        output.say(news)
    assert output.is_deaf


def test_traces_go_into_a_file_that_has_an_end(tmp_path: Path) -> None:
    """A person sees one line; who mends the program finds the rest."""
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


def test_what_can_t_be_said_is_a_fault_and_stops_nothing(tmp_path: Path) -> None:
    """Its trace is in the file."""
    out = io.StringIO()
    output = Output(out, out, tmp_path, json=False)
    output.say(LogsRemoved(1, "much"))  # type: ignore[arg-type]  # a bug
    output.say(Away("oak", "ann"))
    assert 1 == len(out.getvalue().splitlines())
    assert "in text" in (tmp_path / FAULTS).read_text(encoding="utf-8")
