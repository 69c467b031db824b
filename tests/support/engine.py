"""Games in `core` and in the numeric engine side by side, compared at each step."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from sealed_wonders.client.engine.wonders.reading import (
    card_used,
    empty,
    lay_projects,
    read,
    text_of,
)
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.core.game import Card, Choose, Look, Move, Over, Seat, Slot, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import possible_boards
from sealed_wonders.core.wonders.options import EXPANSIONS, LEADER_SETS, PLAYERS, SIDES
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State


def varied_rules(number: int) -> Wonders:
    """Return the rules of one of many games, which together cover everything."""
    dice = random.Random(f"rules:{number}")
    players = PLAYERS[number % len(PLAYERS)]
    number //= len(PLAYERS)
    expansions = tuple(it for nth, it in enumerate(EXPANSIONS) if number >> nth & 1)
    boards: list[str] = []
    if dice.random() < 0.6:
        possible = list(possible_boards(expansions))
        dice.shuffle(possible)
        wonders: set[str] = set()
        for board in possible:
            if len(boards) < players and not wonders & {board.id, board.of}:
                boards.append(board.id)
                wonders |= {board.id, board.of} - {""}
        known = [board.id for board in possible_boards(expansions)]
        boards.sort(key=known.index)
    return Wonders(
        players,
        dice.choice(SIDES),
        expansions,
        dice.choice(list(LEADER_SETS)) if "leaders" in expansions else "standard",
        boards=tuple(boards),
    )


class Twins:
    """
    One game in both implementations, with random moves that prefer building to selling.
    """

    def __init__(self, rules: Wonders, seed: str) -> None:
        self.rules = rules
        self.dice = random.Random(seed)
        self.dealer = Dealer(rules, seeded(seed))
        self.table: EngineTable | None = None
        self.steps = 0
        self._texts: dict[int, tuple[str, str]] = {}

    @property
    def state(self) -> State:
        state = self.dealer.state
        assert isinstance(state, State)
        return state

    def play(self) -> int:
        """Play to the end, and compare at each step; return the number of steps."""
        players = [self._choose] * self.rules.players
        self._moves: dict[Seat, int] = {}
        asked: tuple[object, ...] = ()
        for answer in self.dealer.steps(players):
            state = self.state
            if not state.cities:
                continue
            if self.table is None:
                if self._ready(state):
                    self._begin(state)
                continue
            if state.chosen or not isinstance(state.ask, Choose | Look | Over):
                continue
            self._follow(state)
            asked = (answer,)
        assert asked
        return self.steps

    def _ready(self, state: State) -> bool:
        if isinstance(state.ask, Over):
            return False
        return state.task.name in ("draft", "turn")

    def _begin(self, state: State) -> None:
        table = empty(self.rules)
        book = table.book
        for city, it in zip(table.cities, state.cities, strict=True):
            city.found(book.by_side[it.board.id, it.side.name], it.coins)
        lay_projects(table, state)
        self.table = table
        self._lay(state)
        table.begin()
        self._compare(state)

    def _lay(self, state: State) -> None:
        """Deal the same cards in the engine."""
        table = self.table
        assert table is not None
        block = table.book.block_of_card
        faces = self.dealer.faces
        name, age = state.task.name, getattr(state.task, "age", 1)
        if name == "draft":
            for city, hand in zip(table.cities, state.hands, strict=True):
                city.lay_hand([block[faces[slot]] for slot in hand])
            table.lay_box([block[faces[slot]] for slot in state.box])
        elif name == "turn":
            dealt = [block[faces[slot]] for hand in state.hands for slot in hand]
            table.lay_deck(age, dealt)

    def _follow(self, state: State) -> None:
        """Make the same moves in the engine."""
        table = self.table
        assert table is not None
        if state.task.name == "turn" and state.task.turn == 1:  # type: ignore[attr-defined]
            self._lay(state)
        if not self._moves:
            return
        for seat, move in self._moves.items():
            table.choose(seat, move)
        self._moves = {}
        table.resolve()
        self._compare(state)

    def _compare(self, state: State) -> None:
        table = self.table
        assert table is not None
        self.steps += 1
        self._compare_cities(table, state)
        again = None
        if not table.over and self.steps % 7 == 0:
            again = read(state)
            self._compare_cities(again, state)
            again.lay_discard(table.discarded())
            for one, other in zip(again.cities, table.cities, strict=True):
                one.lay_hand(other.hand_cards())
                one.lay_held(other.held_cards())
            again.again()
        self._seats = seats = self._asked(state)
        assert table.asked == sum(1 << seat for seat in seats), state.task
        if table.over:
            assert isinstance(state.ask, Over)
        if again is not None:
            assert again.asked == table.asked
            for seat in seats:
                assert again.moves(seat) == table.moves(seat)
            assert again.tasks() == table.tasks()

    def _compare_cities(self, table: EngineTable, state: State) -> None:
        sheet = state.score()
        for seat, (city, it) in enumerate(zip(table.cities, state.cities, strict=True)):
            assert city.coins == it.coins, (state.task, seat)
            assert table.points(seat) == sheet.rows[seat][-1], (state.task, seat)
            assert city.shields == it.works.shields
            assert city.fixed == it.works.own.fixed
            assert city.stages == len(it.stages)
            assert city.n_cards == len(it.buildings)

    def _asked(self, state: State) -> Sequence[Seat]:
        match state.ask:
            case Choose(offers):
                return sorted(offers)
            case Look(seat):
                return [seat]
        return []

    def _choose(self, state: object, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        assert isinstance(state, State)
        moves = state.moves(seat, faces)
        if self.table is None:
            return self.dice.choice(moves)
        cards = self.rules.catalog.cards
        numbers = self.table.moves(seat)
        mine = {self._text(move): move for move in numbers}
        theirs = {
            (
                move.text,
                "" if move.slot is None else cards[faces[move.slot]].id,
            ): move
            for move in moves
        }
        assert mine.keys() == theirs.keys(), (state.task, seat)
        assert len(mine) == len(moves) == len(numbers)
        some = sorted(theirs)
        good = [it for it in some if it[0].split(" ")[0] not in ("sell", "decline")]
        chosen = self.dice.choice(good if good and self.dice.random() < 0.85 else some)
        self._moves[seat] = mine[chosen]
        return theirs[chosen]

    def _text(self, move: int) -> tuple[str, str]:
        """Return the text of an engine's move, and the card that it uses."""
        text = self._texts.get(move)
        if text is None:
            assert self.table is not None
            book = self.table.book
            text = self._texts[move] = text_of(book, move), card_used(book, move)
        return text
