"""Symbols and progress tokens of Architects (RULES.md, A4)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.abilities import ability
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Taken,
)
from tests.support.architects import Table, city

EXTRA = {
    "urbanism": ("wood", "clay"),
    "crafts": ("papyrus", "glass"),
    "jewellery": ("stone", "coin"),
    "science": ("sci_tablet", "sci_gear", "sci_compass"),
    "propaganda": ("mil_1horn", "mil_2horn"),
}


@pytest.mark.parametrize("kind", [kind.id for kind in catalog().kinds])
@pytest.mark.parametrize("token", EXTRA)
def test_a_token_allows_one_more_card_for_its_kinds(token: str, kind: str) -> None:
    """Of the three piles in reach, or none (A4.2)."""
    table = Table(city("giza", tokens=token), "rhodes, olympia", central=f"{kind} ...")
    table.choose("take central")
    if kind in EXTRA[token]:
        piles = ("central", "giza", "olympia")
        assert ["end", *(f"extra {token} {pile}" for pile in piles)] == table.moves()
        assert [token] == list(table.state.due)
        table.choose("extra " + token + " olympia")
        (taken,) = table.happened(Taken)
        assert ("olympia", token) == (taken.pile, taken.by)
    else:
        assert [] == list(table.state.due)
        assert 2 == table.state.turn


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "wonderful"},
        {"kind": "shields"},
        {"kind": "shields", "shields": 1, "more": 2},
        {},
    ],
)
def test_no_other_abilities_are_read(record: dict[str, object]) -> None:
    """The data can't ask for what nobody has written."""
    with pytest.raises(ValueError, match="not an ability"):
        ability(record)
