"""Symbols and progress tokens of Architects (RULES.md, A4)."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.core.architects.abilities import ability
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    Opened,
    Studied,
    Taken,
    TokenTaken,
)
from sealed_wonders.core.game import TurnUp
from tests.support.architects import Table, choose, city

# Symbols.


@pytest.mark.parametrize(
    ("cards", "sets"),
    [
        ("sci_gear", []),
        ("sci_gear sci_tablet", []),
        ("sci_gear sci_gear", ["sci_gear+sci_gear"]),
        (
            "sci_gear sci_tablet sci_compass",
            ["sci_tablet+sci_gear+sci_compass"],
        ),
        (
            "sci_gear sci_gear sci_tablet sci_tablet",
            ["sci_gear+sci_gear", "sci_tablet+sci_tablet"],
        ),
        (
            "sci_gear sci_gear sci_tablet sci_compass",
            ["sci_gear+sci_gear", "sci_tablet+sci_gear+sci_compass"],
        ),
    ],
)
def test_sets_of_symbols(cards: str, sets: list[str]) -> None:
    """Two equal ones, or three different ones (A4.1)."""
    # With Jewellery and a coin there is always something else to choose.
    table = Table(
        city("giza", cards, tokens="jewellery"), "rhodes", piles=("coin ...",)
    )
    table.choose("take giza")
    science = [move for move in table.moves() if move.startswith("science ")]
    assert [f"science {some}" for some in sets] == science
    assert ("end" in table.moves()) == (not sets)


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ("sci_gear+sci_gear", "sci_tablet sci_compass"),
        ("sci_tablet+sci_gear+sci_compass", "sci_gear"),
    ],
)
def test_exactly_those_cards_are_turned_in(chosen: str, left: str) -> None:
    """They go to the discard, the others stay (A4.1)."""
    table = Table("giza: sci_gear sci_gear sci_tablet sci_compass, rhodes", at="act")
    before = table.state.discard
    table.choose(f"science {chosen}")
    (studied,) = table.happened(Studied)
    assert chosen.replace("+", " ") == table.ids(studied.cards)
    assert (*before, *studied.cards) == table.state.discard
    assert left == table.cards(0)
    assert all(move.startswith("token ") for move in table.moves())


def test_an_open_token_is_replaced_at_once() -> None:
    """By the top one of those face down (A4.1)."""
    table = Table(
        "giza: sci_gear sci_gear, rhodes",
        open="decor tactics politics",
        tokens="education economy",
        at="act",
    )
    top = table.state.tokens.slots[0]
    state = choose(table.state, "token tactics")
    assert TurnUp((top,)) == state.ask
    table.choose("token tactics")
    (taken,) = table.happened(TokenTaken)
    assert ("tactics", False) == (table.ids([taken.token]), taken.unseen)
    assert ["education"] == [table.ids([it.token]) for it in table.happened(Opened)]
    assert "decor politics education" == table.ids(table.state.open)
    assert "economy" == table.ids(table.state.tokens.cards)


def test_the_unseen_token_is_turned_up_for_who_takes_it() -> None:
    """Those that lie open stay (A4.1)."""
    table = Table(
        "giza: sci_gear sci_gear, rhodes",
        open="decor tactics politics",
        tokens="education economy",
        at="act",
    )
    table.choose("token top")
    (taken,) = table.happened(TokenTaken)
    assert ("education", True) == (table.ids([taken.token]), taken.unseen)
    assert [] == table.happened(Opened)
    assert "decor tactics politics" == table.ids(table.state.open)
    assert (taken.token,) == table.state.cities[0].tokens


def test_both_cultures_are_one_choice() -> None:
    """Alike as they are (A4.1)."""
    table = Table(
        "giza: sci_gear sci_gear, rhodes",
        open="culture decor culture",
        tokens="",
        at="act",
    )
    assert ["token culture", "token decor"] == table.moves()
    table.choose("token culture")
    assert "decor culture" == table.ids(table.state.open)


def test_when_no_token_is_left_the_cards_stay() -> None:
    """Nothing is turned in for nothing (A4.1)."""
    cards = "sci_tablet sci_gear sci_gear sci_compass"
    table = Table(city("giza", cards), "rhodes", tokens="", at="act")
    assert [] == table.happened(Studied)
    assert cards == table.cards(0)
    assert 2 == table.state.turn


# Extra cards.

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


def test_nobody_has_to_take_one_more_card() -> None:
    """Ending the turn instead is the move of whoever runs out of time (A4.2)."""
    table = Table(city("giza", tokens="urbanism"), "rhodes", central="wood ...")
    table.choose("take central")
    assert "end" == table.state.default(0, {}).text
    table.choose("end")
    assert "wood" == table.cards(0)
    assert (2, ()) == (table.state.turn, table.state.due)


def test_a_token_allows_one_card_a_turn() -> None:
    """Its own card, of the right kind, brings no other (A4.2)."""
    table = Table(
        city("giza", tokens="urbanism"), "rhodes", central="wood wood clay ..."
    )
    table.choose("take central", "extra urbanism central")
    assert "wood wood" == table.cards(0)
    assert 2 == table.state.turn


def test_two_cards_of_its_kinds_make_one_more_card() -> None:
    """It is due once, whatever else is taken before it is used (A4.2)."""
    table = Table(
        city("giza", tokens="urbanism jewellery"),
        "rhodes",
        piles=("coin clay ...",),
        central="wood ...",
    )
    table.choose("take central", "extra urbanism giza")
    assert ["jewellery"] == list(table.state.due)
    table.choose("extra jewellery giza")
    # Clay, but Urbanism has served.
    assert [] == list(table.state.due)


def test_extra_cards_chain_across_tokens_and_effects() -> None:
    """Each card that comes allows what its kind allows (A2.2, A4.2)."""
    tokens = "crafts jewellery architecture"
    table = Table(
        city("ephesus", "wood clay", tokens=tokens),
        "rhodes",
        piles=("stone civil_3vp ...",),
        central="papyrus glass coin mil_0horn ...",
    )
    table.choose("take central")
    assert ["crafts"] == list(table.state.due)
    # Stage 1 can be paid for in several ways, and allows a card as well.
    table.choose("build 1 wood+papyrus")
    assert ["crafts", "architecture"] == list(table.state.due)
    table.choose("extra architecture central")
    assert ["crafts"] == list(table.state.due)
    table.choose("extra crafts central")
    # The coin allows one more.
    assert ["jewellery"] == list(table.state.due)
    assert ["build 2 clay+coin", "build 2 glass+coin"] == table.moves()[:2]
    # The stage brings the next card of the central pile.
    table.choose("build 2 glass+coin")
    assert [("central", "ephesus")] == [
        (event.pile, event.by) for event in table.happened(Taken)
    ]
    assert "clay mil_0horn" == table.cards(0)
    table.choose("extra jewellery rhodes")
    assert 2 == table.state.turn


def test_architecture_allows_a_card_for_a_stage() -> None:
    """One a turn, however many are built (A4.2)."""
    table = Table(
        city("giza", "wood stone clay clay", tokens="architecture"),
        "rhodes",
        central="civil_3vp ...",
        at="act",
    )
    table.choose("build 1 wood+stone")
    assert [1] == [event.stage for event in table.happened(Built)]
    assert "build 2 clay+clay" in table.moves()
    table.choose("extra architecture central")
    # The second stage is all that is left to do, and allows nothing more.
    assert [2] == [event.stage for event in table.happened(Built)]
    assert 2 == table.state.turn


def test_no_extra_card_where_no_pile_has_one() -> None:
    """What is allowed isn't possible (A2.3)."""
    table = Table(
        city("giza", tokens="urbanism"),
        "rhodes, olympia, babylon",
        piles=("wood", "coin ...", "coin ...", ""),
        central="",
    )
    # Seat 0 took the wood and could have one more; it is seat 1's turn all the same.
    assert [(0, "")] == [(it.seat, it.by) for it in table.happened(Taken)][:1]
    assert [] == [event for event in table.happened(Taken) if event.by]


