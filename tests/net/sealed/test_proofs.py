"""
Proofs: both groups make and accept the same ones, and refuse any other bytes.

Tests in `tests/cheats` try to prove false statements; `test_each_place.py` makes each
equation fail alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.sealed.bodies import OpenedBody, Proven
from sealed_wonders.net.sealed.elgamal import write_ciphertexts
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import IDENTITY, Group, card_point
from sealed_wonders.net.sealed.proofs import (
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
)
from sealed_wonders.net.sealed.scalars import BadEncoding, random_order
from sealed_wonders.net.sealed.shuffle import mix, prove_shuffle
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.crypto import NO_POINTS, PURE, SODIUM, each_group, hand, keys
from tests.support.inprocess.chance import stream
from tests.support.thorough import examples

(SECRET, KEY), (_, TO) = keys("ann"), keys("bob")
HERE = context(bytes(32), "DEAL", "age1", 0, bytes([1]))
CARDS = hand(KEY, 7)
CARD = Unsealing(HERE, "age1", KEY, CARDS[3])


class Kind(NamedTuple):
    """A kind of proof."""

    prove: Callable[[Group], Proven]
    verify: Callable[[Verifier, Proven], object]
    size: int
    """Bytes of the proof."""


def key_proven(group: Group) -> Proven:
    proof = prove_knowledge(HERE, SECRET, KEY, draw=stream("w"), group=group)
    return Proven(KEY, proof)


def taken_off(group: Group) -> Proven:
    share = group.multiply(SECRET, CARD.card.a)
    proof = prove_equality(CARD, SECRET, share, draw=stream("w"), group=group)
    return Proven(share, proof)


def opened(group: Group) -> Proven:
    masked = group.subtract(CARD.card.b, card_point(3))
    proof = prove_equality(CARD, SECRET, masked, draw=stream("w"), group=group)
    return Proven(b"", proof)


def handed(count: int) -> Kind:
    stated = Handing(HERE, "age1", KEY, TO, tuple(it.a for it in CARDS[:count]))

    def prove(group: Group) -> Proven:
        made = transfer(stated, SECRET, draw=stream("rho"), group=group)
        proof = prove_transfer(stated, SECRET, made, draw=stream("ab"), group=group)
        return Proven(write_ciphertexts(made.given), proof)

    return Kind(prove, lambda it, said: it.handed(stated, said), 160)


def mixed(count: int) -> Kind:
    stated = Mixing(HERE, KEY, CARDS[:count])
    order = random_order(count, stream(f"order of {count}"))

    def prove(group: Group) -> Proven:
        made = mix(stated.before, KEY, order, draw=stream("masks"), group=group)
        proof = prove_shuffle(stated, made, draw=stream("proof"), group=group)
        return Proven(write_ciphertexts(made.after), proof)

    size = 64 * count + 256 if count > 1 else 352
    return Kind(prove, lambda it, said: it.mixed(stated, said), size)


KINDS = {
    "a key": Kind(key_proven, lambda it, said: it.key(HERE, said), 64),
    "a share": Kind(taken_off, lambda it, said: it.shared(CARD, said), 96),
    "a card": Kind(
        opened, lambda it, said: it.opened(CARD, OpenedBody(3, said.proof)), 96
    ),
    **{f"{count} handed over": handed(count) for count in (0, 1, 2, 4)},
    **{f"{count} mixed": mixed(count) for count in (1, 2, 3, 7)},
}


@each_group
@pytest.mark.parametrize("name", KINDS)
def test_honest_proofs_are_accepted_by_both_groups(name: str, group: Group) -> None:
    """Both groups make the same proof from the same randomness."""
    prove, verify, size = KINDS[name]
    said = prove(group)
    assert size == len(said.proof)
    for other in (SODIUM, PURE):
        assert said == prove(other)
        verify(Verifier(other), said)


@pytest.mark.parametrize("name", ["2 handed over", "2 mixed"])
def test_another_number_of_cards_is_refused(name: str) -> None:
    prove, verify, _ = KINDS[name]
    points, proof = prove(SODIUM)
    for other in (b"", points[:64], points[:-1], points * 2):
        with pytest.raises((BadProof, BadEncoding)):
            verify(Verifier(SODIUM), Proven(other, proof))


def test_proving_a_transfer_of_other_cards_is_a_local_error() -> None:
    """And a transfer that is logged by mistake shows no mask."""
    stated = Handing(HERE, "age1", KEY, TO, (KEY, TO))
    made = transfer(stated, SECRET)
    assert not any(str(mask) in repr(made) for mask in made.masks)
    with pytest.raises(LocalProtocolError):
        prove_transfer(stated._replace(points=(KEY,)), SECRET, made)


items = st.binary(min_size=32, max_size=32) | st.sampled_from(
    [*(k.to_bytes(32, "little") for k in range(4)), IDENTITY, KEY, TO, *NO_POINTS]
)


@pytest.mark.parametrize(
    "name", ["a key", "a share", "a card", "1 handed over", "1 mixed"]
)
def test_random_bytes_are_refused_as_proofs(name: str) -> None:
    prove, verify, _ = KINDS[name]

    def instead(good: bytes) -> st.SearchStrategy[bytes]:
        count = len(good) // 32
        right = st.lists(items, min_size=count, max_size=count).map(b"".join)
        return right | st.binary(max_size=len(good) + 70)

    @examples(60)
    @given(*map(instead, prove(SODIUM)))
    def check(said: bytes, proof: bytes) -> None:
        for group in (SODIUM, PURE):
            with pytest.raises((BadProof, BadEncoding)):
                verify(Verifier(group), Proven(said, proof))

    check()
