"""Identities: signing, and telling who signed."""

from __future__ import annotations

import hashlib
import pickle

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from sealed_wonders.net import identity as identities
from sealed_wonders.net.identity import (
    Identity,
    fingerprint,
    is_identity,
    quicken,
    verify,
)
from sealed_wonders.net.sealed import curve, sodium
from sealed_wonders.net.sealed.backend import SMALL

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
    """The identity of RFC 8032's second test."""
    return Identity(Ed25519PrivateKey.from_private_bytes(SECRET))


@pytest.fixture(params=["OpenSSL", "libsodium"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Verify by one of the two libraries, whichever is used otherwise."""
    monkeypatch.setattr(identities, "_quicker", None)
    name = str(request.param)
    if name == "libsodium":
        quicken(sodium.verify)
        assert identities._quicker is sodium.verify
    return name


def test_a_known_signature(identity: Identity, library: str) -> None:
    """Signing is Ed25519 as published, with nothing in front of the message."""
    assert PUBLIC == identity.public
    assert SIGNATURE == identity.sign(b"r")
    assert verify(PUBLIC, b"r", SIGNATURE)


def test_what_was_not_signed_is_not_verified(identity: Identity, library: str) -> None:
    """Another message, key or signature is refused, one bit off or of no length."""
    other = Identity.generate()
    assert not verify(PUBLIC, b"s", SIGNATURE)
    assert not verify(other.public, b"r", SIGNATURE)
    for at in range(0, 512, 37):
        bent = bytearray(SIGNATURE)
        bent[at // 8] ^= 1 << at % 8
        assert not verify(PUBLIC, b"r", bytes(bent))
    for signature in (b"", SIGNATURE[:-1], SIGNATURE + b"\0"):
        assert not verify(PUBLIC, b"r", signature)


def test_a_signature_has_one_form_only(library: str) -> None:
    """A scalar with the group's order added verifies nothing: no second signature."""
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(SIGNATURE[32:], "little") + order
    again = SIGNATURE[:32] + scalar.to_bytes(32, "little")
    assert not verify(PUBLIC, b"r", again)


def test_a_key_that_signs_everything_is_no_key(library: str) -> None:
    """Under a point of small order libraries verify what nobody signed; we don't."""
    weak = bytes.fromhex("01" + "00" * 31)
    forged = weak + bytes(32)
    # No exception: the library takes it for a signature.
    Ed25519PublicKey.from_public_bytes(weak).verify(forged, b"anything at all")
    assert not is_identity(weak)
    assert not verify(weak, b"anything at all", forged)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), b"\xff" * 32])
def test_what_is_no_key_verifies_nothing(key: bytes, library: str) -> None:
    """A wrong length or no point is no identity, and not an error either."""
    assert not is_identity(key)
    assert not verify(key, b"r", SIGNATURE)


def forged(r: int, small: bytes) -> tuple[bytes, bytes]:
    """
    What somebody who has a key can sign besides: a key and a signature of nothing.

    Its first half is *r* times the base point plus one of *small* order, and its second
    one what eight times the equation asks for.
    """
    digest = hashlib.sha512(SECRET).digest()
    a = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    at = curve.decode(small)
    assert at is not None
    first = curve.encode(curve.add(curve.multiply_base(r), at) if r else at)[0]
    hashed = hashlib.sha512(first + PUBLIC).digest()
    second = (r + int.from_bytes(hashed, "little") * a) % curve.Q
    return first, first + second.to_bytes(32, "little")


@pytest.mark.parametrize("r", [0, 1, 12345])
@pytest.mark.parametrize("small", SMALL)
def test_a_signature_is_as_it_stands_and_not_times_eight(
    library: str, r: int, small: bytes
) -> None:
    """Libraries differ in that, and two readers of one log mustn't."""
    assert not verify(PUBLIC, b"", forged(r, small)[1])


def test_one_that_nobody_draws_is_one_everywhere(library: str) -> None:
    """Half of it is the identity, which one library takes for no point."""
    nothing = bytes([1]) + bytes(31)
    assert verify(PUBLIC, b"", forged(0, nothing)[1])
    assert verify(PUBLIC, b"", forged(7, nothing)[1])
    if library == "libsodium":
        assert not sodium.verify(PUBLIC, b"", forged(0, nothing)[1])


def test_a_library_that_takes_more_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that multiplies by eight comes to other verdicts, however quick it is."""
    monkeypatch.setattr(identities, "_quicker", None)

    def times_eight(public: bytes, message: bytes, signature: bytes) -> bool:
        at = curve.decode(signature[:32])
        a = curve.decode(public)
        assert at is not None
        assert a is not None
        hashed = hashlib.sha512(signature[:32] + public + message).digest()
        h, s = (int.from_bytes(it, "little") for it in (hashed, signature[32:]))
        other = curve.add(curve.multiply_base(s), curve.negated(at))
        less = curve.combine([(-h % curve.Q, a)])
        return curve.is_zero(curve.double(curve.add(other, less), 3))

    assert times_eight(PUBLIC, b"r", SIGNATURE)
    assert times_eight(PUBLIC, b"", forged(7, SMALL[0])[1])
    quicken(times_eight)
    assert identities._quicker is None


def test_an_identity_survives_its_file(identity: Identity) -> None:
    """Written and read again it is the same."""
    again = Identity.from_pem(identity.to_pem())
    assert PUBLIC == again.public
    assert SIGNATURE == again.sign(b"r")


def test_identities_are_new_every_time() -> None:
    """No two are alike."""
    assert 10 == len({Identity.generate().public for _ in range(10)})


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
        (of_another_kind(), "but not of Ed25519"),
    ],
    ids=["empty", "rubbish", "encrypted", "P-256"],
)
def test_other_files_are_refused_in_a_sentence(pem: bytes, complaint: str) -> None:
    """Whatever is in the file, the error is one, and has nothing of it."""
    with pytest.raises(ValueError, match=complaint) as caught:
        Identity.from_pem(pem)
    assert caught.value.__cause__ is None
    assert "rubbish" not in str(caught.value)


def test_the_private_key_is_not_shown(identity: Identity) -> None:
    """What is printed is the fingerprint; nothing else can be had by accident."""
    assert f"<Identity {fingerprint(PUBLIC)}>" == repr(identity) == str(identity)
    assert SECRET.hex() not in repr(identity)
    with pytest.raises(TypeError):
        pickle.dumps(identity)


def test_a_fingerprint_is_short_and_fixed() -> None:
    """Four groups of four digits, from the key alone."""
    assert "39f7-13d0-a644-253f" == fingerprint(PUBLIC)
