"""The time from which on games belong to this evening."""

from __future__ import annotations

from datetime import datetime

import pytest

from sealed_wonders.net.history.evening import EVER, read_since, this_evening, told


@pytest.mark.parametrize(
    ("now", "begun"),
    [
        ("2026-01-31 20:15", "2026-01-31 06:00"),
        ("2026-02-01 03:00", "2026-01-31 06:00"),
        ("2026-02-01 05:59", "2026-01-31 06:00"),
        ("2026-02-01 06:00", "2026-02-01 06:00"),
        ("2026-01-01 00:00", "2025-12-31 06:00"),
    ],
)
def test_an_evening_lasts_until_six_in_the_morning(now: str, begun: str) -> None:
    assert begun == told(this_evening(datetime.fromisoformat(now)))


def test_dates_are_read_and_printed() -> None:
    assert "2026-01-31 06:00" == told(read_since("2026-01-31"))
    assert EVER == read_since("all")
    assert read_since("evening") in (this_evening(), this_evening(datetime.now()))
    for typed in ("", "yesterday", "2026-02-30", "31.1.2026", "1e9"):
        with pytest.raises(ValueError, match="neither a date such as 2026-01-31, nor"):
            read_since(typed)
    for seconds in (1e300, -1e300, float("inf"), float("nan")):
        assert "?" == told(seconds)
