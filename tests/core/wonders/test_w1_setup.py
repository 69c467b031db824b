"""W1: what lies on the table before the first turn."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = range(3, 8)


@pytest.mark.parametrize("players", [0, 2, 8])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    """Three to seven play (W1.1)."""
    with pytest.raises(ValueError, match=f"3 to 7 players, not {players}"):
        Wonders(players)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_an_age_has_seven_cards_a_player(age: int, players: int) -> None:
    """Copies printed for more players stay in the box (W1.1); guilds fill age III."""
    deck = catalog().age_deck(age, players)
    guilds = players + 2 if age == 3 else 0
    assert 7 * players == len(deck) + guilds
    for card in deck:
        face = catalog().cards[card]
        assert isinstance(face, Building)
        assert age == face.age
        assert face.copies[catalog().numbers(face).index(card)] <= players


# W1.6: which boards lie there.

SEVEN = (
    *("alexandria", "babylon", "ephesos", "gizah", "halikarnassos", "olympia"),
    "rhodos",
)


@pytest.mark.parametrize(
    ("expansions", "more"),
    [
        ("", ()),
        ("leaders", ("roma", "abu_simbel")),
        ("edifice", ("ur", "carthage")),
        ("leaders edifice", ("roma", "abu_simbel", "ur", "carthage")),
    ],
)
def test_the_usual_boards_are_those_of_the_boxes_played_with(
    expansions: str, more: tuple[str, ...]
) -> None:
    """Seven, and those that came with an expansion (W1.6)."""
    rules = Wonders(3, "day", tuple(expansions.split()))
    assert SEVEN + more == tuple(board.id for board in rules.catalog.boards)


@pytest.mark.parametrize(
    ("boards", "expansions", "why"),
    [
        ("gizah olympia", "", "3 players need more than 2 boards"),
        ("gizah olympia roma", "", "roma board needs its expansion: --with leaders"),
        ("gizah olympia ur", "leaders", "ur board needs its expansion: --with edifice"),
        ("gizah olympia atlantis", "", "there is no board 'atlantis' in this game"),
        ("olympia gizah rhodos", "", "in the usual order: olympia, gizah, rhodos"),
        ("gizah gizah olympia", "", "must be named once"),
    ],
)
def test_boards_that_cannot_lie_there_are_refused(
    boards: str, expansions: str, why: str
) -> None:
    """Each is there once, can be played, and there is one for everybody (W1.6)."""
    with pytest.raises(ValueError, match=re.escape(why)):
        Wonders(3, "day", tuple(expansions.split()), boards=tuple(boards.split()))
