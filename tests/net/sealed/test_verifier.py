"""Every received point is checked before it is kept."""

from __future__ import annotations

import copy
from collections.abc import Iterable

import pytest

from sealed_wonders.net.sealed import statements
from sealed_wonders.net.sealed.bodies import (
    HandedBody,
    read_handed,
    read_key,
    read_mix,
    read_pick,
    read_reveal,
    read_shares,
)
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import BASE, IDENTITY, POINT_SIZE, Point
from sealed_wonders.net.sealed.proofs import Transfer, prove_transfer
from sealed_wonders.net.sealed.scalars import random_scalars
from sealed_wonders.net.sealed.shuffle import POINTS
from sealed_wonders.net.sealed.sodium import Sodium
from sealed_wonders.net.sealed.statements import Handing, Passing
from sealed_wonders.net.sealed.verifier import FullVerifier
from tests.support.cardsharness import CHEAT, SITUATIONS, situation


class RecordingGroup(Sodium):
    """Remembers which points it has read, or multiplied, which reads them too."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[bytes] = set()

    def read_point(self, data: bytes) -> Point:
        self.seen.add(data)
        return super().read_point(data)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        terms = list(terms)
        self.seen.update(a for factor, a in terms if factor)
        return super().combine(k, terms)

    def subtract(self, a: Point, b: Point) -> Point:
        self.seen |= {a, b}
        return super().subtract(a, b)


def points(*parts: bytes) -> set[bytes]:
    return {
        part[at : at + POINT_SIZE]
        for part in parts
        for at in range(0, len(part), POINT_SIZE)
    }


@pytest.fixture
def group() -> RecordingGroup:
    return RecordingGroup()


@pytest.fixture
def checking(group: RecordingGroup) -> FullVerifier:
    return FullVerifier(group)


def test_keys_are_read(group: RecordingGroup, checking: FullVerifier) -> None:
    """Both of them."""
    harness = situation("KEY")
    key = read_key(harness.body(CHEAT))
    share, hand = statements.key_places(
        harness.task.prev, harness.task.phase.deck, CHEAT
    )
    checking.key(share, key.share, key.share_proof)
    checking.key(hand, key.hand, key.hand_proof)
    assert {key.share, key.hand} <= group.seen


def test_mixed_cards_are_read(group: RecordingGroup, checking: FullVerifier) -> None:
    """With all that is committed to in their proof."""
    harness = situation("MIX")
    stated = statements.mixings(harness.cards.layout, harness.task, CHEAT)
    decks = read_mix(harness.body(CHEAT), [len(mixing.before) for mixing in stated])
    for mixing, deck in zip(stated, decks, strict=True):
        found = checking.mixed(mixing, deck)
        assert points(deck.after, deck.proof[: 32 * POINTS]) <= group.seen
        assert points(deck.after) == {point for card in found for point in card}


def test_a_hand_that_is_picked_from_is_read(
    group: RecordingGroup, checking: FullVerifier
) -> None:
    """As a deck is."""
    harness = situation("PICK")
    stated = statements.picking(harness.cards.layout, harness.task, CHEAT)
    hand = read_pick(harness.body(CHEAT), len(stated.before)).hand
    checking.mixed(stated, hand)
    assert points(hand.after, hand.proof[: 32 * POINTS]) <= group.seen


@pytest.mark.parametrize("name", ["DEAL", "LOOK_X"])
def test_what_is_handed_over_is_read(
    group: RecordingGroup, checking: FullVerifier, name: str
) -> None:
    """Both halves for every card."""
    harness = situation(name)
    stating = {"DEAL": statements.dealings, "LOOK_X": statements.handings_in}[name]
    stated = stating(harness.cards.layout, harness.task, CHEAT)
    parts = read_handed(harness.body(CHEAT), [len(it.points) for it in stated])
    for handing, part in zip(stated, parts, strict=True):
        checking.handed(handing, part)
        assert points(part.pairs) <= group.seen


def test_passed_cards_are_read(group: RecordingGroup, checking: FullVerifier) -> None:
    """They themselves, and not only their difference from what they were."""
    harness = situation("REVEAL")
    stated = statements.passing(harness.cards.layout, harness.task, CHEAT)
    assert stated is not None
    passed = read_reveal(harness.body(CHEAT), len(stated.cards)).passed
    assert passed is not None
    found = checking.passed(stated, passed)
    assert points(passed.pairs) <= group.seen
    assert points(passed.pairs) == {point for card in found for point in card}


def test_what_is_passed_is_not_the_identity(
    group: RecordingGroup, checking: FullVerifier
) -> None:
    """Seats that know each other's secrets could prove that it is, and rightly so."""
    z, of_next, mask = random_scalars(3)
    key, to, a = map(group.multiply_base, (z, of_next, mask))
    old, points = Ciphertext(a, BASE), (a,)
    rho = z * mask * pow(of_next, -1, Q) % Q
    made = Transfer((Ciphertext(group.multiply_base(rho), IDENTITY),), (rho,))
    assert group.multiply(rho, to) == group.multiply(z, a)
    proof = prove_transfer(b"ctx", z, key, to, points, made, group=group)
    stated = Passing(Handing(b"ctx", "age", key, to, points), (old,))

    with pytest.raises(BadProof, match="identity"):
        checking.passed(stated, HandedBody(made.given[0].a + old.b, proof))


def test_parts_of_cards_turned_up_are_read(
    group: RecordingGroup, checking: FullVerifier
) -> None:
    """One for each card."""
    harness = situation("OPEN_SHARE")
    stated = statements.sharings(harness.cards.layout, harness.task, CHEAT)
    for sharing, part in zip(
        stated, read_shares(harness.body(CHEAT), len(stated)), strict=True
    ):
        assert part.point == checking.shared(sharing, part)
        assert part.point in group.seen


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_known_to_be_right_is_read_alike_and_costs_nothing(
    group: RecordingGroup, checking: FullVerifier, name: str
) -> None:
    """Not one point is read, or multiplied; the same becomes of the cards."""
    harness = situation(name)
    cards, task, body = copy.copy(harness.cards), harness.task, harness.body(CHEAT)
    cards.verifier = checking
    known = cards.check(task, CHEAT, body, is_known=True)
    assert set() == group.seen
    assert cards.check(task, CHEAT, body) == known
    assert set() != group.seen
