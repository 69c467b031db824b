"""
``builder``: what is worth most to the city just now.

It looks one move ahead and no further, and knows what a player at its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.client.bots.wonders.edifices import EdificeWorth
from sealed_wonders.client.bots.wonders.leaders import LeaderWorth
from sealed_wonders.client.bots.wonders.moves import MoveWorth
from sealed_wonders.client.bots.wonders.worth import Worth
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Choose, Move, Pass, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.city import found, with_stage
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.effects import PlayLastCard
from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.leaders.tasks import Draft, Enlist, Recruit, Victims
from sealed_wonders.core.wonders.model import Around, City, Leader
from sealed_wonders.core.wonders.notation import Option
from sealed_wonders.core.wonders.play import (
    LAST_TURN,
    FromDiscard,
    LastCard,
    Turn,
)
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides, settled_sides
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
    return best(state, seat, faces, state.moves(seat, faces))


def best(
    state: State, seat: Seat, faces: Mapping[Slot, Card], moves: Sequence[Move]
) -> Move:
    """Choose the best of some moves of a seat, the first one if several are."""
    if not moves:
        return state.default(seat, faces)
    return _best(state, seat, faces, notation.read_options(moves)).move


def _best(
    state: State, seat: Seat, faces: Mapping[Slot, Card], options: Sequence[Option]
) -> Option:
    match state.task:
        case ChooseBoards(taken):
            return max(options, key=lambda one: _board_worth(state, taken, one))
        case ChooseSides(boards):
            worth = _side_worth(state, boards, seat)
            return max(options, key=lambda one: worth(one.play.name))
        case Turn(age, turn) | LastCard(age, turn) | FromDiscard(age, turn):
            return _Choice(state, seat, faces, age, turn).best(options)
        case Draft():
            later = LeaderWorth(state, seat, 1)
            hand = _leaders(state, faces)
            return max(options, key=lambda one: later.leader(hand[one.move.slot]))
        case Recruit(age, turn) | Enlist(age, turn):
            later = LeaderWorth(state, seat, age + 1)
            now = MoveWorth(state, seat, age, turn)
            hand = _leaders(state, {slot: faces[slot] for slot in state.leaders[seat]})

            def total(one: Option) -> float:
                used = one.move.slot
                kept = [leader for slot, leader in hand.items() if slot != used]
                return now.of(one.play) + later.hand(kept)

            return max(options, key=total)
        case Fail(age):
            losing = Worth(state.around(seat), state.players, age, LAST_TURN)
            return min(options, key=lambda one: _lost(state, losing, one))
        case Victims(age, turn):
            losing = Worth(state.around(seat), state.players, age, turn)
            return min(options, key=lambda one: _lost(state, losing, one))
    return options[0]


def _leaders(state: State, faces: Mapping[Slot, Card]) -> dict[Slot | None, Leader]:
    """Return the leaders a seat sees, by their slots."""
    cards = state.rules.catalog
    return {
        slot: leader for slot, card in faces.items() if (leader := cards.leader(card))
    }


def _lost(state: State, worth: Worth, option: Option) -> float:
    """Return what it costs to lose what a move names."""
    name = option.play.name
    building = state.rules.catalog.buildings_by_id.get(name)
    if building is not None:
        return worth.standing(building)
    return worth.without_tokens([int(value) for value in name.split("+")])


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
        self._worth = MoveWorth(state, seat, age, turn)
        self._cards = state.rules.catalog
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
                self._quotes = Quotes(around, turn, age)
                self._denied = {slot: self._loss(faces[slot]) for slot in faces}

    def best(self, options: Sequence[Option]) -> Option:
        """Return the best of some moves, the first one if several are."""
        worths = {option: self._worth.of(option.play) for option in options}
        # The next stage is built with one card, so it is no reason to keep another.
        uses: dict[Slot | None, float] = {}
        for (move, play), worth in worths.items():
            if play.verb != "stage":
                uses[move.slot] = max(worth, uses.get(move.slot, 0.0))
        return max(options, key=lambda one: worths[one] + self._beside(one.move, uses))

    def _beside(self, move: Move, uses: Mapping[Slot | None, float]) -> float:
        """Return what it is worth which card a move uses, and which ones it doesn't."""
        if move.slot is None:
            return 0.0
        others = [worth for slot, worth in uses.items() if slot != move.slot]
        return self._denied.get(move.slot, 0.0) + self._kept * max(others, default=0.0)

    def _loss(self, card: Card) -> float:
        """Return what it is worth that the next player doesn't get a card."""
        building = self._cards.building(card)
        if building is None or self._quotes.building(building).refusal is not None:
            return 0.0
        return DENIED * max(0.0, self._rival.building(building))


def _board_worth(state: State, taken: tuple[Card, ...], option: Option) -> float:
    """
    Return what a board is worth, whoever may sit beside it.

    That of its better side, unless it is settled which one is played.
    """
    rules = state.rules
    board = rules.catalog.boards_by_id[option.play.name]
    (card,) = rules.catalog.numbers(board)
    others = [it for it in rules.catalog.board_cards if it not in (*taken, card)]
    worth = _side_worth(state, (*taken, card, *others), len(taken))
    settled = settled_sides(state)
    return max(map(worth, (settled[len(taken)],) if settled else notation.SIDES))


def _side_worth(
    state: State, boards: Sequence[Card], seat: Seat
) -> Callable[[str], float]:
    """Return what the wonders on both sides of a board are worth."""
    players, rules = state.players, state.rules
    board = rules.catalog.boards[boards[seat]]
    starts = {repr(side.start) for side in board.sides.values()}

    def city(at: Seat, side: str) -> City:
        board = rules.catalog.boards[boards[at % players]]
        return found(board, board.sides[side], rules.start_coins)

    def worth(side: str) -> float:
        around = Around(city(seat, side), city(seat + 1, "day"), city(seat - 1, "day"))
        view = Worth(around, players, 1, -1)
        total = view.start(around.city.side.start) if len(starts) > 1 else 0.0
        for stage in around.city.side.stages:
            view = Worth(around, players, 1, -1)
            edifices = EdificeWorth(state, seat, view, 1, 0)
            each = {
                half: view.stage(half) + edifices.brought(stage.effects(half))
                for half in stage.halves or ("",)
            }
            half = max(each, key=each.__getitem__)
            total += each[half] - UNIT * sum(unpack(stage.goods).values()) - CARD
            around = around._replace(city=with_stage(around.city, half, -1))
        return total

    return worth
