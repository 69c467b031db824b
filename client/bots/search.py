"""
Which of several moves is the best, by games that are played on from each of them.

All moves get the same deals, and half of them are given up again and again (sequential
halving), so that most games are played with those that are hard to tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.core.game import Move

LEAST = 4
"""So many games a move are to be played at least; fewer moves are tried instead."""


class Worth(NamedTuple):
    """What one move came to."""

    move: Move
    won: float
    """About the share of games that are won with it, 0 to 1."""
    lead: float
    """The mean lead over the best of the others where it was left, in points."""
    rollouts: int


@dataclass(slots=True)
class Arm:
    """A move that is tried."""

    move: Move
    number: int
    """The same in numbers."""
    prior: float
    """What it seems to be worth before any game."""
    before: float = 0.0
    """
    What is added for that to the rewards of all games.

    No games are counted for it: means compare moves that were tried as often.
    """
    reward: float = 0.0
    won: float = 0.0
    lead: float = 0.0
    tries: int = 0
    tree: int = 0
    """Where what may follow it is remembered, if it is; 0 before the first game."""

    def came(self, reward: float, won: float, lead: float) -> None:
        """
        Add what came of one more game.

        Args:
            reward: what moves are compared by, 0 to 1.
            won: about the share of such games that are won, 0 to 1.
            lead: over the best of the others, in points.
        """
        self.reward += reward
        self.won += won
        self.lead += lead
        self.tries += 1

    @property
    def mean(self) -> float:
        """The mean reward; of what wasn't tried yet, less than of anything that was."""
        if not self.tries:
            return self.prior - 1e6
        return (self.reward + self.before) / self.tries

    @property
    def worth(self) -> Worth:
        """What it came to."""
        tries = self.tries
        return Worth(self.move, self.won / tries, self.lead / tries, tries)


def halve(
    arms: list[Arm],
    play: Callable[[Sequence[Arm]], object],
    budget: Budget,
    clock: Callable[[], float],
    *,
    most: int,
    begun: float,
) -> None:
    """
    Try the moves for as long as a budget lasts, and put the best one first.

    Args:
        arms: what seems best comes first.
        play: plays a game with each of some moves, from one deal.
        most: how many are tried at all.
        begun: since when the time counts. No deal is begun that couldn't be ended in time,
            as long as the last ones took; and where games are slow, fewer moves are tried.
    """
    each = 0.0
    running = arms[: max(2, min(most, budget.rollouts // LEAST))]
    if budget.seconds < math.inf:
        before = clock()
        play([replace(arms[0])])
        now = clock()
        each = now - before
        games = (begun + budget.seconds - now) / max(each, 1e-9)
        running = running[: max(2, int(min(games / LEAST, most)))]
    given_up = arms[len(running) :]
    rounds = max(1, math.ceil(math.log2(max(2, len(running)))))
    for nth in range(rounds):
        ends = begun + budget.seconds * (nth + 1) / rounds
        for done in range(max(1, budget.rollouts // rounds // len(running))):
            before = clock()
            # What is tried at all is tried once, though it takes more than its share.
            last = ends if done or nth else begun + budget.seconds
            if before + each * len(running) > last:
                break
            play(running)
            each = max(each * 0.9, (clock() - before) / len(running))
        running.sort(key=lambda arm: -arm.mean)
        if len(running) <= 2:
            break
        kept = (len(running) + 1) // 2
        given_up = running[kept:] + given_up
        running = running[:kept]
    arms[:] = running + given_up
