"""A turn of Architects (RULES.md, A2)."""

from __future__ import annotations

from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import (
    Revealed,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.game import Choose, Offer, Stay, TurnUp
from tests.support.architects import Table, choose, city

THREE = (city("giza"), city("rhodes"), city("ephesus"))


def test_the_central_card_is_turned_up_when_it_is_taken() -> None:
    """Nobody knows it before (A2.1)."""
    table = Table(*THREE, central="coin wood")
    top = table.state.central.slots[0]
    state = choose(table.state, "take central")
    assert TurnUp((top,)) == state.ask
    table.choose("take central")
    assert [] == [one for one in table.happened(Revealed) if one.pile == CENTRAL]
    assert "coin" == table.cards(0)


def test_one_seat_chooses_at_a_time_and_has_no_hand() -> None:
    """All that lies on the table is for everybody to see (A2.1)."""
    table = Table(*THREE, seat=1)
    assert Choose({1: Offer((), Stay())}) == table.state.ask
    for seat in (0, 2, -1, 3):
        assert () == table.state.moves(seat, {})


def test_who_reaches_no_card_takes_none() -> None:
    """The turn is over; others go on with theirs (A2.3)."""
    table = Table(*THREE, piles=("", "coin wood ...", ""), central="", at="begin")
    # Seat 0 reaches nothing, seat 1 only its own pile, seat 2 only that one, too.
    taken = table.happened(Taken)
    assert [1, 2, 1] == [event.seat for event in taken[:3]]
    ended = table.happened(TurnEnded)
    assert [0, 1, 2, 0] == [event.seat for event in ended[:4]]
