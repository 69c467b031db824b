"""
Sealed cards, request by request: decks, keys and peeks.

`test_games.py` compares hands and piles with the open suite.
`tests/cheats/test_coalitions.py` tests who can't read which cards.
"""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    Deck,
    Look,
    Looked,
    Mixed,
    Move,
    Offer,
    Over,
    Pass,
    Seat,
    Shuffle,
    Slot,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import PhasePlan, Place
from sealed_wonders.net.sealed.group import IDENTITY, card_point
from tests.support.cardsharness import CardsHarness, kept

Hands = tuple[tuple[Slot, ...], ...]


@pytest.fixture
def harness() -> CardsHarness:
    return CardsHarness(relayed=True)


@pytest.fixture
def hands(harness: CardsHarness) -> Hands:
    """Return the hands of two seats, three cards each, from a deck of seven."""
    ((*slots,),) = harness.mix(Deck("age", (), tuple(range(10, 17))))
    one, two = harness.deal({0: slots[:3], 1: slots[3:6]})
    return one, two


def at(harness: CardsHarness, seat: Seat, slot: Slot) -> Card:
    return harness.faces(seat)[slot]


# Decks.


def test_decks_of_one_shuffle_share_a_key_but_not_cards(harness: CardsHarness) -> None:
    empty, one, two = harness.mix(
        Deck("none", (), ()), Deck("a", (), (1, 2)), Deck("b", (), (3, 4, 5))
    )
    assert (0, 2, 3) == (len(empty), len(one), len(two))
    assert [1, 2] == sorted(harness.turn_up(*one))
    assert [3, 4, 5] == sorted(harness.turn_up(*two))
    assert Place("b", "none", shown=True) == harness.cards.place(two[0])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_order_of_a_deck_depends_on_every_seat(seat: Seat) -> None:
    """If only one seat mixes well, nobody knows which card lies where."""
    found = set()
    for seed in "abc":
        harness = CardsHarness(seats=3, seeds={seat: seed})
        ((*slots,),) = harness.mix(Deck("age", (), tuple(range(8))))
        found.add(harness.turn_up(*slots))
    assert 3 == len(found)


def test_unseen_cards_are_mixed_into_another_deck_under_their_key(
    harness: CardsHarness,
) -> None:
    """
    The deck consists of some unseen cards, and some that all know. Nobody learns which
    ones are in it.
    """
    ((*guilds,),) = harness.mix(Deck("guilds", (), (50, 51, 52, 53)))
    ((*age,),) = harness.mix(Deck("age", tuple(guilds[:2]), (1, 2, 3)))
    assert Place("age", "guilds") == harness.cards.place(age[0])
    (hand,) = harness.deal({1: age})
    seen = sorted(harness.faces(1)[slot] for slot in hand)
    assert [1, 2, 3] == seen[:3]
    assert set(seen[3:]) < {50, 51, 52, 53}
    with pytest.raises(LocalProtocolError):
        harness.cards.place(guilds[0])


def test_returned_cards_are_mixed_with_the_rest_of_their_deck(
    harness: CardsHarness,
) -> None:
    """Unseen ones come first, then those that all have seen. The key stays the same."""
    ((*slots,),) = harness.mix(Deck("centre", (), (1, 2, 3, 4)))
    up = harness.turn_up(slots[1])
    ((*again,),) = harness.mix(Deck("centre/2", (slots[3], slots[0], slots[2]), up))
    assert [1, 2, 3, 4] == sorted(harness.turn_up(*again))
    assert "centre" == harness.cards.place(again[0]).key


def test_two_decks_of_one_name_are_a_local_error() -> None:
    """Otherwise cards would lie under another key than everybody thinks."""
    harness = CardsHarness()
    ((slot, *_),) = harness.mix(Deck("age", (), (1, 2)))
    keys = harness.cards.layout.keys("age")
    harness.ask(Shuffle((Deck("age", (), (3,)),)))
    with pytest.raises(LocalProtocolError, match="two decks"):
        harness.phase()
    assert keys == harness.cards.layout.keys("age")
    harness.drop()
    with pytest.raises(LocalProtocolError, match="two decks"):
        harness.mix(Deck("age", (slot,), ()))


def test_a_card_in_two_decks_is_a_local_error() -> None:
    """
    Otherwise a seat that opens a card would be named as a cheat, if it was opened
    before.
    """
    harness = CardsHarness()
    harness.mix(Deck("age", (), (1, 2)))
    with pytest.raises(LocalProtocolError, match="'b' has a card of 'age'"):
        harness.mix(Deck("b", (), (3, 2)))


def test_missing_slots_keys_and_requests_are_local_errors(
    harness: CardsHarness,
) -> None:
    with pytest.raises(LocalProtocolError, match="no slot"):
        harness.cards.place(7)
    with pytest.raises(LocalProtocolError, match="no key"):
        harness.cards.layout.keys("age")
    task = PhasePlan(Phase(0, "END", (0,)), bytes(32), Over(), True)
    with pytest.raises(LocalProtocolError, match="nothing is said of cards"):
        harness.cards.check(task, 0, ())
    with pytest.raises(LocalProtocolError, match="something to choose"):
        harness.secrets[0].speak(task)


