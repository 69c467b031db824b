"""
Recorded choices of ``builder``, and the games in which it made them.

The number of a game determines its rules, its deal, which seats leave and which moves are
random. The record holds two characters for each choice between several moves: a digest of
the choice. If ``builder`` is meant to choose differently, write the record anew:

    python -m tests.support.chosen
"""

from __future__ import annotations

import base64
import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.bots import strategy
from sealed_wonders.core import game
from sealed_wonders.core.architects.state import State as ArchitectsState
from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import Card, Choose, Gone, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.state import State as WondersState
from tests.support import architects_engine, engine

FILE = Path(__file__).parent.parent / "records" / "builder.txt"

GAMES: Mapping[str, int] = {"wonders": 200, "architects": 100}
"""Number of recorded games."""

CARELESS = (0.0, 0.2, 0.1, 0.5)
"""Probability of a random move instead, by the kind of game."""

LEAVING = (0.0, 0.0, 0.04, 0.03)
"""Probability that a seat leaves between two questions, by the kind of game."""


class Choice(NamedTuple):
    """A choice of ``builder`` between several moves."""

    question: str
    """The name of the task."""
    seat: Seat
    text: str
    card: str
    """Id of the card it uses; empty if none."""
    left: int
    """Number of seats that have left."""

    @property
    def digest(self) -> str:
        """Two characters."""
        said = f"{self.question} {self.seat} {self.text} {self.card}".encode()
        digest = hashlib.sha256(said).digest()
        return base64.urlsafe_b64encode(digest).decode()[:2]


class Record(NamedTuple):
    """The choices of one game."""

    name: str
    number: int
    digests: Sequence[str]


def recorded() -> Sequence[Record]:
    """Return the record of every game."""
    found = []
    for line in FILE.read_text("ascii").splitlines():
        name, number, text = line.split(" ")
        pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
        found.append(Record(name, int(number), pairs))
    return found


class Game:
    """One game: every choice is put to ``builder``."""

    def __init__(self, name: str, number: int) -> None:
        self._dice = random.Random(f"{name}:{number}")
        self._rules = _rules(name, number)
        kind = number // 20 % len(CARELESS)
        self._careless, self._leaving = CARELESS[kind], LEAVING[kind]
        self._dealer = Dealer(self._rules, seeded(f"chosen:{name}:{number}"))
        self._builder = strategy("builder", "")
        self._choices: list[Choice] = []

    def choices(self) -> Iterator[Choice]:
        """Play to the end and yield each choice."""
        for _ in self._dealer.steps([self._choose] * self._rules.players):
            yield from self._choices
            self._choices.clear()
            self._leave()

    def _choose(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        moves = state.moves(seat, faces)
        if len(moves) < 2:
            return moves[0]
        move = self._builder(state, seat, faces)
        assert isinstance(state, ArchitectsState | WondersState)
        card = "" if move.slot is None else self._rules.cards[faces[move.slot]]
        gone = len(state.gone)
        self._choices.append(Choice(state.task.name, seat, move.text, card, gone))
        if self._dice.random() >= self._careless:
            return move
        good = [it for it in moves if it.text not in ("sell", "decline")]
        some = good if good and self._dice.random() < 0.8 else moves
        return some[int(self._dice.random() * len(some))]

    def _leave(self) -> None:
        state = self._dealer.state
        assert isinstance(state, ArchitectsState | WondersState)
        if (
            isinstance(state.ask, Choose)
            and not getattr(state, "chosen", ())
            and len(state.active) > 2
            and self._dice.random() < self._leaving
        ):
            gone = state.active[int(self._dice.random() * len(state.active))]
            self._dealer.state = state.tell(Gone((gone,)))


def _rules(name: str, number: int) -> game.Ruleset:
    if name == "architects":
        return architects_engine.varied_rules(number)
    return replace(engine.varied_rules(number), draw=CHOSEN if number % 3 == 1 else LOT)


def _lines() -> Iterator[str]:
    for name, games in GAMES.items():
        for number in range(games):
            digests = [choice.digest for choice in Game(name, number).choices()]
            yield f"{name} {number} {''.join(digests)}"


if __name__ == "__main__":
    FILE.write_text("\n".join([*_lines(), ""]), "ascii")
