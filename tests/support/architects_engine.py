"""
Games of Architects in `core` and in the numeric engine side by side, compared at each
step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from sealed_wonders.client.engine.architects.encode import token_number
from sealed_wonders.client.engine.architects.reading import read, text_of
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.draws import CHOSEN, LOT
from sealed_wonders.core.game import (
    Card,
    Choose,
    Gone,
    Move,
    Over,
    Seat,
    Shuffle,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Dealer
from tests.support.architects import architects


def varied_rules(number: int) -> Architects:
    """Return the rules of one of many games."""
    players = PLAYERS[number % len(PLAYERS)]
    return Architects(players, CHOSEN if number // len(PLAYERS) % 4 == 3 else LOT)


class Twins:
    """
    One game in both implementations, with random moves; now and then a seat leaves.

    A pile that is shuffled again in the game is shuffled in `core` as it is in the
    engine.

    Attributes:
        leaves: the probability, at each choice, that a seat leaves.
    """

    def __init__(self, rules: Architects, seed: str, *, leaves: float = 0.0) -> None:
        self._leaves = leaves
        self._random = random.Random(seed)
        self._seeded = seeded(seed)
        self._table: EngineTable | None = None
        self._dice = 0
        self._dealer = Dealer(rules, self._order)

    def play(self) -> int:
        """Play to the end, and compare at each step; return the number of steps."""
        steps = 0
        for _ in self._dealer.steps([self._choose] * self._state.players):
            state = self._state
            if not isinstance(state.ask, Choose | Over) or not state.piles:
                continue
            steps += 1
            if self._table is None:
                if isinstance(state.ask, Choose):
                    self._table = self._laid(state)
            else:
                self._compare(self._table, state)
            if isinstance(state.ask, Choose) and self._random.random() < self._leaves:
                gone = self._random.choice(state.active)
                self._dealer.state = state.tell(Gone((gone,)))
                self._table = None
                if isinstance(self._state.ask, Choose):
                    self._table = self._laid(self._state)
        assert self._table is None or self._table.over
        return steps

    @property
    def _state(self) -> State:
        return architects(self._dealer.state)

    def _laid(self, state: State) -> EngineTable:
        """Return an engine's table in the state of the game."""
        faces = self._dealer.faces
        table, known = read(state), catalog()
        for nth, pile in enumerate(state.around):
            cards = [faces[slot] for slot in pile.slots]
            table.lay_pile(nth, [known.kind(card).number for card in cards])
        tokens = [known.token(faces[slot]) for slot in state.tokens.slots]
        table.lay_supply([token_number(token) for token in tokens])
        table.settle()
        self._compare(table, state)
        return table

    def _choose(self, game: object, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        state, table = self._state, self._table
        moves = state.moves(seat, faces)
        move = self._random.choice(moves)
        if table is not None:
            assert table.seat == seat
            mine = {text_of(state, move): move for move in table.options}
            assert sorted(mine) == [move.text for move in moves], state.task
            assert len(mine) == len(table.options)
            self._dice = table.dice
            table.play(mine[move.text])
        return move

    def _order(self, label: str, n: int) -> Sequence[int]:
        """Shuffle as the engine does when a pile is shuffled again."""
        if self._table is None:
            return self._seeded(label, n)
        order = list(range(n))
        ask = self._state.ask
        assert isinstance(ask, Shuffle)
        if ask.decks[0].cards:
            # What lay face up comes last here, and first there.
            order = [n - 1, *range(n - 1)]
        for left in range(n, 1, -1):
            self._dice = (self._dice * 1103515245 + 12345) & 0x7FFFFFFF
            other = (self._dice >> 8) % left
            order[left - 1], order[other] = order[other], order[left - 1]
        return order

    def _compare(self, table: EngineTable, state: State) -> None:
        faces, known = self._dealer.faces, catalog()
        assert table.over == isinstance(state.ask, Over), state.task
        rows = state.score().rows
        for seat, city in enumerate(state.cities):
            assert table.points(seat) == rows[seat][-1], (state.task, seat)
            assert table.city(seat) == [len(cards) for cards in city.cards]
            built, tokens, twice, victories = table.standing(seat)
            assert built == sum(1 << number - 1 for number in city.built)
            numbers = [token_number(token) for token in city.progress]
            assert tokens == sum(1 << token for token in set(numbers))
            again = {token for token in numbers if numbers.count(token) > 1}
            assert twice == sum(1 << token for token in again)
            assert victories == city.victories
            shields = table.strength(seat)
            assert shields == city.shields
        for nth, pile in enumerate(state.around):
            cards = [known.kind(faces[slot]).number for slot in pile.slots]
            assert table.pile(nth) == cards, pile.name
            assert table.counted(nth) == [
                cards.count(kind.number) for kind in known.kinds
            ]
        assert table.opened() == [token_number(known.token(it)) for it in state.open]
        assert table.horns == state.horns
        assert table.cat == (-1 if state.cat is None else state.cat)
        assert table.used == self._bits(state.used)
        assert table.due == self._bits(state.due)
        if not table.over:
            assert table.saw == sum(1 << seat for seat in state.saw)
            assert (table.seat, table.turn) == (state.seat, state.turn)

    def _bits(self, tokens: Sequence[str]) -> int:
        known = catalog().tokens_by_id
        return sum(1 << token_number(known[it]) for it in tokens)
