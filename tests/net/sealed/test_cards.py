"""
Sealed cards, request by request: decks, keys and peeks.

Hands and piles are those of the open suite, in `test_games.py`. Who can't read what is
tried in `tests/cheats/test_coalitions.py`.
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
    """Three cards for each of two seats, of seven."""
    ((*slots,),) = harness.mix(Deck("age", (), tuple(range(10, 17))))
    one, two = harness.deal({0: slots[:3], 1: slots[3:6]})
    return one, two


def at(harness: CardsHarness, seat: Seat, slot: Slot) -> Card:
    return harness.faces(seat)[slot]


# Decks.


def test_decks_of_one_shuffle_share_a_key_and_keep_apart(harness: CardsHarness) -> None:
    empty, one, two = harness.mix(
        Deck("none", (), ()), Deck("a", (), (1, 2)), Deck("b", (), (3, 4, 5))
    )
    assert (0, 2, 3) == (len(empty), len(one), len(two))
    assert [1, 2] == sorted(harness.turn_up(*one))
    assert [3, 4, 5] == sorted(harness.turn_up(*two))
    assert Place("b", "none", shown=True) == harness.cards.place(two[0])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seats_chance_goes_into_an_order(seat: Seat) -> None:
    """If only one of them mixes well, nobody knows what lies where."""
    found = set()
    for seed in "abc":
        harness = CardsHarness(seats=3, seeds={seat: seed})
        ((*slots,),) = harness.mix(Deck("age", (), tuple(range(8))))
        found.add(harness.turn_up(*slots))
    assert 3 == len(found)


def test_unseen_cards_are_mixed_into_another_deck_under_their_key(
    harness: CardsHarness,
) -> None:
    """Some of a deck, and some that all know: nobody learns which are in."""
    ((*guilds,),) = harness.mix(Deck("guilds", (), (50, 51, 52, 53)))
    ((*age,),) = harness.mix(Deck("age", tuple(guilds[:2]), (1, 2, 3)))
    assert Place("age", "guilds") == harness.cards.place(age[0])
    (hand,) = harness.deal({1: age})
    seen = sorted(harness.faces(1)[slot] for slot in hand)
    assert [1, 2, 3] == seen[:3]
    assert set(seen[3:]) < {50, 51, 52, 53}
    with pytest.raises(LocalProtocolError):
        harness.cards.place(guilds[0])


def test_returned_cards_are_mixed_with_those_left_of_their_deck(
    harness: CardsHarness,
) -> None:
    """Untouched ones first, then what all have seen; the key stays."""
    ((*slots,),) = harness.mix(Deck("centre", (), (1, 2, 3, 4)))
    up = harness.turn_up(slots[1])
    ((*again,),) = harness.mix(Deck("centre/2", (slots[3], slots[0], slots[2]), up))
    assert [1, 2, 3, 4] == sorted(harness.turn_up(*again))
    assert "centre" == harness.cards.place(again[0]).key


def test_a_deck_has_its_name_alone() -> None:
    """Else cards would lie under another key than everybody thinks."""
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


def test_a_card_is_in_one_deck() -> None:
    """Else a seat that opens it would be taken for a liar when it was opened before."""
    harness = CardsHarness()
    harness.mix(Deck("age", (), (1, 2)))
    with pytest.raises(LocalProtocolError, match="'b' has a card of 'age'"):
        harness.mix(Deck("b", (), (3, 2)))


def test_nothing_lies_where_nothing_was_made(harness: CardsHarness) -> None:
    """A slot that isn't, a key that isn't, a phase that isn't about cards."""
    with pytest.raises(LocalProtocolError, match="no slot"):
        harness.cards.place(7)
    with pytest.raises(LocalProtocolError, match="no key"):
        harness.cards.layout.keys("age")
    task = PhasePlan(Phase(0, "END", (0,)), bytes(32), Over(), True)
    with pytest.raises(LocalProtocolError, match="nothing is said of cards"):
        harness.cards.check(task, 0, ())
    with pytest.raises(LocalProtocolError, match="something to choose"):
        harness.secrets[0].speak(task)


def test_a_card_that_is_none_of_the_game_is_nobodys_fault() -> None:
    """It can't come out of proofs that are right, so no seat is blamed."""
    harness = CardsHarness(cards=2)
    ((*slots,),) = harness.mix(Deck("age", (), (0, 1, 2)))
    with pytest.raises(LocalProtocolError, match="bug, a cryptographic assumption"):
        harness.turn_up(*slots)


def test_keys_that_cancel_out_crash_nothing() -> None:
    """Only all seats together can make such: then their cards lie open, that is all."""
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


def test_another_may_look_at_the_same_card(harness: CardsHarness) -> None:
    """Each under its own key, and again; once it is dealt, only whose it is."""
    ((top, *_),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    (seen,) = harness.peek(0, top)
    assert (seen,) == harness.peek(1, top) == harness.peek(0, top)
    one, two = harness.cards.layout.at(top).peeked.values()
    assert one != two
    ((card,),) = harness.deal({1: [top]})
    assert [{}, {card: seen}] == [harness.faces(0), harness.faces(1)]


def test_what_was_looked_at_is_mixed_with_others_and_not_seen_any_more(
    harness: CardsHarness,
) -> None:
    """Into another deck, under the same key: who looked knows no place in it."""
    ((one, two, three),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    seen = harness.peek(0, one)
    up = harness.turn_up(three)
    ((*again,),) = harness.mix(Deck("centre/2", (one, two), up))
    assert [{}, {}] == [harness.faces(0), harness.faces(1)]
    assert [1, 2, 3] == sorted(harness.turn_up(*again))
    assert seen[0] in harness.faces(1).values()
    # What went back lies where it lies now, and not where all saw it before.
    assert set(again) == set(harness.faces(0))
    with pytest.raises(LocalProtocolError, match="no slot"):
        harness.cards.place(three)


def test_what_was_seen_is_not_kept_when_all_see_it(harness: CardsHarness) -> None:
    """A game may have a look in each turn; what is left of them doesn't add up."""
    ((*slots,),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    for slot in slots:
        harness.peek(0, slot)
        harness.turn_up(slot)
    assert [{}, {}, {}] == [dict(harness.cards.layout.at(it).peeked) for it in slots]


# Hands and piles.


def test_a_draft_shows_nothing(harness: CardsHarness, hands: Hands) -> None:
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


def test_hands_of_one_card_are_picked_from_by_several(
    harness: CardsHarness, hands: Hands
) -> None:
    """There is nothing to mix and nothing to pass, and no end to be made of it."""
    ask = Choose({0: Offer(hands[0][:1], Pass(1)), 1: Offer(hands[1][:1], Pass(0))})
    faces = at(harness, 0, hands[0][0]), at(harness, 1, hands[1][0])
    moves = {0: Move("build it", hands[0][0]), 1: Move("build it", hands[1][0])}
    answers = harness.choose(ask, moves)
    assert list(faces) == [getattr(answer, "face", None) for answer in answers]


def test_a_look_at_nothing_and_at_what_lies_open(harness: CardsHarness) -> None:
    assert [Looked("decline")] == harness.choose(Look(0, ()), {0: Move("decline")})
    ((*slots,),) = harness.mix(Deck("b", (), (40, 41)))
    harness.turn_up(*slots)
    harness.ask(Look(1, tuple(slots)), {1: Move("build it", slots[0])})
    harness.until("CHOOSE")
    harness.phase()
    (answer,) = harness.answers
    assert isinstance(answer, Looked)
    assert {40, 41} == {answer.face, harness.faces(1)[answer.rest[0]]}
