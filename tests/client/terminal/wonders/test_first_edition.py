"""Boards of the first edition, as players see them and read of them."""

from __future__ import annotations

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words.wonders import cards
from sealed_wonders.core.wonders.catalog import everything
from tests.support.menus import NAMES
from tests.support.scenes import At
from tests.support.wonders import Table, city


def test_whether_it_is_used_up_is_seen(at: At) -> None:
    """Beside the city, and on the page of it; a payment is laid down before it."""
    play = at("power")
    play.act("digit 1", "build")
    assert " used " not in text_of(play.draw())
    play.act("down", "enter", "back")
    assert " used " in text_of(play.draw())
    play.act("cities", "right")
    assert "free (already used this age)" in " ".join(text_of(play.draw()).split())


def test_sides_go_by_what_is_printed_on_them() -> None:
    """A and B, on the page of a board; cities and news are in `laid/wonders.txt`."""
    table = Table(city("olympia_1e night"), city("rhodos"), city("gizah_1e"))
    sight = Sight(NAMES, 0, table.state, {})
    (board,) = [it for it in everything().boards if it.id == "olympia_1e"]
    start, day, night, owner = cards.about(sight, board)
    assert start == "Olympia (first edition): makes 1 wood"
    assert day.startswith("Side A. Stage 1, for 2 wood: 3 points.")
    assert night.startswith("Side B. Stage 1, for 2 wood: brown resources cost 1 coin")
    assert owner == "You have Olympia, side B."
