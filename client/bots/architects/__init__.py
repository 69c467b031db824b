"""
``builder`` of 7 Wonders: Architects: the move that is worth most to the city right now.

`builder` reads the state into the engine; `engine.architects.policy` says what moves are
worth.

``thinker`` plays on in its mind: `dealing` deals what it can't see. `judging` holds what
others chose against that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.bots.architects.builder import player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made
    from sealed_wonders.core.local import Player


def thinking(seed: str, budget: Budget) -> Player:
    """Make a player that thinks; what that takes is loaded for no other."""
    from sealed_wonders.client.bots.architects import thinker

    return thinker.Thinker(seed, budget)


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | None:
    """Judge a choice that was made; what that takes is loaded for no player."""
    from sealed_wonders.client.bots.architects import judging

    return judging.judge(choices, nth, games)


__all__ = ("judge", "player", "thinking")
