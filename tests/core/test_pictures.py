"""Pictures of cards: complete, self-contained, and identical on every machine."""

from __future__ import annotations

import hashlib
import itertools
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest

from sealed_wonders.core.architects import catalog as architects
from sealed_wonders.core.architects.catalog import Kind, Token, Wonder
from sealed_wonders.core.games import GAMES, definition
from sealed_wonders.core.pictures.drawings import drawing, monument
from sealed_wonders.core.pictures.signs import CHAINS, FILLS, MARKS, PALETTES
from sealed_wonders.core.pictures.svg import Hue, Picture, measure
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.kinds import KINDS
from sealed_wonders.core.wonders.model import Building, Edifice, Leader
from sealed_wonders.core.wonders.pictures import effect
from tests.support.colours import EYES, READABLE, contrast, seen, theme
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
    } | {f"back.{name}" for name in ["0", "1", "2", "3", "e1", "e2", "e3"]} | {
        f"emblem.{it.id}" for it in known.boards
    } == pictures("wonders").keys()
    other = architects.catalog()
    things: list[Kind | Token | Wonder] = [*other.kinds, *other.tokens, *other.wonders]
    assert {it.id for it in things} | {
        f"{one.id}.{it.number}" for one in other.wonders for it in one.stages
    } | {f"back.{name}" for name in other.names} | {
        f"emblem.{it.id}" for it in other.wonders
    } == pictures("architects").keys()


def test_every_kind_of_effect_is_drawn() -> None:
    assert KINDS.keys() == {it.kind for it in all_effects() if effect(it)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_pictures_are_self_contained(game: str, lang: str) -> None:
    """
    They are well formed, name what they show, and refer to nothing else.

    So a page that may load nothing can contain many of them.
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
def test_no_two_cards_look_alike(game: str) -> None:
    """Two cards with the same name differ. Stages with the same cost may look alike."""
    seen: dict[str, str] = {}
    for picture in pictures(game).values():
        if picture.part in ("cards", "tokens", "edifices", "wonders"):
            digest = hashlib.sha256(picture.svg("en").encode()).hexdigest()
            assert digest not in seen, (picture.id, seen[digest])
            seen[digest] = picture.id


def test_names_fit_on_their_cards() -> None:
    """By the widths of letters in common fonts."""
    for game in GAMES:
        for picture in pictures(game).values():
            for lang in ("en", "fr"):
                for size, said in re.findall(
                    r'font-size="([\d.]+)"[^>]*font-family="serif">([^<]+)<',
                    picture.svg(lang),
                ):
                    assert measure(said, float(size)) <= picture.width, picture.id


def test_colour_is_never_the_only_difference() -> None:
    """Each colour has a distinct shape."""
    assert FILLS.keys() == MARKS.keys()
    assert len(MARKS) == len(set(MARKS.values()))
    assert len(CHAINS) == len(set(CHAINS.values()))
    chains = {it for one in everything().buildings for it in one.chain}
    assert chains == CHAINS.keys()


# Drawings.


def records(name: str) -> Sequence[Mapping[str, Any]]:
    folder = resources.files("sealed_wonders.core.pictures") / "data"
    found: Sequence[Mapping[str, Any]] = tomllib.loads(
        (folder / f"{name}s.toml").read_text("utf-8")
    )[name]
    return found


def test_each_building_has_a_distinct_drawing() -> None:
    known = everything()
    palette = PALETTES["blue"]
    by_drawing: dict[str, str] = {}
    for it in known.buildings:
        drawn = drawing(it.id, palette)
        assert "<path" in drawn, it.id
        assert by_drawing.setdefault(drawn, it.building) == it.building
    for id in [*(it.id for it in known.leaders), *(it.id for it in known.edifices)]:
        assert "<path" in drawing(id, palette), id


def test_every_drawing_belongs_to_an_existing_card() -> None:
    known = everything()
    named = [card for it in records("drawing") for card in it["cards"]]
    assert len(named) == len(set(named))
    assert set(named) <= known.by_id.keys()
    boards = known.boards_by_id.keys() | {it.id for it in architects.catalog().wonders}
    cities = [city for it in records("monument") for city in it["cities"]]
    assert len(cities) == len(set(cities))
    assert set(cities) == boards


def test_a_wonder_looks_the_same_on_all_its_boards() -> None:
    for board in everything().boards:
        assert monument(board.id) == monument(board.of or board.id)
    for game in GAMES:
        for picture in pictures(game).values():
            place = picture.part in ("boards", "stages", "wonders", "emblems")
            assert (picture.hue is not None) == place or picture.part == "backs"


def hues() -> Mapping[str, Hue]:
    found = {
        it["cities"][0]: monument(it["cities"][0]).hue for it in records("monument")
    }
    assert len(found) > 7
    return found


def test_the_colours_of_cities_are_readable() -> None:
    """As names on a page, and behind white letters."""
    for hue in hues().values():
        assert contrast(hue.light, "#ffffff") >= READABLE
        assert contrast(hue.light, theme("light")["panel"]) >= READABLE
        assert contrast(hue.dark, theme("dark")["panel"]) >= READABLE


@pytest.mark.parametrize("eye", EYES)
def test_city_colours_differ_with_every_kind_of_colour_vision(eye: str) -> None:
    """
    The colours of the base game differ most.

    Two adjacent colours that can just be told apart have a distance of 2.
    """
    base = {it.id for it in everything().boards if it.box == "base"}
    for (a, one), (b, other) in itertools.combinations(hues().items(), 2):
        least = 20 if {a, b} <= base else 14
        assert one.dash != other.dash
        for pair in ((one.light, other.light), (one.dark, other.dark)):
            x, y = (seen(it, EYES[eye]) for it in pair)
            assert math.dist(x, y) >= least, (a, b, pair)


def test_pictures_are_small() -> None:
    """A page shows a hundred pictures."""
    cards = [it for it in pictures("wonders").values() if it.part == "cards"]
    sizes = [len(it.svg("fr").encode()) for it in cards]
    assert sum(sizes) / len(sizes) < 3_500
    assert max(sizes) < 5_500
