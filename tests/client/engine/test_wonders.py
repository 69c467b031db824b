"""The engine of 7 Wonders has the same moves, coins and points as `core` at each step."""

from __future__ import annotations

import pytest

from sealed_wonders.client.engine.wonders.reading import Unread, read
from sealed_wonders.core.game import seeded
from sealed_wonders.core.wonders.options import EXPANSIONS, PLAYERS
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.engine import Twins, varied_rules
from tests.support.thorough import is_thorough


def test_the_engine_plays_the_same_games_as_core() -> None:
    """
    Games with all numbers of players, expansions and boards are compared step by step.
    """
    rules = [varied_rules(number) for number in range(2000 if is_thorough() else 60)]
    played = {(it.players, it.expansions) for it in rules}
    assert len(played) == len(PLAYERS) * 2 ** len(EXPANSIONS)
    for number, one in enumerate(rules):
        assert Twins(one, f"twins:{number}").play() >= 18


def test_a_game_without_cities_cannot_be_read() -> None:
    """The engine doesn't cover the choice of boards."""
    with pytest.raises(Unread):
        read(Wonders(3).begin(seeded("boards")))
