"""The engine of 7 Wonders has the same moves, coins and points as `core` at each step."""

from __future__ import annotations

import pytest

from sealed_wonders.client.engine.wonders.reading import Unread, read
from sealed_wonders.core.game import seeded
from sealed_wonders.core.wonders.options import EXPANSIONS, PLAYERS
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.engine import Twins, variety
from tests.support.thorough import is_thorough


def test_a_game_in_numbers_is_the_game() -> None:
    """Games of all numbers of players, with all expansions and boards, step by step."""
    rules = [variety(number) for number in range(2000 if is_thorough() else 60)]
    played = {(it.players, it.expansions) for it in rules}
    assert len(played) == len(PLAYERS) * 2 ** len(EXPANSIONS)
    for number, one in enumerate(rules):
        assert Twins(one, f"twins:{number}").play() >= 18


def test_what_has_no_city_yet_cannot_be_read() -> None:
    """There is nothing in numbers to the choice of boards."""
    with pytest.raises(Unread):
        read(Wonders(3).begin(seeded("boards")))
