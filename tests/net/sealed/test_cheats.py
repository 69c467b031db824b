"""
A seat's proofs are about its own place, and each deck's part is about that deck.

`tests/cheats` tests lies about keys, cards and hands in the middle of games. The lies
here need two decks, or two seats with different entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.elgamal import write_ciphertexts
from sealed_wonders.net.sealed.proofs import prove_transfer, transfer
from sealed_wonders.net.sealed.shuffle import mix, prove_shuffle
from sealed_wonders.net.sealed.statements import Handing, Mixing
from tests.support.cardsharness import (
    CHEAT,
    SITUATIONS,
    CardsHarness,
    all_secrets_in,
    situation,
)

BEFORE, BEHIND = 0, 2
"""The neighbours of CHEAT: the one that passes to it, and the one that it passes to."""


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_body_is_refused_in_another_history_or_for_another_seat(name: str) -> None:
    """A seat's proofs are bound to the whole log before, and to its own place."""
    harness = situation(name)
    elsewhere = replace(harness.task, prev=bytes(32))
    with pytest.raises(Wrong):
        harness.cards.check(elsewhere, CHEAT, harness.body(CHEAT))
    if "CHOOSE" in name:
        return
    for seat, author in ((CHEAT, BEFORE), (BEFORE, CHEAT)):
        with pytest.raises(Wrong):
            harness.check(seat, harness.body(author))


def test_a_seat_that_keeps_its_rest_cannot_pass_it() -> None:
    harness = situation("REVEAL")
    nonce, payload, opening, nothing = harness.body(BEHIND)
    assert nothing is None
    *_, passing = harness.body(CHEAT)
    with pytest.raises(Wrong, match="no card is passed"):
        harness.check(BEHIND, (nonce, payload, opening, passing))


# Two decks.


def mixed(stated: Mixing) -> Proven:
    made = mix(stated.before, stated.key, range(len(stated.before)))
    return Proven(write_ciphertexts(made.after), prove_shuffle(stated, made))


def another_decks_proof(harness: CardsHarness) -> Body:
    """Prove the second deck in the place of the first."""
    first, second = statements.mixings(harness.cards.layout, harness.task, CHEAT)
    return bodies.flat_body([mixed(first), mixed(second._replace(ctx=first.ctx))])


def one_deck_is_left_as_it_was(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[:2]


def handed(harness: CardsHarness, stated: Handing) -> Proven:
    _, secret = all_secrets_in(harness.kept[CHEAT])[stated.deck]
    made = transfer(stated, secret)
    proof = prove_transfer(stated, secret, made)
    return Proven(write_ciphertexts(made.given), proof)


def a_card_goes_in_twice(harness: CardsHarness) -> Body:
    first, second = statements.handings_in(harness.cards.layout, harness.task, CHEAT)
    assert [("age", 2), ("c", 1)] == [
        (it.deck, len(it.points)) for it in (first, second)
    ]
    twice = first._replace(points=first.points[:1] * 2)
    return bodies.handed_body([handed(harness, it) for it in (twice, second)])


def the_decks_come_in_another_order(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[::-1]


def a_deck_is_left_out(harness: CardsHarness) -> Body:
    return harness.body(CHEAT)[:1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("MIX", another_decks_proof),
        ("MIX", one_deck_is_left_as_it_was),
        ("LOOK_X", a_card_goes_in_twice),
        ("LOOK_X", the_decks_come_in_another_order),
        ("LOOK_X", a_deck_is_left_out),
    ],
    ids=lambda it: getattr(it, "__name__", it),
)
def test_each_deck_needs_its_own_proof(
    name: str, told: Callable[[CardsHarness], Body]
) -> None:
    harness = situation(name)
    with pytest.raises(Wrong) as wrong:
        harness.check(CHEAT, told(harness))
    assert 1 == len(str(wrong.value).splitlines())
