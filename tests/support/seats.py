"""Seats at one table in one process, with the bus between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from sealed_wonders.client.memory import Store
from sealed_wonders.client.players import Question
from sealed_wonders.client.seat import Seat
from sealed_wonders.core.game import Move, Ruleset
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.suites import begin
from tests.support.lobbies import named
from tests.support.table import bytes_of, draw


def any_move(question: Question) -> Move:
    """Choose what looks random and is the same every time."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)


class Seats:
    """
    A host's fold, and a seat for each player; a wire goes to all at once.

    Attributes:
        fold: the host's.
        wires: the log as it came about, without the lobby.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: str = "",
        stores: Sequence[Store | None] = (),
        **options: str | int,
    ) -> None:
        self.ruleset = ruleset
        self.charter = draw(ruleset, seed, **options)
        self.fold: Fold = begin(self.charter, ruleset)
        self.wires: list[Wire] = []
        self.seats = [
            self.seat(number, stores[number] if stores else None)
            for number in range(ruleset.players)
        ]

    def seat(self, number: int, store: Store | None = None) -> Seat:
        """Make a seat as a program does that has just been started."""
        identity = named(self.charter.people[number].name)
        fold = begin(self.charter, self.ruleset)
        # Another process would have other randomness.
        return Seat(identity, fold, store, entropy=lambda n: bytes_of(number, n)[:n])

    def hear(self, wires: Sequence[Wire]) -> None:
        """Let the host and every seat take these."""
        for wire in wires:
            self.fold.accept(wire)
            self.wires.append(wire)
            for seat in self.seats:
                seat.receive([wire])

    def step(self, choose: Callable[[Question], Move] = any_move) -> None:
        """Let every seat say what it has to say."""
        for seat in self.seats:
            if seat.question is not None:
                seat.answer(choose(seat.question))
        self.hear([wire for seat in self.seats for wire in seat.take()])

    def play(self, choose: Callable[[Question], Move] = any_move) -> None:
        """Play to the end."""
        while not self.fold.over:
            self.step(choose)
