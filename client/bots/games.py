"""
The games that bots understand, by their names.

Besides here, nothing outside the packages of the games names one. Only the games that are
asked for are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made
    from sealed_wonders.core.local import Player


class GameBots(Protocol):
    """The players of one game: what its package has."""

    def player(self, seed: str) -> Player:
        """Make the strategy ``builder``."""

    def thinking(self, seed: str, budget: Budget) -> Player:
        """Make the strategy ``thinker``."""

    def judge(self, choices: Sequence[Made], nth: int, games: int) -> Judged | None:
        """
        Judge a choice that was made; None if nothing can be said of it.

        Args:
            choices: those of one seat, in order.
            nth: which of them is judged.
            games: how many games may be played in mind for it.
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
"""What imports the bots of a game, by the game's name."""


def bots_of(game: str) -> GameBots:
    """Return the bots of a game, which is one of `BOTS`."""
    return BOTS[game]()
