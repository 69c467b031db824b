"""
The registry of the games' bots, by the name of the game.

Apart from this module, code outside the games' packages names no game. A game's package
is loaded on first use.

Names of strategies are typed by people, and are in files, so they can't change;
`net.botnames` lists them. A
strategy makes the same choices with the same seed, as long as it isn't limited by time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made, Unjudged
    from sealed_wonders.core.local import Player


class GameBots(Protocol):
    """The bots of one game: the interface of its package."""

    def player(self, seed: str) -> Player:
        """Return the strategy ``builder``."""

    def thinking(self, seed: str, budget: Budget) -> Player:
        """Return the strategy ``thinker``."""

    def judge(self, choices: Sequence[Made], nth: int, games: int) -> Judged | Unjudged:
        """
        Compare a choice with the best move; return why not if it can't be evaluated.

        Args:
            choices: the choices of one seat, in order.
            nth: the index of the choice to evaluate.
            games: the number of rollouts for it.
        """


def _wonders() -> GameBots:
    from sealed_wonders.client.bots import wonders

    return wonders


def _architects() -> GameBots:
    from sealed_wonders.client.bots import architects

    return architects


BOTS: Mapping[str, Callable[[], GameBots]] = {
    "wonders": _wonders,
    "architects": _architects,
}
"""For each game's name, a function that imports the game's bots."""


def bots_of(game: str) -> GameBots:
    """Return the bots of a game, which must be one of `BOTS`."""
    return BOTS[game]()