# From when on tokens work.


def test_a_token_does_nothing_for_the_card_that_brought_it() -> None:
    """Science comes too late for the second symbol (A4.2)."""
    table = Table(
        "giza: sci_gear, rhodes", piles=("sci_gear ...",), open="science tactics decor"
    )
    table.choose("take giza", "token science")
    assert 2 == table.state.turn
    assert "science" == table.ids(table.state.cities[0].tokens)


def test_a_token_works_from_then_on() -> None:
    """In the same turn, for the next card (A4.2)."""
    table = Table(
        city("giza", "sci_gear", tokens="architecture"),
        "rhodes",
        piles=("sci_gear wood ...",),
        open="urbanism tactics decor",
        due=("architecture",),
    )
    table.choose("take giza", "science sci_gear+sci_gear", "token urbanism")
    table.choose("extra architecture giza")
    assert "extra urbanism rhodes" in table.moves()


def test_architecture_does_nothing_for_the_stage_that_brought_it() -> None:
    """Babylon's own stage, that is; the next one counts (A4.2)."""
    table = Table(
        city("babylon", "wood wood", built="1"),
        "rhodes",
        open="architecture tactics decor",
        at="act",
    )
    table.choose("token architecture")
    assert 2 == table.state.turn
    again = Table(
        city("babylon", "wood wood stone stone clay", built="1"),
        "rhodes",
        open="architecture tactics decor",
        at="act",
    )
    again.choose("build 2 wood+wood", "token architecture")
    assert [] == list(again.state.due)
    third = Table(
        city("babylon", "wood wood stone clay glass", built="1"),
        "rhodes",
        open="architecture tactics decor",
        at="act",
    )
    third.choose("token architecture")
    assert [3] == [event.stage for event in third.happened(Built)]
    assert ["architecture"] == list(third.state.due)


