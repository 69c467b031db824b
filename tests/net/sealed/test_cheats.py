"""
The best attempts to cheat with each proof are refused.

The cheat is always the same: with its own secrets and everybody's messages, it takes the
honest prover's own steps to prove whatever it would like to be true. Other tests are about
the soundness of the proofs; these are about the statements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Card
from sealed_wonders.net.cards import Committed, RevealedBody, Wrong
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.bodies import HandedBody, Shuffled
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    unsealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point, card_point
from sealed_wonders.net.sealed.layout import Cards
from sealed_wonders.net.sealed.proofs import (
    Transfer,
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
)
from sealed_wonders.net.sealed.shuffle import MixedCards, mix, prove_shuffle
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from tests.support.cardsharness import (
    CHEAT,
    NONCE,
    SEAL,
    SITUATIONS,
    CardsHarness,
    secrets_in,
    situation,
)
from tests.support.crypto import SODIUM, MaliciousShuffler

BEFORE, BEHIND = 0, 2
"""The seats beside it: the one it gets cards from, and the one it passes to."""

each_situation = pytest.mark.parametrize("name", SITUATIONS)

LIES: list[tuple[str, Callable[[CardsHarness], Body]]] = []


def lie(
    name: str,
) -> Callable[[Callable[[CardsHarness], Body]], Callable[[CardsHarness], Body]]:
    """Add a lie to those of a situation."""
    assert name in SITUATIONS

    def add(told: Callable[[CardsHarness], Body]) -> Callable[[CardsHarness], Body]:
        LIES.append((name, told))
        return told

    return add


# What holds for all.


@each_situation
def test_the_truth_is_taken(name: str) -> None:
    """Else nothing here would show anything."""
    harness = situation(name)
    harness.check(CHEAT, harness.body(CHEAT))


@each_situation
def test_nothing_is_good_after_another_history(name: str) -> None:
    """What a seat proves is bound to all that was said before, in this game and phase."""
    harness = situation(name)
    elsewhere = replace(harness.task, prev=bytes(32))
    with pytest.raises(Wrong):
        harness.cards.check(elsewhere, CHEAT, harness.body(CHEAT))


@pytest.mark.parametrize("name", [name for name in SITUATIONS if "CHOOSE" not in name])
def test_nothing_is_good_for_another_seat(name: str) -> None:
    """Whoever says what another said, of the same cards if it comes to that, is found."""
    harness = situation(name)
    with pytest.raises(Wrong):
        harness.check(CHEAT, harness.body(BEFORE))
    with pytest.raises(Wrong):
        harness.check(BEFORE, harness.body(CHEAT))


# KEY.


def key_body(
    harness: CardsHarness, share: tuple[int, Point], hand: tuple[int, Point]
) -> Body:
    parts: list[bytes] = []
    places = statements.key_places(harness.task.prev, harness.task.phase.deck, CHEAT)
    for ctx, (secret, key) in zip(places, (share, hand), strict=True):
        parts += [key, prove_knowledge(ctx, secret, key)]
    return tuple(parts)


MINE = 7, SODIUM.multiply_base(7)


@lie("KEY")
def the_keys_are_each_others(harness: CardsHarness) -> Body:
    """The share key with the proof of the hand key, and the reverse."""
    share, share_proof, hand, hand_proof = harness.body(CHEAT)
    return (hand, hand_proof, share, share_proof)


@lie("KEY")
def one_proof_serves_twice(harness: CardsHarness) -> Body:
    share, share_proof, *_ = harness.body(CHEAT)
    return (share, share_proof, share, share_proof)


@lie("KEY")
def the_hand_key_is_anothers(harness: CardsHarness) -> Body:
    """What is dealt to it would be dealt to the other too."""
    _, _, hand, _ = harness.body(BEFORE)
    assert isinstance(hand, bytes)
    return key_body(harness, MINE, (7, Point(hand)))


@lie("KEY")
def the_share_key_takes_anothers_away(harness: CardsHarness) -> Body:
    """Then it knew the joint key of the two."""
    theirs, *_ = harness.body(BEFORE)
    assert isinstance(theirs, bytes)
    rogue = SODIUM.subtract(MINE[1], Point(theirs))
    return key_body(harness, (7, rogue), MINE)


@lie("KEY")
def the_key_is_no_key(harness: CardsHarness) -> Body:
    return key_body(harness, MINE, (0, IDENTITY))


# MIX.


def mix_body(stated: Mixing, after: Cards, masks: tuple[int, ...]) -> Shuffled:
    order = tuple(range(len(after)))
    proof = prove_shuffle(
        stated.ctx, stated.key, stated.before, MixedCards(after, order, masks)
    )
    return Shuffled(write_ciphertexts(after), proof)


def mixed_rightly(stated: Mixing) -> Shuffled:
    order = tuple(range(len(stated.before)))
    _, key, before = stated
    mixed = mix(before, key, order)
    return mix_body(stated, mixed.after, mixed.masks)


def mixings(harness: CardsHarness) -> tuple[Mixing, ...]:
    return statements.mixings(harness.cards.layout, harness.task, CHEAT)


@lie("MIX")
def a_card_is_another(harness: CardsHarness) -> Body:
    """One it knows, in place of one it doesn't."""
    first, second = mixings(harness)
    mixed = mix(first.before, first.key, range(len(first.before)))
    better = resealed(known(0, first.key), 5, first.key)
    part = mix_body(first, (better, *mixed.after[1:]), (5, *mixed.masks[1:]))
    return bodies.mix_body([part, mixed_rightly(second)])


