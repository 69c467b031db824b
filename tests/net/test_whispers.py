"""Whispers: only their recipient can read them, unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net import whispers
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.envelopes import pack_body
from sealed_wonders.net.whispers import (
    Consent,
    OpenChoice,
    SeatRefusal,
    SeatTransfer,
    Whisper,
)
from tests.support.lobbies import identity_of

GID, PREV = bytes(range(32)), bytes(range(32, 64))
ANN, BOB = identity_of("ann"), identity_of("bob")


def consent() -> Consent:
    person = TablePerson("bob", BOB.public)
    said = takeover_statement(GID, 2, 0, 17, person)
    return Consent.of(GID, 2, Takeover(17, person, BOB.sign(said)))


ALL = (
    SeatTransfer(GID, 2, 0, 17, PREV, (b"one", b"two"), None),
    SeatTransfer(
        GID, 0, 15, 1 << 31, PREV, (), OpenChoice(bytes(32), b"build altar", 7)
    ),
    SeatTransfer(GID, 6, 1, 0, PREV, (), OpenChoice(bytes(32), b"pass", None)),
    consent(),
    SeatRefusal(GID, 3),
)


def boxed(body: object, to: bytes) -> bytes:
    from nacl import bindings

    key = bindings.crypto_sign_ed25519_pk_to_curve25519(to)
    return bindings.crypto_box_seal(pack_body(body), key)  # type: ignore[arg-type]


@pytest.mark.parametrize("whisper", ALL, ids=repr)
def test_only_the_recipient_can_read_a_whisper(whisper: Whisper) -> None:
    sealed = whispers.seal(whisper, BOB.public)
    assert GID not in sealed
    assert whisper == whispers.unseal(sealed, BOB)
    with pytest.raises(RemoteProtocolError, match="encrypted for somebody else"):
        whispers.unseal(sealed, ANN)


@given(st.binary(max_size=200))
def test_random_bytes_are_refused_as_whispers(sealed: bytes) -> None:
    with pytest.raises(RemoteProtocolError, match="encrypted for somebody else"):
        whispers.unseal(sealed, BOB)


@pytest.mark.parametrize(
    "body",
    [
        (),
        ("entrusts",),
        ("sings", GID, 1),
        ("refuses", GID, True),
        ("refuses", GID, 255),
        ("refuses", GID[1:], 1),
        ("refuses", GID, 1, 2),
        ("takes", GID, 1, ()),
        ("takes", GID, 1, (1, BOB.public, "bob", None, b"")),
        ("entrusts", GID, 1, 0, 0, PREV, ("text",), None),
        ("entrusts", GID, 1, -1, 0, PREV, (), None),
        ("entrusts", GID, 1, 0, 1 << 32, PREV, (), None),
        ("asks", GID, 1, 1 << 32, 0, PREV),
        ("entrusts", GID, 1, 0, 0, PREV, (b"",) * (whispers.KEPT_CAP + 1), None),
        ("entrusts", GID, 1, 0, 0, PREV, (), (bytes(31), b"", None)),
        ("entrusts", GID, 1, 0, 0, PREV, (), (bytes(32), b"\xff", None)),
    ],
    ids=lambda body: f"{body!r:.40}",
)
def test_an_invalid_whisper_is_refused_without_showing_it(body: object) -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        whispers.unseal(boxed(body, BOB.public), BOB)
    assert "entrusts" not in str(refused.value)


def test_printing_a_whisper_shows_no_secrets() -> None:
    secret = SeatTransfer(
        GID, 1, 0, 0, PREV, (b"hidden",), OpenChoice(b"h" * 32, b"hidden", 1)
    )
    assert "hidden" not in repr(secret)
    assert "hidden" not in repr(secret.intent)
