"""Sealed cards, request by request: places, readers, and wrong bodies."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    Deal,
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
    Stay,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.plan import PhasePlan, Place
from sealed_wonders.net.sealed.elgamal import unsealed
from sealed_wonders.net.sealed.group import IDENTITY, card_point
from tests.support.cardsharness import CardsHarness, kept, secrets_in
from tests.support.crypto import SODIUM

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


def test_a_mixed_deck_holds_its_cards_and_nobody_sees_them(
    harness: CardsHarness,
) -> None:
    """Turned up, they are all there."""
    ((*slots,),) = harness.mix(Deck("age", (), (4, 5, 6, 7)))
    assert [{}, {}] == [harness.faces(0), harness.faces(1)]
    assert [4, 5, 6, 7] == sorted(harness.turn_up(*slots))


def test_decks_of_one_shuffle_share_a_key_and_keep_apart(harness: CardsHarness) -> None:
    """An empty one among them too."""
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


def test_some_cards_of_a_deck_are_dealt_and_turned_up_later(
    harness: CardsHarness,
) -> None:
    """The keys of a deck serve as long as there is something in it."""
    ((*slots,),) = harness.mix(Deck("leaders", (), tuple(range(20, 30))))
    first, second = harness.deal({0: slots[:2], 1: slots[2:4]})
    (third,) = harness.deal({1: slots[9:]})
    (up,) = harness.turn_up(slots[5])
    seen = [harness.faces(0)[slot] for slot in first]
    seen += [harness.faces(1)[slot] for slot in (*second, *third)]
    assert 6 == len({*seen, up})
    assert {*seen, up} < set(range(20, 30))
    assert {up} == set(harness.faces(0).values()) & set(harness.faces(1).values())


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


def test_who_looks_sees_a_card_that_stays_where_it_lies(harness: CardsHarness) -> None:
    """For all others nothing has changed, but that they know who has looked."""
    ((top, *rest),) = harness.mix(Deck("centre", (), (1, 2, 3, 4)))
    before = harness.cards.layout.at(top)
    (seen,) = harness.peek(1, top)
    assert [{}, {top: seen}] == [harness.faces(0), harness.faces(1)]
    after = harness.cards.layout.at(top)
    assert (Place("centre", "centre"), before.card) == (after.place, after.card)
    assert [1] == list(after.peeked)
    assert (seen,) == harness.turn_up(top)
    assert {top: seen} == harness.faces(0) == harness.faces(1)
    assert {1, 2, 3, 4} - {seen} == set(harness.turn_up(*rest))


def test_several_cards_may_be_looked_at_at_once(harness: CardsHarness) -> None:
    """Known to who looked whenever something is chosen, as long as they lie there."""
    ((*slots,),) = harness.mix(Deck("centre", (), tuple(range(7))))
    looked = tuple(slots[1:5])
    harness.do(Deal({1: looked}, peek=True))
    assert [{}, set(looked)] == [harness.faces(0), set(harness.faces(1))]
    harness.ask(Choose({1: Offer((), Stay())}), {1: Move("take one")})
    task = harness.task
    assert [{}, harness.faces(1)] == [it.hand(task) for it in harness.secrets]
    assert (b"take one", ()) == harness.body(1)
    harness.phase()
    seen = harness.faces(1)
    assert (seen[slots[3]],) == harness.turn_up(slots[3])
    left = [slot for slot in looked if slot != slots[3]]
    assert set(left) == set(harness.secrets[1].hand(task))
    harness.mix(Deck("centre/2", (*slots[:3], *slots[4:]), ()))
    assert {} == harness.secrets[1].hand(task)


def test_another_may_look_at_the_same_card(harness: CardsHarness) -> None:
    """Each under its own key; and who has looked may look again."""
    ((top, *_),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    (seen,) = harness.peek(0, top)
    assert (seen,) == harness.peek(1, top) == harness.peek(0, top)
    one, two = harness.cards.layout.at(top).peeked.values()
    assert one != two


def test_what_was_looked_at_may_be_dealt(harness: CardsHarness) -> None:
    """Whoever gets it sees it, and who looked does no more: it isn't theirs to see."""
    ((top, *_),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    (seen,) = harness.peek(0, top)
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


def test_nobody_but_who_looked_opens_it(harness: CardsHarness) -> None:
    """No other seat's secrets, nor one's own hand key for what still lies there."""
    ((top, *_),) = harness.mix(Deck("centre", (), (1, 2, 3)))
    (seen,) = harness.peek(0, top)
    lying = harness.cards.layout.at(top)
    shares, hands = zip(
        *(secrets_in(harness.kept[seat][0]) for seat in (0, 1)), strict=True
    )
    given = lying.peeked[0]
    assert card_point(seen) == unsealed(given, hands[0], group=SODIUM)
    everything = {card_point(card) for card in range(60)}
    for key in (*shares, sum(shares), hands[1], sum(hands), hands[1] + shares[1]):
        assert unsealed(given, key, group=SODIUM) not in everything
    for key in (*shares, *hands, sum(hands)):
        assert unsealed(lying.card, key, group=SODIUM) not in everything


# Hands.


def test_a_hand_is_its_holders(harness: CardsHarness, hands: Hands) -> None:
    """Everybody knows where it lies, one seat what it is."""
    one, two = hands
    assert set(one) == set(harness.faces(0))
    assert set(two) == set(harness.faces(1))
    assert 6 == len({*harness.faces(0).values(), *harness.faces(1).values()})
    assert Place("age", "age", owner=1) == harness.cards.place(two[0])


def test_what_is_used_lies_first_and_the_rest_is_passed_on(
    harness: CardsHarness, hands: Hands
) -> None:
    """One seat shows its card, the other doesn't; both see what they get."""
    one, two = hands
    before = harness.faces(0), harness.faces(1)
    ask = Choose({0: Offer(one, Pass(1)), 1: Offer(two, Pass(0))})
    moves = {0: Move("build it", one[1]), 1: Move("sell", two[2])}
    built, sold = harness.choose(ask, moves)
    face = before[0][one[1]]
    assert isinstance(built, Chosen)
    assert isinstance(sold, Chosen)
    assert ("build it", face) == (built.text, built.face)
    assert ("sell", None) == (sold.text, sold.face)
    assert built.slot is not None
    assert sold.slot is not None
    assert Place("age", "age", shown=True) == harness.cards.place(built.slot)
    assert Place("age", "age", owner=1) == harness.cards.place(sold.slot)
    # The card shown is seen by both, the card sold by who sold it.
    assert face == harness.faces(0)[built.slot] == harness.faces(1)[built.slot]
    assert before[1][two[2]] == harness.faces(1)[sold.slot]
    assert sold.slot not in harness.faces(0)
    assert {before[0][one[0]], before[0][one[2]]} == {
        harness.faces(1)[slot] for slot in built.rest
    }
    assert {before[1][two[0]], before[1][two[1]]} == {
        harness.faces(0)[slot] for slot in sold.rest
    }
    assert not {*one, *two} & {*harness.faces(0), *harness.faces(1)}


def test_a_draft_shows_nothing(harness: CardsHarness, hands: Hands) -> None:
    """Whatever its text would show elsewhere."""
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


def test_a_rest_that_stays_is_still_its_holders(
    harness: CardsHarness, hands: Hands
) -> None:
    """And can be chosen from again, down to the last card."""
    hand, seen = hands[0], []
    while len(hand) > 1:
        seen.append(at(harness, 0, hand[-1]))
        ask = Choose({0: Offer(hand, Stay())})
        (answer,) = harness.choose(ask, {0: Move("build it", hand[-1])})
        assert isinstance(answer, Chosen)
        assert answer.face == seen[-1]
        hand = answer.rest
    seen.append(at(harness, 0, hand[0]))
    ask = Choose({0: Offer(hand, Stay())})
    (answer,) = harness.choose(ask, {0: Move("build it", hand[0])})
    assert isinstance(answer, Chosen)
    assert (seen[-1], ()) == (answer.face, answer.rest)
    assert 3 == len(set(seen))


def test_hands_of_one_card_are_picked_from_by_several(
    harness: CardsHarness, hands: Hands
) -> None:
    """There is nothing to mix and nothing to pass, and no end to be made of it."""
    ask = Choose({0: Offer(hands[0][:1], Pass(1)), 1: Offer(hands[1][:1], Pass(0))})
    faces = at(harness, 0, hands[0][0]), at(harness, 1, hands[1][0])
    moves = {0: Move("build it", hands[0][0]), 1: Move("build it", hands[1][0])}
    answers = harness.choose(ask, moves)
    assert list(faces) == [getattr(answer, "face", None) for answer in answers]


@pytest.mark.parametrize(("text", "shown"), [("build it", True), ("sell", False)])
def test_the_last_card_is_opened_only_if_shown(
    harness: CardsHarness, hands: Hands, text: str, shown: bool
) -> None:
    """One seat alone with one card."""
    slot, face = hands[0][0], at(harness, 0, hands[0][0])
    (answer,) = harness.choose(
        Choose({0: Offer((slot,), Stay())}), {0: Move(text, slot)}
    )
    assert isinstance(answer, Chosen)
    assert (face if shown else None) == answer.face
    assert answer.slot is not None
    assert Place("age", "age", None if shown else 0, shown) == harness.cards.place(
        answer.slot
    )
    assert face == harness.faces(0)[answer.slot]


def test_decisions_without_cards_are_those_of_any_suite(harness: CardsHarness) -> None:
    """Committed to by several, made at once by one."""
    ask = Choose({0: Offer((), Stay()), 1: Offer((), Stay())})
    harness.ask(ask, {0: Move("day"), 1: Move("night")})
    harness.phase()
    harness.phase()
    assert [Chosen(0, "day"), Chosen(1, "night")] == harness.answers
    assert [Chosen(1, "day")] == harness.choose(
        Choose({1: Offer((), Stay())}), {1: Move("day")}
    )


# Looks.


def pile(harness: CardsHarness, hands: Hands) -> tuple[Look, list[Card]]:
    """A card of each seat, one that is open, and one under another key."""
    ((up, down),) = harness.mix(Deck("b", (), (40, 41)))
    harness.turn_up(up)
    ((down,),) = harness.deal({1: (down,)})
    slots = (hands[1][0], up, hands[0][0], down)
    faces: Mapping[Slot, Card] = harness.faces(0) | harness.faces(1)
    return Look(0, slots), [faces[slot] for slot in slots]


def test_a_looker_sees_the_pile_and_takes_a_card(
    harness: CardsHarness, hands: Hands
) -> None:
    """Mixed, so that nobody knows which was whose; what is left is the looker's."""
    ask, cards = pile(harness, hands)
    harness.ask(ask)
    harness.until("DEAL")
    assert not set(cards) <= set(harness.faces(0).values())
    harness.until("CHOOSE")
    seen = harness.secrets[0].hand(harness.task)
    assert ask.pile == tuple(seen)
    assert sorted(cards) == sorted(seen.values())
    assert {} == harness.secrets[1].hand(harness.task)
    slot = ask.pile[1]
    body = harness.secrets[0].choose(harness.task, Move("build it", slot))
    harness.phase({0: body})
    (answer,) = harness.answers
    assert isinstance(answer, Looked)
    assert seen[slot] == answer.face
    left = [card for other, card in seen.items() if other != slot]
    assert left == [harness.faces(0)[other] for other in answer.rest]
    assert Place("pile/1", "pile/1", owner=0) == harness.cards.place(answer.rest[0])


def test_a_pile_is_looked_at_again_by_another(
    harness: CardsHarness, hands: Hands
) -> None:
    """Now the first looker hands it in; the second may take nothing."""
    ask, cards = pile(harness, hands)
    (first,) = harness.choose(ask, {0: Move("decline")})
    assert isinstance(first, Looked)
    (second,) = harness.choose(Look(1, first.rest), {1: Move("decline")})
    assert isinstance(second, Looked)
    assert sorted(cards) == sorted(harness.faces(1)[slot] for slot in second.rest)
    assert not set(second.rest) & set(harness.faces(0))
    assert Place("pile/2", "pile/2", owner=1) == harness.cards.place(second.rest[0])


def test_a_look_at_nothing_and_at_what_lies_open(harness: CardsHarness) -> None:
    """Neither needs anything handed in."""
    assert [Looked("decline")] == harness.choose(Look(0, ()), {0: Move("decline")})
    ((*slots,),) = harness.mix(Deck("b", (), (40, 41)))
    harness.turn_up(*slots)
    harness.ask(Look(1, tuple(slots)), {1: Move("build it", slots[0])})
    harness.until("CHOOSE")
    harness.phase()
    (answer,) = harness.answers
    assert isinstance(answer, Looked)
    assert {40, 41} == {answer.face, harness.faces(1)[answer.rest[0]]}


# Who sees what.


def test_no_other_seats_secrets_open_a_card(
    harness: CardsHarness, hands: Hands
) -> None:
    """Neither those of its deck nor any others, alone or added to one's own."""
    ask = Choose({0: Offer(hands[0], Pass(1)), 1: Offer(hands[1], Pass(0))})
    moves = {0: Move("sell", hands[0][1]), 1: Move("build it", hands[1][0])}
    harness.choose(ask, moves)
    everything = {card_point(card) for card in range(60)}
    keys = {
        seat: [secrets_in(keep) for keep in harness.kept[seat]]
        for seat in harness.seats
    }
    sealed = 0
    for slot, lying in harness.cards.layout.seen(0).items():
        if lying.place.shown:
            continue
        sealed += 1
        assert slot not in harness.faces(1)
        tried = [k for pair in keys[1] for k in (*pair, sum(pair))]
        assert {unsealed(lying.card, k, group=SODIUM) for k in tried}.isdisjoint(
            everything
        )
        ((_, z),) = keys[0]
        assert unsealed(lying.card, z, group=SODIUM) in everything
    assert 3 == sealed


def test_all_but_one_seat_open_no_undealt_card() -> None:
    """What is needed is everybody's share."""
    harness = CardsHarness(seats=3)
    ((slot, *_),) = harness.mix(Deck("age", (), (1, 2, 3)))
    shares = [secrets_in(harness.kept[seat][0])[0] for seat in harness.seats]
    card = harness.cards.layout.at(slot).card
    found = [unsealed(card, sum(shares) - x, group=SODIUM) for x in (0, *shares)]
    everything = {card_point(card) for card in range(60)}
    assert [True, False, False, False] == [point in everything for point in found]
