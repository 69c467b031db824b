"""
Identities: Ed25519 key pairs, and verification of their signatures.

An identity signs whatever its owner says at a table or to a host: envelopes, takeovers
of seats, marks, roll calls, chat and logins. Decks, table passwords, TLS certificates and
admins have separate keys.
docs/PROTOCOL.md (Identities, Signatures) fixes which are valid.
"""

from __future__ import annotations

import functools
import hashlib
import threading
from collections.abc import Callable
from typing import Self

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.point import is_point
from sealed_wonders.net.sealed.curve import P, Q

KEYS_CACHED = 1024
"""
Number of public keys whose validity is cached.

A check takes a millisecond. The cache has room for everybody at a hundred tables, and
limits the memory that strangers' keys can take.
"""

Check = Callable[[bytes, bytes, bytes], bool]
"""Return whether a public key has signed a message."""

_quicker: Check | None = None

GOOD_KEPT = 2048
"""
Maximum number of cached good signatures. Several seats of one table in one process
receive the same ones. Bad signatures aren't cached, so they can't displace good ones.
"""

_good: dict[bytes, None] = {}
"""Hashes of the key, signature and message, the oldest first."""

_lock = threading.Lock()

KEY_SIZE = 32
"""Bytes of a public key."""

SIGNATURE_SIZE = 64
"""Bytes of an Ed25519 signature: R, the encoding of a point, and S, a number."""

_HALF = SIGNATURE_SIZE // 2

_EIGHTH = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    "little",
)
"""One of the two y coordinates of points of order 8."""

_SMALL = frozenset((0, 1, P - 1, _EIGHTH, P - _EIGHTH))
"""All y coordinates of points whose order divides 8. No other points have them."""

_TWO_WAYS = (
    bytes.fromhex("6cb81c1b11e4ca63a196da9a82c64a42584c34bc61a025256d64f346c5d7fb15"),
    b"x",
    bytes.fromhex(
        "cdbc161be64c4302f56443ff29ccf36a2075be1a1fa67ff126b56315f5681c38"
        "07d9c4cea0b360a24d6b29a53967f27cd62893d5387244c4893f31fcc50a890f"
    ),
)
"""
A valid key, a message, and a signature that is valid only if points are compared after
multiplying them by 8.
"""


class Identity:
    """A private key and its public key. Its repr shows only the fingerprint."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()
        """Public key of 32 bytes, by which everybody knows this identity."""

    def __repr__(self) -> str:
        return f"<Identity {fingerprint(self.public)}>"

    @classmethod
    def generate(cls) -> Self:
        """Create a new identity with the system's randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """
        Create an identity from the bytes in `seed`.

        Raises:
            ValueError: *seed* has the wrong length.
        """
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def from_pem(cls, pem: bytes) -> Self:
        """
        Read an identity in the format of `to_pem`.

        Raises:
            ValueError: *pem* contains something else; the message doesn't show it.
        """
        try:
            key = serialization.load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            # The cause could quote the key. An encrypted key raises TypeError.
            raise ValueError(
                Sentence("not an unencrypted private key in PEM form")
            ) from None
        if isinstance(key, Ed25519PrivateKey):
            return cls(key)
        raise ValueError(Sentence("a private key, but not an Ed25519 key"))

    def to_pem(self) -> bytes:
        """Return the unencrypted private key (PKCS #8), for a private file."""
        return self._key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    @property
    def seed(self) -> bytes:
        """Private key of 32 bytes. Its X25519 key is derived from them."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Return the signature of *message*, 64 bytes."""
        return self._key.sign(message)


def is_identity(public: bytes) -> bool:
    """Return whether these bytes can be a public key; see `is_point`."""
    return _is_point(public)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """
    Return whether *signature* is the signature of *message* by the valid key *public*.

    Signatures that only some libraries accept are refused before any library sees them.
    So all readers of a log reach one verdict, and no signer can influence it.
    """
    if len(public) != KEY_SIZE or not _is_well_formed(signature):
        return False
    # The key and the signature have fixed lengths, so the hash is unambiguous.
    name = hashlib.sha256(b"".join((public, signature, message))).digest()
    with _lock:
        if name in _good:
            return True
    is_good = _check(public, message, signature)
    if is_good:
        with _lock:
            _good[name] = None
            while len(_good) > GOOD_KEPT:
                del _good[next(iter(_good))]
    return is_good


def quicken(check: Check) -> None:
    """
    Verify signatures with a faster library, if it agrees with OpenSSL.

    RFC 8032 allows two ways: comparing the points themselves, as OpenSSL does, or eight
    times each, which accepts more signatures. The faster library is used only if it
    rejects a signature that only the second way accepts.
    """
    global _quicker
    if not check(*_TWO_WAYS):
        _quicker = check


def fingerprint(public: bytes) -> str:
    """Return a short form of a public key that people can compare."""
    digest = hashlib.sha256(public).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


def _check(public: bytes, message: bytes, signature: bytes) -> bool:
    # Verify first: a signature takes a key, but anybody can send keys that are slow to
    # check.
    return _is_signed(public, message, signature) and is_identity(public)


def _is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a key has signed a message, even if the key isn't valid."""
    if _quicker is not None:
        return _quicker(public, message, signature)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_well_formed(signature: bytes) -> bool:
    """
    Return whether these bytes can be a signature: canonical, with R not of small order.

    R needn't be decoded, since its bytes are compared with the expected ones.
    """
    if len(signature) != SIGNATURE_SIZE:
        return False
    y = int.from_bytes(signature[:_HALF], "little") & (1 << 255) - 1
    scalar = int.from_bytes(signature[_HALF:], "little")
    return scalar < Q and y < P and y not in _SMALL


_is_point = functools.lru_cache(KEYS_CACHED)(is_point)
