"""
The catalogue of Architects: properties that types can't express.

The hash of the rules in docs/PROTOCOL.md fixes its numbers.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.architects.abilities import ability
from sealed_wonders.core.architects.catalog import (
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


def test_wonders_have_exactly_the_known_effects() -> None:
    """Each effect belongs to one wonder (A3.4)."""
    wonders = catalog().wonders
    assert set(EFFECTS) == {wonder.effect for wonder in wonders}
    assert len(EFFECTS) == len(wonders)
    for wonder in wonders:
        does = any(stage.effect for stage in wonder.stages)
        assert does == (wonder.effect != "none")


def test_everything_has_names_in_both_languages() -> None:
    """This covers kinds, wonders, monuments, piles and tokens."""
    named = [it.names for it in catalog().kinds]
    named += [it.names for it in catalog().wonders]
    named += [it.names for it in catalog().tokens]
    named += [it.monuments for it in catalog().wonders]
    named += [*catalog().names.values()]
    for names in named:
        assert ["en", "fr"] == sorted(names)
        assert all(names.values())


def test_a_number_denotes_a_card_a_token_or_a_wonder() -> None:
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
def test_mistakes_in_the_data_are_found_on_loading(message: str) -> None:
    data = copy.deepcopy(DATA)
    read(data)
    SPOILT[message](data)
    with pytest.raises(ValueError, match=message):
        read(data)


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "wonderful"},
        {"kind": "shields"},
        {"kind": "shields", "shields": 1, "more": 2},
        {},
    ],
)
def test_unknown_abilities_are_refused(record: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not an ability"):
        ability(record)
