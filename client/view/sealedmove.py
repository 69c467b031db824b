"""The answer to a question, and what sealed it: the person or a timeout."""

from __future__ import annotations

import enum
from typing import NamedTuple

from sealed_wonders.core.game import Move


class Overdue(enum.Enum):
    """How a move came to be sealed at a timeout."""

    LAID = enum.auto()
    """The move that the person had laid down."""
    DEFAULT = enum.auto()
    """The default move of the rules, because nothing was laid down."""


class Sealed(NamedTuple):
    """A sealed answer."""

    move: Move
    overdue: Overdue | None = None
    """None if the person answered in time."""
