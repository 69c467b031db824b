"""The games a terminal can show: one at a time, each behind the same questions."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sealed_wonders.client.terminal import games, keys
from sealed_wonders.client.terminal.games import Shown
from sealed_wonders.core.games import GAMES

LOADED = """
import sys
from sealed_wonders.client.terminal import games, person
games.of({game!r})
for name in sorted(sys.modules):
    print(name)
"""


@pytest.mark.parametrize(("game", "other"), [GAMES, GAMES[::-1]])
def test_a_table_of_one_game_loads_nothing_of_the_other(game: str, other: str) -> None:
    """Neither its rules nor its words: whoever waits for a screen waits for one game."""
    code = LOADED.format(game=game)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert f"sealed_wonders.core.{game}.catalog" in loaded
    assert [] == [name for name in loaded if other in name.split(".")]


def test_a_person_loads_no_game_before_there_is_one() -> None:
    code = LOADED.format(game="wonders").replace("games.of('wonders')\n", "")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "sealed_wonders.client.terminal.person" in loaded
    assert [] == [name for name in loaded if {*GAMES} & {*name.split(".")}]


def test_there_is_one_of_each_game() -> None:
    for name in GAMES:
        assert isinstance(games.of(name), Shown)
        assert games.of(name) is games.of(name)
    with pytest.raises(ValueError, match="no game is called 'chess', only wonders"):
        games.of("chess")


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
def test_the_game_of_a_table_is_in_its_options(options: object, game: str) -> None:
    """What a host says of a game nobody knows is no reason to fall over."""
    assert games.of(game) is games.played(options)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_adds_has_keys_and_names(game: str) -> None:
    shown = games.of(game)
    assert {*shown.actions} <= {*keys.ACTIONS}
    rows = list(shown.help((("game", game),)))
    assert len(rows) > 15
    assert len({word for word, _means in rows}) == len(rows)
