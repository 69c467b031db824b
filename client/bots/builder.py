"""
``builder``: what is worth most to the city just now.

It looks one move ahead and no further, and knows what a player at its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.bots.worth import Worth
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Choose, Move, Pass, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.city import City, found, with_stage
from sealed_wonders.core.wonders.effects import Around, PlayLastCard
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.play import (
    LAST_TURN,
    SALE,
    FromDiscard,
    LastCard,
    Turn,
)
from sealed_wonders.core.wonders.setup import START_COINS, ChooseSides
from sealed_wonders.core.wonders.state import State

DENIED = 0.12
"""What it is worth that the next player doesn't get a card, as a part of its worth."""

KEPT = 0.1
"""What the best of the other cards is worth, as a part of its worth, where the hand
comes round again; and all of it, where the last card of an age is played."""

UNIT = 0.7
"""What a unit of goods in a stage's cost is worth, in points."""

CARD = 2.5
"""What a card put under a stage might have been worth, in points."""


def player(seed: str) -> Player:
    """Make a player; it leaves nothing to chance."""
    return choose


def choose(state: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
    """Choose the best move of a seat."""
    if not isinstance(state, State):
        return state.default(seat, faces)
    moves = state.moves(seat, faces)
    match state.task:
        case ChooseSides(boards):
            worth = _side_worth(state.players, boards, seat)
            return max(moves, key=lambda move: worth(notation.parse(move.text).name))
        case Turn(age, turn) | LastCard(age, turn) | FromDiscard(age, turn):
            return _Choice(state, seat, faces, age, turn).best(moves)
    return state.default(seat, faces)


class _Choice:
    """One choice of a seat among cards."""

    def __init__(
        self,
        state: State,
        seat: Seat,
        faces: Mapping[Slot, Card],
        age: int,
        turn: int,
    ) -> None:
        self._worth = Worth(state.around(seat), state.players, age, turn)
        self._built: dict[str, float] = {}
        self._stages: dict[str, float] = {}
        self._kept = 0.0
        """The part of its worth that a card has which is not used now."""
        if turn == LAST_TURN:
            self._kept = PlayLastCard.kind in state.cities[seat].works.powers
        elif turn + state.players <= LAST_TURN:
            self._kept = KEPT
        self._denied: dict[Slot, float] = {}
        match state.ask:
            case Choose(offers) if isinstance(rest := offers[seat].rest, Pass):
                around = state.around(rest.seat)
                self._rival = Worth(around, state.players, age, turn)
                self._quotes = Quotes(around, turn)
                self._denied = {slot: self._loss(faces[slot]) for slot in faces}

    def best(self, moves: Sequence[Move]) -> Move:
        """Give the best of some moves, the first one if several are."""
        worths = {move: self._done(move) for move in moves}
        # The next stage is built with one card, so it is no reason to keep another.
        uses: dict[Slot | None, float] = {}
        for move, worth in worths.items():
            if notation.parse(move.text).verb != "stage":
                uses[move.slot] = max(worth, uses.get(move.slot, 0.0))
        return max(moves, key=lambda move: worths[move] + self._beside(move, uses))

    def _done(self, move: Move) -> float:
        """Say what a move does for the city."""
        verb, name, half, paid, *_ = notation.parse(move.text)
        match verb:
            case "build" | "pick":
                return self._building(name) - self._worth.price(paid)
            case "stage":
                return self._stage(half) - self._worth.price(paid)
            case "sell":
                return self._worth.coins(SALE)
        return 0.0

    def _beside(self, move: Move, uses: Mapping[Slot | None, float]) -> float:
        """Say what it is worth which card a move uses, and which ones it doesn't."""
        if move.slot is None:
            return 0.0
        others = [worth for slot, worth in uses.items() if slot != move.slot]
        return self._denied.get(move.slot, 0.0) + self._kept * max(others, default=0.0)

    def _building(self, name: str) -> float:
        if name not in self._built:
            building = catalog().buildings_by_id[name]
            self._built[name] = self._worth.building(building)
        return self._built[name]

    def _stage(self, half: str) -> float:
        if half not in self._stages:
            self._stages[half] = self._worth.stage(half)
        return self._stages[half]

    def _loss(self, card: Card) -> float:
        """Say what it is worth that the next player doesn't get a card."""
        building = catalog().building(card)
        if building is None or self._quotes.building(building).refusal is not None:
            return 0.0
        return DENIED * max(0.0, self._rival.building(building))


def _side_worth(
    players: int, boards: Sequence[Card], seat: Seat
) -> Callable[[str], float]:
    """Say what the wonders on both sides of a board are worth."""

    def city(at: Seat, side: str) -> City:
        board = catalog().boards[boards[at % players]]
        return found(board, board.sides[side], START_COINS)

    def worth(side: str) -> float:
        around = Around(city(seat, side), city(seat + 1, "day"), city(seat - 1, "day"))
        total = 0.0
        for stage in around.city.side.stages:
            view = Worth(around, players, 1, 0)
            each = {half: view.stage(half) for half in stage.halves or ("",)}
            half = max(each, key=each.__getitem__)
            total += each[half] - UNIT * sum(unpack(stage.goods).values()) - CARD
            around = around._replace(city=with_stage(around.city, half, -1))
        return total

    return worth
