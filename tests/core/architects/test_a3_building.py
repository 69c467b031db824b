"""Looking through a pile at Architects: who sees what, and what is mixed (RULES.md, A3)."""

from __future__ import annotations

from sealed_wonders.core.architects.events import (
    Searched,
)
from sealed_wonders.core.game import (
    Chosen,
    Deal,
    Deck,
    Order,
    Shuffle,
    TurnUp,
)
from tests.support.architects import Table, as_it_is, choose, city

HALICARNASSUS = (city("halicarnassus"), city("giza"), city("rhodes"))

FIVE = "clay wood glass wood civil_2vp_cat"


def searching(pile: str, order: Order = as_it_is) -> Table:
    """Lay out a table at which the pile on the right of Halicarnassus is searched."""
    table = Table(*HALICARNASSUS, piles=("...", "...", pile), at="effect", order=order)
    table.choose("search rhodes")
    return table


def test_nobody_else_sees_what_lies_face_down() -> None:
    """It is peeked at where it lies; the first one lies face up already (A3.4)."""
    table = Table(*HALICARNASSUS, piles=("...", "...", f"{FIVE} stone"), at="effect")
    before = table.state.pile("rhodes")
    state = choose(table.state, "search rhodes")
    assert Deal({0: before.slots[1:5]}, peek=True) == state.ask
    assert [] == [event for event in state.news if isinstance(event, Searched)]
    table.choose("search rhodes")
    assert before.top is not None
    searched = Searched(1, 0, "rhodes", before.top, before.slots[1:5])
    assert [searched] == table.happened(Searched)
    assert before == table.state.pile("rhodes")
    assert set(before.slots[1:5]) == set(table.seen())
    assert () == table.state.saw


def test_what_is_kept_is_named_by_its_place() -> None:
    """Others don't know more of it before it is shown (A3.4)."""
    table = searching(f"{FIVE} stone")
    public = [move.text for move in table.state.moves(0, {})]
    assert [f"keep {place}" for place in (1, 2, 3, 4, 5)] == public
    # Whoever sees them is offered one of each kind: the first.
    assert ["keep 1", "keep 2", "keep 3", "keep 5"] == table.moves()
    # The others of a kind may be kept as well: who couldn't know has nothing against it.
    slot = table.state.pile("rhodes").slots[3]
    asks = choose(table.state, "keep 4").ask
    assert TurnUp((slot,)) == asks


def test_the_rest_of_the_pile_is_mixed_with_what_was_seen() -> None:
    """As it lies, then the one that lies face up; under a name of its own (A3.4)."""
    table = searching(f"{FIVE} stone papyrus")
    before = table.state.pile("rhodes")
    table.tell(Chosen(0, "keep 3"))
    table.step()
    hidden = (before.slots[1], *before.slots[3:])
    assert before.top is not None
    assert Shuffle((Deck("rhodes/2", hidden, (before.top,)),)) == table.state.ask
