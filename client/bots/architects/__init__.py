"""
The bots of Architects.

``builder`` plays the move that is worth most to the city now: `builder` reads the state
into the engine, and `engine.architects.policy` computes the values of moves.
``thinker`` plays rollouts; `dealing` deals the cards that it can't see. `judging`
compares players' moves with its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.bots.architects.builder import player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made, Unjudged
    from sealed_wonders.core.local import Player


def thinking(seed: str, budget: Budget) -> Player:
    """Return a thinker. It is imported here, so that other players don't load it."""
    from sealed_wonders.client.bots.architects import thinker

    return thinker.Thinker(seed, budget)


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | Unjudged:
    """Evaluate a choice. The module is imported here, so that no player loads it."""
    from sealed_wonders.client.bots.architects import judging

    return judging.judge(choices, nth, games)


__all__ = ("judge", "player", "thinking")
