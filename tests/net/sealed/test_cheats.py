"""
A seat that cheats as well as it can is refused at once, whatever it is asked to prove.

It is always the same one. It has its own secrets and everybody's messages, and proves
with the honest prover's own steps whatever it would like to be true. What proofs are
worth by themselves is tested elsewhere; here it is what they are about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Card
from sealed_wonders.net.cards import Committed, Revealed, Wrong
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.bodies import Handed, Shuffled
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
from sealed_wonders.net.sealed.shuffle import Mixed, mix, prove_shuffle
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from tests.support.felt import (
    CHEAT,
    NONCE,
    SEAL,
    SITUATIONS,
    Felt,
    secrets_in,
    situation,
)
from tests.support.sealing import SODIUM, Cheat

BEFORE, BEHIND = 0, 2
"""The seats beside it: the one it gets cards from, and the one it passes to."""

each_situation = pytest.mark.parametrize("name", SITUATIONS)

LIES: list[tuple[str, Callable[[Felt], Body]]] = []


def lie(name: str) -> Callable[[Callable[[Felt], Body]], Callable[[Felt], Body]]:
    """Add a lie to those of a situation."""
    assert name in SITUATIONS

    def add(told: Callable[[Felt], Body]) -> Callable[[Felt], Body]:
        LIES.append((name, told))
        return told

    return add


# What holds for all.


@each_situation
def test_the_truth_is_taken(name: str) -> None:
    """Else nothing here would show anything."""
    felt = situation(name)
    felt.check(CHEAT, felt.body(CHEAT))


@each_situation
def test_nothing_is_good_after_another_history(name: str) -> None:
    """What a seat proves is bound to all that was said before, in this game and phase."""
    felt = situation(name)
    elsewhere = replace(felt.task, prev=bytes(32))
    with pytest.raises(Wrong):
        felt.cards.check(elsewhere, CHEAT, felt.body(CHEAT))


@pytest.mark.parametrize("name", [name for name in SITUATIONS if "CHOOSE" not in name])
def test_nothing_is_good_for_another_seat(name: str) -> None:
    """Whoever says what another said, of the same cards if it comes to that, is found."""
    felt = situation(name)
    with pytest.raises(Wrong):
        felt.check(CHEAT, felt.body(BEFORE))
    with pytest.raises(Wrong):
        felt.check(BEFORE, felt.body(CHEAT))


# KEY.


def key_body(felt: Felt, share: tuple[int, Point], hand: tuple[int, Point]) -> Body:
    parts: list[bytes] = []
    places = statements.key_places(felt.task, CHEAT)
    for ctx, (secret, key) in zip(places, (share, hand), strict=True):
        parts += [key, prove_knowledge(ctx, secret, key)]
    return tuple(parts)


MINE = 7, SODIUM.multiply_base(7)


@lie("KEY")
def the_keys_are_each_others(felt: Felt) -> Body:
    """The share key with the proof of the hand key, and the reverse."""
    share, share_proof, hand, hand_proof = felt.body(CHEAT)
    return (hand, hand_proof, share, share_proof)


@lie("KEY")
def one_proof_serves_twice(felt: Felt) -> Body:
    share, share_proof, *_ = felt.body(CHEAT)
    return (share, share_proof, share, share_proof)


@lie("KEY")
def the_hand_key_is_anothers(felt: Felt) -> Body:
    """What is dealt to it would be dealt to the other too."""
    _, _, hand, _ = felt.body(BEFORE)
    assert isinstance(hand, bytes)
    return key_body(felt, MINE, (7, Point(hand)))


@lie("KEY")
def the_share_key_takes_anothers_away(felt: Felt) -> Body:
    """Then it knew the joint key of the two."""
    theirs, *_ = felt.body(BEFORE)
    assert isinstance(theirs, bytes)
    rogue = SODIUM.subtract(MINE[1], Point(theirs))
    return key_body(felt, (7, rogue), MINE)


@lie("KEY")
def the_key_is_no_key(felt: Felt) -> Body:
    return key_body(felt, MINE, (0, IDENTITY))


# MIX.


def mix_body(stated: Mixing, after: Cards, masks: tuple[int, ...]) -> Shuffled:
    order = tuple(range(len(after)))
    proof = prove_shuffle(
        stated.ctx, stated.key, stated.before, Mixed(after, order, masks)
    )
    return Shuffled(write_ciphertexts(after), *proof)


def mixed_rightly(stated: Mixing) -> Shuffled:
    order = tuple(range(len(stated.before)))
    _, key, before = stated
    mixed = mix(before, key, order)
    return mix_body(stated, mixed.after, mixed.masks)


def mixings(felt: Felt) -> tuple[Mixing, ...]:
    return statements.mixings(felt.cards.layout, felt.task, CHEAT)


@lie("MIX")
def a_card_is_another(felt: Felt) -> Body:
    """One it knows, in place of one it doesn't."""
    first, second = mixings(felt)
    mixed = mix(first.before, first.key, range(len(first.before)))
    better = resealed(known(0, first.key), 5, first.key)
    part = mix_body(first, (better, *mixed.after[1:]), (5, *mixed.masks[1:]))
    return bodies.mix_body([part, mixed_rightly(second)])


