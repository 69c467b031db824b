"""
Cheating with the choice of boards, and with the card that a board makes free once an
age.

Two programs that share no code must refuse each cheat and name the seat: ours, and
`tests/independent.py`, which was written from docs/PROTOCOL.md alone.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

from sealed_wonders.core.game import Move, Seat, Slot
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.suites import SEALED
from tests.cheats.midgame import (
    NONCE,
    SEATS,
    KnownGame,
    Position,
    convicted,
    out_of_turn,
    said_twice,
    taken,
)
from tests.support.choices import free_if_possible
from tests.support.inprocess.seats import Seats
from tests.vectors.make_three_seats import GAMES, kept_keys

CHOSEN = KnownGame("three_seats", GAMES["three_seats"].rules)
FIRST, SECOND = (
    CHOSEN.numbers("CHOOSE", "", (0,))[0],
    CHOSEN.numbers("CHOOSE", "", (1,))[0],
)
THERE = ("babylon", "halikarnassos", "olympia_1e")
"""The boards on the table; the first player takes the second of them."""


# Choosing a board.


def test_any_remaining_board_can_be_chosen() -> None:
    """Both programs accept these choices, so others are refused for their text."""
    for name in THERE:
        taken(CHOSEN.seen(FIRST), 0, (f"board {name}".encode(), ()))
    for name in (THERE[0], THERE[2]):
        taken(CHOSEN.seen(SECOND), 1, (f"board {name}".encode(), ()))


@pytest.mark.parametrize(
    "text",
    [
        "board halikarnassos",
        "board olympia",
        "board atlantis",
        "board",
        "board babylon left=1",
        "side day",
        "decline",
        "",
    ],
)
def test_a_choice_of_anything_but_a_remaining_board_is_a_fraud(text: str) -> None:
    """Neither a board that somebody has nor one of another edition can be chosen."""
    convicted(CHOSEN.seen(SECOND), 1, (text.encode(), ()))


def test_opening_a_card_with_a_choice_of_board_is_a_fraud() -> None:
    body = (b"board babylon", ((0, 1, bytes(96)),))
    convicted(CHOSEN.seen(SECOND), 1, body)


def test_a_choice_of_board_out_of_turn_is_refused() -> None:
    """Nobody is blamed: the message is in no log, and the game continues."""
    out_of_turn(CHOSEN, SECOND, b"board babylon")


def test_the_first_of_two_choices_of_a_board_counts() -> None:
    """After seeing the others' choices it is too late for another; both are proof."""
    first, second = (f"board {name}".encode() for name in THERE[:2])
    game = said_twice(CHOSEN, FIRST, first, second)
    assert isinstance(game.fold.state, State)
    assert THERE[0] in [event.board for event in game.fold.state.news]  # type: ignore[union-attr]


# The card that is free once an age.

BOARDS = ("alexandria", "rhodos", "olympia_1e")
RULES = Wonders(3, "day", boards=BOARDS, draw="chosen")
OPTIONS: dict[str, Any] = {"sides": "day", "boards": ",".join(BOARDS), "draw": "chosen"}
OLYMPIA: Seat = 0


@functools.cache
def spent() -> tuple[KnownGame, str]:
    """
    Return a game up to a pick after a card was free in the age, and that card.

    The game is as if it had been read from the files of `tests/vectors`.
    """
    table = Seats(RULES, "d", suite=SEALED, **OPTIONS)
    phases = []
    free = ""
    while not free or table.fold.phase.kind != "PICK":
        phase = table.fold.phase
        phases.append(["", phase.kind, list(phase.seats), phase.deck, ""])
        table.step(free_if_possible)
        state = table.fold.state
        assert isinstance(state, State)
        if state.cities and state.cities[OLYMPIA].spent and not free:
            free = state.cities[OLYMPIA].buildings[-1].id
    game = KnownGame("olympia", RULES)
    game.__dict__["wires"] = tuple(file.read(table.fold.log()))
    game.__dict__["_facts"] = {
        "phases": phases,
        "keys": [kept_keys(seat) for seat in table.seats],
    }
    return game, free


def open_now() -> Position:
    game, _card = spent()
    return game.at(len(game.phases))


def test_one_free_card_in_an_age_is_accepted() -> None:
    """The independent account has followed the game up to there."""
    game, card = spent()
    table = open_now().account.table
    assert table is not None
    written = [
        game.said(number, OLYMPIA).body
        for number, (kind, _seats, _deck) in enumerate(game.phases)
        if kind == "REVEAL"
    ]
    assert [f"build {card} power=1".encode()] == [
        body[1] for body in written if str(body[1]).endswith(" power=1'")
    ]


def all_pick(game: Position, text: str, slot: Slot) -> None:
    """Make Olympia's player commit to a move, and the others to a sale."""
    moves = {OLYMPIA: Move(text, slot)}
    for seat in {*SEATS} - {OLYMPIA}:
        its = game.secrets(seat).hand(game.fold.task)
        some = game.state.moves(seat, its)
        moves[seat] = next(move for move in some if move.text == "sell")
    task = game.fold.task
    for seat, move in moves.items():
        seal = game.fold.seal(seat, move.text, NONCE)
        game.tell(seat, game.secrets(seat).commit(task, move, seal))


def test_a_second_free_card_in_an_age_is_a_fraud() -> None:
    """It is committed to and opened as it should be. All legal moves are accepted."""
    game = open_now()
    hand = game.secrets(OLYMPIA).hand(game.fold.task)
    honest = game.state.moves(OLYMPIA, hand)
    for slot, card in hand.items():
        building = RULES.catalog.building(card)
        assert building is not None
        free = Move(f"build {building.id} power=1", slot)
        assert free.text not in [it.text for it in honest]
        convicted(*opened(free))
    for move in honest:
        taken(*opened(move))


def opened(move: Move) -> tuple[Position, Seat, Body]:
    """Let all pick; return the REVEAL by which Olympia's player shows a move."""
    game = open_now()
    assert move.slot is not None
    all_pick(game, move.text, move.slot)
    body = game.secrets(OLYMPIA).reveal(game.fold.task, move, NONCE)
    return game, OLYMPIA, body
