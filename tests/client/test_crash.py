"""Crash reports: enough to find the fault, and no secret."""

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


def fault(words: str = SECRET) -> Exception:
    """Go wrong, because of something else."""
    known: dict[str, Exception] = {}
    try:
        try:
            return known[words]
        except KeyError:
            raise ValueError(words) from None
    except ValueError as error:
        return error


def test_a_report_tells_where_it_was_and_not_what() -> None:
    """Kinds of errors and lines of sources; neither their words nor whose machine it is."""
    error = fault()
    error.__cause__ = ZeroDivisionError(SECRET)
    text = report(error, "", {"TERM": "xterm", "HOME": "/somebody", "LANG": "fr"})
    for words in ("builtins.ValueError", "ZeroDivisionError", "in fault: raise Value"):
        assert words in text
    assert "TERM='xterm' COLORTERM='' LANG='fr'" in text
    assert "client/test_crash.py:" in text
    for words in (SECRET, "somebody", str(Path(__file__).parent)):
        assert words not in text
    one, other = ValueError(), KeyError()
    one.__cause__, other.__cause__ = other, one
    assert 1 == report(one).count("builtins.ValueError"), "however they go round"


def test_a_choice_is_in_no_report() -> None:
    """Neither the card nor what is done with it; all else is, as far as it is recent."""
    trail = Trail()
    trail.note("Find", "digit 3")
    for number in range(ACTIONS_KEPT):
        trail.note("Table", "city 2" if number else "card 5")
    trail.note("Table", "stage")
    lines = str(trail).splitlines()
    assert ACTIONS_KEPT == len(lines)
    assert ["Table: city", "Table: (chooses)"] == lines[-2:]
    assert "2" not in str(trail)


def test_a_fault_that_comes_again_and_again_is_one_report(tmp_path: Path) -> None:
    """Each file is its owner's alone, and named after when it was written."""
    reports = Reports(tmp_path / "state" / "crashes", lambda: datetime(2026, 1, 2, 3))
    first = reports.write(fault())
    assert first is not None
    assert first == reports.write(fault("another")) == reports.last
    assert first.name.startswith("2026-01-02-030000-")
    assert 0o600 == first.stat().st_mode & 0o777
    assert first != reports.write(KeyError())
    assert 2 == len(list(first.parent.iterdir()))


def test_without_room_for_a_report_it_is_said(tmp_path: Path) -> None:
    """A full disk makes no second fault of one."""
    (tmp_path / "crashes").write_text("in the way")
    reports = Reports(tmp_path / "crashes")
    assert reports.write(fault()) is None
    assert reports.last is None
    assert "No report could be written" in told(fault(), None)


@pytest.mark.parametrize("error", [ValueError(), fault()])
def test_a_place_is_a_kind_and_a_line(error: Exception) -> None:
    """As far as it was raised anywhere."""
    assert place(error).startswith("ValueError")