@lie("MIX")
def a_card_comes_twice(harness: CardsHarness) -> Body:
    first, second = mixings(harness)
    n = len(first.before)
    rows = [[int(k == i) for k in range(n)] for i in range(n)]
    rows[1] = rows[0]
    cheat = MaliciousShuffler(first.key, first.before, rows)
    proof = cheat.prove(first.ctx)
    part = Shuffled(write_ciphertexts(cheat.after), proof)
    return bodies.mix_body([part, mixed_rightly(second)])


@lie("MIX")
def the_mix_before_is_undone(harness: CardsHarness) -> Body:
    """It mixes what there was before anybody mixed: of that it would know the order."""
    parts = []
    for stated, cards in zip(mixings(harness), (range(13), range(13, 19)), strict=True):
        fresh = tuple(known(card, stated.key) for card in cards)
        parts.append(mixed_rightly(stated._replace(before=fresh)))
    return bodies.mix_body(parts)


@lie("MIX")
def another_decks_proof(harness: CardsHarness) -> Body:
    """The second deck proven in the place of the first."""
    first, second = mixings(harness)
    return bodies.mix_body(
        [mixed_rightly(first), mixed_rightly(second._replace(ctx=first.ctx))]
    )


@lie("MIX")
def another_key(harness: CardsHarness) -> Body:
    """Sealed anew under a key of its own, whose secret it knows."""
    own = harness.cards.layout.keys("age").share[CHEAT]
    return bodies.mix_body(
        [mixed_rightly(stated._replace(key=own)) for stated in mixings(harness)]
    )


@lie("MIX")
def two_cards_swapped_afterwards(harness: CardsHarness) -> Body:
    first, *rest = map(mixed_rightly, mixings(harness))
    a, b = first.after[:64], first.after[64:128]
    return bodies.mix_body([first._replace(after=b + a + first.after[128:]), *rest])


