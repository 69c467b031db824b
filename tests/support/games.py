"""Random games of 7 Wonders, to follow step by step."""

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
    """Return a state of 7 Wonders with its type; raise `TypeError` for other states."""
    if not isinstance(state, State):
        raise TypeError(state)
    return state


def chooser(seed: str) -> Player:
    """Return a player that moves at random, depending on the seed."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return chance.choice(state.moves(seat, faces))

    return choose


def builder(seed: str) -> Player:
    """Return a player that sells only when it must, so that cities become rich."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        kept = [move for move in moves if move.text not in ("sell", "decline")]
        stages = [move for move in kept if move.text.startswith("stage")]
        if stages and chance.random() < 0.3:
            kept = stages
        return chance.choice(kept or moves)

    return choose


def edifice_player(seed: str) -> Player:
    """Return a player that builds stages only to take part in edifices."""
    chance = random.Random(seed)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        moves = state.moves(seat, faces)
        joining = [move for move in moves if " join=1" in move.text]
        others = [move for move in moves if not move.text.startswith("stage")]
        built = [move for move in others if move.text not in ("sell", "decline")]
        return chance.choice(joining or built or others)

    return choose


def do_nothing() -> None:
    """Do nothing."""


class LeavingDealer(Dealer):
    """
    A dealer at whose table seats may leave.

    Attributes:
        asked: the ask that the last answer was given to.
        after_answer: called after each answer.
    """

    asked: Ask
    after_answer: Callable[[], None] = staticmethod(do_nothing)

    def leave(self, *seats: Seat) -> None:
        """Make seats leave now."""
        self.state = self.state.tell(Gone(seats))
        self.after_answer()

    def follow(
        self, players: Sequence[Player], leaving: Mapping[int, tuple[Seat, ...]]
    ) -> Iterator[Answer]:
        """
        Play to the end; yield each answer after it was given.

        Args:
            leaving: the seats that leave, by the number of answers given before.
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
                self.after_answer()
                count += 1
                yield answer
                self._let_go(leaving.get(count, ()))
                if isinstance(self.state.ask, Over):
                    break

    def _let_go(self, seats: tuple[Seat, ...]) -> None:
        if seats and not isinstance(self.state.ask, Over):
            self.leave(*seats)
