"""Cards and boards, as other programs show them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sealed_wonders import GAMES, cards


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_has_an_svg_and_a_text_picture(game: str, lang: str) -> None:
    for id, card in cards(game, lang).items():
        assert id == card.id
        assert ElementTree.fromstring(card.svg).tag.endswith("svg")
        lines = card.text(30, plain=True).splitlines()
        assert {30} == {len(line) for line in lines}
        assert card.name[:10] in lines[0]


def test_a_card_is_described_in_the_given_language() -> None:
    english, french = cards()["academy"], cards(lang="fr")["academy"]
    assert "costs 3 stone" in english.says
    assert "coût" in french.says
    assert ("Academy", "Académie") == (english.name, french.name)
    assert ("cards", "boards") == (english.part, cards()["babylon.night"].part)
    assert "Makes 1 wood" in cards()["babylon.night"].says


def test_unknown_games_languages_and_narrow_widths_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 20"):
        cards()["academy"].text(19)
    with pytest.raises(ValueError, match="no language 'de'"):
        cards(lang="de")
    with pytest.raises(ValueError, match="no game called .chess"):
        cards("chess")
