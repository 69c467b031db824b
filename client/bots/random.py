"""
``random``: any legal move, all alike; and ``easy``, which does so now and then.
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


CARELESS = 0.4
"""How often whoever is careless takes any move."""


def careless(player: Player, seed: str) -> Player:
    """Make a player that plays as another one, but takes any move now and then."""
    dice = random.Random(seed)

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        if dice.random() < CARELESS:
            return dice.choice(state.moves(seat, faces))
        return player(state, seat, faces)

    return choose
