"""Identities: signing, and verifying signatures."""

from __future__ import annotations

import hashlib
import itertools
import pickle
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealed_wonders.net import identity as identities
from sealed_wonders.net.identity import (
    Identity,
    fingerprint,
    is_identity,
    quicken,
    verify,
)
from sealed_wonders.net.point import decode
from sealed_wonders.net.sealed import curve, sodium
from tests.support.vectors import vectors

SECRET = bytes.fromhex(
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
)
PUBLIC = bytes.fromhex(
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
)
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
"""RFC 8032, 7.1, test 2: the signature of the byte 0x72."""


@pytest.fixture
def identity() -> Identity:
    """Return the identity of RFC 8032's second test."""
    return Identity(Ed25519PrivateKey.from_private_bytes(SECRET))


@pytest.fixture(params=["OpenSSL", "libsodium"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Verify with one of the two libraries, whichever is used otherwise."""
    monkeypatch.setattr(identities, "_quicker", None)
    name = str(request.param)
    if name == "libsodium":
        quicken(sodium.verify)
        assert identities._quicker is sodium.verify
    return name


def test_a_signature_has_its_known_value(identity: Identity, library: str) -> None:
    """Signing is Ed25519 as published, without a prefix before the message."""
    assert PUBLIC == identity.public
    assert SIGNATURE == identity.sign(b"r")
    assert verify(PUBLIC, b"r", SIGNATURE)


def test_wrong_signatures_are_refused(identity: Identity, library: str) -> None:
    other = Identity.generate()
    assert not verify(PUBLIC, b"s", SIGNATURE)
    assert not verify(other.public, b"r", SIGNATURE)
    for at in range(0, 512, 37):
        bent = bytearray(SIGNATURE)
        bent[at // 8] ^= 1 << at % 8
        assert not verify(PUBLIC, b"r", bytes(bent))
    for signature in (b"", SIGNATURE[:-1], SIGNATURE + b"\0"):
        assert not verify(PUBLIC, b"r", signature)


VERDICTS = [*vectors("log")["signatures"], *vectors("taming")]


@pytest.mark.parametrize("known", VERDICTS, ids=[it["name"] for it in VERDICTS])
def test_all_libraries_agree_about_unusual_signatures(
    known: dict[str, Any], library: str
) -> None:
    """So a cheat can't make a signature that only some players accept."""
    case = [bytes.fromhex(known[part]) for part in ("key", "message", "signature")]
    assert known["good"] is verify(*case)


def test_a_lenient_library_accepts_most_of_the_refused_signatures() -> None:
    """So the known verdicts contain signatures about which libraries could differ."""
    bad = [it for it in VERDICTS if not it["good"]]
    keys, messages, signatures = (
        [bytes.fromhex(it[part]) for it in bad]
        for part in ("key", "message", "signature")
    )
    taken = map(lenient, keys, messages, signatures)
    assert ["of another message", "another's", "a byte short"] == [
        it["name"] for it, takes in zip(bad, taken, strict=True) if not takes
    ]


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), b"\xff" * 32])
def test_an_invalid_key_verifies_nothing(key: bytes, library: str) -> None:
    assert not is_identity(key)
    assert not verify(key, b"r", SIGNATURE)


def lenient(public: bytes, message: bytes, signature: bytes) -> bool:
    """Verify with all terms times eight; accept any encoding of points and numbers."""
    (first, at), (key, a) = map(_read, (signature[:32], public))
    s = int.from_bytes(signature[32:64], "little") % curve.Q
    for r, k in itertools.product((signature[:32], first), (public, key)):
        hashed = hashlib.sha512(r + k + message).digest()
        h = int.from_bytes(hashed, "little") % curve.Q
        right = curve.add(at, curve.combine([(h, a)]))
        rest = curve.add(curve.multiply_base(s), curve.negated(right))
        if len(signature) >= 64 and _is_zero(curve.double(rest, 3)):
            return True
    return False


def _is_zero(at: curve.At) -> bool:
    return at[0] % curve.P == 0 == (at[1] - at[2]) % curve.P


def _read(data: bytes) -> tuple[bytes, curve.At]:
    """Read a point in any encoding; return its canonical encoding, too."""
    number = int.from_bytes(data, "little")
    y, odd = number % (1 << 255) % curve.P, number >> 255
    at = decode(y.to_bytes(32, "little"))
    assert at is not None
    if odd:
        x, y, z, t = at
        at = -x % curve.P, y, z, -t % curve.P
    form = at[1] | (at[0] & 1) << 255
    return form.to_bytes(32, "little"), at


def test_a_lenient_library_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It accepts other signatures, however fast it is."""
    monkeypatch.setattr(identities, "_quicker", None)
    assert lenient(PUBLIC, b"r", SIGNATURE)
    quicken(lenient)
    assert identities._quicker is None


def test_an_identity_is_read_back_from_its_file_and_hides_its_key(
    identity: Identity,
) -> None:
    """Printing shows only the fingerprint, and it can't be pickled."""
    again = Identity.from_pem(identity.to_pem())
    assert PUBLIC == again.public
    assert SIGNATURE == again.sign(b"r")
    assert "39f7-13d0-a644-253f" == fingerprint(PUBLIC)
    assert "<Identity 39f7-13d0-a644-253f>" == repr(identity) == str(identity)
    with pytest.raises(TypeError):
        pickle.dumps(identity)


def of_another_kind() -> bytes:
    return generate_private_key(SECP256R1()).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def encrypted() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"password"),
    )


@pytest.mark.parametrize(
    ("pem", "complaint"),
    [
        (b"", "not an unencrypted private key"),
        (b"-----BEGIN PRIVATE KEY-----\nrubbish\n", "not an unencrypted private key"),
        (encrypted(), "not an unencrypted private key"),
        (of_another_kind(), "not an Ed25519 key"),
    ],
    ids=["empty", "rubbish", "encrypted", "P-256"],
)
def test_invalid_identity_files_are_refused(pem: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as caught:
        Identity.from_pem(pem)
    assert caught.value.__cause__ is None
    assert "rubbish" not in str(caught.value)


def test_a_valid_signature_is_verified_once_in_a_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    Several seats of one process receive the same entries. Invalid signatures aren't
    cached.
    """
    looked: list[bytes] = []

    def look(public: bytes, message: bytes, signature: bytes) -> bool:
        looked.append(message)
        return message == b"good"

    monkeypatch.setattr(identities, "_quicker", look)
    signer = Identity.generate()
    for message in (b"good", b"bad", b"good", b"bad"):
        signature = signer.sign(message)
        assert (message == b"good") == verify(signer.public, message, signature)
    assert [b"good", b"bad", b"bad"] == looked
    other = Identity.generate()
    assert verify(other.public, b"good", signer.sign(b"good"))
    assert 4 == len(looked), "whose it is is part of it"
    signature = signer.sign(b"good")
    assert not verify(signer.public, b"ood", signature + b"g")
    assert not verify(signer.public[:-1], b"good", signer.public[-1:] + signature)
