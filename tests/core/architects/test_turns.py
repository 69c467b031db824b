"""What cases can't say of a turn of Architects: what the table is asked, and who sees what."""

from __future__ import annotations

from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import FinalSheet, Peeked, Revealed
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Choose, Deal, Offer, Stay, TurnUp, seeded
from tests.support.architects import Table, architects, at_random, choose

THREE = "giza, rhodes, ephesus"


def test_the_central_card_is_turned_up_when_it_is_taken() -> None:
    """Nobody knows it before (A2.1)."""
    table = Table(THREE, central="coin wood")
    top = table.state.central.slots[0]
    state = choose(table.state, "take central")
    assert TurnUp((top,)) == state.ask
    table.choose("take central")
    assert [] == [one for one in table.happened(Revealed) if one.pile == CENTRAL]
    assert "coin" == table.cards(0)


def test_one_seat_chooses_at_a_time_and_has_no_hand() -> None:
    """All that lies on the table is for everybody to see (A2.1)."""
    table = Table(THREE, seat=1)
    assert Choose({1: Offer((), Stay())}) == table.state.ask
    for seat in (0, 2, -1, 3):
        assert () == table.state.moves(seat, {})


def test_who_has_the_cat_sees_the_top_of_the_central_pile() -> None:
    """Alone, when the turn begins, before choosing (A5.1)."""
    table = Table(THREE, seat=2, cat=0)
    top = table.state.central.slots[0]
    table.state = choose(table.state, "take ephesus")
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


def test_there_is_a_sheet_at_any_time() -> None:
    """Before wonders are known it is blank (A7.2)."""
    state = architects(Architects(3).begin(seeded("sheet")))
    assert ((0,) * 6,) * 3 == state.score().rows
    assert (0, 1, 2) == state.score().winners
    for table in at_random("sheet"):
        sheet = table.state.score()
        assert 3 == len(sheet.rows)
        assert all(sum(row[:-1]) == row[-1] for row in sheet.rows)
    assert table.happened(FinalSheet)[0].sheet == sheet
