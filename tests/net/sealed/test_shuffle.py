"""
The shuffle proof: the same cards come out, nobody can link them, and no cheat passes.

The cheats are real: a prover who continues whatever was done to the cards, and chooses
which of the verifier's equations fails.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    unsealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.equations import BadProof, Equation, hold
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Group, Point, card_point
from sealed_wonders.net.sealed.layout import Cards
from sealed_wonders.net.sealed.scalars import random_order
from sealed_wonders.net.sealed.shuffle import (
    BLINDERS,
    POINTS,
    MixedCards,
    mix,
    proof_size,
    prove_shuffle,
    read_shuffle,
)
from sealed_wonders.net.sealed.statements import Mixing
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.crypto import (
    PURE,
    SODIUM,
    Answer,
    MaliciousShuffler,
    Matrix,
    each_group,
    hand,
    keys,
)
from tests.support.inprocess.chance import stream

SECRET, KEY = keys("table")
HERE = b"this phase"
HAND = hand(KEY, 3)
ORDER = (2, 0, 1)
STATED = Mixing(HERE, KEY, HAND)
MIXED_HAND = mix(HAND, KEY, ORDER, draw=stream("masks"))
PROOF = prove_shuffle(STATED, MIXED_HAND, draw=stream("proof"))


def verify(
    after: Cards, proof: bytes, group: Group = SODIUM, stated: Mixing = STATED
) -> Cards:
    return Verifier(group).mixed(stated, Proven(write_ciphertexts(after), proof))


def items(proof: bytes) -> list[bytes]:
    return [proof[at : at + 32] for at in range(0, len(proof), 32)]


def faces(cards: Cards) -> list[Point]:
    return [unsealed(card, SECRET) for card in cards]


# Honest shuffles.


def test_the_largest_deck_is_proven() -> None:
    """These are the cards of an age for seven players, before anybody mixes them."""
    stated = Mixing(HERE, KEY, tuple(known(card, KEY) for card in range(49)))
    mixed = mix(stated.before, KEY, random_order(49))
    proof = prove_shuffle(stated, mixed)
    assert mixed.after == verify(mixed.after, proof, stated=stated)
    assert 3392 == len(proof)


def test_a_mix_permutes_cards_and_changes_all_ciphertexts() -> None:
    assert [card_point(number) for number in range(3)] == faces(HAND)
    assert [card_point(number) for number in ORDER] == faces(MIXED_HAND.after)
    before = {point for card in HAND for point in card}
    assert before.isdisjoint(point for card in MIXED_HAND.after for point in card)


def test_a_second_shuffle_of_the_same_cards_looks_different() -> None:
    """And a shuffle that is logged by mistake shows neither its order nor a mask."""
    again = mix(HAND, KEY, ORDER)
    proof = prove_shuffle(STATED, again)
    assert verify(again.after, proof) == again.after
    assert set(items(PROOF)).isdisjoint(items(proof))
    text = repr(MIXED_HAND)
    assert not any(str(mask) in text for mask in MIXED_HAND.masks)
    assert "order" not in text


def test_an_order_that_is_no_permutation_is_a_local_error() -> None:
    """
    Otherwise a bug could leave the table with a proof that nobody accepts, or of
    nothing.
    """
    for order in ((0, 1), (0, 0, 1), (1, 2, 3), (0, 1, 2, 3), ()):
        with pytest.raises(LocalProtocolError):
            mix(HAND, KEY, order)
    nothing = Mixing(HERE, KEY, ())
    with pytest.raises(LocalProtocolError):
        prove_shuffle(nothing, mix((), KEY, ()))
    with pytest.raises(BadProof):
        verify((), bytes(proof_size(1)), stated=nothing)


# Dishonest shuffles.


def test_the_malicious_shuffler_passes_if_it_is_honest() -> None:
    cheat = MaliciousShuffler(KEY, HAND, [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    assert [card_point(number) for number in ORDER] == faces(cheat.after)
    for group in (SODIUM, PURE):
        assert cheat.after == verify(cheat.after, cheat.prove(HERE), group)


HALF = pow(2, -1, Q)
SAME: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TWICE: Matrix = [[1, 0, 0], [1, 0, 0], [0, 0, 1]]
SCALED: Matrix = [[2, 0, 0], [0, HALF, 0], [0, 0, 1]]
UNSCALED: Matrix = [[HALF, 0, 0], [0, 2, 0], [0, 0, 1]]
SHEARED: Matrix = [[2, -1, 0], [0, 1, 0], [0, 0, 1]]
UNSHEARED: Matrix = [[HALF, 0, 0], [HALF, 1, 0], [0, 0, 1]]
"""UNSCALED and UNSHEARED are the transposed inverses of SCALED and SHEARED."""


FRESH = tuple(known(card, KEY) for card in range(3))
"""Cards that nobody has mixed yet: everything about them is known."""


def fitting(numbers: Sequence[int], x: int) -> tuple[Sequence[int], int]:
    """
    Find numbers for the cards 0, 0 and 2 that fit what must be proven of 0, 1 and 2.

    Their product must be right, and the sum of the cards that they weight: two
    equations for three numbers. So they can be found once everything that they depend
    on is known.
    """
    total = math.prod(it - x for it in numbers) % Q
    worth = sum(map(operator.mul, numbers, (1, 2, 3))) % Q
    for third in itertools.count(1):
        # The first two: a + b is the rest of the sum, and (a - x)(b - x) the product.
        left = (worth - 3 * third) % Q
        product = total * pow(third - x, -1, Q) % Q
        half = (left - 2 * x) * HALF % Q
        square = (half * half - product) % Q
        root = square_root(square)
        if root is not None:
            found = (x + half + root) % Q, (x + half - root) % Q, third
            return found, sum(found) - sum(numbers)
    raise AssertionError


def square_root(square: int) -> int | None:
    """Find a square root modulo Q; Q is 5 modulo 8."""
    root = pow(square, (Q + 3) // 8, Q)
    for candidate in (root, root * pow(2, (Q - 1) // 4, Q) % Q):
        if candidate * candidate % Q == square:
            return candidate
    return None


class Lie(NamedTuple):
    """A dishonest shuffle, and the equation that fails."""

    caught_by: int
    cheat: MaliciousShuffler
    before: Cards = HAND
    answer: Answer | None = None

    def equations(self) -> tuple[Equation, ...]:
        proof = self.cheat.prove(HERE, self.answer)
        after = write_ciphertexts(self.cheat.after)
        return read_shuffle(Mixing(HERE, KEY, self.before), after, proof)[1]


LIES = {
    "other numbers than those committed to": Lie(
        0, MaliciousShuffler(KEY, FRESH, SAME, TWICE), FRESH, fitting
    ),
    "no permutation": Lie(1, MaliciousShuffler(KEY, HAND, SHEARED, UNSHEARED)),
    "cards with factors": Lie(1, MaliciousShuffler(KEY, HAND, SCALED, UNSCALED)),
    "something in the mask's half": Lie(
        2, MaliciousShuffler(KEY, HAND, SAME, added=Ciphertext(BASE, IDENTITY))
    ),
    "another card in the card's half": Lie(
        3, MaliciousShuffler(KEY, HAND, SAME, added=Ciphertext(IDENTITY, BASE))
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_each_lie_of_a_shuffler_fails_exactly_one_equation(name: str) -> None:
    """If the verifier left this equation out, the lie would be accepted."""
    lie = LIES[name]
    assert {card_point(number) for number in range(3)} != set(faces(lie.cheat.after))
    equations = lie.equations()
    assert 4 == len(equations)
    assert [lie.caught_by] == [i for i, it in enumerate(equations) if not hold((it,))]


def test_our_own_prover_cannot_prove_a_doubled_card() -> None:
    """If it is led past its own check, nobody accepts its proof."""
    doubled = (HAND[0], HAND[0], HAND[2])
    mixed = mix(doubled, KEY, (0, 1, 2))
    for order in ((0, 0, 2), (0, 1, 2)):
        lie = MixedCards(mixed.after, order, mixed.masks)
        for stated in (STATED, STATED._replace(before=doubled)):
            with pytest.raises(BadProof):
                verify(mixed.after, prove_shuffle(stated, lie))


def test_the_number_of_a_single_card_is_fixed() -> None:
    """It is no secret, so any other response is refused unread."""
    stated = STATED._replace(before=HAND[:1])
    mixed = mix(stated.before, KEY, (0,))
    proof = prove_shuffle(stated, mixed)
    at = 32 * (POINTS + BLINDERS)
    number = int.from_bytes(proof[at:], "little") + 1
    wrong = proof[:at] + number.to_bytes(32, "little")
    with pytest.raises(BadProof, match="another number"):
        verify(mixed.after, wrong, stated=stated)


# Proofs that can't be read.


@each_group
@pytest.mark.parametrize("card", range(3))
def test_a_response_of_zero_is_refused(group: Group, card: int) -> None:
    """It would multiply an invalid point away unread."""
    at = 32 * (POINTS + BLINDERS + card)
    with pytest.raises(BadProof, match="zero"):
        verify(MIXED_HAND.after, PROOF[:at] + bytes(32) + PROOF[at + 32 :], group)
