"""Signs in Architects: all different, even without colours."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.architects import faces
from sealed_wonders.client.signs.draw import Row, measure, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.core.architects.catalog import Colour, catalog
from sealed_wonders.core.architects.paying import goods
from sealed_wonders.core.architects.science import symbols as sciences
from sealed_wonders.net import words

both = pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=lambda one: one.name)


def text_in(row: Row) -> str:
    return text_of([row])


@both
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_two_things_share_a_sign(symbols: Symbols, language: str) -> None:
    words.use(language)
    signs = [faces.sign(colour, symbols).text for colour in Colour]
    signs += [faces.letter(kind, symbols).text for kind in (*goods(), *sciences())]
    signs += [symbols.coin, symbols.point, symbols.cat, symbols.shield, symbols.horn]
    signs += [symbols.victory, symbols.progress, symbols.built, symbols.unbuilt]
    words.use("en")
    assert len(set(signs)) == len(signs)
    assert all(measure(sign) == 1 for sign in signs)


@both
def test_no_two_cards_look_alike_without_colours(symbols: Symbols) -> None:
    drawn = [text_in(faces.card(kind, symbols)) for kind in catalog().kinds]
    assert len(set(drawn)) == len(drawn)
    titles = [text_in(faces.title(kind, symbols)) for kind in catalog().kinds]
    assert len(set(titles)) == len(titles)
    if symbols is ASCII:
        assert all(one.isascii() for one in (*drawn, *titles))


@both
def test_no_two_tokens_have_the_same_signs(symbols: Symbols) -> None:
    drawn = [text_in(faces.ability(it.ability, symbols)) for it in catalog().tokens]
    assert all(drawn)
    assert len(set(drawn)) == len(drawn)
    assert symbols.name != "ascii" or all(one.isascii() for one in drawn)


@both
def test_effects_of_stages_have_signs_and_words(symbols: Symbols) -> None:
    for wonder in catalog().wonders:
        drawn = text_in(faces.effect(wonder, symbols))
        assert bool(drawn) == any(stage.effect for stage in wonder.stages)
        assert bool(drawn) == bool(faces.brief(wonder))
        for stage in wonder.stages:
            gives = text_in(faces.gives(wonder, stage, symbols))
            assert (drawn in gives) == stage.effect or not drawn
            assert (str(stage.points) in gives) or not stage.points


def test_costs_are_drawn_as_number_and_kind() -> None:
    rhodes = catalog().wonders_by_id["rhodes"]
    drawn = [text_in((faces.cost(stage, UNICODE),)) for stage in rhodes.stages]
    assert drawn == ["2≠", "2=", "3≠", "3=", "4≠"]


def test_cards_are_counted_by_colour() -> None:
    kinds = catalog().kinds_by_id
    some = [kinds[name] for name in ["coin", "wood", "wood", "civil_3vp", "sci_gear"]]
    assert text_in(faces.counted(some, UNICODE)) == "◫ 2W  ● 1¤  ■ 1x3★  ♣ 1✱"
    assert text_in(faces.counted([], UNICODE)) == ""
