"""
The small proofs: both groups agree, and false statements can't be proven.

Each lie is told as well as it can be: with the honest prover's own steps and the secrets
a cheat would really have.
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
ELSEWHERE = {
    "a later phase": context(bytes([1]) * 32, "DEAL", "age1", 0, bytes([1])),
    "another kind": context(bytes(32), "REVEAL", "age1", 0, bytes([1])),
    "another deck": context(bytes(32), "DEAL", "age2", 0, bytes([1])),
    "another seat": context(bytes(32), "DEAL", "age1", 1, bytes([1])),
    "another recipient": context(bytes(32), "DEAL", "age1", 0, bytes([2])),
    "nowhere": b"",
}
elsewhere = pytest.mark.parametrize("where", ELSEWHERE)


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


@elsewhere
def test_a_key_and_its_proof_are_not_another_seats(where: str) -> None:
    """Who copies both from the log has proven nothing at their own place."""
    secret, key = ANN
    proof = prove_knowledge(HERE, secret, key)
    with pytest.raises(BadProof):
        verify_knowledge(ELSEWHERE[where], key, proof)


def test_a_key_made_of_others_keys_is_refused() -> None:
    """Rogue key: Y' = aG - Y would make the joint key aG, whose secret Eve knows."""
    a, of_a = EVE
    rogue = SODIUM.subtract(of_a, ANN[1])
    assert of_a == SODIUM.add(rogue, ANN[1])
    with pytest.raises(BadProof):
        verify_knowledge(HERE, rogue, prove_knowledge(HERE, a, rogue))


def test_a_key_of_somebody_else_is_refused() -> None:
    """Eve claims Ann's key, proving what she knows: a secret of her own."""
    with pytest.raises(BadProof):
        verify_knowledge(HERE, ANN[1], prove_knowledge(HERE, EVE[0], ANN[1]))


@each_group
@pytest.mark.parametrize("key", [*NO_POINTS[::6], IDENTITY], ids=bytes.hex)
def test_a_key_outside_the_group_is_refused(group: Group, key: bytes) -> None:
    """Nor is the identity a key, whose secret everybody knows."""
    proof = prove_knowledge(HERE, 1, Point(key))
    with pytest.raises(BadProof):
        verify_knowledge(HERE, key, proof, group=group)


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


def opened_as(card: Ciphertext, number: int) -> Point:
    """What everybody calculates when somebody says that *card* is *number*."""
    return SODIUM.subtract(card.b, card_point(number))


@pytest.mark.parametrize("claimed", [0, 4, 200])
def test_another_card_can_not_be_claimed(claimed: int) -> None:
    """Neither with the proof of the true card nor with one made for the claim."""
    secret, key = ANN
    card = hand(key, 4)[3]
    honest = prove_equality(HERE, secret, key, card.a, opened_as(card, 3))
    made = prove_equality(HERE, secret, key, card.a, opened_as(card, claimed))
    for proof in (honest, made):
        with pytest.raises(BadProof):
            verify_equality(HERE, key, card.a, opened_as(card, claimed), proof)


def test_a_card_is_not_opened_with_another_seats_key() -> None:
    """Eve opens Ann's card with Eve's secret, to a card of her liking or any other."""
    card = hand(ANN[1], 4)[3]
    for claimed in (3, 0):
        result = opened_as(card, claimed)
        for key in (ANN[1], EVE[1]):
            proof = prove_equality(HERE, EVE[0], key, card.a, result)
            with pytest.raises(BadProof):
                verify_equality(HERE, ANN[1], card.a, result, proof)


@elsewhere
def test_an_opening_is_not_repeated(where: str) -> None:
    """Bound to its place, like everything."""
    secret, key = ANN
    card = hand(key, 1)[0]
    proof = prove_equality(HERE, secret, key, card.a, opened_as(card, 0))
    with pytest.raises(BadProof):
        verify_equality(ELSEWHERE[where], key, card.a, opened_as(card, 0), proof)


# Dealing and passing.

CARDS = hand(ANN[1], 4)
POINTS = tuple(card.a for card in CARDS)


def give(seed: str = "rho", group: Group = SODIUM) -> Transfer:
    return transfer(ANN[0], BOB[1], POINTS, draw=stream(seed), group=group)


def prove(made: Transfer, secret: int = ANN[0], to: Point = BOB[1]) -> bytes:
    return prove_transfer(HERE, secret, ANN[1], to, POINTS, made)


def refused(
    given: tuple[Ciphertext, ...], proof: bytes, to: Point = BOB[1], ctx: bytes = HERE
) -> None:
    with pytest.raises(BadProof):
        verify_transfer(ctx, ANN[1], to, POINTS, write_ciphertexts(given), proof)


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


