"""Parsing bodies of sealed cards: only what the writers produce is accepted."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.net.cards import TEXT_CAP, Wrong
from sealed_wonders.net.sealed.bodies import (
    Proven,
    RevealBody,
    read_choice,
    read_reveal,
    reveal_body,
)

NONCE, SEAL = b"n" * 32, b"c" * 32


HANDED = Proven(b"v" * 64, b"x" * 160)


@pytest.mark.parametrize(
    "text", [None, "sell", b"\xff", b"x" * (TEXT_CAP + 1), 0, ()], ids=repr
)
def test_a_text_must_be_valid_utf8_bytes_within_the_cap(text: Any) -> None:
    with pytest.raises(Wrong):
        read_reveal((NONCE, text, None, None), 0)
    with pytest.raises(Wrong):
        read_choice((text, ()), 0)


@pytest.mark.parametrize("card", [True, False, None, "7", b"7", (7,)], ids=repr)
def test_a_card_must_be_an_integer(card: Any) -> None:
    """True equals 1, but its encoding differs."""
    with pytest.raises(Wrong):
        read_reveal((NONCE, b"build", (card, b"e" * 96), None), 0)
    with pytest.raises(Wrong):
        read_choice((b"build", ((0, card, b"e" * 96),)), 1)


@pytest.mark.parametrize("position", [3, -1, 1 << 40, True, False, None, b""], ids=repr)
def test_a_position_must_be_within_the_hand(position: Any) -> None:
    with pytest.raises(Wrong):
        read_choice((b"build", ((position, 7, b"e" * 96),)), 3)


def test_at_most_one_card_is_opened() -> None:
    """An opening has three parts."""
    good = (0, 7, b"e" * 96)
    for openings in ((good, good), (good[:2],), ((*good, None),), (None,), ((),)):
        with pytest.raises(Wrong):
            read_choice((b"build", openings), 3)


def test_a_reveal_contains_passed_cards_exactly_if_cards_are_passed() -> None:
    with pytest.raises(Wrong, match="no card is passed"):
        read_reveal(reveal_body(RevealBody(NONCE, "sell", None, HANDED)), 0)
    with pytest.raises(Wrong, match="not 1 cards"):
        read_reveal(reveal_body(RevealBody(NONCE, "sell")), 1)
    with pytest.raises(Wrong, match="no card is passed"):
        read_reveal((NONCE, b"sell", None, ()), 0)
