"""Cheating when a deck or a hand is shuffled."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Seat, Shuffle
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import statements
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import IDENTITY
from sealed_wonders.net.sealed.scalars import read_scalar
from sealed_wonders.net.sealed.shuffle import BLINDERS, POINTS, MixedCards, mix
from tests.cheats.forge import (
    Cheat,
    Cheats,
    elsewhere,
    exchanged,
    face,
    flipped,
    mixing,
    read_mixed,
    said_mixed,
    shuffled,
    spliced,
    straight,
    with_first,
)
from tests.cheats.modified_clients import (
    Adversary,
    AdversaryView,
    accepted,
    believed,
    convicted,
    in_deck,
    refused,
)
from tests.support.crypto import NO_POINTS, Matrix
from tests.support.crypto import MaliciousShuffler as Dishonest
from tests.support.thorough import only

CHEATS = Cheats()

DECK = ("MIX", "guilds")
HAND = ("PICK", "age")
"""Five cards that somebody else has shuffled before, and a hand of four."""


# With a deck or a hand.


def other_seat(view: AdversaryView) -> Body:
    stated = mixing(view)
    deck = "guilds" if view.task.phase.kind == "MIX" else "age"
    ctx = elsewhere(view, deck, view.before)
    return said_mixed(view, shuffled(stated._replace(ctx=ctx)))


def other_turn(view: AdversaryView) -> Body:
    """As if it had been said in the phase before."""
    ctx = mixing(view).ctx
    earlier = spliced(ctx, ctx.index(view.task.prev), view.earlier)
    return said_mixed(view, shuffled(mixing(view)._replace(ctx=earlier)))


def other_deck(view: AdversaryView) -> Body:
    ctx = elsewhere(view, "drafts")
    return said_mixed(view, shuffled(mixing(view)._replace(ctx=ctx)))


def shuffled_under_the_cheats_key(view: AdversaryView) -> Body:
    """For a deck, the cheat's share key; for a hand, its hand key of another deck."""
    stated = mixing(view)
    deck = "guilds" if view.task.phase.kind == "MIX" else "drafts"
    keys = view.layout.keys(deck)
    own = keys.share if view.task.phase.kind == "MIX" else keys.hand
    return said_mixed(view, shuffled(stated._replace(key=own[view.seat])))


def first_card_twice(view: AdversaryView) -> Body:
    """The first card comes again in place of the second one."""
    stated = mixing(view)
    mixed, mask = straight(stated), 5
    again = resealed(stated.before[0], mask, stated.key)
    return said_mixed(view, shuffled(stated, with_first_two(mixed, again, mask)))


def with_first_two(mixed: MixedCards, second: Ciphertext, mask: int) -> MixedCards:
    return MixedCards(
        (mixed.after[0], second, *mixed.after[2:]),
        mixed.order,
        (mixed.masks[0], mask, *mixed.masks[2:]),
    )


def swapped_afterwards(view: AdversaryView) -> Body:
    hand = read_mixed(view)
    cards = [hand.points[at : at + 64] for at in range(0, len(hand.points), 64)]
    after = b"".join(exchanged(cards, 0, 1))
    return said_mixed(view, hand._replace(points=after))


def first_card_replaced(view: AdversaryView) -> Body:
    """A card that the cheat knows replaces one that it doesn't know or doesn't want."""
    stated = mixing(view)
    better = resealed(known(0, stated.key), 5, stated.key)
    return said_mixed(view, shuffled(stated, with_first(straight(stated), better, 5)))


def matrix(view: AdversaryView) -> Matrix:
    """Return a matrix that repeats one card and drops another one."""
    count = len(mixing(view).before)
    rows = [[int(k == i) for k in range(count)] for i in range(count)]
    rows[-1] = rows[0]
    return rows


def a_matrix_that_is_no_permutation(view: AdversaryView) -> Body:
    """Each equation that such a prover gets wrong is tested in `test_shuffle.py`."""
    stated = mixing(view)
    cheat = Dishonest(stated.key, stated.before, matrix(view))
    proof = cheat.prove(stated.ctx)
    return said_mixed(view, Proven(write_ciphertexts(cheat.after), proof))


# Each part of a proof is tried in `tests/net/sealed/test_each_place.py`.


