"""
Periods for which games are counted: an evening lasts until the morning.

They depend on local time, as people understand it.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence

MORNING = 6
"""
Hour of local time at which a day begins, so that a game at three belongs to the
evening.
"""

EVENING = "evening"
ALL = "all"
EVER = float("-inf")
"""Before all games."""


def this_evening(moment: datetime | None = None) -> float:
    """
    Return the time at which the current day began, as a POSIX timestamp.

    Args:
        moment: a moment to use instead of now.
    """
    moment = datetime.now() if moment is None else moment
    day = moment.date()
    if moment.hour < MORNING:
        day -= timedelta(days=1)
    return _begin(day)


def read_since(typed: str) -> float:
    """
    Parse the beginning of a period: a date, this evening, or all.

    Raises:
        ValueError: *typed* is none of these; carries one sentence for the user.
    """
    if typed == ALL:
        return EVER
    if typed == EVENING:
        return this_evening()
    try:
        return _begin(date.fromisoformat(typed))
    except (ValueError, OverflowError, OSError):
        raise ValueError(
            Sentence(
                "{text} is neither a date such as 2026-01-31, nor {evening} or {all}",
                text=shown(typed),
                evening=EVENING,
                all=ALL,
            )
        ) from None


def told(seconds: float) -> str:
    """Format a POSIX timestamp in local time, for people and programs."""
    try:
        moment = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return "?"  # a file may have any date
    return moment.isoformat(" ", "minutes")


def _begin(day: date) -> float:
    return datetime.combine(day, time(MORNING)).timestamp()
