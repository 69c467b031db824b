"""A relay: what it believes, what it checks, and what it can't know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import (
    Choose,
    Deck,
    Look,
    Looked,
    Mixed,
    Move,
    Offer,
    Seat,
    Shuffle,
    Stay,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.net.cards import RevealedBody, Took, Wrong
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.elgamal import Ciphertext, known, write_ciphertexts
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point
from sealed_wonders.net.sealed.shuffle import proof_size
from sealed_wonders.net.sealed.verifier import RelayVerifier
from tests.support.cardsharness import (
    CHEAT,
    SITUATIONS,
    CardsHarness,
    honest_body,
    situation,
)
from tests.support.crypto import NO_POINTS, SODIUM

SHUT = [name for name in SITUATIONS if name != "OPEN_SHARE"]


def relay(name: str) -> SealedCards:
    others = situation(name).others
    assert others is not None
    return others


def junk(body: Body) -> Body:
    """Return a body of the same form with zeros in it."""
    return tuple(
        bytes(len(part))
        if isinstance(part, bytes)
        else junk(part)
        if isinstance(part, tuple)
        else part
        for part in body
    )


@pytest.mark.parametrize("name", SHUT)
def test_a_relay_believes_any_body_of_the_right_form(name: str) -> None:
    """It relays the body at once; others check the proofs."""
    harness = situation(name)
    good = honest_body(name)
    body = junk(good)
    if name == "REVEAL":
        body = (*good[:2], *body[2:])
    if name.startswith("CHOOSE"):
        body = (good[0], *body[1:])
    said = relay(name).check(harness.task, CHEAT, body)
    with pytest.raises(Wrong):
        harness.check(CHEAT, body)
    if isinstance(said, RevealedBody | Took):
        # The rules receive the same answer as everywhere else.
        expected = harness.check(CHEAT, good)
        assert isinstance(expected, RevealedBody | Took)
        assert said.answer == expected.answer


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_relay_refuses_bodies_of_another_form(name: str) -> None:
    task = situation(name).task
    for other in SITUATIONS:
        body = honest_body(other)
        if other.split()[0] != name.split()[0]:
            with pytest.raises(Wrong):
                relay(name).check(task, CHEAT, body)
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-2, 60) | st.binary(),
        lambda inner: st.lists(inner, max_size=4).map(tuple),
        max_leaves=6,
    )

    @given(st.lists(values, min_size=3, max_size=8).map(tuple))
    def check(body: Body) -> None:
        with pytest.raises(Wrong):
            relay(name).check(task, CHEAT, body)

    check()


@pytest.mark.parametrize("name", ["REVEAL", "CHOOSE the last", "CHOOSE from a pile"])
@pytest.mark.parametrize(
    "card", [13, 19, 26, 59, 60, -1, 1 << 63, True, None], ids=repr
)
def test_a_relay_refuses_impossible_cards(name: str, card: object) -> None:
    harness = situation(name)
    body = honest_body(name)

    def instead(value: object) -> Body:
        match body:
            case (nonce, payload, (_, proof), passed):
                return (nonce, payload, (value, proof), passed)  # type: ignore[return-value]
            case (payload, ((position, _, proof),)):
                return (payload, ((position, value, proof),))  # type: ignore[return-value]
        raise AssertionError(body)

    if name == "CHOOSE from a pile" and card == 19:
        # A card of deck c is in the pile, and only its seat knows which one.
        relay(name).check(harness.task, CHEAT, instead(card))
        return
    for cards in (relay(name), harness.cards):
        with pytest.raises(Wrong):
            cards.check(harness.task, CHEAT, instead(card))


def test_a_relay_knows_that_an_open_card_is_in_no_hand() -> None:
    harness = CardsHarness(2, relayed=True)
    ((*slots,),) = harness.mix(Deck("age", (), (1, 2, 3)))
    (up,) = harness.turn_up(slots[0])
    (hand,) = harness.deal({0: slots[1:2]})
    harness.ask(Choose({0: Offer(hand, Stay())}), {0: Move("build it", hand[0])})
    payload, openings = harness.body(0)
    for cards in (harness.cards, harness.others):
        assert cards is not None
        cards.check(harness.task, 0, (payload, openings))
        with pytest.raises(Wrong, match="impossible card"):
            cards.check(harness.task, 0, (payload, ((0, up, bytes(96)),)))


def test_a_relay_knows_that_a_card_taken_from_a_pile_is_in_no_hand() -> None:
    harness = CardsHarness(2, relayed=True)
    ((*slots,),) = harness.mix(Deck("age", (), (1, 2, 3)))
    one, two = harness.deal({0: slots[:2], 1: slots[2:]})
    look = Look(0, one)
    harness.do(look, {0: Move("build it", one[0])})
    (answer,) = harness.answers
    assert isinstance(answer, Looked)
    harness.ask(Choose({1: Offer(two, Stay())}), {1: Move("build it", two[0])})
    for cards in (harness.cards, harness.others):
        assert cards is not None
        with pytest.raises(Wrong, match="impossible card"):
            cards.check(harness.task, 1, (b"build", ((0, answer.face, bytes(96)),)))


# Cards turned up, whose faces even a relay must know.


MakeCards = Callable[[Point], Sequence[Ciphertext]]


def laid_out(make: MakeCards) -> CardsHarness:
    """Make a relay believe that these cards result from a mix; turn them all up."""
    harness = CardsHarness(2, verifier=RelayVerifier())
    cards = make(BASE)
    n = len(cards)
    harness.ask(Shuffle((Deck("age", (), tuple(range(n))), Deck("b", (), (7, 8)))))
    harness.phase()
    joint = SODIUM.sum(harness.cards.layout.keys("age").share.values())
    rest = [known(card, joint) for card in (7, 8)]
    body: Body = ()
    for part in (make(joint), rest):
        body = (*body, write_ciphertexts(part), bytes(proof_size(len(part))))
    harness.phase({0: body})
    harness.phase({1: body})
    (answer,) = harness.answers
    assert isinstance(answer, Mixed)
    harness.ask(TurnUp(answer.slots[0]))
    return harness


def test_a_relay_computes_the_faces_of_cards_turned_up() -> None:
    harness = laid_out(lambda key: [known(1, key), known(0, key)])
    harness.phase()
    assert [TurnedUp((1, 0))] == harness.answers


@pytest.mark.parametrize("seat", [0, 1])
def test_a_relay_refuses_wrong_decryption_shares(seat: Seat) -> None:
    """A false share would change the face of a card, so a relay checks it."""
    harness = laid_out(lambda key: [known(1, key), known(0, key)])
    share, *rest = harness.body(seat)
    assert isinstance(share, bytes)
    other = SODIUM.add(Point(share), BASE)
    for bad in (other, IDENTITY, NO_POINTS[5], NO_POINTS[13], b"\xff" * 32):
        with pytest.raises(Wrong):
            harness.check(seat, (bad, *rest))
    with pytest.raises(Wrong):
        harness.check(seat, harness.body(1 - seat))


@pytest.mark.parametrize(
    "wrong", [IDENTITY, NO_POINTS[5], NO_POINTS[13], b"\xff" * 32], ids=bytes.hex
)
@pytest.mark.parametrize("half", [0, 1])
def test_a_relay_blames_no_seat_for_a_wrong_mix(wrong: bytes, half: int) -> None:
    """It can't tell who mixed wrongly, so it doesn't blame those that speak now."""

    def make(key: Point) -> list[Ciphertext]:
        card = [*known(1, key)]
        card[half] = Point(wrong)
        return [Ciphertext(*card), known(0, key)]

    harness = laid_out(make)
    share = known(1, BASE)
    body = (share.b, bytes(96)) * 2
    with pytest.raises(LocalProtocolError, match="can't tell which"):
        harness.check(0, body)


@pytest.mark.parametrize(
    "cards",
    [(33, 0), (1, 200), (8, 0), (1, 1)],
    ids=["none", "no game's", "b's", "twice"],
)
def test_a_relay_blames_no_seat_for_an_impossible_open_card(
    cards: tuple[int, ...],
) -> None:
    """Only those who check proofs can name the mixer who put it there."""
    harness = laid_out(lambda key: [known(card, key) for card in cards])
    with pytest.raises(
        LocalProtocolError, match="assumption is broken or, if proofs weren't checked"
    ):
        harness.phase()
