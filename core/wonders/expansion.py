"""
Expansions: what they add to a game, and when.

An expansion has tasks of its own, which come up at certain moments; effects, which are
known like all others by their kind; a line of the score sheet, which bears its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.state import Task


class Coming(Protocol):
    """What comes at a moment: its tasks, from the age and the turn, if it has any."""

    def __call__(self, age: int, turn: int, /) -> tuple[Task, ...]: ...


@dataclass(frozen=True)
class Expansion:
    """An expansion."""

    name: str
    """One of `sealed_wonders.core.wonders.catalog.EXPANSIONS`."""
    coming: Mapping[Moment, Coming]
    coins: int = 0
    """How many more there are in each treasury at the start."""

    def tasks(self, moment: Moment, age: int, turn: int) -> tuple[Task, ...]:
        """Return what comes at a moment."""
        coming = self.coming.get(moment)
        return coming(age, turn) if coming else ()
