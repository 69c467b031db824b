"""
Time limits of the players, as agreed at a table.

There may be a limit for each choice, and a limit per seat for the whole game. The
seat's game time runs while the seat has to make a choice, and increases by the
increment with each choice. If there are both limits, the one that runs out first
counts.

`LEAST`, `SETTLING` and `hurries` are rules of the protocol (docs/PROTOCOL.md, Clocks).
The host keeps the clocks (`sealed_wonders.host.clocks`); each client counts others'
time again (`sealed_wonders.client.table.overdue`). Both are held by
tests/host/test_clocks.py, tests/host/test_retiming.py and
tests/client/table/test_overdue.py. `Times` is part of messages and of the host's files,
so the order of its fields can't change.
"""

from __future__ import annotations

import math
from typing import Annotated

from msgspec import Meta, Struct

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.lobby.options import Options
from sealed_wonders.net.tableoptions import DAY, GAME_TIME, INCREMENT, TURN_TIME

LEAST = 5
"""Minimum seconds of game time that a seat has when a choice begins."""

SETTLING = 60
"""Minimum seconds of game time for somebody who has just got a seat by a ballot."""

Seconds = Annotated[int, Meta(ge=0, le=DAY)]


class Times(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """
    Time limits in seconds; 0 means no limit.

    Raises:
        ValueError: there is an increment without a game time.
    """

    turn: Seconds = 0
    """Limit for each choice."""
    game: Seconds = 0
    """Limit per seat for all choices of a game."""
    increment: Seconds = 0
    """Seconds added to a seat's game time for each choice."""

    def __post_init__(self) -> None:
        if self.increment and not self.game:
            raise ValueError(Sentence("an increment needs a game time"))

    def __bool__(self) -> bool:
        return bool(self.turn or self.game)

    def hurries(self, before: Times) -> bool:
        """
        Return whether anybody may get less time than with the limits *before*.

        If so, every person who plays must agree, connected or not.
        """
        turn, was = self.turn or math.inf, before.turn or math.inf
        game, game_was = self.game or math.inf, before.game or math.inf
        is_slower = self.increment < before.increment and bool(self.game)
        return turn < was or game < game_was or is_slower


def times_of(options: Options) -> Times:
    """
    Return the time limits in the options of a table.

    Values that aren't a number of seconds count as no limit, since any host may have
    written them.
    """
    turn, game, increment = (
        it.agreed(options) for it in (TURN_TIME, GAME_TIME, INCREMENT)
    )
    return Times(turn, game, increment if game else 0)
