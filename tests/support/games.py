"""
Random games of 7 Wonders, to be followed step by step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders.state import State


def wonders(state: game.State) -> State:
    """Say that a state is one of 7 Wonders."""
    if not isinstance(state, State):
        raise TypeError(state)
    return state


def chooser(seed: str) -> Player:
    """Make a player that moves at random, the same way for the same seed."""
    chance = random.Random(seed)

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return chance.choice(state.moves(seat, faces))

    return choose


def builder(seed: str) -> Player:
    """Make a player that sells only when it must, so that cities grow rich."""
    chance = random.Random(seed)

    def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        kept = [move for move in moves if move.text not in ("sell", "decline")]
        stages = [move for move in kept if move.text.startswith("stage")]
        if stages and chance.random() < 0.3:
            kept = stages
        return chance.choice(kept or moves)

    return choose
