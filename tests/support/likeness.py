"""Games among builders, and what the quick players of rollouts would choose there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.client.engine.wonders.habits import weights
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import (
    book_of,
    card_used,
    read,
    text_of,
)
from sealed_wonders.client.engine.wonders.table import Table
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.notation import Play, parse
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State


class Choice(NamedTuple):
    """One choice of a builder's, and that of a quick player in its place."""

    task: str
    age: int
    turn: int
    text: str
    card: str
    quick: str
    quick_card: str

    @property
    def differs(self) -> str:
        """How the two differ; empty if they are the same."""
        return _difference(
            parse(self.text), self.card, parse(self.quick), self.quick_card
        )


def _difference(one: Play, card: str, other: Play, other_card: str) -> str:
    if one.verb != other.verb:
        return f"{other.verb} for {one.verb}"
    if one.verb in ("build", "recruit", "pick", "keep") and card != other_card:
        return f"{one.verb}: another card"
    if one._replace(paid=other.paid, power=other.power) != other:
        return f"{one.verb}: in another way"
    if one != other:
        return f"{one.verb}: paid otherwise"
    return f"{one.verb}: with another card" if card != other_card else ""


class Likeness:
    """One game among builders."""

    def __init__(self, rules: Wonders, seed: str) -> None:
        self.choices: list[Choice] = []
        self._rules = rules
        self._dealer = Dealer(rules, seeded(seed))
        self._book = book_of(rules)
        self._policy = Policy(self._book, weights())

    def play(self) -> Sequence[Choice]:
        """Play it to its end; return all choices that a quick player could make."""
        for _answer in self._dealer.steps([self._choose] * self._rules.players):
            pass
        return self.choices

    def _choose(
        self, state: game.State, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        move = builder.choose(state, seat, faces)
        if isinstance(state, State) and state.cities:
            self._compare(state, seat, faces, move)
        return move

    def _compare(
        self, state: State, seat: Seat, faces: Mapping[Slot, Card], move: Move
    ) -> None:
        if len(state.moves(seat, faces)) == 1:
            return
        quick = self._policy.choose(self.table(state), seat)
        cards = self._rules.catalog.cards
        card = "" if move.slot is None else cards[faces[move.slot]].id
        age, turn = (getattr(state.task, name, 0) for name in ("age", "turn"))
        quick_text = text_of(self._book, quick)
        quick_card = card_used(self._book, quick)
        self.choices.append(
            Choice(state.task.name, age, turn, move.text, card, quick_text, quick_card)
        )

    def table(self, state: State) -> Table:
        """Return the table in numbers, with all that is hidden in it."""
        table = read(state)
        block, faces = self._book.block_of_card, self._dealer.faces
        for seat, city in enumerate(table.cities):
            city.lay_hand([block[faces[it]] for it in sorted(state.hands[seat])])
            if state.leaders:
                held = sorted(state.leaders[seat])
                city.lay_held([block[faces[it]] for it in held])
        table.lay_discard([block[faces[it]] for it in sorted(state.discard)])
        table.again()
        return table


def rates(choices: Sequence[Choice]) -> Mapping[tuple[str, int], tuple[int, int]]:
    """Count all choices and those alike, by task and age."""
    every = Counter((it.task, it.age) for it in choices)
    alike = Counter((it.task, it.age) for it in choices if not it.differs)
    return {what: (count, alike[what]) for what, count in sorted(every.items())}
