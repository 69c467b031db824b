"""From the request of a ruleset to the phases that carry it out."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Ask,
    Choose,
    Deal,
    Dealt,
    Deck,
    Look,
    Mixed,
    Offer,
    Pass,
    Shuffle,
    Slot,
    Stay,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.plan import (
    Place,
    answer_to_nothing,
    joint_keys,
    new_slots,
    plan,
)

SEATS = (0, 1, 2)
ALL_MIX = [("MIX", (0,)), ("MIX", (1,)), ("MIX", (2,))]

PLACES = {
    # Mixed and not dealt.
    10: Place("age", "guilds"),
    11: Place("age", "guilds"),
    12: Place("rest", "rest"),
    13: Place("age", "age"),
    # In hands.
    20: Place("age", "guilds", owner=0),
    21: Place("age", "guilds", owner=0),
    22: Place("age", "guilds", owner=1),
    23: Place("pile/1", "pile/1", owner=2),
    24: Place("pile/1", "pile/1", owner=0),
    # Open.
    30: Place("age", "guilds", shown=True),
}


def place(slot: Slot) -> Place:
    return PLACES[slot]


def steps(ask: Ask, look: int = 0) -> list[tuple[str, tuple[int, ...], str]]:
    planned = plan(ask, SEATS, place, look)
    return [(kind, seats, deck) for kind, seats, deck in planned]


def mixes(deck: str) -> list[tuple[str, tuple[int, ...], str]]:
    return [(kind, seats, deck) for kind, seats in ALL_MIX]


def test_phases_follow_from_the_request() -> None:
    # Guilds mixed into an age lie under a joint key already: there is no KEY.
    assert mixes("age") == steps(Shuffle((Deck("age", (10, 11), (5, 6)),)))
    # Nor is there one for cards that return to a pile with known cards.
    decks = (Deck("rest/2", (12,), (5, 6)),)
    assert mixes("rest/2") == steps(Shuffle(decks))
    assert ("rest",) == joint_keys(decks, place)
    # Cards of several decks can be turned up, since each is opened by itself.
    assert [("OPEN_SHARE", SEATS, "rest")] == steps(TurnUp((12, 10)))
    # Otherwise a seat's choice would show which position it came from.
    alone = Choose({0: Offer((20, 21), Stay())})
    assert [("PICK", (0,), "age"), ("REVEAL", (0,), "age")] == steps(alone)
    # An open pile needs no LOOK_X: a phase without seats could never close.
    assert [
        ("KEY", SEATS, "pile/1"),
        *mixes("pile/1"),
        ("DEAL", SEATS, "pile/1"),
        ("CHOOSE", (0,), "pile/1"),
    ] == steps(Look(0, (30,)), look=1)


def test_a_new_deck_beside_one_mixed_again_needs_a_key() -> None:
    """The key is named after the first deck that needs one."""
    decks = (Deck("age", (10, 11), (5,)), Deck("new", (), (7,)), Deck("x", (), (8,)))
    assert [("KEY", SEATS, "new"), *mixes("age")] == steps(Shuffle(decks))
    assert ("guilds", "new", "new") == joint_keys(decks, place)


def test_a_peek_needs_a_deal_phase_of_all_seats() -> None:
    """
    The phase is the same as for any deal. That the card stays in its place is left to
    the cards.
    """
    assert [("DEAL", SEATS, "rest")] == steps(Deal({1: (12,)}, peek=True))
    with pytest.raises(LocalProtocolError):
        steps(Deal({1: (20,)}, peek=True))
    with pytest.raises(LocalProtocolError):
        steps(Deal({1: (30,)}, peek=True))


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Shuffle(()), Mixed(())),
        (Shuffle((Deck("a", (), ()), Deck("b", (), ()))), Mixed(((), ()))),
        (Deal({}), Dealt({})),
        (Deal({0: (), 2: ()}), Dealt({0: (), 2: ()})),
        (TurnUp(()), TurnedUp(())),
    ],
)
def test_an_empty_request_is_answered_without_a_phase(ask: Ask, answer: object) -> None:
    assert [] == steps(ask)
    assert answer == answer_to_nothing(ask)


def test_a_choice_has_no_answer_without_a_phase() -> None:
    with pytest.raises(LocalProtocolError):
        answer_to_nothing(Choose({0: Offer((), Stay())}))


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(Shuffle((Deck("a", (20,), ()),)), id="mixes a card of a hand"),
        pytest.param(Shuffle((Deck("a", (30,), ()),)), id="mixes a card that is open"),
        pytest.param(Shuffle((Deck("a", (10, 12), ()),)), id="mixes two keys"),
        pytest.param(Shuffle((Deck("a", (10, 10), ()),)), id="mixes a card twice"),
        pytest.param(Shuffle((Deck("ä", (), (1,)),)), id="a name not ASCII"),
        pytest.param(Deal({0: (22,)}), id="deals a card of a hand"),
        pytest.param(Deal({0: (10,), 1: (10,)}), id="deals a card twice"),
        pytest.param(Deal({0: (10,), 1: (12,)}), id="deals cards of two decks"),
        pytest.param(Deal({0: (10, 13)}), id="deals cards under two keys"),
        pytest.param(Deal({7: (10,)}), id="deals to nobody"),
        pytest.param(TurnUp((30,)), id="turns up what is open"),
        pytest.param(TurnUp((10, 10)), id="turns up a card twice"),
        pytest.param(Choose({}), id="asks nobody"),
        pytest.param(Choose({0: Offer((22,), Stay())}), id="offers another's card"),
        pytest.param(Choose({0: Offer((10,), Stay())}), id="offers an undealt card"),
        pytest.param(Choose({0: Offer((20, 20), Stay())}), id="offers a card twice"),
        pytest.param(Choose({0: Offer((20, 24), Stay())}), id="offers two decks"),
        pytest.param(Choose({7: Offer((), Stay())}), id="asks a stranger"),
        pytest.param(
            Choose({0: Offer((20,), Stay()), 1: Offer((), Stay())}),
            id="offers cards to some",
        ),
        pytest.param(
            Choose({0: Offer((20,), Pass(7)), 1: Offer((22,), Stay())}),
            id="passes to nobody",
        ),
        pytest.param(Look(0, (10,)), id="looks at undealt cards"),
        pytest.param(Look(7, (30,)), id="a stranger looks"),
        pytest.param(Look(0, (22, 22)), id="looks at a card twice"),
    ],
)
def test_impossible_requests_are_local_errors(ask: Ask) -> None:
    with pytest.raises(LocalProtocolError):
        steps(ask)


def test_slots_made_in_different_places_differ() -> None:
    made = [
        slot
        for number in (0, 1, 2, 1 << 20)
        for seat in (0, 1, 6, 255)
        for slot in new_slots(number, seat, 60)
    ]
    assert len(made) == len(set(made))
    assert new_slots(3, 2, 5)[2:] == new_slots(3, 2, 3, first=2)
