"""Players that are not people: strategies that pick one of the legal moves."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from sealed_wonders.client.words import _
from sealed_wonders.core.game import Card, Move, Seat, Slot, State
from sealed_wonders.core.local import Player
from sealed_wonders.core.quoting import quoted

STRATEGIES: Mapping[str, str] = {
    "random": "any legal move, all alike",
    "builder": "what is worth most to the city just now",
}
"""What each does."""

MODULES: Mapping[str, Mapping[str, str]] = {
    "random": {"any": "random"},
    "builder": {
        "wonders": "wonders.builder",
        "architects": "architects.builder",
    },
}
"""What makes one with `player(seed)`, by the game; modules of this package."""


def strategy(name: str, seed: str) -> Player:
    """
    Make a player, of whatever is played: what a game takes is loaded when it is.

    At a game that it doesn't understand it makes the simplest move.

    Args:
        seed: decides whatever it leaves to chance.

    Raises:
        ValueError: there is no such strategy.
    """
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        said = _("no strategy {name}; there are {known}")
        raise ValueError(said.format(name=quoted(name, 40), known=known))
    players: dict[str, Player] = {}

    def choose(state: State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        game = state.rules.name
        if game not in players:
            modules = MODULES[name]
            players[game] = _player(modules.get(game) or modules.get("any"), seed)
        return players[game](state, seat, faces)

    return choose


def _player(module: str | None, seed: str) -> Player:
    if module is None:
        return lambda state, seat, faces: state.default(seat, faces)
    made = importlib.import_module(f"sealed_wonders.client.bots.{module}")
    player: Player = made.player(seed)
    return player