def bit_of_the_proof_flipped(view: AdversaryView) -> Body:
    hand = read_mixed(view)
    return said_mixed(view, hand._replace(proof=flipped(hand.proof, 3)))


def point_of_another_proof(view: AdversaryView) -> Body:
    """One point comes from another, equally valid proof of the same statement."""
    hand, other = read_mixed(view), shuffled(mixing(view))
    spoilt = spliced(hand.proof, 0, other.proof[:32])
    return said_mixed(view, hand._replace(proof=spoilt))


def invalid_point_in_proof(view: AdversaryView) -> Body:
    hand = read_mixed(view)
    wrong = spliced(hand.proof, 0, NO_POINTS[0])
    return said_mixed(view, hand._replace(proof=wrong))


def invalid_point_in_cards(view: AdversaryView) -> Body:
    hand = read_mixed(view)
    return said_mixed(
        view, hand._replace(points=spliced(hand.points, 0, NO_POINTS[13]))
    )


def identity_point_in_cards(view: AdversaryView) -> Body:
    """Everybody could read this card if nobody checked."""
    hand = read_mixed(view)
    return said_mixed(view, hand._replace(points=spliced(hand.points, 0, IDENTITY)))


def response_of_zero(view: AdversaryView) -> Body:
    """Such a response would let an invalid point go unread."""
    hand = read_mixed(view)
    at = 32 * (POINTS + BLINDERS)
    return said_mixed(view, hand._replace(proof=spliced(hand.proof, at, bytes(32))))


def response_plus_order(view: AdversaryView) -> Body:
    """The same number in another encoding."""
    hand = read_mixed(view)
    at = 32 * POINTS
    number = read_scalar(hand.proof[at : at + 32]) + Q
    wrong = spliced(hand.proof, at, number.to_bytes(32, "little"))
    return said_mixed(view, hand._replace(proof=wrong))


def one_card_fewer(view: AdversaryView) -> Body:
    stated = mixing(view)
    return said_mixed(view, shuffled(stated._replace(before=stated.before[1:])))


for where in (DECK, HAND):
    context = "shuffle proof under another context"
    CHEATS.add(f"{context}: other seat", *where)(other_seat)
    CHEATS.add(f"{context}: other turn", *where)(other_turn)
    CHEATS.add(f"{context}: other deck", *where)(other_deck)
    CHEATS.add("shuffle proof under another key", *where)(shuffled_under_the_cheats_key)
    CHEATS.add("shuffle: one card duplicated in the output", *where)(first_card_twice)
    CHEATS.add("shuffle: outputs swapped after the proof", *where)(swapped_afterwards)
    CHEATS.add("shuffle: a card replaced", *where)(first_card_replaced)
    full = "shuffle: full dishonest prover, one card twice and one missing"
    CHEATS.add(full, *where)(a_matrix_that_is_no_permutation)
    CHEATS.add("shuffle: bit flipped in the proof", *where)(bit_of_the_proof_flipped)
    CHEATS.add("shuffle: a point from another proof", *where)(point_of_another_proof)
    CHEATS.add("no point in a deck", *where)(invalid_point_in_cards)
    CHEATS.add("identity point in a deck", *where)(identity_point_in_cards)

CHEATS.add("no point in a proof", *DECK)(invalid_point_in_proof)
for lie in (response_of_zero, response_plus_order):
    CHEATS.add("invalid scalars in a proof", *DECK)(lie)

CHEATS.add("a deck with one card fewer", *DECK)(one_card_fewer)
CHEATS.add("pick: too few cards", *HAND)(one_card_fewer)


# A deck.


@CHEATS.add("the previous mixer's body, repeated", *DECK)
def previous_body_repeated(view: AdversaryView) -> Body:
    return view.heard(0, back=1)


@CHEATS.add("earlier shuffles undone", *DECK)
def shuffled_from_the_beginning(view: AdversaryView) -> Body:
    """Shuffle the deck as it was before others did: the cheat would know its order."""
    match view.task.ask:
        case Shuffle((deck,)):
            stated = mixing(view)
            fresh = tuple(known(card, stated.key) for card in deck.cards)
            return said_mixed(view, shuffled(stated._replace(before=fresh)))
    raise TypeError(view.task.ask)


# A hand.


