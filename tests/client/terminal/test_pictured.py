"""The captions of the pictures of cards, on a printed sheet and in SVG files."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sealed_wonders.client.commands import pictures
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core.games import definition
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.net import words

SPACE = "\N{NO-BREAK SPACE}"


def _captions(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield each picture's id and caption."""
    with words.spoken(lang):
        says = face_of(game).pictures.says
        for id in definition(game).pictures():
            yield id, says(id)


@pytest.mark.parametrize("game", ["wonders", "architects"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_captions_are_punctuated(game: str, lang: str) -> None:
    """They follow the rules of their language, and no sentence ends within a list."""
    for id, said in _captions(game, lang):
        assert not re.search(r"[.!?][;,:]|[;,:][;,:]", said), id
        assert "  " not in said
        if lang == "fr":
            assert not re.search(f"[^{SPACE}][;:!?]", said), id
        else:
            assert not re.search(r"\s[;:!?]", said), id


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_title_is_punctuated_too(lang: str) -> None:
    with words.spoken(lang):
        title = re.findall("<h1>(.*?)</h1>", pictures.sheet("architects", (), lang))
    # The colon in the game's name is a brand's.
    mark = f"{SPACE}:" if lang == "fr" else ":"
    assert title[0].startswith(f"7 Wonders: Architects{mark} ")


def test_captions_of_edifices_state_the_cost_of_taking_part() -> None:
    """Debt is only for players who can't pay the penalty (E1.5)."""
    said = dict(_captions("wonders", "en"))
    assert said["outpost"] == (
        "to take a pawn, pay 1 coin more for a wonder stage; reward: a victory token worth 3 points right "
        "away; penalty without a pawn: lose a red card before the conflicts, or take a debt token "
        "worth minus 2 points if you can't"
    )
    for edifice in everything().edifices:
        assert f"to take a pawn, pay {edifice.cost} coin" in said[edifice.id]
    french = dict(_captions("wonders", "fr"))["outpost"]
    assert french.startswith("pour prendre un pion, paie 1 pièce")
    assert french.endswith(
        "ou prendre un jeton Dette de moins 2 points si tu ne peux pas"
    )


def test_captions_of_boards_name_side_and_edition() -> None:
    """The edition is named only for boards of the first one."""
    said = dict(_captions("wonders", "en"))
    assert said["olympia_1e.night"].startswith("Side B, first edition. Makes 1 wood. ")
    assert said["olympia_1e.night.3"].startswith("Side B, first edition. Stage 3, for")
    assert said["olympia.night"].startswith("Night side. Makes 1 clay. Stage 1, for")
    for board in everything().boards:
        for side in board.sides.values():
            caption = said[f"{board.id}.{side.name}"]
            assert ("first edition" in caption) == (board.box == FIRST)
    french = dict(_captions("wonders", "fr"))["olympia_1e.day"]
    assert french.startswith("Face A, première édition. Produit 1 bois. Étape 1")


def test_captions_of_architects_include_exceptional_rules() -> None:
    """They concern stages (A3.1), more cards (A4.2) and shields with horns (A6.3)."""
    said = dict(_captions("architects", "en"))
    assert " (after stages 2 and 3)." in said["olympia"]
    assert "one more card from any pile within reach" in said["urbanism"]
    for id in ("mil_1horn", "mil_2horn"):
        assert said[id].startswith("a shield, discarded after the next battle; ")
    assert said["mil_0horn"] == "a permanent shield"
