"""Players that are not people: strategies that pick one of the legal moves."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

from sealed_wonders.client.words import _
from sealed_wonders.core.local import Player

STRATEGIES: Mapping[str, str] = {
    "random": "any legal move, all alike",
    "builder": "what is worth most to the city just now",
}
"""What each does; its module makes one with `player(seed)`."""


def strategy(name: str, seed: str) -> Player:
    """
    Make a player.

    Args:
        seed: decides whatever it leaves to chance.

    Raises:
        ValueError: there is no such strategy.
    """
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        said = _("no strategy {name}; there are {known}")
        raise ValueError(said.format(name=f"{name!r:.40}", known=known))
    module = importlib.import_module(f"sealed_wonders.client.bots.{name}")
    player: Player = module.player(seed)
    return player
