"""The ruleset of 7 Wonders, as a table sees it."""

from __future__ import annotations

import json

import pytest

from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.effects import Coins
from sealed_wonders.core.wonders.kinds import effect
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.ruleset import Wonders


def test_cards_are_numbered_as_in_the_catalogue() -> None:
    """Boards come first, and each physical card has a number (W1.1)."""
    cards = Wonders(3).cards
    assert 7 + 148 == len(cards)
    assert ("alexandria", "rhodos", "lumber_yard", "lumber_yard") == (
        cards[0],
        cards[6],
        cards[7],
        cards[8],
    )
    assert [face.id for face in catalog().cards] == list(cards)
    assert None is catalog().building(6)
    assert isinstance(catalog().building(7), Building)


def test_facts_are_plain_data() -> None:
    """The version and the catalogue, the same for every table."""
    facts = Wonders(3).facts
    assert facts == Wonders(7, "night").facts
    version, data = json.loads(json.dumps(facts))
    assert "wonders/2" == version
    assert ["boards", "cards"] == sorted(data)
    assert "Temple" not in json.dumps(facts)


def test_a_move_shows_its_card_if_the_card_is_built() -> None:
    """A card that is sold or put under a stage isn't shown (W2.2)."""
    rules = Wonders(3)
    texts = ("build altar left=2", "pick altar", "sell", "stage half=left", "decline")
    assert [True, True, False, False, False] == [rules.shows(text) for text in texts]
    assert not rules.shows("side day")


def test_unknown_effects_and_fields_are_refused() -> None:
    """They would be mistakes in the data."""
    assert Coins(5) == effect({"kind": "coins", "amount": 5})
    for record in ({"kind": "luck"}, {"kind": "coins", "luck": 7}, {"amount": 5}):
        with pytest.raises(ValueError, match="not an effect"):
            effect(record)