@CHEATS.add("pick: made from another hand", *HAND)
def the_hand_of_another_seat(view: AdversaryView) -> Body:
    """Re-encrypt the hand under the cheat's key, which can't decrypt these cards."""
    theirs = statements.picking(view.layout, view.task, view.before)
    return said_mixed(view, shuffled(mixing(view)._replace(before=theirs.before)))


@CHEATS.add("pick: made from another hand", *HAND)
def the_drafted_cards(view: AdversaryView) -> Body:
    """The cards that it drafted, which lie face down in front of it."""
    mine = [
        lying.card
        for lying in view.layout.seen(view.seat).values()
        if lying.place.key == "drafts" and not lying.place.shown
    ]
    others = mixing(view).before[len(mine) :]
    assert mine
    before = (*mine, *others)
    return said_mixed(view, shuffled(mixing(view)._replace(before=before)))


@CHEATS.add("pick: another seat's body, repeated", *HAND)
def another_seats_body_repeated(view: AdversaryView) -> Body:
    return view.heard(view.before)


@CHEATS.each
def test_a_mixer_who_cheats_is_named(cheat: Cheat) -> None:
    assert cheat.kind == refused(cheat.adversary()).kind


@CHEATS.each_at_a_table
def test_all_players_at_the_table_convict_the_cheat(cheat: Cheat, checks: bool) -> None:
    fraud = convicted(cheat.adversary(), checks=checks)
    assert cheat.kind == fraud.kind


@pytest.mark.parametrize("where", [DECK, HAND], ids=[DECK[0], HAND[0]])
def test_the_same_steps_without_a_lie_are_accepted(where: tuple[str, str]) -> None:
    """The forgeries here are refused for their lie, not for how they are made."""
    kind, deck = where

    def truth(view: AdversaryView) -> Body:
        stated = mixing(view)
        order = list(range(len(stated.before)))
        if view.move is not None and view.move.slot is not None:
            used = list(view.layout.usable(view.task, 1)).index(view.move.slot)
            order.insert(0, order.pop(used))
        mixed = mix(stated.before, stated.key, order)
        return said_mixed(view, shuffled(stated, mixed))

    believed(Adversary(1, {kind: in_deck(deck, truth)}))


def test_the_dishonest_prover_can_prove_a_true_statement() -> None:
    """
    With a permutation matrix it is as good as the honest prover, so its other proofs
    fail for their false claims alone.
    """

    def truth(view: AdversaryView) -> Body:
        stated = mixing(view)
        count = len(stated.before)
        rows = [[int(k == (i + 2) % count) for k in range(count)] for i in range(count)]
        cheat = Dishonest(stated.key, stated.before, rows)
        proof = cheat.prove(stated.ctx)
        return said_mixed(view, Proven(write_ciphertexts(cheat.after), proof))

    believed(Adversary(1, {"MIX": in_deck("guilds", truth)}))


@pytest.mark.parametrize("seat", only([2], [0, 2]))
def test_the_first_and_the_last_mixer_are_convicted_as_well(seat: Seat) -> None:
    convicted(Adversary(seat, {"MIX": in_deck("guilds", first_card_replaced)}))


def test_a_cheat_who_speaks_first_is_named_as_well() -> None:
    """Others' entries of the same phase are neither held against them nor applied."""
    convicted(
        Adversary(1, {"PICK": in_deck("age", first_card_replaced)}, is_late=False)
    )


def test_the_last_mixer_can_not_read_any_card_of_the_deck() -> None:
    """
    It may put the deck into any order, but has no reason to prefer one.

    Here it leaves the deck as it is and chooses the masks, and can't read any card.
    """
    asked: list[int] = []

    def looked(view: AdversaryView) -> Body | None:
        stated = mixing(view)
        mine = [secret for pair in view.pairs.values() for secret in pair]
        for card in stated.before:
            for secret in (*mine, sum(mine) % Q):
                asked.append(secret)
                with pytest.raises(LocalProtocolError, match="an impossible card was"):
                    face(view, card, secret)
        order, masks = tuple(range(len(stated.before))), (1,) * len(stated.before)
        cards = (resealed(card, 1, stated.key) for card in stated.before)
        return said_mixed(
            view, shuffled(stated, MixedCards(tuple(cards), order, masks))
        )

    accepted(Adversary(2, {"MIX": in_deck("guilds", looked)}))
    # Two secrets of each of the decks boards, drafts and guilds, and all together.
    assert 5 * 7 == len(asked)