@lie("MIX")
def a_card_comes_twice(felt: Felt) -> Body:
    first, second = mixings(felt)
    n = len(first.before)
    rows = [[int(k == i) for k in range(n)] for i in range(n)]
    rows[1] = rows[0]
    cheat = Cheat(first.key, first.before, rows)
    proof = cheat.prove(first.ctx, mend_chain=True)
    part = Shuffled(write_ciphertexts(cheat.after), *proof)
    return bodies.mix_body([part, mixed_rightly(second)])


@lie("MIX")
def the_mix_before_is_undone(felt: Felt) -> Body:
    """It mixes what there was before anybody mixed: of that it would know the order."""
    parts = []
    for stated, cards in zip(mixings(felt), (range(13), range(13, 19)), strict=True):
        fresh = tuple(known(card, stated.key) for card in cards)
        parts.append(mixed_rightly(stated._replace(before=fresh)))
    return bodies.mix_body(parts)


@lie("MIX")
def another_decks_proof(felt: Felt) -> Body:
    """The second deck proven in the place of the first."""
    first, second = mixings(felt)
    return bodies.mix_body(
        [mixed_rightly(first), mixed_rightly(second._replace(ctx=first.ctx))]
    )


@lie("MIX")
def another_key(felt: Felt) -> Body:
    """Sealed anew under a key of its own, whose secret it knows."""
    own = felt.cards.layout.keys("age").share[CHEAT]
    return bodies.mix_body(
        [mixed_rightly(stated._replace(key=own)) for stated in mixings(felt)]
    )


@lie("MIX")
def two_cards_swapped_afterwards(felt: Felt) -> Body:
    first, *rest = map(mixed_rightly, mixings(felt))
    a, b = first.after[:64], first.after[64:128]
    return bodies.mix_body([first._replace(after=b + a + first.after[128:]), *rest])


@lie("MIX")
def one_deck_is_left_as_it_was(felt: Felt) -> Body:
    return felt.body(CHEAT)[:4]


# DEAL and LOOK_X.


def share_key(felt: Felt, deck: str = "age") -> int:
    return secret_keys(felt, deck)[0]


def hand_key(felt: Felt, deck: str = "age") -> int:
    return secret_keys(felt, deck)[1]


def secret_keys(felt: Felt, deck: str) -> tuple[int, int]:
    """Give the cheat's secrets."""
    kept = felt.kept[CHEAT][("age", "c", "pile/1").index(deck)]
    return secrets_in(kept)


