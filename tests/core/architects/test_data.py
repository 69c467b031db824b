"""The catalogue of Architects, compared with the same numbers written down a second time."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.architects.catalog import (
    Colour,
    Kind,
    Token,
    Wonder,
    catalog,
    read,
)
from sealed_wonders.core.architects.effects import EFFECTS
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.ruleset import Architects

DATA = tomllib.loads(
    (
        Path(__file__).parent.parent.parent.parent
        / "core"
        / "architects"
        / "data"
        / "architects.toml"
    ).read_text("utf-8")
)

COLOURS = {
    Colour.GREY: "wood stone clay papyrus glass",
    Colour.YELLOW: "coin",
    Colour.BLUE: "civil_3vp civil_2vp_cat",
    Colour.GREEN: "sci_tablet sci_gear sci_compass",
    Colour.RED: "mil_0horn mil_1horn mil_2horn",
}

# How many of each kind, in that order.
PILES = {
    "central": "4 4 4 4 4 6 4 8 4 4 4 4 4 2",
    "alexandria": "2 2 2 2 1 4 2 2 1 2 1 2 1 1",
    "babylon": "2 1 2 2 2 3 2 2 1 2 2 2 1 1",
    "ephesus": "2 2 2 2 2 3 1 2 2 1 2 2 1 1",
    "giza": "2 2 1 2 2 3 2 3 1 1 2 2 2 0",
    "halicarnassus": "2 2 2 1 2 3 2 2 2 1 1 2 2 1",
    "olympia": "1 2 2 2 2 3 1 3 2 1 1 2 2 1",
    "rhodes": "2 2 2 2 2 2 2 2 1 2 1 2 2 1",
}

# Of each stage what it rests on, its cost and its points; a star where it does something.
STAGES = {
    "alexandria": "-:2≠:4 1:2=:3* 2:3≠:6 3:3=:5* 4:4≠:7",
    "babylon": "-:2≠:3 1:2=:0* 2:3≠:5 3:3=:5* 3:4≠:7",
    "ephesus": "-:2≠:3 1:2=:3* 1:3≠:4* 1:3=:5* 234:4≠:7",
    "giza": "-:2≠:4 1:2=:5 2:3≠:6 3:3=:7 4:4≠:8",
    "halicarnassus": "-:2≠:3 1:2=:3* 2:3≠:6 2:3=:5* 34:4≠:7",
    "olympia": "-:2≠:3 1:2=:2* 1:3≠:5 23:3=:5* 4:4≠:7",
    "rhodes": "-:2≠:4 -:2=:4* 12:3≠:5 3:3=:6* 4:4≠:7",
}


def test_kinds_have_their_colours() -> None:
    """Fourteen kinds of cards (A3.2, A4.1, A5.1, A6.1)."""
    found: dict[Colour, list[str]] = {}
    for kind in catalog().kinds:
        found.setdefault(kind.colour, []).append(kind.id)
    assert COLOURS == {colour: " ".join(ids) for colour, ids in found.items()}
    kinds = catalog().kinds_by_id
    assert {"civil_3vp": 3, "civil_2vp_cat": 2} == {
        kind.id: kind.points for kind in kinds.values() if kind.points
    }
    assert ["civil_2vp_cat"] == [kind.id for kind in kinds.values() if kind.cat]
    assert {"mil_1horn": 1, "mil_2horn": 2} == {
        kind.id: kind.horns for kind in kinds.values() if kind.horns
    }
    assert list(range(14)) == [kind.number for kind in kinds.values()]


@pytest.mark.parametrize("pile", PILES)
def test_piles_have_their_cards(pile: str) -> None:
    """Sixty in the middle, twenty-five for each wonder (A1.1)."""
    cards = [catalog().kind(card) for card in catalog().piles[pile]]
    assert PILES[pile] == " ".join(str(cards.count(it)) for it in catalog().kinds)
    assert len(cards) == (60 if pile == "central" else 25)
    assert cards == sorted(cards, key=lambda kind: kind.number)


def test_numbers_are_in_the_order_of_the_catalogue() -> None:
    """Piles first, then the tokens, then the wonders; none twice (A1.1, A1.2)."""
    piles = catalog().piles
    assert [*PILES, "tokens", "wonders"] == list(piles)
    numbers = [card for pile in piles.values() for card in pile]
    assert list(range(60 + 7 * 25 + 15 + 7)) == numbers
    assert len(catalog().cards) == len(numbers)
    assert [card.id for card in catalog().cards] == list(Architects(2).cards)


@pytest.mark.parametrize("wonder", STAGES)
def test_wonders_have_their_stages(wonder: str) -> None:
    """What each rests on, costs and is worth (A3.1, A3.2, A7.2)."""
    stages = catalog().wonders_by_id[wonder].stages
    written = [
        f"{''.join(map(str, sorted(stage.on))) or '-'}"
        f":{stage.cost}{'=' if stage.same else '≠'}:{stage.points}"
        f"{'*' if stage.effect else ''}"
        for stage in stages
    ]
    assert STAGES[wonder] == " ".join(written)
    assert [1, 2, 3, 4, 5] == [stage.number for stage in stages]
    assert all(below < stage.number for stage in stages for below in stage.on)


def test_every_wonder_has_an_effect_that_is_known() -> None:
    """And each of these is some wonder's (A3.4)."""
    wonders = catalog().wonders
    assert set(EFFECTS) == {wonder.effect for wonder in wonders}
    assert len(EFFECTS) == len(wonders)
    for wonder in wonders:
        does = any(stage.effect for stage in wonder.stages)
        assert does == (wonder.effect != "none")


