"""
Players that are not people: strategies that pick one of the legal moves.

`random` plays any game. Each game has a package here whose ``player(seed)`` makes the
strategy ``builder`` for it; a game more is a folder more, and a line in `BUILDERS`. Packages
that are installed may bring more of them, see `own`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from sealed_wonders.client.bots import own, random
from sealed_wonders.core.game import Card, Move, Seat, Slot, State
from sealed_wonders.core.local import Player
from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence

STRATEGIES: Mapping[str, str] = {
    "random": "any legal move, all alike",
    "builder": "what is worth most to the city just now",
}
"""What each does."""

BUILDERS: Mapping[str, str] = {
    "wonders": "sealed_wonders.client.bots.wonders",
    "architects": "sealed_wonders.client.bots.architects",
}
"""The package whose ``player(seed)`` makes a builder, by the game."""


def strategy(name: str, seed: str) -> Player:
    """
    Make a player, of whatever is played: what a game takes is loaded when it is.

    At a game that it doesn't understand it makes the simplest move.

    Args:
        seed: decides whatever it leaves to chance.

    Raises:
        ValueError: there is no such strategy.
    """
    if name not in STRATEGIES and name in own.found():
        return own.player(name, seed)
    if name not in STRATEGIES:
        known = ", ".join((*STRATEGIES, *own.found()))
        raise ValueError(
            Sentence(
                "no strategy {name}; there are {known}",
                name=quoted(name, 40),
                known=known,
            )
        )
    if name == "random":
        return random.player(seed)
    builders: dict[str, Player] = {}

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        game = state.rules.name
        if game not in builders:
            builders[game] = _builder(game, seed)
        return builders[game](state, seat, faces)

    return choose


def _builder(game: str, seed: str) -> Player:
    if game not in BUILDERS:
        return lambda state, seat, faces: state.default(seat, faces)
    player: Player = importlib.import_module(BUILDERS[game]).player(seed)
    return player
