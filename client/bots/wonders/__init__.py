"""
``builder`` of 7 Wonders: the move that is worth most to the city right now.

`builder` reads the state into the engine, and `engine.wonders.policy` chooses.

``thinker`` plays on in its mind. `knowledge` is its memory, with `doings` and `selection`;
`dealing` and `hands` deal the cards it can't see. `judging` compares moves that were made with
its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.bots.wonders.builder import player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sealed_wonders.client.bots.budget import Budget
    from sealed_wonders.client.bots.judging import Judged, Made
    from sealed_wonders.core.local import Player


def thinking(seed: str, budget: Budget) -> Player:
    """Make a player that thinks; what that takes is loaded for no other."""
    from sealed_wonders.client.bots.wonders import thinker

    return thinker.Thinker(seed, budget)


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | None:
    """Judge a choice that was made; what that takes is loaded for no player."""
    from sealed_wonders.client.bots.wonders import judging

    return judging.judge(choices, nth, games)


__all__ = ("judge", "player", "thinking")
