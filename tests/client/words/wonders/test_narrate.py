"""The news and the state of 7 Wonders in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.person.linecommands import seats, to_choose
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import narrate
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.events import FinalSheet, SeatsLeft
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from tests.support.menus import NAMES
from tests.support.wonders import Table, city


def test_players_who_leave_for_good_are_named() -> None:
    """Their cities stay."""
    table = Table(city("gizah"), city("ephesos"), city("rhodos"))
    state = evolve(table.state, news=(SeatsLeft((1, 2)),))
    assert ["bob and cleo left the game for good."] == list(
        narrate.told(Sight(NAMES, 0, state, {}))
    )


def final_narration(
    coins: Sequence[int], totals: Sequence[int], winners: Sequence[int]
) -> list[str]:
    """Return the narration of a final score sheet."""
    table = Table(
        *(
            city(name, coins=n)
            for name, n in zip(("gizah", "ephesos", "rhodos"), coins, strict=True)
        )
    )
    rows = tuple((*(0,) * (len(BASE_CATEGORIES) - 1), total) for total in totals)
    sheet = Sheet(BASE_CATEGORIES, rows, tuple(winners))
    state = evolve(table.state, news=(FinalSheet(sheet),))
    return list(narrate.told(Sight(NAMES, 0, state, {})))


def test_the_result_lists_players_by_points() -> None:
    """Each player's lines of the score sheet follow."""
    lines = final_narration((3, 4, 5), (40, 52, 41), (1,))
    assert text.game_over() == lines[0]
    assert ["1. bob: 52 points.", "2. cleo: 41 points.", "3. You: 40 points."] == lines[
        1:7:2
    ]
    assert (
        "   Military 0, treasury 0, wonder 0, blue 0, yellow 0, green 0, guilds 0."
        == lines[2]
    )
    assert "bob wins." == lines[-1]


def test_a_tie_is_explained() -> None:
    """Coins decide between equal points, so they are mentioned."""
    lines = final_narration((9, 4, 5), (52, 52, 41), (0,))
    assert (
        "You and bob are tied on points; you have more coins, 9 to 4, and win."
        == lines[-1]
    )


def test_a_shared_victory_is_explained() -> None:
    """Players with equal points and coins share a place, and the victory."""
    lines = final_narration((4, 4, 5), (52, 52, 41), (0, 1))
    assert ["1. You: 52 points.", "1. bob: 52 points.", "3. cleo: 41 points."] == lines[
        1:7:2
    ]
    assert (
        "You and bob are tied on points, with 4 coins each, and share the victory."
        == lines[-1]
    )


def test_a_game_that_ends_before_there_are_cities_has_no_winner() -> None:
    """A ballot can end it while sides are chosen."""
    table = Table(*map(city, ("gizah", "ephesos", "rhodos")))
    sheet = Sheet(BASE_CATEGORIES, ((0,) * len(BASE_CATEGORIES),) * 3, (0, 1, 2))
    state = evolve(table.state, cities=())
    assert text.game_over() == narrate.winner(Sight(NAMES, 0, state, {}), sheet)


def test_the_list_of_seats_shows_boards_neighbours_and_presence() -> None:
    """It also shows who is waited for, and who isn't connected."""
    table = Table(city("gizah"), city("ephesos"), city("rhodos"), city("olympia"))
    sight = Sight((*NAMES, "dan"), 0, table.state, {})
    assert [
        "You: Gizah, hasn't chosen yet.",
        "bob: Ephesos, left neighbour.",
        "cleo: Rhodos, hasn't chosen yet, not connected.",
        "dan: Olympia, right neighbour, a bot plays for them.",
    ] == list(
        seats(
            face_of("wonders").narrator,
            sight,
            (0, 2),
            (True, True, False, True),
            to_choose(),
            {3},
        )
    )
