"""
How long a bot may think.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

NEVER = 1 << 40


@dataclass(frozen=True, slots=True)
class Budget:
    """
    How long a choice may take: whatever is used up first.

    With rollouts alone the same choice comes of the same seed, on any machine.
    """

    rollouts: int = NEVER
    """Games played in its mind."""
    seconds: float = math.inf
