"""
The bot ``thinker`` of Architects: plays out its moves many times, and takes the best one.

It deals the unknown cards randomly from the possible ones (`dealing`), and plays on
from there to the end of its next turn. The others play like `builder`
(`engine.architects.policy`). The thinker itself plays by `engine.architects.foresight`,
which was learned from games and also estimates its probability of winning at the end.
It chooses its wonder as `builder` does.

After any change of how it plays, above all of `MOVES` and `TURNS`, its strength in
docs/bots/STRENGTH.md has to be measured again. `judging` uses `ChoiceSearch`, too, to
evaluate the choices of others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.bots.architects.builder import Builder
from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, MoveWorth, halve
from sealed_wonders.client.engine.architects.foresight import Foresight
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.reading import Unread, text_of
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.architects.value import ValueNetwork, learned
from sealed_wonders.client.engine.architects.weights import builders, weights
from sealed_wonders.core import game
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Card, Move, Seat, Slot

MOVES = 12
"""Maximum number of moves considered, the best ones by estimate."""

TURNS = 1
"""The number of its own turns in a rollout, besides the current one."""

ALL = 1000
"""More turns than there are in any game."""


class Thinker:
    """Chooses for any seat."""

    def __init__(
        self,
        seed: str,
        budget: Budget,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seed = seed
        self._budget = budget
        self._clock = clock
        self._builder = Builder()

    def __call__(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        moves = state.moves(seat, faces)
        arms = self.searched(state, seat, faces) if len(moves) > 1 else []
        return arms[0].move if arms else self._builder(state, seat, faces)

    def worths(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> list[MoveWorth]:
        """
        Return the values of the better moves, best first; none if it can't evaluate
        them.
        """
        return [arm.worth for arm in self.searched(state, seat, faces) if arm.tries]

    def searched(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> list[Arm]:
        """
        Return all moves, best first, with their results; none if it can't evaluate
        them.
        """
        begun = self._clock()
        if not isinstance(state, State):
            return []
        try:
            dealing = Dealing(state, faces)
        except Unread:
            return []
        name = f"{self._seed}:{seat}:{state.turn}:{state.task.name}"
        search = ChoiceSearch(dealing, random.Random(name))
        arms = search.arms(state, {it.text: it for it in state.moves(seat, faces)})
        halve(arms, search.look, self._budget, self._clock, most=MOVES, begun=begun)
        return arms


class ChoiceSearch:
    """The search for one choice."""

    def __init__(self, dealing: Dealing, dice: random.Random) -> None:
        root = dealing.root
        self._dealing = dealing
        self._seat = root.seat
        self._dice = dice
        needs = needs_of(root.book)
        self._policy = Policy(root.book, weights(), needs)
        self._others = Policy(root.book, builders(), needs)
        value = ValueNetwork(root.book, needs, learned())
        self._foresight = Foresight(value, self._policy)
        self._sample = EngineTable(root.book)
        self._table = EngineTable(root.book)

    def arms(self, state: State, moves: Mapping[str, Move]) -> list[Arm]:
        """
        Return the moves that the engine has too, with the most promising ones first.
        """
        root = self._dealing.root
        arms = [
            Arm(move, number, self._foresight.worth(root, number))
            for number in root.options
            if (move := moves.get(text_of(state, number)))
        ]
        arms.sort(key=lambda arm: -arm.prior)
        return arms

    def look(self, arms: Sequence[Arm]) -> None:
        """Play to the end of the next turn from one deal, for each of these moves."""
        self._ahead(arms, TURNS)

    def play(self, arms: Sequence[Arm]) -> None:
        """Play to the end of the game from one deal, for each of these moves."""
        self._ahead(arms, ALL)

    def _ahead(self, arms: Sequence[Arm], turns: int) -> None:
        """
        Play each of these moves and *turns* more turns of our seat, from one deal.
        """
        sample, table = self._sample, self._table
        self._dealing.deal_to(sample, self._dice)
        for arm in arms:
            table.copy_from(sample)
            table.play(arm.number)
            more = turns + (table.turn == sample.turn)
            won = self._foresight.ahead(table, self._seat, self._others, more)
            arm.came(won, won, table.lead(self._seat))
