"""
The strategies ``random``, which plays any legal move, and ``easy``, which sometimes
does and otherwise plays like another strategy.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from sealed_wonders.core.game import AnyState, Card, Move, Seat, Slot
from sealed_wonders.core.local import Player


def player(seed: str) -> Player:
    """Return a player that plays any legal move with equal probability."""
    dice = random.Random(seed)

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return dice.choice(state.moves(seat, faces))

    return choose


CARELESS = 0.4
"""The probability that a careless player plays a random move."""


def careless(player: Player, seed: str) -> Player:
    """
    Return a player that plays like another one, but sometimes plays a random move.
    """
    dice = random.Random(seed)

    def choose(state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        if dice.random() < CARELESS:
            return dice.choice(state.moves(seat, faces))
        return player(state, seat, faces)

    return choose
