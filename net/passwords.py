"""
Table passwords, which are proven to a host without revealing them.

The password, stretched with scrypt, is the seed of an Ed25519 key. The host gets only
the public key when a table is opened. To join later, a client sends a signature by that
key over its own identity. So the host never has a password that people may also use
elsewhere. It can still guess passwords and compare the public key; each guess costs as
much time as `COST` implies. docs/PROTOCOL.md (Passwords) fixes the derivation: with
another one, the same password opens nothing.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.identity import Identity, is_identity, verify

SALT_SIZE = 16
"""Random bytes, drawn for each table that is opened with a password."""

COST = 1 << 15
"""The scrypt parameter N: one guess takes 32 MiB and a tenth of a second on a PC."""

PASSWORD_CAP = 128
"""Maximum length of a password, in characters."""


class PasswordLock(NamedTuple):
    """The part of a table's password that the host has."""

    salt: bytes
    key: bytes
    """Public key derived from the password."""

    @property
    def is_good(self) -> bool:
        """Whether a private key for this lock can exist."""
        return len(self.salt) == SALT_SIZE and is_identity(self.key)


def clean_password(text: str) -> str:
    """
    Normalize a password that was typed or read from a file: NFC, without outer spaces.

    Raises:
        ValueError: *text* isn't a valid password.
    """
    password = unicodedata.normalize("NFC", text).strip()
    if not password:
        raise ValueError(Sentence("a password needs at least one character"))
    if len(password) > PASSWORD_CAP:
        raise ValueError(
            Sentence("a password can have at most {most} characters", most=PASSWORD_CAP)
        )
    if not password.isprintable():
        raise ValueError(Sentence("a password must be a single line"))
    return password


def read_password(data: bytes) -> str:
    """
    Return the password in the first line of a file.

    Raises:
        ValueError: the line isn't a valid password.
    """
    try:
        return clean_password(data.partition(b"\n")[0].decode())
    except UnicodeDecodeError:
        raise ValueError(Sentence("a password must be text in UTF-8")) from None


def key_of(password: str, host: bytes, salt: bytes) -> Identity:
    """
    Derive the key for a password at one host, which is slow on purpose.

    Args:
        host: the host's identity. The key is different at every other host.
    """
    scrypt = Scrypt(frame(PROTO, b"password", host, salt), 32, COST, 8, 1)
    seed = scrypt.derive(password.encode())
    return Identity.from_seed(seed)


def lock_of(password: str, host: bytes, salt: bytes) -> PasswordLock:
    """Return the salt and the public key that a host gets for a password."""
    return PasswordLock(salt, key_of(password, host, salt).public)


def proof_message(host: bytes, identity: bytes, salt: bytes) -> bytes:
    """Return the message that a prover signs: who knows which password, at which host."""
    return frame(PROTO, b"knows", host, identity, salt)


def prove(key: Identity, host: bytes, identity: bytes, salt: bytes) -> bytes:
    """
    Sign for a host that *identity* knows the password from which *key* was derived.
    """
    return key.sign(proof_message(host, identity, salt))


def opens(lock: PasswordLock, host: bytes, identity: bytes, proof: bytes) -> bool:
    """Return whether *proof* shows that *identity* knows the table's password."""
    return verify(lock.key, proof_message(host, identity, lock.salt), proof)
