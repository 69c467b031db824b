"""Limits of a bot's thinking: seconds, or rollouts, which any machine can repeat."""

from __future__ import annotations

import math
from dataclasses import dataclass

NEVER = 1 << 40


@dataclass(frozen=True, slots=True)
class Budget:
    """
    The limits of one choice, whichever is reached first.

    With a limit on rollouts alone, the same seed results in the same choice on any
    machine.
    """

    rollouts: int = NEVER
    """Maximum number of rollouts."""
    seconds: float = math.inf