def handed(stated: Handing, secret: int, made: Transfer | None = None) -> Handed:
    """Prove that something was handed over, whatever it is."""
    ctx, _, key, to, points = stated
    made = made or transfer(secret, to, points)
    proof = prove_transfer(ctx, secret, key, to, points, made)
    return Handed(write_ciphertexts(made.given), proof)


def dealings(felt: Felt) -> tuple[Handing, ...]:
    return statements.dealings(felt.cards.layout, felt.task, CHEAT)


def moved(made: Transfer, at: int, by: Point) -> Transfer:
    """Move what is given for one card."""
    given = list(made.given)
    given[at] = Ciphertext(given[at].a, SODIUM.add(given[at].b, by))
    return Transfer(tuple(given), made.masks)


@lie("DEAL")
def a_share_of_another_secret(felt: Felt) -> Body:
    """What is dealt would be noise to whoever gets it."""
    x = share_key(felt)
    first, *rest = dealings(felt)
    parts = [handed(first, x, transfer(x + 1, first.to, first.points))]
    return bodies.handed_body(parts + [handed(it, x) for it in rest])


@lie("DEAL")
def a_share_of_the_hand_key(felt: Felt) -> Body:
    return bodies.handed_body([handed(it, hand_key(felt)) for it in dealings(felt)])


@lie("DEAL")
def a_share_that_makes_another_card(felt: Felt) -> Body:
    """Somebody would see another card than there is."""
    x = share_key(felt)
    first, *rest = dealings(felt)
    made = moved(transfer(x, first.to, first.points), 2, card_point(0))
    return bodies.handed_body([handed(first, x, made), *(handed(i, x) for i in rest)])


@lie("DEAL")
def two_cards_of_a_hand_swapped(felt: Felt) -> Body:
    x = share_key(felt)
    first, *rest = dealings(felt)
    a, b, *others = first.points
    swapped = first._replace(points=(b, a, *others))
    return bodies.handed_body([handed(swapped, x), *(handed(it, x) for it in rest)])


@lie("DEAL")
def two_hands_swapped(felt: Felt) -> Body:
    x = share_key(felt)
    first, second, third = (handed(it, x) for it in dealings(felt))
    return bodies.handed_body([second, first, third])


@lie("DEAL")
def anothers_hand_for_itself(felt: Felt) -> Body:
    """Sealed for the cheat, so that one share less hides it from the cheat."""
    x = share_key(felt)
    first, own, third = dealings(felt)
    parts = [handed(it, x) for it in (first._replace(to=own.to), own, third)]
    return bodies.handed_body(parts)


@lie("DEAL")
def nothing_for_the_last(felt: Felt) -> Body:
    return felt.body(CHEAT)[:-1]


@lie("DEAL")
def one_proof_for_two(felt: Felt) -> Body:
    """Right, and bound to who gets it, even if the cards were the same."""
    x = share_key(felt)
    first, second, third = dealings(felt)
    parts = [handed(it, x) for it in (first, second._replace(ctx=first.ctx), third)]
    return bodies.handed_body(parts)


PEEK = "DEAL of a peek"


@lie(PEEK)
def the_one_who_looks_would_see_another_card(felt: Felt) -> Body:
    x = share_key(felt)
    first, second = dealings(felt)
    made = moved(transfer(x, first.to, first.points), 0, card_point(0))
    return bodies.handed_body([handed(first, x, made), handed(second, x)])


@lie(PEEK)
def the_one_who_looks_would_see_nothing(felt: Felt) -> Body:
    x = share_key(felt)
    first, second = dealings(felt)
    made = transfer(x + 1, second.to, second.points)
    return bodies.handed_body([handed(first, x), handed(second, x, made)])


@lie(PEEK)
def it_would_look_itself(felt: Felt) -> Body:
    """Sealed for the cheat; with all others doing so it could read it."""
    x = share_key(felt)
    own = felt.cards.layout.keys("age").hand[CHEAT]
    parts = [handed(it._replace(to=own), x) for it in dealings(felt)]
    return bodies.handed_body(parts)


