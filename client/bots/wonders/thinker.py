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

SCALE = 6.0
"""The lead, in points, that is as good as about three games won of four."""


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
        search = _Search(dealing, seat, random.Random(name))
        texts = _by_text(state, faces, moves)
        chosen = search.run(self._budget.rollouts, until, self._clock)
        book = dealing.root.book
        return [
            Worth(move, arm.reward / arm.tries, arm.lead / arm.tries, arm.tries)
            for arm in chosen
            if arm.tries
            if (move := texts.get((text_of(book, arm.move), card_used(book, arm.move))))
        ]


def _by_text(
    state: State, faces: Mapping[Slot, Card], moves: Sequence[Move]
) -> dict[tuple[str, str], Move]:
    """Return moves by their text and the card that they use."""
    cards = state.rules.catalog.cards
    return {
        (it.text, "" if it.slot is None else cards[faces[it.slot]].id): it
        for it in moves
    }


@dataclass(slots=True)
class _Arm:
    """A move that is tried."""

    move: int
    prior: float
    reward: float = 0.0
    lead: float = 0.0
    tries: int = 0

    @property
    def mean(self) -> float:
        return self.reward / self.tries if self.tries else self.prior - 1e6


class _Search:
    """One choice."""

    def __init__(self, dealing: Dealing, seat: Seat, dice: random.Random) -> None:
        book = dealing.root.book
        self._dealing = dealing
        self._seat = seat
        self._dice = dice
        self._policy = Policy(book, weights())
        self._sample = Table(book, dealing.root.prices)
        self._table = Table(book, dealing.root.prices)

    def run(
        self, rollouts: int, until: float, clock: Callable[[], float]
    ) -> list[_Arm]:
        """Look at the moves for as long as that; the best one comes first."""
        sample, seat, policy = self._sample, self._seat, self._policy
        self._dealing.deal_to(sample, self._dice)
        arms = [
            _Arm(move, policy.value(sample, seat, move)) for move in sample.moves(seat)
        ]
        arms.sort(key=lambda arm: -arm.prior)
        running = arms[: max(2, min(MOVES, rollouts // 4))]
        given_up: list[_Arm] = []
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
                self._try(running)
                self._longest = max(self._longest * 0.9, clock() - before)
            running.sort(key=lambda arm: -arm.mean)
            kept = max(1, (len(running) + 1) // 2)
            if len(running) <= 2:
                break
            given_up = running[kept:] + given_up
            running = running[:kept]
        return running + given_up

    _longest = 0.0
    """Seconds that one deal took lately."""

    def _try(self, arms: Sequence[_Arm]) -> None:
        """Play all these moves to the end, from one deal."""
        sample, table, policy, me = self._sample, self._table, self._policy, self._seat
        self._dealing.deal_to(sample, self._dice)
        for seat in range(sample.n):
            if sample.asked >> seat & 1 and seat != me:
                sample.choose(seat, policy.choose(sample, seat))
        for arm in arms:
            table.copy_from(sample)
            table.choose(me, arm.move)
            table.resolve()
            policy.play(table)
            lead = table.lead(me)
            arm.lead += lead
            arm.reward += 1 / (1 + math.exp(-lead / SCALE))
            arm.tries += 1
