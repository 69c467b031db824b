"""L1: what leaders change for everybody."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Gone,
    IllegalMove,
    Refusal,
    Shuffle,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import wonders
from tests.support.wonders import city


def selecting(players: int = 3, leaders: str = "standard") -> Dealer:
    """Deal leaders, and come to the first choice among them."""
    dealer = Dealer(Wonders(players, "day", ("leaders",), leaders), seeded("select"))
    for _ in dealer.steps([]):
        if isinstance(dealer.state.ask, Choose):
            break
    return dealer


# L1.1, L1.2: before the first age.


def test_a_selection_says_nothing_but_that_it_was_made() -> None:
    """The words are the same whatever is kept, and show no card (L1.2)."""
    dealer = selecting()
    state = wonders(dealer.state)
    assert isinstance(state.ask, Choose)
    assert not any(offer.shown for offer in state.ask.offers.values())
    faces = {slot: dealer.faces[slot] for slot in state.hands[0]}
    moves = state.moves(0, faces)
    assert {"keep"} == {move.text for move in moves}
    assert sorted(state.hands[0]) == [move.slot for move in moves]
    assert state.default(0, faces) in moves
    used, *rest = state.hands[0]
    for text, face, refusal in (
        ("keep", faces[used], Refusal.NOT_IN_HAND),
        ("sell", None, Refusal.NO_CHOICE),
        ("keep nero", None, Refusal.NOT_A_MOVE),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.tell(Chosen(0, text, face, used, tuple(rest)))
        assert refusal is caught.value.refusal


# L1.6: leaders are no age cards.


def test_leaders_count_among_no_cards_and_sell_and_chain_nothing() -> None:
    """Whichever they are (L1.6, W3.2)."""
    plain = city("gizah")
    for one in catalog(("leaders",)).leaders:
        led = city("gizah", leaders=one.id)
        assert (plain.colours, plain.buildings) == (led.colours, led.buildings)
        assert plain.works.counts == led.works.counts
        assert plain.works.sells == led.works.sells
        assert plain.works.chains == led.works.chains


# Who leaves for good.


def test_leaders_that_were_being_mixed_or_dealt_are_mixed_again() -> None:
    """For those who remain, under a new name (G3, L1.2)."""
    for asked in (Shuffle, Deal):
        dealer = Dealer(Wonders(4, "day", ("leaders",)), seeded("again"))
        for _ in dealer.steps([]):
            state = wonders(dealer.state)
            if isinstance(state.ask, asked) and "leaders" in state.task.name:
                break
        state = wonders(dealer.state.tell(Gone((2,))))
        assert isinstance(state.ask, Shuffle)
        assert ["leaders#2"] == [deck.name for deck in state.ask.decks]
        dealer.state = state
        for _ in dealer.steps([]):
            if isinstance(dealer.state.ask, Choose):
                break
        state = wonders(dealer.state)
        assert [4, 4, 0, 4] == [len(hand) for hand in state.hands]
        assert 34 - 12 == len(state.box)