@lie(PEEK)
def each_would_see_the_others_card(felt: Felt) -> Body:
    x = share_key(felt)
    first, second = dealings(felt)
    parts = (
        first._replace(points=second.points),
        second._replace(points=first.points),
    )
    return bodies.handed_body([handed(it, x) for it in parts])


def handings_in(felt: Felt) -> tuple[Handing, ...]:
    found = statements.handings_in(felt.cards.layout, felt.task, CHEAT)
    assert [("age", 2), ("c", 1)] == [(it.deck, len(it.points)) for it in found]
    return found


@lie("LOOK_X")
def another_card_goes_into_the_pile(felt: Felt) -> Body:
    """A better one, to be taken from it at once."""
    first, second = handings_in(felt)
    z = hand_key(felt)
    made = moved(transfer(z, first.to, first.points), 0, card_point(0))
    return bodies.handed_body(
        [handed(first, z, made), handed(second, hand_key(felt, "c"))]
    )


@lie("LOOK_X")
def a_card_goes_in_twice(felt: Felt) -> Body:
    first, second = handings_in(felt)
    twice = first._replace(points=first.points[:1] * 2)
    return bodies.handed_body(
        [handed(twice, hand_key(felt)), handed(second, hand_key(felt, "c"))]
    )


@lie("LOOK_X")
def cards_stay_under_its_own_key(felt: Felt) -> Body:
    first, second = handings_in(felt)
    parts = [
        handed(it._replace(to=it.key), hand_key(felt, it.deck))
        for it in (first, second)
    ]
    return bodies.handed_body(parts)


@lie("LOOK_X")
def the_share_key_takes_them_off(felt: Felt) -> Body:
    first, second = handings_in(felt)
    return bodies.handed_body(
        [handed(first, share_key(felt)), handed(second, share_key(felt, "c"))]
    )


@lie("LOOK_X")
def the_keys_come_in_another_order(felt: Felt) -> Body:
    first, second = felt.body(CHEAT)
    return (second, first)


@lie("LOOK_X")
def a_key_is_left_out(felt: Felt) -> Body:
    return felt.body(CHEAT)[:1]


# OPEN_SHARE.


def sharings(felt: Felt) -> tuple[Unsealing, ...]:
    return statements.sharings(felt.cards.layout, felt.task, CHEAT)


def shared(stated: Unsealing, secret: int, share: Point | None = None) -> bodies.Shared:
    ctx, _, key, card = stated
    share = share or SODIUM.multiply(secret, card.a)
    return bodies.Shared(share, prove_equality(ctx, secret, key, card.a, share))


def all_shared(felt: Felt, first: bodies.Shared) -> Body:
    _, *rest = sharings(felt)
    parts = [shared(it, share_key(felt, it.deck)) for it in rest]
    return bodies.shares_body([first, *parts])


@lie("OPEN_SHARE")
def a_part_that_makes_another_card(felt: Felt) -> Body:
    first, x = sharings(felt)[0], share_key(felt)
    true = SODIUM.multiply(x, first.card.a)
    return all_shared(felt, shared(first, x, SODIUM.add(true, BASE)))


@lie("OPEN_SHARE")
def a_part_of_another_secret(felt: Felt) -> Body:
    return all_shared(felt, shared(sharings(felt)[0], share_key(felt) + 1))


@lie("OPEN_SHARE")
def a_part_of_the_hand_key(felt: Felt) -> Body:
    return all_shared(felt, shared(sharings(felt)[0], hand_key(felt)))


@lie("OPEN_SHARE")
def a_part_of_another_card(felt: Felt) -> Body:
    """Rightly proven: of a card of the same deck that is turned up too."""
    first, *_, last = sharings(felt)
    assert first.deck == last.deck
    return all_shared(felt, shared(last, share_key(felt)))


@lie("OPEN_SHARE")
def a_part_at_another_position(felt: Felt) -> Body:
    first, *_, last = sharings(felt)
    return all_shared(felt, shared(first._replace(ctx=last.ctx), share_key(felt)))


