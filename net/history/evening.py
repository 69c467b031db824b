"""
From when on games are counted: an evening goes until the morning.

This goes by the clock on the wall, as people do.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence

MORNING = 6
"""The hour, by local time, at which a day begins: who plays until three plays one evening."""

EVENING = "evening"
ALL = "all"
EVER = float("-inf")
"""Before all games."""


def this_evening(moment: datetime | None = None) -> float:
    """
    Give when the day has begun that it is now, in seconds as the system counts them.

    Args:
        moment: another one than now.
    """
    moment = datetime.now() if moment is None else moment
    day = moment.date()
    if moment.hour < MORNING:
        day -= timedelta(days=1)
    return _begin(day)


def read_since(typed: str) -> float:
    """
    Read from when on games are wanted: a date, this evening, or all.

    Raises:
        ValueError: it is none of these; carries one sentence for a person.
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
                "{text}: neither a date such as 2026-01-31, nor {evening} or {all}",
                text=shown(typed),
                evening=EVENING,
                all=ALL,
            )
        ) from None


def told(seconds: float) -> str:
    """Write a time down as people and programs read it, by local time."""
    try:
        moment = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return "?"  # a file may have any date
    return moment.isoformat(" ", "minutes")


def _begin(day: date) -> float:
    return datetime.combine(day, time(MORNING)).timestamp()
