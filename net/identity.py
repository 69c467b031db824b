"""
Identities: who signs, and who signed.

An identity is an Ed25519 key pair. It signs envelopes, logins and what
its owner says, and nothing else; keys
of decks and of TLS certificates are others.
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
Public keys remembered as good or bad.

Checking one takes a millisecond. The cache holds everybody of a hundred tables and is
all that strangers' keys can fill.
"""

Check = Callable[[bytes, bytes, bytes], bool]
"""Tells whether a public key has signed a message so."""

_quicker: Check | None = None

GOOD_KEPT = 2048
"""
Signatures that are known to be good, at most: several seats of one table that a process has
hear the same. Bad ones are looked at each time, and keep nothing else out.
"""

_good: dict[bytes, None] = {}
"""By the hash of all that was looked at; the oldest first."""

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
"""One of the two y of points whose order is 8."""

_SMALL = frozenset((0, 1, P - 1, _EIGHTH, P - _EIGHTH))
"""Every y of a point whose order divides 8: of no other points are these the y."""

_TWO_WAYS = (
    bytes.fromhex("6cb81c1b11e4ca63a196da9a82c64a42584c34bc61a025256d64f346c5d7fb15"),
    b"x",
    bytes.fromhex(
        "cdbc161be64c4302f56443ff29ccf36a2075be1a1fa67ff126b56315f5681c38"
        "07d9c4cea0b360a24d6b29a53967f27cd62893d5387244c4893f31fcc50a890f"
    ),
)
"""A good key, a message, and what is its signature for who multiplies by 8 only."""


class Identity:
    """A private key, and whom it stands for. Shows its fingerprint, never itself."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()
        """The public key: 32 bytes, by which everybody knows this identity."""

    def __repr__(self) -> str:
        return f"<Identity {fingerprint(self.public)}>"

    @classmethod
    def generate(cls) -> Self:
        """Make a new one, with the system's randomness."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """
        Make one of what `seed` gives.

        Raises:
            ValueError: it has another length.
        """
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def from_pem(cls, pem: bytes) -> Self:
        """
        Read one as `to_pem` writes it.

        Raises:
            ValueError: *pem* holds something else; the message doesn't show it.
        """
        try:
            key = serialization.load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            # The cause could quote the key; TypeError is an encrypted one.
            raise ValueError(
                Sentence("not an unencrypted private key in PEM form")
            ) from None
        if isinstance(key, Ed25519PrivateKey):
            return cls(key)
        raise ValueError(Sentence("a private key, but not of Ed25519"))

    def to_pem(self) -> bytes:
        """Give the private key, unencrypted (PKCS #8): for a file only its owner reads."""
        return self._key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )

    @property
    def seed(self) -> bytes:
        """The private key: 32 bytes, from which that of X25519 is made."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Give the signature of *message*, 64 bytes."""
        return self._key.sign(message)


def is_identity(public: bytes) -> bool:
    """Tell whether these bytes can be somebody's public key; see `is_point`."""
    return _is_point(public)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """
    Tell whether *signature* is that of *message* by a good key *public*.

    What one library takes and another doesn't is refused before any is asked, so that all
    who read a log come to one verdict, and nobody who signs can choose it.
    """
    if len(public) != KEY_SIZE or not _is_well_formed(signature):
        return False
    # The first two have one size: the hash is of one key, one signature and one message.
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
    Verify signatures by *check* from now on, if it never differs.

    RFC 8032 leaves two ways open: to compare the points themselves, as OpenSSL does, or
    eight times each, which takes more for a signature. That can't be told beforehand; so
    of two libraries the quicker one is used only if it goes the same way.
    """
    global _quicker
    if not check(*_TWO_WAYS):
        _quicker = check


def fingerprint(public: bytes) -> str:
    """Give a short name of a public key for people to compare."""
    digest = hashlib.sha256(public).hexdigest()
    return "-".join(digest[at : at + 4] for at in range(0, 16, 4))


def _check(public: bytes, message: bytes, signature: bytes) -> bool:
    # Whoever has a signature has made a key; anybody can send one that costs us more.
    return _is_signed(public, message, signature) and is_identity(public)


def _is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Tell whether a signature is that of a key, which needn't be a good one."""
    if _quicker is not None:
        return _quicker(public, message, signature)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_well_formed(signature: bytes) -> bool:
    """
    Tell whether these bytes can be a signature: in its one form, R not of small order.

    R need not be decoded for that, since it is compared as bytes with what it should be.
    """
    if len(signature) != SIGNATURE_SIZE:
        return False
    y = int.from_bytes(signature[:_HALF], "little") & (1 << 255) - 1
    scalar = int.from_bytes(signature[_HALF:], "little")
    return scalar < Q and y < P and y not in _SMALL


_is_point = functools.lru_cache(KEYS_CACHED)(is_point)