@lie("OPEN_SHARE")
def a_part_that_is_nothing(felt: Felt) -> Body:
    return all_shared(felt, shared(sharings(felt)[0], share_key(felt), IDENTITY))


# PICK.


def picking(felt: Felt) -> Mixing:
    return statements.picking(felt.cards.layout, felt.task, CHEAT)


def pick_body(hand: Shuffled) -> Body:
    return bodies.pick_body(bodies.Pick(hand, SEAL))


@lie("PICK")
def a_card_is_kept_and_passed(felt: Felt) -> Body:
    """The card used lies in the rest too, in the place of one it likes less."""
    stated = picking(felt)
    n = len(stated.before)
    rows = [[int(k == i) for k in range(n)] for i in range(n)]
    rows[-1] = rows[0]
    cheat = Cheat(stated.key, stated.before, rows)
    proof = cheat.prove(stated.ctx, mend_chain=True)
    return pick_body(Shuffled(write_ciphertexts(cheat.after), *proof))


@lie("PICK")
def a_card_that_was_never_in_the_hand(felt: Felt) -> Body:
    stated = picking(felt)
    mixed = mix(stated.before, stated.key, range(len(stated.before)))
    better = resealed(known(0, stated.key), 5, stated.key)
    after = (better, *mixed.after[1:])
    return pick_body(mix_body(stated, after, (5, *mixed.masks[1:])))


@lie("PICK")
def another_seats_hand(felt: Felt) -> Body:
    theirs = statements.picking(felt.cards.layout, felt.task, BEFORE)
    stated = picking(felt)
    return pick_body(mixed_rightly(stated._replace(before=theirs.before)))


@lie("PICK")
def under_the_key_of_another_deck(felt: Felt) -> Body:
    key = felt.cards.layout.keys("c").hand[CHEAT]
    return pick_body(mixed_rightly(picking(felt)._replace(key=key)))


@lie("PICK")
def a_hand_with_a_card_less(felt: Felt) -> Body:
    stated = picking(felt)
    return pick_body(mixed_rightly(stated._replace(before=stated.before[1:])))


# REVEAL.


def reveal_body(
    felt: Felt,
    opened: bodies.Opened | None = None,
    passed: Handed | None = None,
    text: str = "build it",
) -> Body:
    """Reveal the truth but for what is given."""
    _, _, opening, passing = felt.body(CHEAT)
    said = bodies.Reveal(NONCE, text, opened, passed)
    nonce, payload, new_opening, new_passing = bodies.reveal_body(said)
    return (nonce, payload, new_opening or opening, new_passing or passing)


def opening(felt: Felt, position: int = 0) -> Unsealing:
    return statements.opening(felt.cards.layout, felt.task, CHEAT, position)


def opened(stated: Unsealing, card: Card, secret: int) -> bodies.Opened:
    """Prove that a card is a certain one, whatever it is."""
    ctx, _, key, sealed = stated
    masked = SODIUM.subtract(sealed.b, card_point(card))
    proof = prove_equality(ctx, secret, key, sealed.a, masked)
    return bodies.Opened(card, proof)


def face(card: Ciphertext, secret: int) -> Card:
    point = unsealed(card, secret, group=SODIUM)
    return next(number for number in range(60) if card_point(number) == point)


def picked(felt: Felt) -> Cards:
    return felt.cards.layout.picked(CHEAT)


@lie("REVEAL")
def the_card_used_is_another_of_the_hand(felt: Felt) -> Body:
    """Opened with a proof made for it, in place of the one that was committed to."""
    z = hand_key(felt)
    other = face(picked(felt)[2], z)
    return reveal_body(felt, opened(opening(felt), other, z))


@lie("REVEAL")
def another_card_of_the_hand_is_opened(felt: Felt) -> Body:
    """Truly: but it isn't the one that was committed to."""
    z = hand_key(felt)
    stated = opening(felt)._replace(card=picked(felt)[2])
    return reveal_body(felt, opened(stated, face(stated.card, z), z))


