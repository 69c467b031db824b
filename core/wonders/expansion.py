"""
Expansions: what they add to a game, and when.

An expansion adds tasks at certain moments, effects (found by their kind, like all
others), and a category of the score sheet with its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.state import Task


class Coming(Protocol):
    """
    Returns the tasks that an expansion adds at a moment; the arguments are age and
    turn.
    """

    def __call__(self, age: int, turn: int, /) -> tuple[Task, ...]: ...


@dataclass(frozen=True)
class Expansion:
    name: str
    """One of `sealed_wonders.core.wonders.catalog.EXPANSIONS`."""
    coming: Mapping[Moment, Coming]
    coins: int = 0
    """Additional coins in each treasury at the start."""

    def tasks(self, moment: Moment, age: int, turn: int) -> tuple[Task, ...]:
        """Return the tasks to add at a moment."""
        coming = self.coming.get(moment)
        return coming(age, turn) if coming else ()
