"""
How long those who play may think, as a table agrees it.

There may be a time for each choice, and a time of its own for each seat and the whole game,
which runs while it owes a choice, and grows by the increment with each that it has made. If
there are both, what is out first counts.
"""

from __future__ import annotations

import math
from typing import Annotated

from msgspec import Meta, Struct

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.lobby.options import Options
from sealed_wonders.net.tableoptions import DAY, GAME_TIME, INCREMENT, TURN_TIME

LEAST = 5
"""Seconds of its own that a seat has at least as a choice begins, if it has a time of its own."""

SETTLING = 60
"""Seconds of its own that a seat has at least which somebody else has just got from the others."""

Seconds = Annotated[int, Meta(ge=0, le=DAY)]


class Times(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """
    What a table agrees of it, each in seconds; 0 is as long as it takes.

    Raises:
        ValueError: an increment of no time.
    """

    turn: Seconds = 0
    """For each choice."""
    game: Seconds = 0
    """For all choices of a game together, by seat."""
    increment: Seconds = 0
    """By which that grows with each choice."""

    def __post_init__(self) -> None:
        if self.increment and not self.game:
            raise ValueError(
                Sentence("an increment is for tables that have a time for the game")
            )

    def __bool__(self) -> bool:
        """There is a limit."""
        return bool(self.turn or self.game)

    def hurries(self, before: Times) -> bool:
        """Tell whether somebody may have less time by these than by those before."""
        turn, was = self.turn or math.inf, before.turn or math.inf
        game, game_was = self.game or math.inf, before.game or math.inf
        is_slower = self.increment < before.increment and bool(self.game)
        return turn < was or game < game_was or is_slower


def times_of(options: Options) -> Times:
    """
    Read what the options of a table say of it.

    What of it is no number of seconds is none, as any host may have made them.
    """
    turn, game, increment = (
        it.agreed(options) for it in (TURN_TIME, GAME_TIME, INCREMENT)
    )
    return Times(turn, game, increment if game else 0)