@lie("REVEAL")
def the_true_proof_for_another_number(felt: Felt) -> Body:
    z = hand_key(felt)
    true = opened(opening(felt), face(picked(felt)[0], z), z)
    return reveal_body(felt, true._replace(card=face(picked(felt)[1], z)))


@lie("REVEAL")
def opened_where_it_is_passed(felt: Felt) -> Body:
    """The right proof in the place of the other one."""
    z = hand_key(felt)
    passing = statements.passing(felt.cards.layout, felt.task, CHEAT)
    assert passing is not None
    stated = opening(felt)._replace(ctx=passing.handing.ctx)
    return reveal_body(felt, opened(stated, face(stated.card, z), z))


@lie("REVEAL")
def shown_and_not_opened(felt: Felt) -> Body:
    nonce, payload, _, passing = felt.body(CHEAT)
    return (nonce, payload, None, passing)


@lie("REVEAL")
def opened_and_not_shown(felt: Felt) -> Body:
    return reveal_body(felt, text="sell")


def pass_on(
    felt: Felt, cards: Cards, to: Point | None = None, first: Point | None = None
) -> Body:
    """Pass some cards on as if they were the rest of the hand, the first one moved."""
    z = hand_key(felt)
    passing = statements.passing(felt.cards.layout, felt.task, CHEAT)
    assert passing is not None
    stated, rest = passing.handing, passing.cards
    true = tuple(Point(SODIUM.subtract(IDENTITY, card.a)) for card in cards)
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
    return reveal_body(felt, passed=Handed(write_ciphertexts(new), proof))


def test_this_page_could_pass_on_rightly() -> None:
    """The lies that follow differ from it in what they say they do, and else in nothing."""
    felt = situation("REVEAL")
    said = felt.check(CHEAT, pass_on(felt, picked(felt)[1:]))
    assert isinstance(said, Revealed)
    assert 3 == len(said.answer.rest)


@lie("REVEAL")
def the_card_used_is_passed_on(felt: Felt) -> Body:
    """In the place of one that it keeps."""
    used, _, *rest = picked(felt)
    return pass_on(felt, (used, *rest))


@lie("REVEAL")
def a_card_is_passed_on_twice(felt: Felt) -> Body:
    _, one, two, _ = picked(felt)
    return pass_on(felt, (one, two, two))


@lie("REVEAL")
def a_card_becomes_another_on_its_way(felt: Felt) -> Body:
    return pass_on(felt, picked(felt)[1:], first=BASE)


@lie("REVEAL")
def two_cards_change_places_on_their_way(felt: Felt) -> Body:
    _, one, two, three = picked(felt)
    return pass_on(felt, (two, one, three))


@lie("REVEAL")
def another_seat_can_read_what_is_passed(felt: Felt) -> Body:
    """Sealed for the one before instead of the one behind."""
    theirs = felt.cards.layout.keys("age").hand[BEFORE]
    return pass_on(felt, picked(felt)[1:], to=theirs)


@lie("REVEAL")
def it_can_still_read_what_is_passed(felt: Felt) -> Body:
    return pass_on(felt, picked(felt)[1:], to=felt.cards.layout.keys("age").hand[CHEAT])


@lie("REVEAL")
def a_card_is_not_passed(felt: Felt) -> Body:
    return pass_on(felt, picked(felt)[1:3])


@lie("REVEAL")
def the_whole_hand_is_passed(felt: Felt) -> Body:
    used, *rest = picked(felt)
    return pass_on(felt, (*rest, used))


@lie("REVEAL")
def nothing_is_passed(felt: Felt) -> Body:
    *rest, _ = felt.body(CHEAT)
    return (*rest, None)


