"""Pictures of cards: one of everything, with the same bytes everywhere."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from sealed_wonders.core.architects import catalog as architects
from sealed_wonders.core.architects.catalog import Kind, Token, Wonder
from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.core.pictures.signs import CHAINS, FILLS, MARKS
from sealed_wonders.core.pictures.svg import Picture, measure
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.kinds import KINDS
from sealed_wonders.core.wonders.model import Building, Edifice, Leader
from sealed_wonders.core.wonders.pictures import effect
from tests.support.wonders import all_effects

SVG = "{http://www.w3.org/2000/svg}"


def pictures(game: str) -> Mapping[str, Picture]:
    return definition(game).pictures()


def test_everything_in_the_catalogues_has_a_picture() -> None:
    known = everything()
    sides = [(it.id, side) for it in known.boards for side in it.sides.values()]
    faces: list[Building | Leader | Edifice] = [
        *known.buildings,
        *known.leaders,
        *known.edifices,
    ]
    assert {it.id for it in faces} | {f"{id}.{side.name}" for id, side in sides} | {
        f"{id}.{side.name}.{n}"
        for id, side in sides
        for n, _ in enumerate(side.stages, 1)
    } | {"back.0", "back.1", "back.2", "back.3"} == pictures("wonders").keys()
    other = architects.catalog()
    things: list[Kind | Token | Wonder] = [*other.kinds, *other.tokens, *other.wonders]
    assert {it.id for it in things} | {
        f"{one.id}.{it.number}" for one in other.wonders for it in one.stages
    } | {f"back.{name}" for name in other.names} == pictures("architects").keys()


def test_every_kind_of_effect_is_drawn() -> None:
    assert KINDS.keys() == {it.kind for it in all_effects() if effect(it)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures_stand_alone(game: str, lang: str) -> None:
    """
    They are well formed, name what they show, and have nothing of anybody else's.

    So they can be in a page that may load nothing, and many on one page.
    """
    for picture in pictures(game).values():
        drawn = picture.svg(lang, '2 < 3 & "4"')
        root = ElementTree.fromstring(drawn)
        assert picture.names[lang] == root.get("aria-label")
        assert picture.names[lang] == root.findtext(f"{SVG}title")
        assert '2 < 3 & "4"' == root.findtext(f"{SVG}desc")
        assert f"0 0 {picture.width} {picture.height}" == root.get("viewBox")
        tags = {it.tag.removeprefix(SVG) for it in root.iter()}
        assert tags <= {
            *("svg", "title", "desc", "g", "path", "rect", "circle", "ellipse", "text")
        }
        assert not re.search(r"href|style=|\bid=|url\(|on\w+=", drawn)
        assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("game", GAMES)
def test_two_cards_never_look_alike(game: str) -> None:
    """Nor do two cards of one name; stages may, whose wonders ask for the same."""
    seen: dict[str, str] = {}
    for picture in pictures(game).values():
        if picture.part in ("cards", "tokens", "edifices", "wonders"):
            digest = hashlib.sha256(picture.svg("en").encode()).hexdigest()
            assert digest not in seen, (picture.id, seen[digest])
            seen[digest] = picture.id


def test_no_name_runs_over_its_card() -> None:
    """Each is as small as its strip, by how wide letters are in common faces."""
    for game in GAMES:
        for picture in pictures(game).values():
            for lang in ("en", "fr"):
                for size, said in re.findall(
                    r'serif" font-weight="700" font-size="([\d.]+)"[^>]*>([^<]+)<',
                    picture.svg(lang),
                ):
                    assert measure(said, float(size)) <= picture.width, picture.id


def test_nothing_is_told_by_colour_alone() -> None:
    """Each colour has a shape, and no two the same."""
    assert FILLS.keys() == MARKS.keys()
    assert len(MARKS) == len(set(MARKS.values()))
    assert len(CHAINS) == len(set(CHAINS.values()))
    chains = {it for one in everything().buildings for it in one.chain}
    assert chains == CHAINS.keys()
