"""
The bot ``thinker`` of 7 Wonders: plays out its better moves many times, and takes the
best one.

It knows what its seat knows (`knowledge`), deals the unknown cards randomly from the
possible ones, and plays on with fast players (`engine.wonders.policy`). It uses such a
player for itself as well, except for its next turns, for which it searches during the
rollouts (`engine.wonders.tree`). The worse half of the moves is repeatedly dropped
(sequential halving), so that most of the time is spent on moves that are hard to
distinguish. The criterion is the lead over the best of the others.

After any change of how it plays, above all of `MOVES` and `BELIEVED`, its strength in
docs/bots/STRENGTH.md has to be measured again. `judging` uses `ChoiceSearch`, too, to
evaluate the choices of others.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.client.bots.search import Arm, MoveWorth, halve
from sealed_wonders.client.bots.wonders.builder import Builder
from sealed_wonders.client.bots.wonders.dealing import Dealing
from sealed_wonders.client.bots.wonders.knowledge import Knowledge
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import (
    Unread,
    book_of,
    card_used,
    text_of,
)
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.tree import Tree, reward, won
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State

MOVES = 12
"""Maximum number of moves considered, the best ones by estimate."""

BELIEVED = 6
"""The weight of a move's estimated value, in games."""


class Thinker:
    """Chooses for one seat, in one game after another."""

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
        self._known: dict[Seat, Knowledge] = {}

    def __call__(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        begun = self._clock()
        if not isinstance(state, State):
            return state.default(seat, faces)
        moves = state.moves(seat, faces)
        if not isinstance(state.rules, Wonders):
            return self._builder(state, seat, faces)
        if not state.cities:
            # Only to fill its caches, at a time when nobody waits for a turn.
            Policy(book_of(state.rules), weights())
        known = self._remembered(state, seat)
        if known is not None:
            known.look(state, faces)
        move = moves[0] if len(moves) == 1 else None
        if move is None and known is not None:
            found = self.worths(state, seat, faces, moves, begun)
            move = found[0].move if found else None
        if move is None:
            move = self._builder(state, seat, faces)
        if known is not None:
            known.used(state, faces, move.text, move.slot)
        return move

    def _remembered(self, state: State, seat: Seat) -> Knowledge | None:
        """Return the memory of this game; None before its cities are founded."""
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
        begun: float,
    ) -> list[MoveWorth]:
        """
        Return the values of the better moves, best first; none if it can't evaluate
        them.

        Args:
            state: the state.
            seat: the seat.
            faces: the faces that the seat sees.
            moves: all legal moves.
            begun: the time from which the budget counts.
        """
        known = self._known[seat]
        try:
            dealing = Dealing(known, state, faces)
        except Unread:
            return []
        name = f"{self._seed}:{seat}:{state.task}"
        search = ChoiceSearch(dealing, seat, random.Random(name))
        arms = search.arms(by_text(state, faces, moves))
        halve(arms, search.play, self._budget, self._clock, most=MOVES, begun=begun)
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


class ChoiceSearch:
    """The search for one choice."""

    def __init__(self, dealing: Dealing, seat: Seat, dice: random.Random) -> None:
        book = dealing.root.book
        self._dealing = dealing
        self._seat = seat
        self._dice = dice
        self._policy = Policy(book, weights())
        self._tree = Tree(seat, self._policy)
        self._sample = EngineTable(book, dealing.root.prices)
        self._table = EngineTable(book, dealing.root.prices)

    def arms(self, moves: Mapping[tuple[str, str], Move]) -> list[Arm]:
        """
        Return the moves that the engine has too, with the most promising ones first.
        """
        sample, book = self._sample, self._dealing.root.book
        self._dealing.deal_to(sample, self._dice)
        arms = []
        a_point = reward(1.0) - reward(0.0)
        for number in sample.moves(self._seat):
            move = moves.get((text_of(book, number), card_used(book, number)))
            if move is not None:
                prior = self._policy.value(sample, self._seat, number)
                arms.append(Arm(move, number, prior, BELIEVED * a_point * prior))
        arms.sort(key=lambda arm: -arm.prior)
        return arms

    def play(self, arms: Sequence[Arm]) -> None:
        """Play a game to its end from one deal for each of these moves."""
        sample, table, policy, me = self._sample, self._table, self._policy, self._seat
        tree = self._tree
        self._dealing.deal_to(sample, self._dice)
        for seat in range(sample.n):
            if sample.asked >> seat & 1 and seat != me:
                sample.choose(seat, policy.choose(sample, seat))
        for arm in arms:
            table.copy_from(sample)
            table.choose(me, arm.number)
            table.resolve()
            if not arm.tree:
                arm.tree = tree.plant()
            lead = tree.play(table, arm.tree)
            arm.came(reward(lead), won(lead), lead)