@lie("MIX")
def one_deck_is_left_as_it_was(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[:2]


# DEAL and LOOK_X.


def share_key(harness: CardsHarness, deck: str = "age") -> int:
    return secret_keys(harness, deck)[0]


def hand_key(harness: CardsHarness, deck: str = "age") -> int:
    return secret_keys(harness, deck)[1]


def secret_keys(harness: CardsHarness, deck: str) -> tuple[int, int]:
    """Give the cheat's secrets."""
    kept = harness.kept[CHEAT][("age", "c", "pile/1").index(deck)]
    return secrets_in(kept)


def handed(stated: Handing, secret: int, made: Transfer | None = None) -> HandedBody:
    """Prove that something was handed over, whatever it is."""
    ctx, _, key, to, points = stated
    made = made or transfer(secret, to, points)
    proof = prove_transfer(ctx, secret, key, to, points, made)
    return HandedBody(write_ciphertexts(made.given), proof)


def dealings(harness: CardsHarness) -> tuple[Handing, ...]:
    return statements.dealings(harness.cards.layout, harness.task, CHEAT)


def moved(made: Transfer, at: int, by: Point) -> Transfer:
    """Move what is given for one card."""
    given = list(made.given)
    given[at] = Ciphertext(given[at].a, SODIUM.add(given[at].b, by))
    return Transfer(tuple(given), made.masks)


@lie("DEAL")
def a_share_of_another_secret(harness: CardsHarness) -> Body:
    """What is dealt would be noise to whoever gets it."""
    x = share_key(harness)
    first, *rest = dealings(harness)
    parts = [handed(first, x, transfer(x + 1, first.to, first.points))]
    return bodies.handed_body(parts + [handed(it, x) for it in rest])


@lie("DEAL")
def a_share_of_the_hand_key(harness: CardsHarness) -> Body:
    return bodies.handed_body(
        [handed(it, hand_key(harness)) for it in dealings(harness)]
    )


@lie("DEAL")
def a_share_that_makes_another_card(harness: CardsHarness) -> Body:
    """Somebody would see another card than there is."""
    x = share_key(harness)
    first, *rest = dealings(harness)
    made = moved(transfer(x, first.to, first.points), 2, card_point(0))
    return bodies.handed_body([handed(first, x, made), *(handed(i, x) for i in rest)])


@lie("DEAL")
def two_cards_of_a_hand_swapped(harness: CardsHarness) -> Body:
    x = share_key(harness)
    first, *rest = dealings(harness)
    a, b, *others = first.points
    swapped = first._replace(points=(b, a, *others))
    return bodies.handed_body([handed(swapped, x), *(handed(it, x) for it in rest)])


@lie("DEAL")
def two_hands_swapped(harness: CardsHarness) -> Body:
    x = share_key(harness)
    first, second, third = (handed(it, x) for it in dealings(harness))
    return bodies.handed_body([second, first, third])


@lie("DEAL")
def anothers_hand_for_itself(harness: CardsHarness) -> Body:
    """Sealed for the cheat, so that one share less hides it from the cheat."""
    x = share_key(harness)
    first, own, third = dealings(harness)
    parts = [handed(it, x) for it in (first._replace(to=own.to), own, third)]
    return bodies.handed_body(parts)


@lie("DEAL")
def nothing_for_the_last(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[:-1]


@lie("DEAL")
def one_proof_for_two(harness: CardsHarness) -> Body:
    """Right, and bound to who gets it, even if the cards were the same."""
    x = share_key(harness)
    first, second, third = dealings(harness)
    parts = [handed(it, x) for it in (first, second._replace(ctx=first.ctx), third)]
    return bodies.handed_body(parts)


PEEK = "DEAL of a peek"


@lie(PEEK)
def the_one_who_looks_would_see_another_card(harness: CardsHarness) -> Body:
    x = share_key(harness)
    first, second = dealings(harness)
    made = moved(transfer(x, first.to, first.points), 0, card_point(0))
    return bodies.handed_body([handed(first, x, made), handed(second, x)])


@lie(PEEK)
def the_one_who_looks_would_see_nothing(harness: CardsHarness) -> Body:
    x = share_key(harness)
    first, second = dealings(harness)
    made = transfer(x + 1, second.to, second.points)
    return bodies.handed_body([handed(first, x), handed(second, x, made)])


@lie(PEEK)
def it_would_look_itself(harness: CardsHarness) -> Body:
    """Sealed for the cheat; with all others doing so it could read it."""
    x = share_key(harness)
    own = harness.cards.layout.keys("age").hand[CHEAT]
    parts = [handed(it._replace(to=own), x) for it in dealings(harness)]
    return bodies.handed_body(parts)


@lie(PEEK)
def each_would_see_the_others_card(harness: CardsHarness) -> Body:
    x = share_key(harness)
    first, second = dealings(harness)
    parts = (
        first._replace(points=second.points),
        second._replace(points=first.points),
    )
    return bodies.handed_body([handed(it, x) for it in parts])


def handings_in(harness: CardsHarness) -> tuple[Handing, ...]:
    found = statements.handings_in(harness.cards.layout, harness.task, CHEAT)
    assert [("age", 2), ("c", 1)] == [(it.deck, len(it.points)) for it in found]
    return found


@lie("LOOK_X")
def another_card_goes_into_the_pile(harness: CardsHarness) -> Body:
    """A better one, to be taken from it at once."""
    first, second = handings_in(harness)
    z = hand_key(harness)
    made = moved(transfer(z, first.to, first.points), 0, card_point(0))
    return bodies.handed_body(
        [handed(first, z, made), handed(second, hand_key(harness, "c"))]
    )


@lie("LOOK_X")
def a_card_goes_in_twice(harness: CardsHarness) -> Body:
    first, second = handings_in(harness)
    twice = first._replace(points=first.points[:1] * 2)
    return bodies.handed_body(
        [handed(twice, hand_key(harness)), handed(second, hand_key(harness, "c"))]
    )


@lie("LOOK_X")
def cards_stay_under_its_own_key(harness: CardsHarness) -> Body:
    first, second = handings_in(harness)
    parts = [
        handed(it._replace(to=it.key), hand_key(harness, it.deck))
        for it in (first, second)
    ]
    return bodies.handed_body(parts)


@lie("LOOK_X")
def the_share_key_takes_them_off(harness: CardsHarness) -> Body:
    first, second = handings_in(harness)
    return bodies.handed_body(
        [handed(first, share_key(harness)), handed(second, share_key(harness, "c"))]
    )


@lie("LOOK_X")
def the_keys_come_in_another_order(harness: CardsHarness) -> Body:
    first, second = harness.body(CHEAT)
    return (second, first)


@lie("LOOK_X")
def a_key_is_left_out(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[:1]


# OPEN_SHARE.


def sharings(harness: CardsHarness) -> tuple[Unsealing, ...]:
    return statements.sharings(harness.cards.layout, harness.task, CHEAT)


def shared(stated: Unsealing, secret: int, share: Point | None = None) -> bodies.Shared:
    ctx, _, key, card = stated
    share = share or SODIUM.multiply(secret, card.a)
    return bodies.Shared(share, prove_equality(ctx, secret, key, card.a, share))


def all_shared(harness: CardsHarness, first: bodies.Shared) -> Body:
    _, *rest = sharings(harness)
    parts = [shared(it, share_key(harness, it.deck)) for it in rest]
    return bodies.shares_body([first, *parts])


@lie("OPEN_SHARE")
def a_part_that_makes_another_card(harness: CardsHarness) -> Body:
    first, x = sharings(harness)[0], share_key(harness)
    true = SODIUM.multiply(x, first.card.a)
    return all_shared(harness, shared(first, x, SODIUM.add(true, BASE)))


@lie("OPEN_SHARE")
def a_part_of_another_secret(harness: CardsHarness) -> Body:
    return all_shared(harness, shared(sharings(harness)[0], share_key(harness) + 1))


@lie("OPEN_SHARE")
def a_part_of_the_hand_key(harness: CardsHarness) -> Body:
    return all_shared(harness, shared(sharings(harness)[0], hand_key(harness)))


@lie("OPEN_SHARE")
def a_part_of_another_card(harness: CardsHarness) -> Body:
    """Rightly proven: of a card of the same deck that is turned up too."""
    first, *_, last = sharings(harness)
    assert first.deck == last.deck
    return all_shared(harness, shared(last, share_key(harness)))


@lie("OPEN_SHARE")
def a_part_at_another_position(harness: CardsHarness) -> Body:
    first, *_, last = sharings(harness)
    return all_shared(harness, shared(first._replace(ctx=last.ctx), share_key(harness)))


@lie("OPEN_SHARE")
def a_part_that_is_nothing(harness: CardsHarness) -> Body:
    return all_shared(
        harness, shared(sharings(harness)[0], share_key(harness), IDENTITY)
    )


# PICK.


def picking(harness: CardsHarness) -> Mixing:
    return statements.picking(harness.cards.layout, harness.task, CHEAT)


def pick_body(hand: Shuffled) -> Body:
    return bodies.pick_body(bodies.PickBody(hand, SEAL))


@lie("PICK")
def a_card_is_kept_and_passed(harness: CardsHarness) -> Body:
    """The card used lies in the rest too, in the place of one it likes less."""
    stated = picking(harness)
    n = len(stated.before)
    rows = [[int(k == i) for k in range(n)] for i in range(n)]
    rows[-1] = rows[0]
    cheat = MaliciousShuffler(stated.key, stated.before, rows)
    proof = cheat.prove(stated.ctx)
    return pick_body(Shuffled(write_ciphertexts(cheat.after), proof))


@lie("PICK")
def a_card_that_was_never_in_the_hand(harness: CardsHarness) -> Body:
    stated = picking(harness)
    mixed = mix(stated.before, stated.key, range(len(stated.before)))
    better = resealed(known(0, stated.key), 5, stated.key)
    after = (better, *mixed.after[1:])
    return pick_body(mix_body(stated, after, (5, *mixed.masks[1:])))


@lie("PICK")
def another_seats_hand(harness: CardsHarness) -> Body:
    theirs = statements.picking(harness.cards.layout, harness.task, BEFORE)
    stated = picking(harness)
    return pick_body(mixed_rightly(stated._replace(before=theirs.before)))


@lie("PICK")
def under_the_key_of_another_deck(harness: CardsHarness) -> Body:
    key = harness.cards.layout.keys("c").hand[CHEAT]
    return pick_body(mixed_rightly(picking(harness)._replace(key=key)))


@lie("PICK")
def a_hand_with_a_card_less(harness: CardsHarness) -> Body:
    stated = picking(harness)
    return pick_body(mixed_rightly(stated._replace(before=stated.before[1:])))


# REVEAL.


def reveal_body(
    harness: CardsHarness,
    opened: bodies.OpenedBody | None = None,
    passed: HandedBody | None = None,
    text: str = "build it",
) -> Body:
    """Reveal the truth but for what is given."""
    _, _, opening, passing = harness.body(CHEAT)
    said = bodies.RevealBody(NONCE, text, opened, passed)
    nonce, payload, new_opening, new_passing = bodies.reveal_body(said)
    return (nonce, payload, new_opening or opening, new_passing or passing)


def opening(harness: CardsHarness, position: int = 0) -> Unsealing:
    return statements.opening(harness.cards.layout, harness.task, CHEAT, position)


def opened(stated: Unsealing, card: Card, secret: int) -> bodies.OpenedBody:
    """Prove that a card is a certain one, whatever it is."""
    ctx, _, key, sealed = stated
    masked = SODIUM.subtract(sealed.b, card_point(card))
    proof = prove_equality(ctx, secret, key, sealed.a, masked)
    return bodies.OpenedBody(card, proof)


def face(card: Ciphertext, secret: int) -> Card:
    point = unsealed(card, secret, group=SODIUM)
    return next(number for number in range(60) if card_point(number) == point)


def picked(harness: CardsHarness) -> Cards:
    return harness.cards.layout.picked(CHEAT)


@lie("REVEAL")
def the_card_used_is_another_of_the_hand(harness: CardsHarness) -> Body:
    """Opened with a proof made for it, in place of the one that was committed to."""
    z = hand_key(harness)
    other = face(picked(harness)[2], z)
    return reveal_body(harness, opened(opening(harness), other, z))


@lie("REVEAL")
def another_card_of_the_hand_is_opened(harness: CardsHarness) -> Body:
    """Truly: but it isn't the one that was committed to."""
    z = hand_key(harness)
    stated = opening(harness)._replace(card=picked(harness)[2])
    return reveal_body(harness, opened(stated, face(stated.card, z), z))


@lie("REVEAL")
def the_true_proof_for_another_number(harness: CardsHarness) -> Body:
    z = hand_key(harness)
    true = opened(opening(harness), face(picked(harness)[0], z), z)
    return reveal_body(harness, true._replace(card=face(picked(harness)[1], z)))


@lie("REVEAL")
def opened_where_it_is_passed(harness: CardsHarness) -> Body:
    """The right proof in the place of the other one."""
    z = hand_key(harness)
    passing = statements.passing(harness.cards.layout, harness.task, CHEAT)
    assert passing is not None
    stated = opening(harness)._replace(ctx=passing.handing.ctx)
    return reveal_body(harness, opened(stated, face(stated.card, z), z))


@lie("REVEAL")
def shown_and_not_opened(harness: CardsHarness) -> Body:
    nonce, payload, _, passing = harness.body(CHEAT)
    return (nonce, payload, None, passing)


@lie("REVEAL")
def opened_and_not_shown(harness: CardsHarness) -> Body:
    return reveal_body(harness, text="sell")


def pass_on(
    harness: CardsHarness,
    cards: Cards,
    to: Point | None = None,
    first: Point | None = None,
) -> Body:
    """Pass some cards on as if they were the rest of the hand, the first one moved."""
    z = hand_key(harness)
    passing = statements.passing(harness.cards.layout, harness.task, CHEAT)
    assert passing is not None
    stated, rest = passing.handing, passing.cards
    true = tuple(card.a for card in cards)
    made = transfer(z, to or stated.to, true)
    if first is not None:
        made = moved(made, 0, first)
    new = [
        Ciphertext(it.a, SODIUM.add(card.b, it.b))
        for card, it in zip(cards, made.given, strict=True)
    ]
    # The proof is about what everybody works out from that.
    given = tuple(
        Ciphertext(it.a, SODIUM.subtract(it.b, card.b))
        for it, card in zip(new, rest, strict=False)
    )
    count = len(given)
    claimed = stated._replace(points=stated.points[:count])
    proof = handed(claimed, z, Transfer(given, made.masks[:count])).proof
    return reveal_body(harness, passed=HandedBody(write_ciphertexts(new), proof))


def test_this_page_could_pass_on_rightly() -> None:
    """The lies that follow differ from it in what they say they do, and else in nothing."""
    harness = situation("REVEAL")
    said = harness.check(CHEAT, pass_on(harness, picked(harness)[1:]))
    assert isinstance(said, RevealedBody)
    assert 3 == len(said.answer.rest)


@lie("REVEAL")
def the_card_used_is_passed_on(harness: CardsHarness) -> Body:
    """In the place of one that it keeps."""
    used, _, *rest = picked(harness)
    return pass_on(harness, (used, *rest))


@lie("REVEAL")
def a_card_is_passed_on_twice(harness: CardsHarness) -> Body:
    _, one, two, _ = picked(harness)
    return pass_on(harness, (one, two, two))


@lie("REVEAL")
def a_card_becomes_another_on_its_way(harness: CardsHarness) -> Body:
    return pass_on(harness, picked(harness)[1:], first=BASE)


@lie("REVEAL")
def two_cards_change_places_on_their_way(harness: CardsHarness) -> Body:
    _, one, two, three = picked(harness)
    return pass_on(harness, (two, one, three))


@lie("REVEAL")
def another_seat_can_read_what_is_passed(harness: CardsHarness) -> Body:
    """Sealed for the one before instead of the one behind."""
    theirs = harness.cards.layout.keys("age").hand[BEFORE]
    return pass_on(harness, picked(harness)[1:], to=theirs)


@lie("REVEAL")
def it_can_still_read_what_is_passed(harness: CardsHarness) -> Body:
    return pass_on(
        harness, picked(harness)[1:], to=harness.cards.layout.keys("age").hand[CHEAT]
    )


@lie("REVEAL")
def a_card_is_not_passed(harness: CardsHarness) -> Body:
    return pass_on(harness, picked(harness)[1:3])


@lie("REVEAL")
def the_whole_hand_is_passed(harness: CardsHarness) -> Body:
    used, *rest = picked(harness)
    return pass_on(harness, (*rest, used))


@lie("REVEAL")
def nothing_is_passed(harness: CardsHarness) -> Body:
    *rest, _ = harness.body(CHEAT)
    return (*rest, None)


def test_who_keeps_the_rest_passes_nothing() -> None:
    """A seat whose rest stays can't push it on somebody."""
    harness = situation("REVEAL")
    nonce, payload, opening, nothing = harness.body(BEHIND)
    assert nothing is None
    *_, passing = harness.body(CHEAT)
    with pytest.raises(Wrong, match="no card is passed"):
        harness.check(BEHIND, (nonce, payload, opening, passing))


# CHOOSE.


def choice(
    harness: CardsHarness, opened: bodies.OpenedBody | None, position: int = 0
) -> Body:
    if opened is not None:
        opened = opened._replace(position=position)
    return bodies.choice_body(bodies.ChoiceBody("build it", opened))


@lie("CHOOSE the last")
def the_last_card_is_another(harness: CardsHarness) -> Body:
    """One of its own, and not the one that is left."""
    z = hand_key(harness)
    last = face(opening(harness).card, z)
    return choice(harness, opened(opening(harness), (last + 1) % 13, z))


@lie("CHOOSE the last")
def the_last_card_stays_shut(harness: CardsHarness) -> Body:
    return choice(harness, None)


@lie("CHOOSE the last")
def the_last_card_is_opened_for_nothing(harness: CardsHarness) -> Body:
    _, openings = harness.body(CHEAT)
    return (b"sell", openings)


@lie("CHOOSE the last")
def the_last_card_is_opened_with_the_share_key(harness: CardsHarness) -> Body:
    last = face(opening(harness).card, hand_key(harness))
    return choice(harness, opened(opening(harness), last, share_key(harness)))


@lie("CHOOSE from a pile")
def the_card_lies_elsewhere_in_the_pile(harness: CardsHarness) -> Body:
    """It says where another card is, with the proof of the one it takes."""
    z = hand_key(harness, "pile/1")
    taken = face(opening(harness, 3).card, z)
    return choice(harness, opened(opening(harness, 3), taken, z), position=1)


@lie("CHOOSE from a pile")
def the_card_is_one_of_an_age_to_come(harness: CardsHarness) -> Body:
    z = hand_key(harness, "pile/1")
    return choice(harness, opened(opening(harness), 33, z))


@lie("CHOOSE from a pile")
def the_card_is_in_nobodys_hand(harness: CardsHarness) -> Body:
    z = hand_key(harness, "pile/1")
    here = {face(opening(harness, at).card, z) for at in range(5)}
    other = min(set(range(13)) - here)
    return choice(harness, opened(opening(harness), other, z))


@lie("CHOOSE from a pile")
def two_cards_are_taken(harness: CardsHarness) -> Body:
    payload, openings = harness.body(CHEAT)
    assert isinstance(openings, tuple)
    return (payload, openings * 2)


@lie("CHOOSE from a pile")
def a_card_is_taken_from_beyond_the_pile(harness: CardsHarness) -> Body:
    z = hand_key(harness, "pile/1")
    taken = face(opening(harness, 4).card, z)
    return choice(harness, opened(opening(harness, 4), taken, z), position=-1)


@pytest.mark.parametrize(
    ("name", "told"), LIES, ids=[f"{name}: {told.__name__}" for name, told in LIES]
)
def test_a_lie_is_refused(name: str, told: Callable[[CardsHarness], Body]) -> None:
    """By whoever checks what it says; the truth still stands afterwards."""
    harness = situation(name)
    with pytest.raises(Wrong) as wrong:
        harness.check(CHEAT, told(harness))
    assert 1 == len(str(wrong.value).splitlines())


def test_every_kind_is_lied_about() -> None:
    """Three lies at least for whatever is proven."""
    told = [name for name, _ in LIES]
    assert all(3 <= told.count(name) for name in SITUATIONS)


# What isn't cheating.


def test_another_commitment_is_another_choice() -> None:
    """Whoever picks may commit to any move; it must be that one that is revealed."""
    harness = situation("PICK")
    after, proof, seal = harness.body(CHEAT)
    assert seal == SEAL
    said = harness.check(CHEAT, (after, proof, b"d" * 32))
    assert isinstance(said, Committed)
    assert b"d" * 32 == said.commitment
