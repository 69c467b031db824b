"""
Which part of a host a piece of news is of, and how much it matters; and which of them are
told.

What is asked for is text, as `--log-level` has it: a level for all parts, and others for
some. Levels are Twisted's, by their names.
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
    Left,
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
"""From what only matters to whoever looks for a fault on."""

Levels = Mapping[str, str]
"""The lowest level that is told, by part; that of all other parts under no name."""

USUAL: Levels = {"": "info"}
VERBOSE: Levels = {"": "debug"}


class Sort(NamedTuple):
    """What a piece of news is."""

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
    Left: Sort("people", "info"),
    Cheated: Sort("people", "warn"),
    TwoVersions: Sort("people", "warn"),
    PhaseOpened: Sort("phases", "debug"),
    PhaseComplete: Sort("phases", "debug"),
    BotsTake: Sort("bots", "info"),
    BotsSpoke: Sort("bots", "warn"),
    BotLost: Sort("bots", "warn"),
}
"""By class of news, or by the one that it is a kind of."""

PARTS = tuple(sorted({sort.part for sort in SORTS.values()}))


def sort_of(news: News) -> Sort:
    """Return what a piece of news is; a fault of this program matters most."""
    part, level = next(SORTS[it] for it in type(news).__mro__ if it in SORTS)
    is_fault = isinstance(news, Trouble) and bool(news.trace)
    return Sort(part, "critical" if is_fault else level)


def read_levels(text: str, others: Levels = USUAL) -> Levels:
    """
    Read what is typed: ``[PART=]LEVEL[,…]``.

    Args:
        others: what holds for parts of which nothing is said.

    Raises:
        ValueError: there is no such part, or no such level.
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
    """Tell whether nothing of a part is left out."""
    return levels.get(part, levels[""]) == LEVELS[0]
