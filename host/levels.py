"""
Assigns each kind of news a part of the host and a level, for filtering.

The filter is text like that of `--log-level`: a level for all parts, and others for
some. Operators use the names of the parts, which are also in each line of JSON. The
levels are those of Twisted, by name. The filtering itself is done in `output.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sealed_wonders.host.news import (
    Away,
    Back,
    BotLost,
    BotsSpoke,
    BotsTake,
    Cheated,
    Commanded,
    Connected,
    ConnectionNews,
    CountsDiffer,
    Crowd,
    Departed,
    Disconnected,
    DiskTrouble,
    Displaced,
    FewDescriptors,
    GotUp,
    HandedOver,
    Listening,
    LoggedIn,
    LogsRemoved,
    Measured,
    Moved,
    News,
    NoLibrary,
    NotAnnounced,
    OptionsRead,
    PhaseComplete,
    PhaseOpened,
    PlayerRemoved,
    Rescued,
    SatDown,
    Served,
    SetAside,
    Stopped,
    Suspended,
    TableNews,
    Trouble,
    TwoVersions,
    WordsUsed,
)

LEVELS = ("debug", "info", "warn", "error", "critical")
"""All levels, from the least important on; debug is only for finding faults."""

Levels = Mapping[str, str]
"""Lowest level that is reported, by part; an empty name stands for all other parts."""

USUAL: Levels = {"": "info"}
VERBOSE: Levels = {"": "debug"}


class Sort(NamedTuple):
    """The part and level of a piece of news."""

    part: str
    level: str


SORTS: Mapping[type[News], Sort] = {
    Listening: Sort("host", "info"),
    Measured: Sort("host", "info"),
    Served: Sort("host", "info"),
    OptionsRead: Sort("host", "info"),
    Commanded: Sort("host", "info"),
    NoLibrary: Sort("host", "warn"),
    Trouble: Sort("host", "error"),
    DiskTrouble: Sort("disk", "error"),
    LogsRemoved: Sort("disk", "info"),
    SetAside: Sort("disk", "error"),
    Moved: Sort("network", "info"),
    NotAnnounced: Sort("network", "warn"),
    Crowd: Sort("network", "warn"),
    FewDescriptors: Sort("network", "warn"),
    Connected: Sort("network", "debug"),
    LoggedIn: Sort("network", "debug"),
    Disconnected: Sort("network", "debug"),
    ConnectionNews: Sort("messages", "debug"),
    TableNews: Sort("tables", "info"),
    Suspended: Sort("tables", "warn"),
    Stopped: Sort("tables", "warn"),
    SatDown: Sort("people", "info"),
    GotUp: Sort("people", "info"),
    Away: Sort("people", "info"),
    Back: Sort("people", "info"),
    HandedOver: Sort("people", "info"),
    Rescued: Sort("people", "info"),
    WordsUsed: Sort("people", "warn"),
    Displaced: Sort("people", "warn"),
    Departed: Sort("people", "info"),
    CountsDiffer: Sort("tables", "error"),
    PlayerRemoved: Sort("people", "info"),
    Cheated: Sort("people", "warn"),
    TwoVersions: Sort("people", "warn"),
    PhaseOpened: Sort("phases", "debug"),
    PhaseComplete: Sort("phases", "debug"),
    BotsTake: Sort("bots", "info"),
    BotsSpoke: Sort("bots", "warn"),
    BotLost: Sort("bots", "warn"),
}
"""Parts and levels by class of news, or by its base class."""

PARTS = tuple(sorted({sort.part for sort in SORTS.values()}))


def sort_of(news: News) -> Sort:
    """
    Return the part and level of a piece of news; a fault of this program is critical.
    """
    part, level = next(SORTS[it] for it in type(news).__mro__ if it in SORTS)
    is_fault = isinstance(news, Trouble) and bool(news.trace)
    return Sort(part, "critical" if is_fault else level)


def read_levels(text: str, others: Levels = USUAL) -> Levels:
    """
    Parse a filter: ``[PART=]LEVEL[,…]``.

    Args:
        text: the filter as typed.
        others: the levels of parts that it doesn't mention.

    Raises:
        ValueError: there is no such part or level.
    """
    levels = dict(others)
    for word in filter(None, text.split(",")):
        part, is_of_part, level = word.strip().rpartition("=")
        if is_of_part and part not in PARTS:
            raise ValueError(f"there is no part {part!r}, only {', '.join(PARTS)}")
        if level not in LEVELS:
            raise ValueError(f"there is no level {level!r}, only {', '.join(LEVELS)}")
        levels[part] = level
    return levels


def tells_all(levels: Levels, part: str) -> bool:
    """Return whether all news of a part is reported."""
    return levels.get(part, levels[""]) == LEVELS[0]
