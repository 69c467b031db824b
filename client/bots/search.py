"""
Search for the best of several moves by playing out games from each of them.

All moves are tried with the same deals, and the worse half is repeatedly dropped
(sequential halving), so that most games are spent on moves that are hard to
distinguish.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.core.game import Move

LEAST = 4
"""
Minimum number of games per move; if there are too few games, fewer moves are tried.
"""


class MoveWorth(NamedTuple):
    """The result for one move."""

    move: Move
    won: float
    """The approximate share of games won with it, from 0 to 1."""
    lead: float
    """
    The mean lead over the best of the others at the end of the rollouts, in points.
    """
    rollouts: int


@dataclass(slots=True)
class Arm:
    """A move that is tried."""

    move: Move
    number: int
    """The move as a number of the engine."""
    prior: float
    """The estimated value before any game."""
    before: float = 0.0
    """
    What the prior adds to the sum of rewards.

    It doesn't count as games: only moves that were tried equally often are compared.
    """
    reward: float = 0.0
    won: float = 0.0
    lead: float = 0.0
    tries: int = 0
    tree: int = 0
    """The root node in the search tree, if there is one; 0 before the first game."""

    def came(self, reward: float, won: float, lead: float) -> None:
        """
        Add the result of one more game.

        Args:
            reward: the value that moves are compared by, from 0 to 1.
            won: the approximate share of such games that are won, from 0 to 1.
            lead: the lead over the best of the others, in points.
        """
        self.reward += reward
        self.won += won
        self.lead += lead
        self.tries += 1

    @property
    def mean(self) -> float:
        """The mean reward; for untried moves, lower than that of any tried move."""
        if not self.tries:
            return self.prior - 1e6
        return (self.reward + self.before) / self.tries

    @property
    def worth(self) -> MoveWorth:
        """The result for this move."""
        tries = self.tries
        return MoveWorth(self.move, self.won / tries, self.lead / tries, tries)


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
    Try moves until the budget is used up, and sort the best one to the front.

    Args:
        arms: the moves, with the most promising ones first.
        play: plays a game from one deal for each of these moves.
        budget: the limits.
        clock: returns the time in seconds.
        most: the maximum number of moves to try.
        begun: the time from which the budget counts. No deal is started that would end
            too late, judging by the last ones, and where games are slow, fewer moves
            are tried.
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
            # Each move is tried at least once per round, even beyond the round's share
            # of the time.
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
