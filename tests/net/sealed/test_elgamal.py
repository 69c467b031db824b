"""ElGamal encryption of cards: who can decrypt what."""

from __future__ import annotations

import pytest

from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    split_ciphertexts,
    unsealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Group, card_point
from sealed_wonders.net.sealed.scalars import BadEncoding
from tests.support.crypto import SODIUM, each_group, hand, keys

SECRET, KEY = keys("a")


@each_group
def test_the_holder_of_the_key_sees_the_card(group: Group) -> None:
    """However often it was sealed anew."""
    card = known(6, KEY, group=group)
    assert BASE == card.a
    for mask in (3, 2**200):
        again = resealed(card, mask, KEY, group=group)
        assert set(card).isdisjoint(again)
        assert card_point(6) == unsealed(again, SECRET, group=group)
        card = again


def test_another_key_shows_nothing() -> None:
    """The wrong secret gives a point that is no card's."""
    seen = unsealed(resealed(known(6, KEY), 77, KEY), SECRET + 1)
    assert seen not in {card_point(card) for card in range(300)}


def test_several_travel_as_one() -> None:
    """Point after point, and back."""
    cards = hand(KEY, 3)
    assert cards == split_ciphertexts(write_ciphertexts(cards), 3)
    assert 3 * 64 == len(write_ciphertexts(cards))


@pytest.mark.parametrize("length", [0, 32, 64, 127, 129, 160, 192])
def test_another_number_of_them_is_refused(length: int) -> None:
    """Half a card is none."""
    with pytest.raises(BadEncoding):
        split_ciphertexts(write_ciphertexts(hand(KEY, 3))[:length], 2)


def test_no_card_has_the_identity() -> None:
    """It would be multiplied away unread."""
    (card,) = hand(KEY, 1)
    for wrong in (Ciphertext(IDENTITY, card.b), Ciphertext(card.a, IDENTITY)):
        with pytest.raises(BadEncoding):
            split_ciphertexts(write_ciphertexts([wrong]), 1)
    assert SODIUM.multiply(0, card.a) == IDENTITY
