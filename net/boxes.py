"""
Sealed boxes: bytes that one identity alone can read, from whoever sealed them.

They are libsodium's: an X25519 key that is used once, and XSalsa20-Poly1305. An identity's
Ed25519 key is turned into one of X25519.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity

OVERHEAD = 48
"""Bytes that a box has more than what is in it."""


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