def test_who_keeps_the_rest_passes_nothing() -> None:
    """A seat whose rest stays can't push it on somebody."""
    felt = situation("REVEAL")
    nonce, payload, opening, nothing = felt.body(BEHIND)
    assert nothing is None
    *_, passing = felt.body(CHEAT)
    with pytest.raises(Wrong, match="no card is passed"):
        felt.check(BEHIND, (nonce, payload, opening, passing))


# CHOOSE.


def choice(felt: Felt, opened: bodies.Opened | None, position: int = 0) -> Body:
    if opened is not None:
        opened = opened._replace(position=position)
    return bodies.choice_body(bodies.Choice("build it", opened))


@lie("CHOOSE the last")
def the_last_card_is_another(felt: Felt) -> Body:
    """One of its own, and not the one that is left."""
    z = hand_key(felt)
    last = face(opening(felt).card, z)
    return choice(felt, opened(opening(felt), (last + 1) % 13, z))


@lie("CHOOSE the last")
def the_last_card_stays_shut(felt: Felt) -> Body:
    return choice(felt, None)


@lie("CHOOSE the last")
def the_last_card_is_opened_for_nothing(felt: Felt) -> Body:
    _, openings = felt.body(CHEAT)
    return (b"sell", openings)


@lie("CHOOSE the last")
def the_last_card_is_opened_with_the_share_key(felt: Felt) -> Body:
    last = face(opening(felt).card, hand_key(felt))
    return choice(felt, opened(opening(felt), last, share_key(felt)))


@lie("CHOOSE from a pile")
def the_card_lies_elsewhere_in_the_pile(felt: Felt) -> Body:
    """It says where another card is, with the proof of the one it takes."""
    z = hand_key(felt, "pile/1")
    taken = face(opening(felt, 3).card, z)
    return choice(felt, opened(opening(felt, 3), taken, z), position=1)


@lie("CHOOSE from a pile")
def the_card_is_one_of_an_age_to_come(felt: Felt) -> Body:
    z = hand_key(felt, "pile/1")
    return choice(felt, opened(opening(felt), 33, z))


@lie("CHOOSE from a pile")
def the_card_is_in_nobodys_hand(felt: Felt) -> Body:
    z = hand_key(felt, "pile/1")
    here = {face(opening(felt, at).card, z) for at in range(5)}
    other = min(set(range(13)) - here)
    return choice(felt, opened(opening(felt), other, z))


@lie("CHOOSE from a pile")
def two_cards_are_taken(felt: Felt) -> Body:
    payload, openings = felt.body(CHEAT)
    assert isinstance(openings, tuple)
    return (payload, openings * 2)


@lie("CHOOSE from a pile")
def a_card_is_taken_from_beyond_the_pile(felt: Felt) -> Body:
    z = hand_key(felt, "pile/1")
    taken = face(opening(felt, 4).card, z)
    return choice(felt, opened(opening(felt, 4), taken, z), position=-1)


@pytest.mark.parametrize(
    ("name", "told"), LIES, ids=[f"{name}: {told.__name__}" for name, told in LIES]
)
def test_a_lie_is_refused(name: str, told: Callable[[Felt], Body]) -> None:
    """By whoever checks what it says; the truth still stands afterwards."""
    felt = situation(name)
    with pytest.raises(Wrong) as wrong:
        felt.check(CHEAT, told(felt))
    assert 1 == len(str(wrong.value).splitlines())


def test_every_kind_is_lied_about() -> None:
    """Three lies at least for whatever is proven."""
    told = [name for name, _ in LIES]
    assert all(3 <= told.count(name) for name in SITUATIONS)


# What isn't cheating.


def test_another_commitment_is_another_choice() -> None:
    """Whoever picks may commit to any move; it must be that one that is revealed."""
    felt = situation("PICK")
    after, proof, seal = felt.body(CHEAT)
    assert seal == SEAL
    said = felt.check(CHEAT, (after, proof, b"d" * 32))
    assert isinstance(said, Committed)
    assert b"d" * 32 == said.commitment
