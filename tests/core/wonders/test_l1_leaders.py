"""L1: what leaders change for everybody."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Gone,
    IllegalMove,
    Pass,
    Refusal,
    Shuffle,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import (
    Drafted,
)
from sealed_wonders.core.wonders.leaders.tasks import Draft, Recruit
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.games import wonders
from tests.support.wonders import city


def selecting(players: int = 3, leaders: str = "standard") -> Dealer:
    """Deal leaders, and come to the first choice among them."""
    dealer = Dealer(Wonders(players, "day", ("leaders",), leaders), seeded("select"))
    for _ in dealer.steps([]):
        if isinstance(dealer.state.ask, Choose):
            break
    return dealer


def keep(state: State, seat: int, nth: int) -> State:
    """Let a seat keep the nth leader of its hand; all slots stay as they are."""
    hand = state.hands[seat]
    rest = tuple(slot for slot in hand if slot != hand[nth])
    return wonders(state.tell(Chosen(seat, "keep", None, hand[nth], rest)))


# L1.1, L1.2: before the first age.


def test_treasuries_start_with_six_coins() -> None:
    """Three more than without leaders (L1.1)."""
    state = wonders(selecting().state)
    assert [6, 6, 6] == [city.coins for city in state.cities]


@pytest.mark.parametrize(("leaders", "number"), [("standard", 34), ("expert", 49)])
def test_a_table_plays_with_standard_or_expert_leaders_too(
    leaders: str, number: int
) -> None:
    """And never with those of the Cities expansion (L1.2)."""
    rules = Wonders(3, "day", ("leaders",), leaders)
    deck = rules.catalog.leader_deck(leaders)
    sets = {rules.catalog.leaders[i].set for i in range(len(rules.catalog.leaders))}
    faces = [rules.catalog.leader(card) for card in deck]
    assert number == len(deck) == len(set(faces))
    assert {"standard", "expert", "cities"} == sets
    assert {"standard", leaders} == {face.set for face in faces if face is not None}


def test_one_leader_is_kept_and_the_others_go_to_the_right() -> None:
    """In secret, until each hand is four again; the last is kept unasked (L1.2)."""
    state = wonders(selecting(4).state)
    first = state.hands
    for number in (1, 2, 3):
        assert Draft(number) == state.task
        assert isinstance(state.ask, Choose)
        assert {0: Pass(3), 1: Pass(0), 2: Pass(1), 3: Pass(2)} == {
            seat: offer.rest for seat, offer in state.ask.offers.items()
        }
        assert not any(offer.shown for offer in state.ask.offers.values())
        for seat in range(4):
            before, state = state, keep(state, seat, 0)
        assert [
            Drafted(number, seat, before.hands[seat][0]) for seat in range(4)
        ] == list(state.news[:4])
    last = [event for event in state.news if isinstance(event, Drafted)][4:]
    assert [(4, seat) for seat in range(4)] == [(it.round, it.seat) for it in last]
    # Each kept the first of its own hand, then of that which came from its left.
    for seat in range(4):
        taken = [first[(seat + nth) % 4][nth] for nth in range(4)]
        assert taken == list(state.leaders[seat])
    assert ((),) * 4 == state.hands
    assert Recruit(1) == state.task


def test_a_selection_says_nothing_but_that_it_was_made() -> None:
    """The words are the same whatever is kept, and show no card (L1.2)."""
    dealer = selecting()
    state = wonders(dealer.state)
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


def test_who_leaves_takes_its_leaders_along() -> None:
    """Those kept, and those it was selecting from; the others pass over it (G2)."""
    state = wonders(selecting(4).state)
    state = keep(state, 1, 0)
    before = state.hands
    state = wonders(state.tell(Gone((0,))))
    assert isinstance(state.ask, Choose)
    assert {1: Pass(3), 2: Pass(1), 3: Pass(2)} == {
        seat: offer.rest for seat, offer in state.ask.offers.items()
    }
    state = keep(state, 2, 0)
    state = keep(state, 3, 0)
    assert ((), before[2][1:], before[3][1:], before[1][1:]) == state.hands
    assert [0, 1, 1, 1] == [len(kept) for kept in state.leaders]
    while isinstance(state.task, Draft):
        for seat in (1, 2, 3):
            state = keep(state, seat, 0)
    assert [0, 4, 4, 4] == [len(kept) for kept in state.leaders]
    assert isinstance(state.ask, Choose)
    assert (1, 2, 3) == tuple(state.ask.offers)


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
