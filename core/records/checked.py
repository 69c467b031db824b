"""
What a good record tells, whatever the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import Sheet


class Tolerated(NamedTuple):
    """A payment that covers the cost, though another one beats it."""

    line: int
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a good record tells."""

    names: tuple[str, ...]
    """Of the players, by seat."""
    sheet: Sheet
    lines: int
    """Not counting empty ones."""
    tolerated: tuple[Tolerated, ...] = ()
