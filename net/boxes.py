"""
Sealed boxes: encrypted bytes for one identity, or for anybody with a symmetric key.

They are libsodium's: sealed boxes use a one-time X25519 key and XSalsa20-Poly1305. An
identity's Ed25519 key is converted to X25519. Secrets travel in them: the parts of keys
in logs (`net.sealed.secrets`), whispers, and backups at hosts. So neither format can
change (docs/PROTOCOL.md, Whispers, Backups). Sealed *cards* are something else: see
`net.sealed`.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity

OVERHEAD = 48
"""Bytes by which a box for an identity is longer than its contents."""

NONCE_SIZE = 24
"""Bytes of the nonce before a box. A nonce must never be reused with a key."""


def seal(data: bytes, to: bytes) -> bytes:
    """
    Seal bytes for an identity.

    Args:
        to: the identity's public key, which must be valid.
    """
    from nacl import bindings  # imported late, since few games need it

    key = bindings.crypto_sign_ed25519_pk_to_curve25519(to)
    return bindings.crypto_box_seal(data, key)


def unseal(sealed: bytes, identity: Identity) -> bytes:
    """
    Open a box that is sealed for us.

    Raises:
        RemoteProtocolError: the box isn't for us.
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
        raise RemoteProtocolError(
            Sentence("the box was encrypted for somebody else")
        ) from None


def seal_by_key(data: bytes, key: bytes, nonce: bytes) -> bytes:
    """Encrypt bytes with a key; the result begins with the nonce."""
    from nacl import bindings

    return nonce + bindings.crypto_secretbox(data, nonce, key)


def unseal_by_key(box: bytes, key: bytes) -> bytes:
    """
    Decrypt a box with its key.

    Raises:
        RemoteProtocolError: the box has a different key.
    """
    from nacl import bindings
    from nacl.exceptions import CryptoError

    try:
        return bindings.crypto_secretbox_open(box[NONCE_SIZE:], box[:NONCE_SIZE], key)
    except (CryptoError, ValueError, TypeError):
        raise RemoteProtocolError(
            Sentence("the box wasn't encrypted with this key")
        ) from None


def key_pair(private: bytes = b"") -> tuple[bytes, bytes]:
    """
    Return an X25519 key pair: the public key, and the private one.

    Args:
        private: the private key; empty to draw one.
    """
    from nacl import bindings

    if private:
        return bindings.crypto_scalarmult_base(private), private
    return bindings.crypto_box_keypair()


def shared_key(public: bytes, private: bytes) -> bytes:
    """
    Return the key that two key pairs have in common (NaCl's *beforenm*).

    Raises:
        RemoteProtocolError: *public* isn't a public key.
    """
    from nacl import bindings
    from nacl.exceptions import CryptoError

    try:
        return bindings.crypto_box_beforenm(public, private)
    except (CryptoError, ValueError, TypeError):
        raise RemoteProtocolError(Sentence("not a public key")) from None
