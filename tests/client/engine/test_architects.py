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
from tests.support.architects_engine import Twins, varied_rules
from tests.support.thorough import is_thorough


def test_the_engine_plays_the_same_games_as_core() -> None:
    """
    Games with all numbers of players, and wonders drawn or chosen, are compared step by
    step.
    """
    for number in range(2000 if is_thorough() else len(PLAYERS) * 4):
        assert Twins(varied_rules(number), f"twins:{number}").play() >= 20


def test_games_can_be_read_after_a_seat_has_left() -> None:
    """The game continues among the other seats."""
    for number in range(500 if is_thorough() else len(PLAYERS)):
        Twins(varied_rules(number), f"left:{number}", leaves=0.05).play()


def test_a_game_without_piles_cannot_be_read() -> None:
    """The engine doesn't cover the choice of wonders."""
    with pytest.raises(Unread):
        read(architects(Architects(3, "chosen").begin(seeded("wonders"))))


def test_players_in_a_rollout_choose_like_a_builder() -> None:
    """Exceptions are equal moves and estimated searches."""
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
