"""The result of checking a record that has no faults, of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import AnyState, Sheet
from sealed_wonders.core.records.faces import Faces
from sealed_wonders.core.sentences import Text

Follow = Callable[[AnyState, Sequence[str], Faces], None]
"""
Called with each state that a record leads to, while its lines follow.

The other arguments are the players' names by seat, and the faces of slots as far as the
record reveals them.
"""


def unfollowed(state: AnyState, names: Sequence[str], faces: Faces) -> None:
    """Ignore the states that a record leads to."""


class Tolerated(NamedTuple):
    """A payment that covers the cost although another one dominates it."""

    line: int
    detail: Text


@dataclass(frozen=True, slots=True)
class Checked:
    """A record in which every line follows from those before it."""

    names: tuple[str, ...]
    """The players' names, by seat."""
    sheet: Sheet
    lines: int
    """The number of lines, not counting empty ones."""
    tolerated: tuple[Tolerated, ...] = ()
