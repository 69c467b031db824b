"""
The bots of 7 Wonders.

``builder`` plays the move that is worth most to the city now: `builder` reads the state
into the engine, and `engine.wonders.policy` chooses. ``thinker`` plays rollouts.
`knowledge` is its memory, with `doings` and `selection`; `dealing` and `hands` deal the
cards that it can't see. `judging` compares players' moves with its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.bots.wonders.builder import player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made, Unjudged
    from sealed_wonders.core.local import Player


def thinking(seed: str, budget: Budget) -> Player:
    """Return a thinker. It is imported here, so that other players don't load it."""
    from sealed_wonders.client.bots.wonders import thinker

    return thinker.Thinker(seed, budget)


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | Unjudged:
    """Evaluate a choice. The module is imported here, so that no player loads it."""
    from sealed_wonders.client.bots.wonders import judging

    return judging.judge(choices, nth, games)


__all__ = ("judge", "player", "thinking")