def test_all_have_names_in_both_languages() -> None:
    """Kinds, wonders, monuments, piles and tokens."""
    named = [it.names for it in catalog().kinds]
    named += [it.names for it in catalog().wonders]
    named += [it.names for it in catalog().tokens]
    named += [it.monuments for it in catalog().wonders]
    named += [*catalog().names.values()]
    for names in named:
        assert ["en", "fr"] == sorted(names)
        assert all(names.values())


def test_a_number_is_of_one_sort() -> None:
    """A card is no token, and a wonder neither."""
    sorts: dict[type[Any], Callable[[int], object]] = {
        Kind: catalog().kind,
        Token: catalog().token,
        Wonder: catalog().wonder,
    }
    for number in (0, 234, 235, 249, 250, 256):
        found = catalog().cards[number]
        for sort, of in sorts.items():
            if isinstance(found, sort):
                assert found is of(number)
            else:
                with pytest.raises(TypeError, match="not a"):
                    of(number)


def test_facts_are_plain_data() -> None:
    """The version and the catalogue without names, the same for every table."""
    facts = Architects(2).facts
    assert all(facts == Architects(players).facts for players in PLAYERS)
    version, data = json.loads(json.dumps(facts))
    assert "architects/2" == version
    assert ["central", "kind", "token", "wonder"] == sorted(data)
    for word in ("Clay", "Gizeh", "Colossus", "Pioche"):
        assert word not in json.dumps(facts)


SPOILT: dict[str, Callable[[Any], object]] = {
    "an id twice": lambda data: data["token"][0].update(id="rhodes"),
    "kinds of cards that there aren't": lambda data: data["central"]["pile"].update(
        gold=1
    ),
    "neither identical nor different": lambda data: data["wonder"][0]["stages"][
        0
    ].update(of="some"),
    "not an ability": lambda data: data["token"][0]["effect"].update(kind="magic"),
}


@pytest.mark.parametrize("message", SPOILT)
def test_mistakes_in_the_data_are_seen(message: str) -> None:
    """Before anybody plays with them."""
    data = copy.deepcopy(DATA)
    read(data)
    SPOILT[message](data)
    with pytest.raises(ValueError, match=message):
        read(data)


def test_rules_are_a_value() -> None:
    """Equal rules begin equal games."""
    assert Architects(3) == Architects(3)
    assert hash(Architects(3)) == hash(Architects(3))
    assert Architects(3) != Architects(4)
