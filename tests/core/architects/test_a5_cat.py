"""The cat of Architects (RULES.md, A5)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.events import Peeked, Taken
from sealed_wonders.core.game import Deal
from tests.support.architects import Table, choose, city

THREE = (city("giza"), city("rhodes"), city("ephesus"))


def asked_to_peek(table: Table, text: str) -> list[Deal]:
    """Choose, and give the peeks the table was asked for on the way to the next."""
    table.state = choose(table.state, text)
    found = []
    while not table.moves():
        if isinstance(table.state.ask, Deal):
            found.append(table.state.ask)
        table.step()
    return found


@pytest.mark.parametrize("holder", [None, 0, 1, 2])
def test_a_blue_card_with_a_cat_brings_it(holder: int | None) -> None:
    """From wherever it is, at once (A5.1); who has it keeps it, and nothing is told."""
    table = Table(*THREE, piles=("civil_2vp_cat ...",), cat=holder)
    table.choose("take giza")
    assert 0 == table.state.cat
    assert [holder != 0] == [event.cat for event in table.happened(Taken)]


def test_its_holder_sees_the_top_of_the_central_pile() -> None:
    """Alone, when the turn begins, before choosing (A5.1)."""
    table = Table(*THREE, seat=2, cat=0)
    top = table.state.central.slots[0]
    state = choose(table.state, "take ephesus")
    table.state = state
    while not isinstance(table.state.ask, Deal):
        table.step()
    assert Deal({0: (top,)}, peek=True) == table.state.ask
    assert (2, 0) == (table.state.turn, table.state.seat)
    table.step()
    assert [Peeked(2, 0)] == table.happened(Peeked)
    assert [0] == list(table.state.saw)
    assert ["take central", "take ephesus", "take giza"] == table.moves()
    # The card lies where it lay, and nobody else knows it.
    assert top == table.state.central.slots[0]
    assert table.state.central.top is None


def test_only_its_holder_is_shown_anything() -> None:
    """And only when it is the holder's turn (A5.1)."""
    table = Table(*THREE, seat=0, cat=2)
    assert [] == asked_to_peek(table, "take giza")
    assert 1 == len(asked_to_peek(table, "take giza"))


def test_who_gets_it_during_a_turn_sees_nothing_yet() -> None:
    """The turn has begun; the next one hasn't (A5.1)."""
    table = Table(
        *(city("giza"), city("rhodes", tokens="propaganda"), city("ephesus")),
        piles=("civil_2vp_cat ...", "mil_0horn mil_0horn ...", "mil_0horn ..."),
    )
    assert [] == asked_to_peek(table, "take giza")
    assert [] == asked_to_peek(table, "take rhodes")
    peeks = asked_to_peek(table, "take rhodes")
    assert [Deal({0: table.state.central.slots[:1]}, peek=True)] == peeks


def test_nobody_is_shown_a_card_twice() -> None:
    """The same one lies there after a round (A5.1)."""
    table = Table(
        "giza, rhodes",
        piles=("mil_0horn mil_0horn ...", "civil_3vp civil_3vp ..."),
        cat=0,
    )
    table.choose("take giza")
    assert 1 == len(asked_to_peek(table, "take rhodes"))
    table.choose("take rhodes")
    assert [] == asked_to_peek(table, "take giza")
    assert [0] == list(table.state.saw)
    # A new one is shown again.
    table.choose("take central")
    assert [] == list(table.state.saw)
    assert 1 == len(asked_to_peek(table, "take rhodes"))


def test_the_next_holder_is_shown_the_same_card() -> None:
    """It is news to that one (A5.1)."""
    table = Table(
        "giza, rhodes",
        piles=("stone clay wood ...", "civil_2vp_cat glass ..."),
        cat=0,
        saw=(0,),
    )
    table.choose("take giza", "take rhodes")
    assert 1 == table.state.cat
    assert 1 == len(asked_to_peek(table, "take giza"))
    assert [0, 1] == list(table.state.saw)
    assert "civil_2vp_cat" == table.cards(1)


def test_an_empty_pile_shows_nothing() -> None:
    """The turn begins as any other (A5.1)."""
    table = Table(*THREE, seat=2, cat=0, central="")
    assert [] == asked_to_peek(table, "take ephesus")
    assert 0 == table.state.seat
