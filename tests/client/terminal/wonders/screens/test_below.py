"""The rows below a hand: the card at the cursor in words, and what it is worth."""

from __future__ import annotations

import pytest

from sealed_wonders.client.terminal.wonders.screens import below
from sealed_wonders.client.words.draw import text_of
from sealed_wonders.core.wonders.catalog import everything
from tests.client.terminal.wonders.screens.test_cities import around, built


@pytest.mark.parametrize(
    ("card", "now"),
    [
        ("altar", ""),
        ("tavern", ""),
        ("barracks", ""),
        ("caravansery", ""),
        ("vineyard", "now +3¤"),
        ("haven", "now +1¤ +1★"),
        ("bazaar", ""),
        ("library", "now +3★"),
        ("school", "now +3★"),
        ("laboratory", "now +8★"),
        ("scientists_guild", "now +8★"),
        ("philosophers_guild", "now +2★"),
        ("decorators_guild", ""),
    ],
)
def test_what_depends_on_the_cities_is_worked_out(card: str, now: str) -> None:
    """As the cities stand: with a tablet and a compass, a gear completes a set."""
    mine = built("lumber_yard scriptorium apothecary")
    near = built("clay_pool workshop")
    drawn = below.worth_now(
        around(mine, near, near), everything().buildings_by_id[card]
    )
    assert now == text_of([drawn])
