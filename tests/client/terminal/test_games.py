"""The games a terminal can show: one at a time, each behind the same questions."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.client.bots import BUILDERS
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.terminal import games, hosting, keys, scoresheet
from sealed_wonders.client.terminal.account import Account
from sealed_wonders.client.terminal.architects import catalogue as architects_catalogue
from sealed_wonders.client.terminal.architects import lobby as architects_lobby
from sealed_wonders.client.terminal.architects import moments as architects_moments
from sealed_wonders.client.terminal.architects import replaying as architects_replaying
from sealed_wonders.client.terminal.architects import (
    scoresheet as architects_scoresheet,
)
from sealed_wonders.client.terminal.asker import Asker, asker
from sealed_wonders.client.terminal.catalogue import Catalogue
from sealed_wonders.client.terminal.gamescreens import GameScreens, gamescreens
from sealed_wonders.client.terminal.lobby import OfGame
from sealed_wonders.client.terminal.narrator import Narrator, narrator
from sealed_wonders.client.terminal.teacher import lessons
from sealed_wonders.client.terminal.wonders import catalogue as wonders_catalogue
from sealed_wonders.client.terminal.wonders import lobby as wonders_lobby
from sealed_wonders.client.terminal.wonders import moments as wonders_moments
from sealed_wonders.client.terminal.wonders import replaying as wonders_replaying
from sealed_wonders.client.terminal.wonders import scoresheet as wonders_scoresheet
from sealed_wonders.core.games import GAMES, OPTIONS

ROOT = Path(__file__).parents[3]

LOADED = """
import sys
from sealed_wonders.client.terminal import person
from sealed_wonders.client.terminal.asker import asker
from sealed_wonders.client.terminal.gamescreens import gamescreens
from sealed_wonders.client.terminal.narrator import narrator
for part in (narrator, asker, gamescreens):
    part({game!r})
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
    theirs = (f"sealed_wonders.core.{other}", games.PACKAGES[other])
    assert [] == [name for name in loaded if name.startswith(theirs)]


def test_a_person_loads_no_game_before_there_is_one() -> None:
    code = LOADED.format(game="wonders").replace("    part('wonders')", "    pass")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "sealed_wonders.client.terminal.person" in loaded
    assert [] == [name for name in loaded if {*GAMES} & {*name.split(".")}]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_tells_asks_and_has_screens(game: str) -> None:
    """And lessons, and an account of games that are over: its package is whole."""
    assert isinstance(narrator(game), Narrator)
    assert isinstance(asker(game), Asker)
    assert isinstance(gamescreens(game), GameScreens)
    assert lessons(game)
    assert narrator(game) is narrator(game)


PARTS = (
    *("asker", "catalogue", "gamescreens", "home", "hosting", "lessons", "lobby"),
    *("moments", "narrator", "pictured", "replaying", "reported", "scoresheet"),
    "verdicts",
)
"""Modules that the package of every game has; what they have is for protocols to say."""

OF_SOME = ("choices",)
"""Modules that only games have whose choices can be judged."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_parts(game: str) -> None:
    """In both registries: bots, and what people see."""
    assert [*GAMES] == [*games.PACKAGES] == [*BUILDERS]
    for name in PARTS:
        assert games.part(game, name).__name__ == f"{games.PACKAGES[game]}.{name}"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_game_has_options_for_can_be_chosen(game: str) -> None:
    """By whoever opens a table of it: under the names that it has for tables."""
    own = [choice.name for choice in hosting.own_choices(game)]
    assert sorted(own) == sorted(option.name for option in OPTIONS[game])


def test_parts_are_asked_for_by_name() -> None:
    """All of them, and no others: what isn't asked for needn't have the same name."""
    source = (ROOT / "client").rglob("*.py")
    asked = {
        name
        for path in source
        for name in re.findall(r'games\.part\(.*, "(\w+)"\)', path.read_text("utf-8"))
    }
    assert {*PARTS, *OF_SOME} == asked


def test_a_game_nobody_knows_has_no_parts() -> None:
    with pytest.raises(ValueError, match="no game is called 'chess', only wonders"):
        games.part("chess", "narrator")


ACCOUNTS: tuple[Account, ...] = (wonders_moments, architects_moments)
CATALOGUES: tuple[Catalogue, ...] = (wonders_catalogue, architects_catalogue)
LOBBIES: tuple[OfGame, ...] = (wonders_lobby, architects_lobby)
REPLAYING: tuple[replaying.OfGame, ...] = (wonders_replaying, architects_replaying)
SHEETS: tuple[scoresheet.OfGame, ...] = (wonders_scoresheet, architects_scoresheet)
"""Modules of the games: that they have all they should is for the type checker to see."""


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
    assert game == games.named(options)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_adds_has_keys_and_names(game: str) -> None:
    assert {*gamescreens(game).actions} <= {*keys.ACTIONS}
    choosing = {""}
    for plays in (False, True):
        rows = list(narrator(game).help((("game", game),), plays=plays))
        words = {word for word, _means in rows}
        assert len(words) == len(rows) > 12
        choosing = words - choosing
    assert {"3", "moves", "again"} <= choosing
    assert "city NAME" not in choosing
