"""Outlines of states: complete, and equal for equal states."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import pytest

from sealed_wonders.core.game import seeded
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.outline import Difference, difference, outline, pack
from tests.support.games import builder

GAMES: Sequence[tuple[str, int, dict[str, object]]] = (
    ("wonders", 4, {"with": "leaders,edifice"}),
    ("architects", 3, {}),
)


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_step_of_a_game_changes_the_outline(
    name: str, players: int, options: dict[str, object]
) -> None:
    """Whatever the table did or a seat chose, the outline shows it."""
    dealer = Dealer(ruleset(name, players, options), seeded("outlined"))
    told = [outline(dealer.state)]
    for _ in dealer.steps([builder(f"{seat}") for seat in range(players)]):
        told.append(outline(dealer.state))
        assert difference(told[-2], told[-1]) is not None
        assert difference(told[-1], json.loads(pack(told[-1]))) is None
    state: Any = dealer.state
    said = {one.name for one in fields(state)} - {"rules", "news", "options"}
    assert said == told[-1].keys()


def test_any_difference_between_outlines_is_found() -> None:
    """Wherever it is, and in whichever of the two."""
    dealer = Dealer(ruleset("wonders", 3, {}), seeded("differing"))
    steps = dealer.steps([builder(f"{seat}") for seat in range(3)])
    for _ in range(30):
        next(steps)
    here = json.loads(pack(outline(dealer.state)))
    there = json.loads(pack(here))
    there["cities"][2]["coins"] += 1
    coins = here["cities"][2]["coins"]
    assert Difference("cities.2.coins", coins, coins + 1) == difference(here, there)
    chance = random.Random(1)
    for _ in range(200):
        there = json.loads(pack(here))
        path = _spoil(there, chance)
        found = difference(here, there)
        assert found is not None
        assert path.startswith(found.where) or found.where.startswith(path)


def _spoil(outlined: Any, chance: random.Random) -> str:
    """Change one thing anywhere; return its path."""
    at, path = outlined, []
    while True:
        keys = sorted(at) if isinstance(at, dict) else range(len(at))
        key: Any = chance.choice(list(keys))
        path.append(str(key))
        if not isinstance(at[key], dict | list) or not at[key]:
            at[key] = ["something else"]
            return ".".join(path)
        at = at[key]
