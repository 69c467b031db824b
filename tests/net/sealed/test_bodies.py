"""Parsing bodies of sealed cards: only what the writers produce is accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sealed_wonders.net.cards import TEXT_CAP, Wrong
from sealed_wonders.net.log.envelopes import Body, Envelope, pack
from sealed_wonders.net.sealed.bodies import (
    ChoiceBody,
    Key,
    OpenedBody,
    PickBody,
    Proven,
    RevealBody,
    choice_body,
    flat_body,
    handed_body,
    key_body,
    pick_body,
    read_choice,
    read_handed,
    read_key,
    read_mix,
    read_pick,
    read_reveal,
    read_shares,
    reveal_body,
)
from sealed_wonders.net.sealed.shuffle import proof_size

NONCE, SEAL = b"n" * 32, b"c" * 32


def shuffled(count: int) -> Proven:
    return Proven(b"f" * 64 * count, b"p" * proof_size(count))


def handed(count: int) -> Proven:
    return Proven(b"v" * 64 * count, b"x" * 160)


KEY = Key(Proven(b"x" * 32, b"p" * 64), Proven(b"z" * 32, b"q" * 64))
SHARED = Proven(b"d" * 32, b"e" * 96)
OPENED = OpenedBody(7, b"e" * 96)

Read = Callable[[Body], Any]

FORMS: dict[str, tuple[Body, Any, Read]] = {
    "KEY": (key_body(KEY), KEY, read_key),
    "MIX": (
        flat_body([shuffled(3), shuffled(1)]),
        (shuffled(3), shuffled(1)),
        lambda body: read_mix(body, [3, 1]),
    ),
    "DEAL": (
        handed_body([handed(2), handed(1)]),
        (handed(2), handed(1)),
        lambda body: read_handed(body, [2, 1]),
    ),
    "OPEN_SHARE": (
        flat_body([SHARED, SHARED]),
        (SHARED, SHARED),
        lambda body: read_shares(body, 2),
    ),
    "PICK": (
        pick_body(PickBody(shuffled(4), SEAL)),
        PickBody(shuffled(4), SEAL),
        lambda body: read_pick(body, 4),
    ),
    "REVEAL": (
        reveal_body(RevealBody(NONCE, "café", OPENED, handed(2))),
        RevealBody(NONCE, "café", OPENED, handed(2)),
        lambda body: read_reveal(body, 2),
    ),
    "REVEAL of nothing": (
        reveal_body(RevealBody(NONCE, "sell")),
        RevealBody(NONCE, "sell"),
        lambda body: read_reveal(body, 0),
    ),
    "CHOOSE": (
        choice_body(ChoiceBody("build", OPENED._replace(position=2))),
        ChoiceBody("build", OPENED._replace(position=2)),
        lambda body: read_choice(body, 3),
    ),
    "CHOOSE of nothing": (
        choice_body(ChoiceBody("sell")),
        ChoiceBody("sell"),
        lambda body: read_choice(body, 0),
    ),
}

each_form = pytest.mark.parametrize("name", FORMS)


@each_form
def test_what_is_written_is_read(name: str) -> None:
    """And can be signed: a body holds plain arrays."""
    body, said, read = FORMS[name]
    assert said == read(body)
    pack(Envelope(bytes(32), "main", 0, "KEY", 0, bytes(32), body))


def test_a_pick_has_its_proof_in_one_part() -> None:
    """Of 64 bytes for each card and 256 more; so the contract of the log has it."""
    after, proof, seal = pick_body(PickBody(shuffled(7), SEAL))
    assert isinstance(after, bytes)
    assert isinstance(proof, bytes)
    assert (448, 64 * 7 + 256, SEAL) == (len(after), len(proof), seal)


@pytest.mark.parametrize(
    "text", [None, "sell", b"\xff", b"x" * (TEXT_CAP + 1), 0, ()], ids=repr
)
def test_a_text_is_some_bytes_of_text(text: Any) -> None:
    """As in every suite."""
    with pytest.raises(Wrong):
        read_reveal((NONCE, text, None, None), 0)
    with pytest.raises(Wrong):
        read_choice((text, ()), 0)


@pytest.mark.parametrize("card", [True, False, None, "7", b"7", (7,)], ids=repr)
def test_a_card_is_a_number(card: Any) -> None:
    """True equals 1 and is another byte."""
    with pytest.raises(Wrong):
        read_reveal((NONCE, b"build", (card, b"e" * 96), None), 0)
    with pytest.raises(Wrong):
        read_choice((b"build", ((0, card, b"e" * 96),)), 1)


@pytest.mark.parametrize("position", [3, -1, 1 << 40, True, False, None, b""], ids=repr)
def test_a_position_is_one_of_those_to_choose_from(position: Any) -> None:
    """From 0 on."""
    with pytest.raises(Wrong):
        read_choice((b"build", ((position, 7, b"e" * 96),)), 3)


def test_one_card_is_opened_at_most() -> None:
    """And it has three parts."""
    good = (0, 7, b"e" * 96)
    for openings in ((good, good), (good[:2],), ((*good, None),), (None,), ((),)):
        with pytest.raises(Wrong):
            read_choice((b"build", openings), 3)


def test_what_is_not_passed_is_not_said() -> None:
    """Nor is it left out where it is passed."""
    with pytest.raises(Wrong, match="no card is passed"):
        read_reveal(reveal_body(RevealBody(NONCE, "sell", None, handed(1))), 0)
    with pytest.raises(Wrong, match="not 1 cards"):
        read_reveal(reveal_body(RevealBody(NONCE, "sell")), 1)
    with pytest.raises(Wrong, match="no card is passed"):
        read_reveal((NONCE, b"sell", None, ()), 0)
