"""
Names of bot strategies: built-in ones, and those that other packages provide.

A package lists its bots as entry points in its metadata. This module reads only the
names; the program that plays loads the code (`client.bots.own`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

STRATEGIES = ("builder", "random", "easy", "thinker")
"""The built-in strategies."""

THINKS = "thinker"
"""The strategy that has a limit on its thinking time."""

GROUP = "sealed_wonders.bots"
"""Entry point group of strategies from other packages."""


@cache
def found() -> Mapping[str, EntryPoint]:
    """Return the installed strategies of other packages, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def is_one(name: object) -> bool:
    """Return whether there is a strategy with this name."""
    return name in STRATEGIES or name in found()
