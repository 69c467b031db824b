"""
``random``: any legal move, all alike.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from sealed_wonders.core.game import Card, Move, Seat, Slot, State
from sealed_wonders.core.local import Player


def player(seed: str) -> Player:
    """Make a player that takes any move."""
    dice = random.Random(seed)

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return dice.choice(state.moves(seat, faces))

    return choose
