"""
``thinker``: plays each of its better moves to the end, many times, and takes the best.

It knows what its seat knows (`knowledge`), deals the rest from what is possible, and lets
the quick players of `engine.wonders.policy` go on from there, for itself and for all
others: with the same deals for all its moves, and a fresh deal each time. Half of the moves
are given up again and again (sequential halving), so that most of the time goes to those
that are hard to tell apart. What counts is the lead over the best of the others.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.client.bots.wonders.knowledge import Dealing, Knowledge
from sealed_wonders.client.engine.wonders.habits import weights
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import (
    Unread,
    card_used,
    text_of,
)
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

MOVES = 12
"""How many moves are looked at, of those that seem best."""

SCALE = 3.0
"""The lead, in points, that is as good as about three games won of four."""


def _stopped() -> float:
    """A clock by which no time passes."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Worth:
    """What one move came to."""

    move: Move
    reward: float
    """About the share of games that are won with it, 0 to 1."""
    lead: float
    """The mean lead over the best of the others, in points."""
    rollouts: int


class Thinker:
    """Chooses for one seat, of one game after the other."""

    def __init__(
        self,
        seed: str,
        budget: Budget,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seed = seed
        self._budget = budget
        self._clock = clock
        self._known: dict[Seat, Knowledge] = {}

    def __call__(
        self, state: game.State, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        """Choose a move."""
        if not isinstance(state, State):
            return state.default(seat, faces)
        moves = state.moves(seat, faces)
        if not isinstance(state.rules, Wonders):
            return builder.best(state, seat, faces, moves)
        known = self._remembered(state, seat)
        if known is not None:
            known.look(state, faces)
        move = moves[0] if len(moves) == 1 else None
        if move is None and known is not None:
            found = self.worths(state, seat, faces, moves)
            move = found[0].move if found else None
        if move is None:
            move = builder.best(state, seat, faces, moves)
        if known is not None:
            known.used(state, faces, move.text, move.slot)
        return move

    def _remembered(self, state: State, seat: Seat) -> Knowledge | None:
        """Return what is remembered of a game; None before its cities stand."""
        if not state.cities or not isinstance(state.rules, Wonders):
            return None
        known = self._known.get(seat)
        if known is None or not known.is_of(state, seat):
            known = self._known[seat] = Knowledge(seat, state.rules)
        return known

    def worths(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Slot, Card],
        moves: Sequence[Move],
    ) -> list[Worth]:
        """Return what the better moves are worth, best first; none if it can't tell."""
        until = self._clock() + self._budget.seconds
        known = self._known[seat]
        try:
            dealing = known.dealing(state, faces)
        except Unread:
            return []
        name = f"{self._seed}:{seat}:{state.task}"
        search = Search(dealing, seat, random.Random(name))
        arms = search.arms(by_text(state, faces, moves))
        search.run(arms, self._budget.rollouts, until, self._clock)
        return [arm.worth for arm in arms if arm.tries]


def by_text(
    state: State, faces: Mapping[Slot, Card], moves: Sequence[Move]
) -> dict[tuple[str, str], Move]:
    """Return moves by their text and the card that they use."""
    cards = state.rules.catalog.cards
    return {
        (it.text, "" if it.slot is None else cards[faces[it.slot]].id): it
        for it in moves
    }


@dataclass(slots=True)
class Arm:
    """A move that is tried."""

    move: Move
    number: int
    """The same in numbers."""
    prior: float
    reward: float = 0.0
    lead: float = 0.0
    tries: int = 0

    @property
    def mean(self) -> float:
        """The mean reward; of what wasn't tried yet, less than of anything that was."""
        return self.reward / self.tries if self.tries else self.prior - 1e6

    @property
    def worth(self) -> Worth:
        """What it came to."""
        tries = self.tries
        return Worth(self.move, self.reward / tries, self.lead / tries, tries)


class Search:
    """One choice."""

    def __init__(self, dealing: Dealing, seat: Seat, dice: random.Random) -> None:
        book = dealing.root.book
        self._dealing = dealing
        self._seat = seat
        self._dice = dice
        self._policy = Policy(book, weights())
        self._sample = Table(book, dealing.root.prices)
        self._table = Table(book, dealing.root.prices)

    def arms(self, moves: Mapping[tuple[str, str], Move]) -> list[Arm]:
        """List those of some moves that there are in numbers, what seems best first."""
        sample, book = self._sample, self._dealing.root.book
        self._dealing.deal_to(sample, self._dice)
        arms = []
        for number in sample.moves(self._seat):
            move = moves.get((text_of(book, number), card_used(book, number)))
            if move is not None:
                prior = self._policy.value(sample, self._seat, number)
                arms.append(Arm(move, number, prior))
        arms.sort(key=lambda arm: -arm.prior)
        return arms

    def run(
        self,
        arms: list[Arm],
        rollouts: int,
        until: float = math.inf,
        clock: Callable[[], float] = _stopped,
    ) -> None:
        """Look at the better ones for as long as that, and put the best one first."""
        if not arms:
            return
        looked_at = max(2, min(MOVES, rollouts // 4))
        running, given_up = arms[:looked_at], arms[looked_at:]
        rounds = max(1, math.ceil(math.log2(max(2, len(running)))))
        begun = clock()
        for nth in range(rounds):
            share = (nth + 1) / rounds
            ends = begun + (until - begun) * share
            tries = max(1, rollouts // rounds // len(running))
            for done in range(tries):
                if (done or nth) and clock() + self._longest > ends:
                    break
                before = clock()
                self.deal(running)
                self._longest = max(self._longest * 0.9, clock() - before)
            running.sort(key=lambda arm: -arm.mean)
            kept = max(1, (len(running) + 1) // 2)
            if len(running) <= 2:
                break
            given_up = running[kept:] + given_up
            running = running[:kept]
        arms[:] = running + given_up

    _longest = 0.0
    """Seconds that one deal took lately."""

    def deal(self, arms: Sequence[Arm]) -> list[tuple[float, float]]:
        """Play all these moves to the end, from one deal; give each reward and lead."""
        sample, table, policy, me = self._sample, self._table, self._policy, self._seat
        self._dealing.deal_to(sample, self._dice)
        for seat in range(sample.n):
            if sample.asked >> seat & 1 and seat != me:
                sample.choose(seat, policy.choose(sample, seat))
        came = []
        for arm in arms:
            table.copy_from(sample)
            table.choose(me, arm.number)
            table.resolve()
            policy.play(table)
            lead = table.lead(me)
            reward = 1 / (1 + math.exp(-lead / SCALE))
            arm.lead += lead
            arm.reward += reward
            arm.tries += 1
            came.append((reward, lead))
        return came
