"""The registry of the games that can be displayed."""

from __future__ import annotations

import pytest

from sealed_wonders.client.bots.botregistry import BOTS
from sealed_wonders.client.person import keys
from sealed_wonders.client.view.gameface import GameFace
from sealed_wonders.client.view.games import FACES, face_of, named
from sealed_wonders.core.games import DEFINITIONS, GAMES, OPTIONS
from tests.support.programs import output_of

LOADED = """
import sys
from sealed_wonders.client.person import person
from sealed_wonders.client.view.games import face_of
print(*sys.modules)
game = face_of({game!r})
game.narrator, game.asker, game.screens
print(*sys.modules)
"""


@pytest.mark.parametrize(("game", "other"), [GAMES, GAMES[::-1]])
def test_a_table_of_one_game_loads_nothing_of_the_other(game: str, other: str) -> None:
    """
    The screen waits only for a single game's modules. Before there is a
    table, no game is loaded.
    """
    said = output_of(LOADED.format(game=game)).splitlines()
    before, loaded = (line.split() for line in said)
    assert "sealed_wonders.client.person.person" in before
    assert [] == [name for name in before if {*GAMES} & {*name.split(".")}]
    assert f"sealed_wonders.core.{game}.catalog" in loaded
    theirs = (f"sealed_wonders.core.{other}", f"sealed_wonders.client.terminal.{other}")
    assert [] == [name for name in loaded if name.startswith(theirs)]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_all_parts(game: str) -> None:
    """Each registry has all games. The type checker verifies the types of the parts."""
    assert [*GAMES] == [*FACES] == [*BOTS] == [*DEFINITIONS]
    face = face_of(game)
    assert face is face_of(game)
    parts = sorted(GameFace.__abstractmethods__)
    assert len(parts) > 10
    assert all(getattr(face, part) for part in parts)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_can_be_chosen_for_a_table(game: str) -> None:
    """The host that opens a table uses the same names."""
    own = [choice.name for choice in face_of(game).table_choices]
    assert sorted(own) == sorted(option.name for option in OPTIONS[game])


def test_an_unknown_game_has_no_face() -> None:
    with pytest.raises(
        ValueError, match=("there is no game called 'chess'; the games are wonders")
    ):
        face_of("chess")


@pytest.mark.parametrize(
    ("options", "game"),
    [
        (None, "wonders"),
        ((), "wonders"),
        ((("game", "architects"),), "architects"),
        ((("game", "wonders"), ("players", 3)), "wonders"),
        ((("game", "chess"),), "wonders"),
        ((("game", 7),), "wonders"),
    ],
)
def test_the_game_of_a_table_is_read_from_its_options(
    options: object, game: str
) -> None:
    """If a host names an unknown game, the default applies."""
    assert game == named(options)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_games_actions_have_keys_and_its_commands_have_help(game: str) -> None:
    assert {*face_of(game).screens.actions} <= {*keys.ACTIONS}
    choosing = {""}
    for plays in (False, True):
        rows = list(face_of(game).narrator.help((("game", game),), plays=plays))
        words = {word for word, _means in rows}
        assert len(words) == len(rows) >= 12
        choosing = words - choosing
    assert {"3", "moves", "again"} <= choosing
    assert "city NAME" not in choosing
