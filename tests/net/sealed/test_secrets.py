"""One seat's secrets: keys kept and recalled, cards opened, bodies made."""

from __future__ import annotations

from collections import Counter

import pytest

from sealed_wonders.core.game import Card, Choose, Deck, Move, Offer, Pass, Slot, Stay
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import pack_body
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import split_ciphertexts, unsealed
from sealed_wonders.net.sealed.group import card_point
from sealed_wonders.net.sealed.secrets import SealedSecrets
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.cardsharness import CardsHarness, kept, secrets_in, situation
from tests.support.crypto import SODIUM
from tests.support.inprocess.chance import stream


@pytest.fixture
def harness() -> CardsHarness:
    return CardsHarness()


@pytest.fixture
def hand(harness: CardsHarness) -> tuple[Slot, ...]:
    """Return five cards of seat 0."""
    ((*slots,),) = harness.mix(Deck("age", (), tuple(range(10, 16))))
    (hand,) = harness.deal({0: slots[:5]})
    return hand


def again(harness: CardsHarness, seat: int = 0) -> SealedSecrets:
    """Return a seat's secrets as another process begins with them."""
    return SealedSecrets(seat, harness.cards, stream("another process"), SODIUM)


def test_a_key_that_is_requested_again_stays_the_same() -> None:
    """Whichever of the two bodies is sent, the secrets that were kept belong to it."""
    harness = situation("KEY")
    secrets = SealedSecrets(0, harness.cards, stream("x"), SODIUM)
    first, second = secrets.speak(harness.task), secrets.speak(harness.task)
    assert first.keep == second.keep
    assert (first.body[0], first.body[2]) == (second.body[0], second.body[2])
    # But the proofs are new: a random number used twice would reveal the secret.
    assert first.body[1] != second.body[1]


# Keys.


@pytest.mark.parametrize(
    "keep",
    [
        b"",
        b"\x00",
        b"\xff" * 40,
        pack_body(()),
        pack_body(("age", bytes(32))),
        pack_body(("age", bytes(31), bytes(32))),
        pack_body(("age", bytes(32), b"\xff" * 32)),
        pack_body(("", bytes(32), bytes(32))),
        pack_body((b"age", bytes(32), bytes(32))),
        pack_body(("age", bytes(32), "0" * 32)),
        pack_body(("age", bytes(32), bytes(32), None)),
        kept("age", 3, 4) + b"\0",
    ],
    ids=bytes.hex,
)
def test_invalid_saved_keys_are_refused(harness: CardsHarness, keep: bytes) -> None:
    """The error doesn't show them: they might be a damaged secret."""
    with pytest.raises(ValueError, match="^not a seat's saved keys$"):
        harness.secrets[0].recall(keep)


def test_secrets_of_other_keys_are_not_used(
    harness: CardsHarness, hand: tuple[Slot, ...]
) -> None:
    """Otherwise the seat could sign something false, and would be named for it."""
    x, z = secrets_in(harness.kept[0][0])
    for wrong in (kept("age", x, z + 1), kept("age", x + 1, z), kept("age", z, x)):
        other = again(harness)
        other.recall(wrong)
        with pytest.raises(LocalProtocolError, match="is not its secrets of 'age'"):
            other.faces()


def test_secrets_are_not_shown(harness: CardsHarness, hand: tuple[Slot, ...]) -> None:
    secrets = harness.secrets[0]
    shown = f"{secrets!r} {secrets!s} {vars(secrets)!r} {harness.cards!r}"
    found = secrets_in(harness.kept[0][0])
    assert not any(str(k) in shown for k in found)
    words = secrets.speak(situation("KEY").task)
    assert words.keep
    assert "<Words>" == repr(words)
    other = again(harness)
    other.recall(kept("age", *(k + 1 for k in found)))
    with pytest.raises(LocalProtocolError) as error:
        other.faces()
    assert not any(str(k + 1) in str(error.value) for k in found)


def test_keys_and_orders_depend_only_on_the_given_randomness() -> None:
    def said(seed: str) -> object:
        harness = CardsHarness(seeds={0: seed})
        ((*slots,),) = harness.mix(Deck("age", (), (1, 2, 3)))
        return harness.kept[0], [harness.cards.layout.at(slot) for slot in slots]

    assert said("a") == said("a")
    assert said("a") != said("b")


# Faces.


def test_an_impossible_face_is_a_local_error(
    harness: CardsHarness, hand: tuple[Slot, ...]
) -> None:
    """
    If all proofs are right, this can't happen. If it does, the game stops with this
    error.
    """
    fewer = SealedCards(10, lambda text: False, Verifier(SODIUM))
    fewer.layout = harness.cards.layout
    secrets = SealedSecrets(0, fewer, group=SODIUM)
    secrets.recall(harness.kept[0][0])
    with pytest.raises(LocalProtocolError, match="bug, a cryptographic assumption"):
        secrets.faces()


def test_a_face_is_calculated_once(
    harness: CardsHarness, hand: tuple[Slot, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = harness.faces(0)
    monkeypatch.setattr(harness.secrets[0], "_group", None)
    assert before == harness.faces(0)
    assert list(before) == sorted(before)


# Bodies.


def picked(
    harness: CardsHarness, hand: tuple[Slot, ...], slot: Slot | None
) -> list[Card]:
    """Commit to a card, and return the mixed hand that was picked from."""
    harness.ask(Choose({0: Offer(hand, Stay())}), {0: Move("build it", slot)})
    mixed, _ = bodies.read_pick(harness.body(0), len(hand))
    harness.drop()
    _, z = secrets_in(harness.kept[0][0])
    cards = split_ciphertexts(mixed.points, len(hand))
    points = [unsealed(card, z, group=SODIUM) for card in cards]
    return [next(c for c in range(60) if card_point(c) == p) for p in points]


def test_a_picked_hand_has_the_used_card_first_and_the_rest_in_any_order(
    harness: CardsHarness, hand: tuple[Slot, ...]
) -> None:
    """
    If no card is used, any card comes first. Otherwise, the order would show which
    cards were never used.
    """
    faces = harness.faces(0)
    seconds: Counter[Card] = Counter()
    for slot in hand * 8:
        first, *rest = picked(harness, hand, slot)
        assert faces[slot] == first
        assert sorted(faces[other] for other in hand if other != slot) == sorted(rest)
        seconds[rest[0]] += 1
    assert set(seconds) == {faces[slot] for slot in hand}
    # Each should come second about a fifth of the time.
    assert max(seconds.values()) < 20
    found = [picked(harness, hand, None) for _ in range(20)]
    assert all(sorted(cards) == sorted(faces.values()) for cards in found)
    assert 3 < len({cards[0] for cards in found})


def test_no_number_is_drawn_twice() -> None:
    """Every secret, mask and nonce is new."""
    drawn: list[bytes] = []
    source = stream("counted")

    def draw(count: int) -> bytes:
        drawn.append(source(count))
        return drawn[-1]

    harness = CardsHarness()
    harness.secrets[0] = SealedSecrets(0, harness.cards, draw, SODIUM)
    ((*slots,),) = harness.mix(Deck("age", (), (1, 2, 3, 4)))
    (hand,) = harness.deal({0: slots[:3]})
    harness.choose(Choose({0: Offer(hand, Pass(1))}), {0: Move("build it", hand[0])})
    assert len(drawn) == len(set(drawn)) > 40
    secrets = secrets_in(harness.kept[0][0])
    assert set(secrets) <= {int.from_bytes(it, "little") % (Q - 1) + 1 for it in drawn}
