"""
A player at a screen, at a table of Architects with bots, in a game that is always the
same.
"""

from __future__ import annotations

import functools
import os
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sealed_wonders.client.person.listener import NullListener
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.person.retelling import NoTable
from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.home import PinBook
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal.architects.screens.table import GameTable
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.architects.sight import architects
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.architects.events import Event
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Card, Choose, Move, Seat, Slot
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.architects import Table as Laid
from tests.support.clock import Clock
from tests.support.lobbies import signed_charter
from tests.support.stacks import OTHERS, Seated


def choose_at_random(question: Question) -> Move:
    """Choose a move that looks random."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)


class SeatedAtArchitects(Seated):
    """A player called ann, at a screen, at a table of Architects."""

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        *,
        turn_time: int = 0,
        draw: str = LOT,
        terms: Terms | None = None,
        **others: Any,
    ) -> None:
        """Take a seat in a lobby in which all others are ready; see `Seated`."""
        terms = terms or Terms.of(
            "architects",
            suite=OPEN,
            players=players,
            turn_time=turn_time,
            own=agreed(draw=draw),
        )
        super().__init__(folder, players, terms=terms, **others)
        for other in self.others:
            other.player.pick = choose_at_random

    @property
    def state(self) -> State:
        """The state of the game."""
        sight = self.stack.known.sight
        assert sight is not None
        return architects(sight.state)

    def choose(self, move: Move | None = None) -> None:
        """Choose a move for ann, by default `choose_at_random`'s; the others choose, too."""
        super().choose(move or choose_at_random(self.menu.question))

    def may(self, verb: str, turn: int = 0) -> bool:
        """Return whether ann has a move with this verb, in this turn or later."""
        some = [move for move in self.moves if move.text.startswith(f"{verb} ")]
        return bool(some) and self.state.turn >= turn


NAMES = ("ann", *OTHERS)
"""Of those who sit there, by seat."""


class RecordingPerson(Person):
    """The person at a stack without a table, who records what is chosen."""

    can_choose = True

    def __init__(self, known: TableModel) -> None:
        super().__init__(NullListener(), Clock(), b"", PinBook(Path(os.devnull)))
        self.known = known
        known.handing = self.handing.model
        self.said: list[str] = []
        self.laid: MenuMove | None = None
        self.seated = True
        self.table = NoTable(lambda: None)

    def choose(self, use: MenuMove) -> None:
        self.said.append(use.move.text)

    def lay(self, use: MenuMove | None) -> None:
        self.laid = use


def _seen(table: Laid, me: Seat) -> dict[Slot, Card]:
    """Return what a seat was shown: by the cat, or while it looks through a pile."""
    top = table.state.central.slots[:1] if me in table.state.saw else ()
    return {**table.seen(me), **{slot: table.faces[slot] for slot in top}}


@functools.cache
def _charter(names: Sequence[str]) -> Charter:
    """Return a charter for people who sit in the order of their names."""
    agreed = signed_charter(names, game="architects")
    people = sorted(agreed.people, key=lambda person: names.index(person.name))
    return replace(agreed, people=tuple(people))


def stack_showing(
    table: Laid,
    me: Seat = 0,
    *,
    past: Sequence[Event] = (),
    symbols: Symbols = UNICODE,
    settings: Settings | None = None,
) -> tuple[ScreenStack, RecordingPerson]:
    """
    Show a table that was set up to one of its players.

    The players are called ann and `OTHERS`; only this one has a screen.
    """
    state = table.state
    known = TableModel(Keyring(b"", lambda name, key: Pin.NEW))
    names = NAMES[: len(state.cities)]
    known.charter = _charter(names)
    known.people = known.charter.people
    known.ours = me
    seen = _seen(table, me)
    known.sight = known.face.narrator.sight(names, me, state, seen)
    known.past = list(past)
    if isinstance(state.ask, Choose) and me in state.ask.offers:
        moves, default = state.moves(me, seen), state.default(me, seen)
        question = Question(1, state, me, seen, moves, default)
        known.menu = known.face.asker.menu(known.sight, question)
        known.asked = True
    clock = Clock()
    stack = ScreenStack(known, settings or Settings(reveal=0), symbols, clock.seconds)
    answers = RecordingPerson(known)
    stack.person = answers
    stack.base = GameTable(stack)
    return stack, answers
