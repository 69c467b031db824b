"""
Filters for news, by level and part of the host.

A filter is text like that of `--log-level`: a level for all parts, and others for
some. Operators use the names of the parts, which are also in each line of JSON. The
levels are those of Twisted, by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.host.news import KINDS

LEVELS = ("debug", "info", "warn", "error", "critical")
"""All levels, from the least important on; debug is only for finding faults."""

Levels = Mapping[str, str]
"""Lowest level that is reported, by part; an empty name stands for all other parts."""

USUAL: Levels = {"": "info"}
VERBOSE: Levels = {"": "debug"}


PARTS = tuple(sorted({kind.part for kind in KINDS}))


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


def tells(levels: Levels, part: str, level: str) -> bool:
    """Return whether news of a part and a level is reported."""
    least = levels.get(part, levels[""])
    return LEVELS.index(level) >= LEVELS.index(least)
