"""
Sealed boxes: bytes that one identity alone can read, from whoever sealed them, or whoever
has a key.

They are libsodium's: an X25519 key that is used once, and XSalsa20-Poly1305. An identity's
Ed25519 key is turned into one of X25519.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity

OVERHEAD = 48
"""Bytes that a box for an identity has more than what is in it."""

NONCE_SIZE = 24
"""Bytes in front of a box under a key, which no other box under it may have."""


def seal(data: bytes, to: bytes) -> bytes:
    """
    Seal something for an identity.

    Args:
        to: its public key, a good one.
    """
    from nacl import bindings  # late, since few games need it

    key = bindings.crypto_sign_ed25519_pk_to_curve25519(to)
    return bindings.crypto_box_seal(data, key)


def unseal(sealed: bytes, identity: Identity) -> bytes:
    """
    Open a box that is for us.

    Raises:
        RemoteProtocolError: it isn't.
    """
    from nacl import bindings
    from nacl.exceptions import CryptoError

    secret = bindings.crypto_sign_ed25519_sk_to_curve25519(
        identity.seed + identity.public
    )
    public = bindings.crypto_sign_ed25519_pk_to_curve25519(identity.public)
    try:
        return bindings.crypto_box_seal_open(sealed, public, secret)
    except (CryptoError, ValueError, TypeError):
        raise RemoteProtocolError(Sentence("a box that isn't for us")) from None


def seal_by_key(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Seal something under a key; the nonce stands in front."""
    from nacl import bindings

    return nonce + bindings.crypto_secretbox(data, nonce, key)


def unseal_by_key(box: bytes, key: bytes) -> bytes:
    """
    Open a box by the key that it was sealed under.

    Raises:
        RemoteProtocolError: it was sealed under another.
    """
    from nacl import bindings
    from nacl.exceptions import CryptoError

    try:
        return bindings.crypto_secretbox_open(box[NONCE_SIZE:], box[:NONCE_SIZE], key)
    except (CryptoError, ValueError, TypeError):
        raise RemoteProtocolError(Sentence("a box that isn't under this key")) from None
