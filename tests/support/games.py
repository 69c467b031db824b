"""
Random games of 7 Wonders, to be followed step by step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from sealed_wonders.core import game
from sealed_wonders.core.game import (
    Answer,
    Ask,
    Card,
    Chosen,
    Gone,
    Move,
    Over,
    Seat,
    Slot,
)
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.wonders.state import State


def wonders(state: game.AnyState) -> State:
    """Say that a state is one of 7 Wonders."""
    if not isinstance(state, State):
        raise TypeError(state)
    return state


def chooser(seed: str) -> Player:
    """Make a player that moves at random, the same way for the same seed."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return chance.choice(state.moves(seat, faces))

    return choose


def builder(seed: str) -> Player:
    """Make a player that sells only when it must, so that cities grow rich."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        kept = [move for move in moves if move.text not in ("sell", "decline")]
        stages = [move for move in kept if move.text.startswith("stage")]
        if stages and chance.random() < 0.3:
            kept = stages
        return chance.choice(kept or moves)

    return choose


def joiner(seed: str) -> Player:
    """Make a player that builds stages to take part in edifices, and for no more."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        joining = [move for move in moves if " join=1" in move.text]
        others = [move for move in moves if not move.text.startswith("stage")]
        built = [move for move in others if move.text not in ("sell", "decline")]
        return chance.choice(joining or built or others)

    return choose


def nothing() -> None:
    """Do nothing."""


class LeavingDealer(Dealer):
    """
    A dealer at whose table seats may leave.

    Attributes:
        asked: what the last answer was given to.
        told: called after whatever was told to the state.
    """

    asked: Ask
    told: Callable[[], None] = staticmethod(nothing)

    def leave(self, *seats: Seat) -> None:
        """Let seats leave now."""
        self.state = self.state.tell(Gone(seats))
        self.told()

    def follow(
        self, players: Sequence[Player], leaving: Mapping[int, tuple[Seat, ...]]
    ) -> Iterator[Answer]:
        """
        Play to the end; give each answer after it was told.

        Args:
            leaving: who leaves, by the number of answers told before.
        """
        count = 0
        self._let_go(leaving.get(count, ()))
        while not isinstance(self.state.ask, Over):
            self.asked = self.state.ask
            for answer in self._answers(players):
                gone = wonders(self.state).gone
                if isinstance(answer, Chosen) and answer.seat in gone:
                    continue
                self.state = self.state.tell(answer)
                self.told()
                count += 1
                yield answer
                self._let_go(leaving.get(count, ()))
                if isinstance(self.state.ask, Over):
                    break

    def _let_go(self, seats: tuple[Seat, ...]) -> None:
        if seats and not isinstance(self.state.ask, Over):
            self.leave(*seats)
