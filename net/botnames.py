"""
How bots can be told to play, by name: as one of ours, or as one that another package brings.

A package names its bots in its metadata, in a group of entry points. Only the names are
looked at here; what plays is loaded by whoever plays it (`client.bots.own`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

STRATEGIES = ("builder", "random", "easy", "thinker")
"""Those that are ours."""

THINKS = "thinker"
"""The one that is told for how long it may think."""

GROUP = "sealed_wonders.bots"
"""The group of entry points."""


@cache
def found() -> Mapping[str, EntryPoint]:
    """Return those that are installed, by their names."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def is_one(name: object) -> bool:
    """Tell whether a bot can be told to play so."""
    return name in STRATEGIES or name in found()