# What tokens are worth.


def points(
    tokens: str, cards: str = "", built: str = "", victories: int = 0, **table: Any
) -> int:
    """Give what the progress tokens of a city of Giza are worth."""
    one = city("giza", cards, built, tokens, victories)
    sheet = Table(one, "rhodes", **table).state.score()
    return sheet.rows[0][sheet.categories.index("progress")]


def test_tactics_is_two_shields() -> None:
    """For good, and no points (A4.4)."""
    one = Table(city("giza", "mil_0horn", tokens="tactics"), "rhodes")
    assert 3 == one.state.cities[0].shields
    assert 0 == points("tactics")


def test_decoration_is_worth_more_with_a_finished_wonder() -> None:
    """Four points, or six (A4.4)."""
    assert 4 == points("decor", built="1 2 3 4")
    assert 6 == points("decor", built="1 2 3 4 5", at="end")


def test_politics_counts_cats_on_blue_cards() -> None:
    """Not the pawn, nor other blue cards (A4.4)."""
    cards = "civil_2vp_cat civil_2vp_cat civil_3vp"
    assert 2 == points("politics", cards=cards)
    assert 2 == points("politics", cards=cards, cat=0)
    assert 0 == points("politics", cat=0)


@pytest.mark.parametrize("victories", [0, 1, 4])
def test_strategy_counts_military_tokens(victories: int) -> None:
    """One point each, beside their own three (A4.4)."""
    assert victories == points("strategy", victories=victories)


def test_culture_is_worth_more_with_its_twin() -> None:
    """Four points, or twelve for both (A4.4)."""
    assert 4 == points("culture")
    assert 12 == points("culture culture")


@pytest.mark.parametrize(
    ("tokens", "worth"),
    [("education", 2), ("education tactics", 4), ("education tactics science", 6)],
)
def test_education_counts_progress_tokens(tokens: str, worth: int) -> None:
    """Itself included; two points each (A4.4)."""
    assert worth == points(tokens)


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
