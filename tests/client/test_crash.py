"""Crash reports: enough to find the bug, and no secret."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from sealed_wonders.client.crash import (
    ACTIONS_KEPT,
    Reports,
    Trail,
    place,
    report,
    told,
)

SECRET = "Altar"


def make_error(words: str = SECRET) -> Exception:
    """Return an exception that was caused by another one."""
    known: dict[str, Exception] = {}
    try:
        try:
            return known[words]
        except KeyError:
            raise ValueError(words) from None
    except ValueError as error:
        return error


def test_a_report_contains_source_lines_but_no_error_messages() -> None:
    """Nor does it contain anything about the user or the machine."""
    error = make_error()
    error.__cause__ = ZeroDivisionError(SECRET)
    text = report(error, "", {"TERM": "xterm", "HOME": "/somebody", "LANG": "fr"})
    for words in (
        "builtins.ValueError",
        "ZeroDivisionError",
        "in make_error: raise Value",
    ):
        assert words in text
    assert "TERM='xterm' COLORTERM='' LANG='fr'" in text
    assert "client/test_crash.py:" in text
    for words in (SECRET, "somebody", str(Path(__file__).parent)):
        assert words not in text
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert 1 == report(one).count("builtins.ValueError"), "however they go round"


def test_a_report_contains_no_choice() -> None:
    """Neither the card nor its use. Other recent actions are included."""
    trail = Trail()
    trail.note("Find", "digit 3")
    for number in range(ACTIONS_KEPT):
        trail.note("Table", "city 2" if number else "card 5")
    trail.note("Table", "stage")
    lines = str(trail).splitlines()
    assert ACTIONS_KEPT == len(lines)
    assert ["Table: city", "Table: (chooses)"] == lines[-2:]
    assert "2" not in str(trail)


def test_a_repeated_error_is_reported_once(tmp_path: Path) -> None:
    """Each file is private, and named after the time when it was written."""
    reports = Reports(tmp_path / "state" / "crashes", lambda: datetime(2026, 1, 2, 3))
    first = reports.write(make_error())
    assert first is not None
    assert first == reports.write(make_error("another")) == reports.last
    assert first.name.startswith("2026-01-02-030000-")
    assert 0o600 == first.stat().st_mode & 0o777
    assert first != reports.write(KeyError())
    assert 2 == len(list(first.parent.iterdir()))


def test_a_report_that_cannot_be_written_is_mentioned(tmp_path: Path) -> None:
    """A full disk doesn't cause a second error."""
    (tmp_path / "crashes").write_text("in the way")
    reports = Reports(tmp_path / "crashes")
    assert reports.write(make_error()) is None
    assert reports.last is None
    assert "No report could be written" in told(make_error(), None)


@pytest.mark.parametrize("error", [ValueError(), make_error()])
def test_a_place_begins_with_the_kind_of_error(error: Exception) -> None:
    """Even if the error was never raised."""
    assert place(error).startswith("ValueError")
