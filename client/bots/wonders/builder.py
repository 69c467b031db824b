"""
The bot ``builder`` of 7 Wonders: it plays the move that is worth most to the city now.

It looks one move ahead, and knows only what a player in its seat sees.
`client/engine/wonders/policy.py` evaluates its moves. It makes no random choices:
tests/records/builder.txt holds the moves of whole games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.reading import (
    book_of,
    card_used,
    empty,
    lay_projects,
    read,
    text_of,
)
from sealed_wonders.client.engine.wonders.weights import weights
from sealed_wonders.core import game
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides, settled_sides
from sealed_wonders.core.wonders.state import State


def player(seed: str) -> Player:
    """Return a player; it makes no random choices, so the seed is ignored."""
    return Builder()


class Builder:
    """Chooses for any seat. Not thread-safe: each thread needs its own."""

    def __init__(self) -> None:
        self._policies: dict[Wonders, Policy] = {}

    def __call__(
        self, state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
    ) -> Move:
        """Return the best move of a seat, the first one of equals."""
        if not isinstance(state, State) or not isinstance(state.rules, Wonders):
            return state.default(seat, faces)
        moves = state.moves(seat, faces)
        if len(moves) < 2:
            return state.default(seat, faces)
        policy = self._policies.get(state.rules)
        if policy is None:
            policy = Policy(book_of(state.rules), weights())
            self._policies[state.rules] = policy
        wonders = BoardValues(policy, state.rules, state)
        match state.task:
            case ChooseBoards(taken):
                return max(moves, key=lambda it: wonders.board(taken, _named(it)))
            case ChooseSides(boards):
                return max(moves, key=lambda it: wonders.side(boards, seat, _named(it)))
        return _best(policy, state, seat, faces, moves)


def _named(move: Move) -> str:
    return notation.parse(move.text).name


def _best(
    policy: Policy,
    state: State,
    seat: Seat,
    faces: Mapping[Slot, Card],
    moves: Sequence[Move],
) -> Move:
    """Return the best of several moves after the cities are founded."""
    table = read(state)
    names, block_of = table.book.names, table.book.block_of_card

    def seen(slots: Sequence[Slot]) -> list[int]:
        return [block_of[faces[slot]] for slot in sorted(slots) if slot in faces]

    city = table.city(seat)
    city.lay_hand(seen(state.hands[seat]))
    if state.leaders:
        city.lay_held(seen(state.leaders[seat]))
    table.lay_discard(seen(state.discard))
    number = policy.choose(table, seat)
    text, card = text_of(table.book, number), card_used(table.book, number)

    def uses(slot: Slot | None) -> str:
        return "" if slot is None else names[block_of[faces[slot]]]

    return next(it for it in moves if it.text == text and uses(it.slot) == card)


class BoardValues:
    """The values of boards and their sides before the cities are founded."""

    def __init__(self, policy: Policy, rules: Wonders, state: State) -> None:
        self._policy = policy
        self._rules = rules
        self._state = state

    def board(self, taken: tuple[Card, ...], name: str) -> float:
        """
        Return the value of a board, whatever the neighbours' boards.

        That is the value of its better side, unless the side is settled.
        """
        catalog = self._rules.catalog
        (card,) = catalog.numbers(catalog.boards_by_id[name])
        others = [it for it in catalog.board_cards if it not in (*taken, card)]
        boards, seat = (*taken, card, *others), len(taken)
        settled = settled_sides(self._state)
        sides = settled[seat : seat + 1] or notation.SIDES
        return max(self.side(boards, seat, side) for side in sides)

    def side(self, boards: Sequence[Card], seat: Seat, side: str) -> float:
        """Return the value of the wonder on one side of a seat's board."""
        rules = self._rules
        table = empty(rules)
        lay_projects(table, self._state)
        for step, name in ((0, side), (1, "day"), (-1, "day")):
            at = (seat + step) % rules.players
            board = rules.catalog.boards[boards[at]]
            table.city(at).found(table.book.by_side[board.id, name], rules.start_coins)
        sides = rules.catalog.boards[boards[seat]].sides.values()
        starts = {repr(it.start) for it in sides}
        return self._policy.wonder(table, seat, len(starts) > 1)