def test_a_card_that_is_not_in_the_game_is_a_local_error() -> None:
    """It can't result from valid proofs, so no seat is blamed."""
    harness = CardsHarness(cards=2)
    ((*slots,),) = harness.mix(Deck("age", (), (0, 1, 2)))
    with pytest.raises(LocalProtocolError, match="bug, a cryptographic assumption"):
        harness.turn_up(*slots)


def test_keys_that_cancel_out_cause_no_error() -> None:
    """
    Only all seats together can make such keys. Then their cards lie open, but nothing
    else happens.
    """
    harness = CardsHarness()
    harness.ask(Shuffle((Deck("age", (), (1, 2, 3)),)))
    x = 5
    harness.secrets[0].recall(kept("age", x, 7))
    harness.secrets[1].recall(kept("age", -x, 8))
    for _ in ("KEY", "MIX", "MIX"):
        harness.phase()
    assert IDENTITY == harness.cards.layout.keys("age").joint
    (answer,) = harness.answers
    assert isinstance(answer, Mixed)
    ((*slots,),) = answer.slots
    mixed = {harness.cards.layout.at(slot).card.b for slot in slots}
    assert {card_point(card) for card in (1, 2, 3)} == mixed
    (hand,) = harness.deal({0: slots[:2]})
    (up,) = harness.turn_up(slots[2])
    assert [1, 2, 3] == sorted([up, *(harness.faces(0)[slot] for slot in hand)])


# Peeks.


def test_several_seats_can_peek_at_the_same_card(harness: CardsHarness) -> None:
    """
    Each does so under its own key, and can repeat it. After the deal only its holder
    sees it.
    """
    ((top, *_),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    (seen,) = harness.peek(0, top)
    assert (seen,) == harness.peek(1, top) == harness.peek(0, top)
    one, two = harness.cards.layout.at(top).peeked.values()
    assert one != two
    ((card,),) = harness.deal({1: [top]})
    assert [{}, {card: seen}] == [harness.faces(0), harness.faces(1)]


def test_a_peeked_card_is_unknown_after_it_is_mixed_again(
    harness: CardsHarness,
) -> None:
    """
    It is mixed into another deck, under the same key; the seat that peeked knows no
    place in it.
    """
    ((one, two, three),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    seen = harness.peek(0, one)
    up = harness.turn_up(three)
    ((*again,),) = harness.mix(Deck("centre/2", (one, two), up))
    assert [{}, {}] == [harness.faces(0), harness.faces(1)]
    assert [1, 2, 3] == sorted(harness.turn_up(*again))
    assert seen[0] in harness.faces(1).values()
    # Returned cards lie only in their new slots, and not where all saw them before.
    assert set(again) == set(harness.faces(0))
    with pytest.raises(LocalProtocolError, match="no slot"):
        harness.cards.place(three)


def test_a_peek_is_dropped_once_its_card_is_turned_up(harness: CardsHarness) -> None:
    """A game may have a peek in each turn, and their data must not accumulate."""
    ((*slots,),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    for slot in slots:
        harness.peek(0, slot)
        harness.turn_up(slot)
    assert [{}, {}, {}] == [dict(harness.cards.layout.at(it).peeked) for it in slots]


# Hands and piles.


def test_a_draft_shows_no_faces(harness: CardsHarness, hands: Hands) -> None:
    one, two = hands
    kept = at(harness, 0, one[0])
    ask = Choose(
        {0: Offer(one, Pass(1), shown=False), 1: Offer(two, Pass(0), shown=False)}
    )
    moves = {0: Move("build it", one[0]), 1: Move("build it", two[1])}
    answer, _ = harness.choose(ask, moves)
    assert isinstance(answer, Chosen)
    assert answer.face is None
    assert answer.slot is not None
    assert kept == at(harness, 0, answer.slot)
    assert answer.slot not in harness.faces(1)


def test_several_seats_can_pick_from_hands_of_one_card(
    harness: CardsHarness, hands: Hands
) -> None:
    """There is nothing to mix and nothing to pass."""
    ask = Choose({0: Offer(hands[0][:1], Pass(1)), 1: Offer(hands[1][:1], Pass(0))})
    faces = at(harness, 0, hands[0][0]), at(harness, 1, hands[1][0])
    moves = {0: Move("build it", hands[0][0]), 1: Move("build it", hands[1][0])}
    answers = harness.choose(ask, moves)
    assert list(faces) == [getattr(answer, "face", None) for answer in answers]


def test_a_look_at_an_empty_pile_and_at_open_cards(harness: CardsHarness) -> None:
    assert [Looked("decline")] == harness.choose(Look(0, ()), {0: Move("decline")})
    ((*slots,),) = harness.mix(Deck("b", (), (40, 41)))
    harness.turn_up(*slots)
    harness.ask(Look(1, tuple(slots)), {1: Move("build it", slots[0])})
    harness.until("CHOOSE")
    harness.phase()
    (answer,) = harness.answers
    assert isinstance(answer, Looked)
    assert {40, 41} == {answer.face, harness.faces(1)[answer.rest[0]]}
