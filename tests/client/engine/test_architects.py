"""The engine of Architects has the same moves, tokens and points as `core` at each step."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.client.bots.architects import builder
from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.reading import Unread, read, text_of
from sealed_wonders.client.engine.architects.weights import builders
from sealed_wonders.core import game
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import play
from tests.support.architects import architects
from tests.support.architects_engine import Twins, variety
from tests.support.thorough import is_thorough


def test_a_game_in_numbers_is_the_game() -> None:
    """Games of all numbers of players, wonders by lot and chosen, step by step."""
    for number in range(2000 if is_thorough() else len(PLAYERS) * 4):
        assert Twins(variety(number), f"twins:{number}").play() >= 20


def test_it_can_be_read_when_somebody_has_left() -> None:
    """From then on it goes on among the others."""
    for number in range(500 if is_thorough() else len(PLAYERS)):
        Twins(variety(number), f"left:{number}", leaves=0.05).play()


def test_what_has_no_piles_yet_cannot_be_read() -> None:
    """There is nothing in numbers to the choice of wonders."""
    with pytest.raises(Unread):
        read(architects(Architects(3, "chosen").begin(seeded("wonders"))))


def test_the_others_of_a_rollout_choose_as_a_builder_does() -> None:
    """But where moves are alike, and where a search is estimated."""
    alike: list[bool] = []
    player = builder.player("")

    def choose(it: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        state, move = architects(it), player(it, seat, faces)
        if len(state.moves(seat, faces)) > 1:
            table = Dealing(state, faces).root
            quick = Policy(table.book, builders(), needs_of(table.book))
            alike.append(text_of(state, quick.choose(table)) == move.text)
        return move

    for players in PLAYERS:
        play(Architects(players), seeded(f"likeness:{players}"), [choose] * players)
    assert sum(alike) >= 0.98 * len(alike) >= 500
