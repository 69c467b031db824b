"""Seats at one table in one process, with a bus instead of a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.table.memory import InMemory, MemoryStore, Past
from sealed_wonders.client.table.seat import Seat
from sealed_wonders.core.game import Move, Ruleset
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry, Wire
from sealed_wonders.net.suites import begin, begin_relayed
from sealed_wonders.net.verification import Work, at_once
from tests.support.inprocess.chance import stream
from tests.support.inprocess.folds import charter_for
from tests.support.inprocess.players import any_move
from tests.support.lobbies import identity_of


class Seats:
    """
    A host's fold, and a seat for each player; each wire goes to all of them at once.

    Attributes:
        fold: the host's fold.
        wires: the log in order of arrival, without the lobby.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seed: str = "",
        stores: Sequence[MemoryStore | None] = (),
        work: Work = at_once,
        **options: str | int,
    ) -> None:
        self.work = work
        self.ruleset = ruleset
        self._starts = 0
        self._seed = seed
        self.charter = charter_for(ruleset, seed, **options)
        self.fold: Fold = begin_relayed(self.charter, ruleset)
        self.wires: list[Wire] = []
        self.seats = [
            self.seat(number, stores[number] if stores else None)
            for number in range(ruleset.players)
        ]

    def seat(
        self,
        number: int,
        store: MemoryStore | None = None,
        *,
        silent_until: int = 0,
        may_share: bool = False,
        work: Work | None = None,
        **callbacks: Any,
    ) -> Seat:
        """Make a seat, as a program does when it starts."""
        identity = identity_of(self.charter.people[number].name)
        fold = begin(self.charter, self.ruleset)
        # Another process has other randomness.
        self._starts += 1
        entropy = stream(f"{self._seed}, seat {number}, start {self._starts}")
        seat = Seat(
            identity,
            fold,
            Past(InMemory() if store is None else store, silent_until, may_share),
            Environment(entropy=entropy, work=work or self.work),
            **callbacks,
        )
        seat.receive(())
        return seat

    def hear(self, wires: Sequence[Wire]) -> None:
        """Pass wires to the host and to every seat."""
        for wire in wires:
            entry = Entry.of(wire)
            self.fold.accept(entry)
            self.wires.append(wire)
            for seat in self.seats:
                seat.receive([entry])

    def step(self, choose: Callable[[Question], Move] = any_move) -> None:
        """Make every seat answer its question, and pass on what they have signed."""
        for seat in self.seats:
            if seat.question is not None and not seat.is_making:
                seat.answer(choose(seat.question))
        self.hear([wire for seat in self.seats for wire in seat.take()])

    def play(self, choose: Callable[[Question], Move] = any_move) -> None:
        """Play to the end."""
        while not self.fold.over:
            self.step(choose)