@pytest.mark.parametrize("which", [0, 1, 3])
@pytest.mark.parametrize("part", ["a", "b"])
def test_a_share_can_not_be_altered(which: int, part: str) -> None:
    """Not after the proof, and not before one is made for it."""
    made = give()
    given = list(made.given)
    wrong = SODIUM.add(getattr(given[which], part), SODIUM.multiply_base(1))
    given[which] = given[which]._replace(**{part: wrong})
    refused(tuple(given), prove(made))
    refused(tuple(given), prove(Transfer(tuple(given), made.masks)))


def test_two_wrongs_do_not_make_a_right() -> None:
    """One share altered by as much as another the other way: the sum stays right."""
    made = give()
    first, second, *rest = made.given
    more = Ciphertext(first.a, SODIUM.add(first.b, card_point(0)))
    less = Ciphertext(second.a, SODIUM.subtract(second.b, card_point(0)))
    given = (more, less, *rest)
    assert SODIUM.sum(share.b for share in given) == SODIUM.sum(
        share.b for share in made.given
    )
    refused(given, prove(made))
    refused(given, prove(Transfer(given, made.masks)))


def test_shares_can_not_be_swapped() -> None:
    """Bob would see his two cards in each other's place, and pass on a wrong hand."""
    made = give()
    given = (made.given[1], made.given[0], *made.given[2:])
    masks = (made.masks[1], made.masks[0], *made.masks[2:])
    refused(given, prove(made))
    refused(given, prove(Transfer(given, masks)))
    refused(given, prove(Transfer(given, made.masks)))


def test_a_share_can_not_go_to_another_key() -> None:
    """What was to be for Bob is sealed for Eve, with a proof for either."""
    made = transfer(ANN[0], EVE[1], POINTS)
    refused(made.given, prove(made, to=EVE[1]))
    refused(made.given, prove(made, to=BOB[1]))
    verify_transfer(
        HERE,
        ANN[1],
        EVE[1],
        POINTS,
        write_ciphertexts(made.given),
        prove(made, to=EVE[1]),
    )


def test_a_share_can_not_be_made_with_a_wrong_secret() -> None:
    """Bob would see noise; the proof is made with either secret."""
    wrong = transfer(ANN[0] + 1, BOB[1], POINTS, draw=stream("rho"))
    refused(wrong.given, prove(wrong, ANN[0] + 1))
    refused(wrong.given, prove(wrong, ANN[0]))


def test_another_card_can_not_be_passed() -> None:
    """Ann keeps her best card and gives Bob one for it that she likes less."""
    shares = list(give().given)
    masks = give().masks
    # Bob gets S + W, so what he sees is moved from card 2 to card 0 by the share.
    moved = SODIUM.subtract(card_point(0), card_point(2))
    shares[2] = Ciphertext(shares[2].a, SODIUM.add(shares[2].b, moved))
    given = tuple(shares)
    seen = Ciphertext(given[2].a, SODIUM.add(CARDS[2].b, given[2].b))
    assert card_point(0) == unsealed(seen, BOB[0])
    refused(given, prove(Transfer(given, masks)))
    # Nor if she makes the proof for her other card's share.
    swapped = (*POINTS[:2], POINTS[0], POINTS[3])
    made = transfer(ANN[0], BOB[1], swapped)
    proof = prove_transfer(HERE, ANN[0], ANN[1], BOB[1], swapped, made)
    refused(made.given, proof)
    refused(made.given, prove(made))


@elsewhere
def test_a_share_is_not_repeated(where: str) -> None:
    """A proof from another phase, deck, seat or recipient is none here."""
    made = give()
    refused(made.given, prove(made), ctx=ELSEWHERE[where])


@each_group
@pytest.mark.parametrize("wrong", [IDENTITY, *NO_POINTS[::6]], ids=bytes.hex)
@pytest.mark.parametrize("at", [0, 5])
def test_no_share_is_outside_the_group(group: Group, wrong: Point, at: int) -> None:
    """Refused where they are multiplied, the first one by its weight of 1 as well."""
    made = give()
    points = [point for pair in made.given for point in pair]
    points[at] = wrong
    given = tuple(map(Ciphertext, points[::2], points[1::2]))
    data = write_ciphertexts(given)
    proof = prove(Transfer(given, made.masks)) if wrong == IDENTITY else prove(made)
    with pytest.raises(BadProof):
        verify_transfer(HERE, ANN[1], BOB[1], POINTS, data, proof, group=group)


def test_too_few_or_too_many_cards_are_refused() -> None:
    """A hand of another size, with a good proof for just those cards."""
    for count in (3, 5):
        points = (*POINTS, *POINTS)[:count]
        made = transfer(ANN[0], BOB[1], points)
        proof = prove_transfer(HERE, ANN[0], ANN[1], BOB[1], points, made)
        refused(made.given, proof)


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
