"""
What a good record tells, whatever the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import Sheet, State
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.sentences import Text

Follow = Callable[[State, Sequence[str], Faces], None]
"""
Told each state that a record leads to, as long as its lines follow: with the names of the
players by seat, and the faces of slots as far as the record knows them.
"""


def unfollowed(state: State, names: Sequence[str], faces: Faces) -> None:
    """Take no note of what a record leads to."""


class Tolerated(NamedTuple):
    """A payment that covers the cost, though another one beats it."""

    line: int
    detail: Text


@dataclass(frozen=True, slots=True)
class Checked:
    """What a good record tells."""

    names: tuple[str, ...]
    """Of the players, by seat."""
    sheet: Sheet
    lines: int
    """Not counting empty ones."""
    tolerated: tuple[Tolerated, ...] = ()
