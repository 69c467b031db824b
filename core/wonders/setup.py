"""The tasks before the first age: boards and sides (W1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sealed_wonders.core.game import (
    Ask,
    Card,
    Choose,
    Chosen,
    Deck,
    IllegalMove,
    Mixed,
    Move,
    Offer,
    Refusal,
    Seat,
    Shuffle,
    Slot,
    Stay,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.city import found
from sealed_wonders.core.wonders.events import BoardTaken, Founded
from sealed_wonders.core.wonders.model import Board
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.state import State, Task, check_hidden

START_COINS = 3
"""Coins at the start (W1.4); expansions add to it."""


def deck_name(name: str, attempt: int) -> str:
    """
    Return a deck's name that is unique among attempts.

    A deck is shuffled again if a seat left in the meantime.
    """
    return name if attempt == 1 else f"{name}#{attempt}"


@dataclass(frozen=True, slots=True)
class MixBoards(Task):
    """Shuffle the boards."""

    name: ClassVar[str] = "mix_boards"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        name = deck_name("boards", self.attempt)
        return Shuffle((Deck(name, (), state.rules.catalog.board_cards),))

    def mixed(self, state: State, answer: Mixed) -> State:
        mixed = evolve(state, deck=answer.slots[0])
        return mixed.next_task(TurnUpBoards(self.attempt))

    def after_leaving(self, state: State) -> State:
        return evolve(state, task=MixBoards(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class TurnUpBoards(Task):
    """Turn up a board for each seat, including those that have left."""

    name: ClassVar[str] = "turn_up_boards"
    attempt: int = 1

    def ask(self, state: State) -> Ask:
        return TurnUp(state.deck[: state.players])

    def turned_up(self, state: State, answer: TurnedUp) -> State:
        cards = state.rules.catalog.board_cards
        if len(set(answer.faces)) < state.players or not set(answer.faces) <= set(
            cards
        ):
            detail = Sentence(
                "not {players} different boards: {faces}",
                players=state.players,
                faces=shown(answer.faces),
            )
            raise IllegalMove(None, Refusal.NOT_IN_HAND, detail)
        return boards_lie(evolve(state, deck=()), answer.faces)

    def after_leaving(self, state: State) -> State:
        return evolve(state, deck=(), task=MixBoards(self.attempt + 1))


@dataclass(frozen=True, slots=True)
class ChooseBoards(Task):
    """Let each seat in turn choose one of the remaining boards (W1.7)."""

    name: ClassVar[str] = "choose_boards"
    taken: tuple[Card, ...] = ()
    """The boards chosen so far, by seat."""

    @property
    def seat(self) -> Seat:
        """The seat that chooses now."""
        return len(self.taken)

    def left(self, state: State) -> tuple[Card, ...]:
        """Return the boards that nobody has chosen, ascending."""
        boards = state.rules.catalog.board_cards
        return tuple(card for card in boards if card not in self.taken)

    def ask(self, state: State) -> Ask | None:
        # The last board needs no choice, and a seat that has left gets one without
        # choosing.
        if self.seat == state.players or self.seat in state.gone:
            return None
        if len(self.left(state)) == 1:
            return None
        return Choose({self.seat: Offer((), Stay())})

    def run(self, state: State) -> State:
        if self.seat < state.players:
            return self._taking(state, self.left(state)[0])
        return boards_lie(state, self.taken)

    def check(self, state: State, chosen: Chosen) -> None:
        play = notation.parse_move(chosen.seat, chosen.text)
        left = [state.rules.catalog.boards[card].id for card in self.left(state)]
        if play.verb != "board":
            detail = Sentence(
                "expected a board, not: {move}", move=shown(chosen.text, 40)
            )
            raise IllegalMove(chosen.seat, Refusal.NO_CHOICE, detail)
        check_hidden(chosen)
        if play.name not in left:
            detail = Sentence(
                "expected one of {ways}, not {move}",
                ways=", ".join(left),
                move=shown(chosen.text, 40),
            )
            raise IllegalMove(chosen.seat, Refusal.NOT_THERE, detail)

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        name = notation.parse(chosen[self.seat].text).name
        boards = state.rules.catalog
        return self._taking(state, boards.numbers(boards.boards_by_id[name])[0])

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        boards = state.rules.catalog.boards
        return [Move(f"board {boards[card].id}") for card in self.left(state)]

    def _taking(self, state: State, card: Card) -> State:
        news = BoardTaken(self.seat, state.rules.catalog.boards[card].id)
        return evolve(state, task=ChooseBoards((*self.taken, card))).with_news(news)


def boards_lie(state: State, boards: tuple[Card, ...]) -> State:
    """
    Continue after every seat has a board.

    Args:
        state: the state before.
        boards: the boards by seat.
    """
    lying = state.rules.tasks(Moment.BOARDS_LIE)
    return state.next_task(*lying, ChooseSides(boards))


def settled_sides(state: State) -> tuple[str, ...]:
    """
    Return the sides that are settled without a choice, by seat; none if chosen (W1.3).
    """
    if state.rules.sides == "choose":
        return ()
    return state.lots or (state.rules.sides,) * state.players


@dataclass(frozen=True, slots=True)
class ChooseSides(Task):
    """
    Let each seat choose the side of its board, unless the sides are already settled.
    """

    name: ClassVar[str] = "choose_sides"
    boards: tuple[Card, ...]

    def ask(self, state: State) -> Ask | None:
        if settled_sides(state):
            return None
        return Choose({seat: Offer((), Stay()) for seat in state.active})

    def run(self, state: State) -> State:
        return self._found(state, settled_sides(state))

    def check(self, state: State, chosen: Chosen) -> None:
        play = notation.parse_move(chosen.seat, chosen.text)
        if play.verb != "side":
            detail = Sentence(
                "expected a side, not: {move}", move=shown(chosen.text, 40)
            )
            raise IllegalMove(chosen.seat, Refusal.NO_CHOICE, detail)
        check_hidden(chosen)

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        sides = ["day"] * state.players
        for seat, choice in chosen.items():
            sides[seat] = notation.parse(choice.text).name
        return self._found(state, tuple(sides))

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        return [Move(f"side {side}") for side in notation.SIDES]

    def _found(self, state: State, sides: tuple[str, ...]) -> State:
        rules = state.rules
        boards: list[Board] = [rules.catalog.boards[card] for card in self.boards]
        cities = tuple(
            found(board, board.sides[side], rules.start_coins)
            for board, side in zip(boards, sides, strict=True)
        )
        edifices = tuple(project.edifice.id for project in state.projects)
        news = Founded(tuple(board.id for board in boards), sides, edifices)
        state = evolve(state, cities=cities).with_news(news)
        return state.next_task(*rules.tasks(Moment.CITIES_STAND))
