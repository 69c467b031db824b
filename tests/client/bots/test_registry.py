"""The registry of strategies, and which games each one plays."""

from __future__ import annotations

import pytest

from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.botregistry import BOTS
from sealed_wonders.core.game import seeded
from sealed_wonders.core.games import GAMES, ruleset
from sealed_wonders.core.local import play


def test_each_game_has_a_builder() -> None:
    """A game that is added needs one line there."""
    assert tuple(BOTS) == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_builder_is_found_by_the_game_that_is_played(game: str) -> None:
    """It comes to more than one that only makes the default move of each choice."""
    bots = [strategy("builder", "")] * 2 + [lambda *asked: asked[0].default(*asked[1:])]
    sheet = play(ruleset(game, 3, {"sides": "day"}), seeded("registry"), bots).score()
    assert max(row[-1] for row in sheet.rows[:2]) > sheet.rows[2][-1]
