"""From what a table agreed to the rules it plays by."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.core.games import GAMES, ruleset
from sealed_wonders.core.wonders.ruleset import Wonders


def test_a_table_s_options_make_its_rules() -> None:
    """Players and sides are the game's; a table's other options are not."""
    options = {"sides": "night", "turn_time": 30, "host": bytes(32)}
    assert Wonders(5, "night") == ruleset("wonders", 5, options)


def test_sides_are_chosen_unless_agreed_otherwise() -> None:
    """The rule book's first way is what happens where nothing was said."""
    assert Wonders(3, "choose") == ruleset("wonders", 3, {})


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_the_name_it_goes_by(game: str) -> None:
    """What a table is told is what its records say."""
    assert game == ruleset(game, 3, {}).name


@pytest.mark.parametrize(
    ("game", "players", "options", "text"),
    [
        ("chess", 3, {}, "no game is called 'chess', only wonders"),
        ("wonders", 2, {}, "3 to 7 players, not 2"),
        ("wonders", 8, {}, "3 to 7 players, not 8"),
        ("wonders", 3, {"sides": "dawn"}, "sides are one of"),
        ("wonders", 3, {"sides": 1}, "sides are named by a word: 1"),
    ],
)
def test_what_there_are_no_rules_for_is_refused(
    game: str, players: int, options: Mapping[str, object], text: str
) -> None:
    """One sentence for a person, whatever a host proposes."""
    with pytest.raises(ValueError, match=text):
        ruleset(game, players, options)
