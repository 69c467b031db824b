"""The lines in a page's help that explain how a game is played and scored."""

from __future__ import annotations

import json

import pytest

from sealed_wonders.client.lessons import primer
from sealed_wonders.core.games import GAMES
from sealed_wonders.net.web.pictures import album
from sealed_wonders.net.words import LANGUAGES, spoken

LINES = 12
"""Maximum number of lines without expansions."""

LETTERS = 170
"""Maximum length of a line."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_primer_is_short_and_its_signs_exist(game: str, language: str) -> None:
    with spoken(language):
        lines = tuple(primer.of_game(game, ()))
    assert len(lines) <= LINES
    assert all(len(it.says) <= LETTERS for it in lines)
    drawn = json.loads(album(language))
    assert {f"signs/{name}" for it in lines for name in it.signs} <= drawn.keys()


def test_each_expansion_in_play_adds_a_line() -> None:
    plain = tuple(primer.of_game("wonders", ()))
    for name, begins in (("leaders", "Leaders: "), ("edifice", "Edifices: ")):
        (more,) = set(primer.of_game("wonders", (name,))) - set(plain)
        assert more.says.startswith(begins)
