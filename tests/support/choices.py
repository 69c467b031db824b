"""Examine single choices of bots."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.bots.wonders import builder
from sealed_wonders.client.table.events import Question
from sealed_wonders.core import game
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.local import Player
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.state import State as WondersState
from tests.support.games import wonders
from tests.support.wonders import Table


def checking_player(player: Player) -> Player:
    """Return a player that checks each of its choices."""

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        move = player(state, seat, faces)
        assert move in state.moves(seat, faces)
        if isinstance(state, State):
            assert move == player(with_hidden_slots(state, faces), seat, faces)
        else:
            assert move == player(with_hidden_hands(wonders(state), seat), seat, faces)
        return move

    return choose


def with_hidden_slots(state: State, seen: Mapping[Slot, Card]) -> State:
    """
    Return a state of Architects with other names for all face-down slots that weren't
    seen.
    """

    def renamed(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(slot if slot in seen else -1 - slot for slot in slots)

    piles = [evolve(pile, slots=renamed(pile.slots)) for pile in state.piles]
    return evolve(
        state,
        piles=tuple(piles),
        central=evolve(state.central, slots=renamed(state.central.slots)),
        tokens=evolve(state.tokens, slots=renamed(state.tokens.slots)),
    )


def with_hidden_hands(state: WondersState, seat: Seat) -> WondersState:
    """Return a state of 7 Wonders with other names for the slots in others' hands."""

    def renamed(hands: tuple[tuple[Slot, ...], ...]) -> tuple[tuple[Slot, ...], ...]:
        return tuple(
            hand if at == seat else tuple(-1 - slot for slot in hand)
            for at, hand in enumerate(hands)
        )

    return evolve(
        state,
        hands=renamed(state.hands),
        leaders=renamed(state.leaders),
        box=tuple(-1 - slot for slot in state.box),
        deck=tuple(-1 - slot for slot in state.deck),
    )


def builders_choice(table: Table, seat: Seat = 0) -> str:
    """Return the builder's choice, and the card it uses if the move doesn't show it."""
    move = builder.player("")(table.state, seat, table.seen(seat))
    if move.slot is None or table.state.rules.shows(move.text):
        return move.text
    name = wonders(table.state).rules.catalog.cards[table.faces[move.slot]].id
    return f"{move.text} with {name}"


def free_if_possible(question: Question) -> Move:
    """
    Build a card for free as soon as possible, by Olympia's side A.

    The first seat takes that board and builds its stages; otherwise, choose as bots do.
    """
    for words in ("board olympia_1e", " power=1", "stage"):
        some = [move for move in question.moves if words in move.text]
        if some and (question.seat == 0 or words != "stage"):
            return some[0]
    return builder.player("")(question.state, question.seat, question.faces)
