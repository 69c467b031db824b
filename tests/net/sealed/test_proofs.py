"""
The small proofs: both groups make and take the same ones, and refuse any other bytes.

False statements are proven in vain in `tests/cheats`; each equation is wrong alone in
`test_each_place.py`.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    unsealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import IDENTITY, Group, Point, card_point
from sealed_wonders.net.sealed.proofs import (
    Transfer,
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
    verify_equality,
    verify_knowledge,
    verify_transfer,
)
from tests.support.crypto import NO_POINTS, PURE, SODIUM, each_group, hand, keys
from tests.support.inprocess.chance import stream
from tests.support.thorough import examples

ANN, BOB, EVE = keys("ann"), keys("bob"), keys("eve")
HERE = context(bytes(32), "DEAL", "age1", 0, bytes([1]))


# Keys.


@each_group
def test_a_key_is_proven(group: Group) -> None:
    """Either group takes the proof, and both make the same from the same draws."""
    secret, key = ANN
    proof = prove_knowledge(HERE, secret, key, draw=stream("w"), group=group)
    assert 64 == len(proof)
    for other in (SODIUM, PURE):
        assert key == verify_knowledge(HERE, key, proof, group=other)
        again = prove_knowledge(HERE, secret, key, draw=stream("w"), group=other)
        assert proof == again


# Openings.


@each_group
def test_a_card_is_opened(group: Group) -> None:
    """The holder of a hand key proves what a card is, to both groups alike."""
    secret, key = ANN
    card = hand(key, 4)[3]
    masked = group.subtract(card.b, card_point(3))
    proof = prove_equality(
        HERE, secret, key, card.a, masked, draw=stream("w"), group=group
    )
    assert 96 == len(proof)
    for other in (SODIUM, PURE):
        verify_equality(HERE, key, card.a, masked, proof, group=other)
        assert proof == prove_equality(
            HERE, secret, key, card.a, masked, draw=stream("w"), group=other
        )


# Dealing and passing.

CARDS = hand(ANN[1], 4)
POINTS = tuple(card.a for card in CARDS)


def give(seed: str = "rho", group: Group = SODIUM) -> Transfer:
    return transfer(ANN[0], BOB[1], POINTS, draw=stream(seed), group=group)


@each_group
@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_cards_are_handed_over(group: Group, count: int) -> None:
    """Any number of them with one proof, which both groups make and take alike."""
    points = POINTS[:count]

    def made_by(by: Group) -> tuple[Transfer, bytes]:
        made = transfer(ANN[0], BOB[1], points, draw=stream("rho"), group=by)
        proof = prove_transfer(
            HERE, ANN[0], ANN[1], BOB[1], points, made, draw=stream("ab"), group=by
        )
        return made, proof

    made, proof = made_by(group)
    assert 160 == len(proof)
    given = write_ciphertexts(made.given)
    for other in (SODIUM, PURE):
        assert (made, proof) == made_by(other)
        assert made.given == verify_transfer(
            HERE, ANN[1], BOB[1], points, given, proof, group=other
        )


def test_passed_cards_are_the_same_cards() -> None:
    """Ann's key is taken off and Bob's put on: he sees what she saw."""
    for number, (card, share) in enumerate(zip(CARDS, give().given, strict=True)):
        # Ann gives -xR under Bob's key; with that, the card is under Bob's key.
        switched = Ciphertext(share.a, SODIUM.add(card.b, share.b))
        assert card_point(number) == unsealed(switched, BOB[0])


def test_dealt_cards_need_every_share() -> None:
    """With one share missing there is nothing to see, with all of them the card."""
    joint = SODIUM.add(ANN[1], EVE[1])
    card = resealed(known(5, joint), 99, joint)
    shares: list[Ciphertext] = []
    for secret, key in (ANN, EVE):
        made = transfer(secret, BOB[1], [card.a])
        proof = prove_transfer(HERE, secret, key, BOB[1], [card.a], made)
        given = write_ciphertexts(made.given)
        shares += verify_transfer(HERE, key, BOB[1], [card.a], given, proof)

    def dealt(taken: list[Ciphertext]) -> Point:
        r = SODIUM.sum(share.a for share in taken)
        s = SODIUM.sum((card.b, *(share.b for share in taken)))
        return unsealed(Ciphertext(r, s), BOB[0])

    assert card_point(5) == dealt(shares)
    everything = {card_point(number) for number in range(300)}
    assert dealt(shares[:1]) not in everything
    assert dealt(shares[1:]) not in everything


# What holds for all.


def test_secrets_are_not_shown() -> None:
    """What is logged by mistake shows no mask."""
    made = give()
    assert not any(str(mask) in repr(made) for mask in made.masks)


def test_a_transfer_of_other_cards_is_our_own_fault() -> None:
    """Proving what can't be right raises at once."""
    with pytest.raises(LocalProtocolError):
        prove_transfer(HERE, ANN[0], ANN[1], BOB[1], POINTS[:3], give())


@examples(100)
@given(st.binary(max_size=130), st.binary(max_size=70), st.binary(max_size=130))
def test_no_bytes_do_worse_than_be_refused(
    ctx: bytes, key: bytes, proof: bytes
) -> None:
    """Whatever is sent for a key, a share or a proof: `BadProof`, and nothing else."""
    with pytest.raises(BadProof):
        verify_knowledge(ctx, key, proof)
    with pytest.raises(BadProof):
        verify_equality(ctx, ANN[1], POINTS[0], BOB[1], proof)
    with pytest.raises(BadProof):
        verify_transfer(ctx, ANN[1], BOB[1], POINTS[:1], key, proof)


@examples(60)
@given(st.data())
def test_no_right_length_does_worse_either(data: st.DataObject) -> None:
    """Random scalars and points in the right places, for both groups."""
    scalars = st.one_of(
        st.binary(min_size=32, max_size=32),
        st.integers(0, 3).map(lambda k: k.to_bytes(32, "little")),
    )
    points = st.one_of(
        st.binary(min_size=32, max_size=32),
        st.sampled_from([IDENTITY, *POINTS, *NO_POINTS]),
    )
    announced = [data.draw(points) for _ in range(3)]
    responses = [data.draw(scalars) for _ in range(2)]
    share = data.draw(points) + data.draw(points)
    for group in (SODIUM, PURE):
        with pytest.raises(BadProof):
            verify_knowledge(
                HERE,
                share[:32],
                b"".join((*announced[:1], *responses[:1])),
                group=group,
            )
        with pytest.raises(BadProof):
            verify_equality(
                HERE,
                ANN[1],
                POINTS[0],
                BOB[1],
                b"".join((*announced[:2], *responses[:1])),
                group=group,
            )
        with pytest.raises(BadProof):
            verify_transfer(
                HERE,
                ANN[1],
                BOB[1],
                POINTS[:1],
                share,
                b"".join((*announced, *responses)),
                group=group,
            )
