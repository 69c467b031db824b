"""
Passwords of tables: who knows one shows it, and says it to nobody.

A password, stretched by scrypt, is the seed of an Ed25519 key. A host is told the public
half when a table is opened, and of those who come later it wants a signature that says who
they are. So it never holds what somebody may use elsewhere, too; but it can try passwords
against that public half, a try of which takes as long as `COST` says.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.identity import Identity, is_identity, verify

SALT_SIZE = 16
"""Bytes of chance, drawn for each table that is opened with a password."""

COST = 1 << 15
"""What a try costs: 32 MiB, and a tenth of a second on a PC."""

PASSWORD_CAP = 128
"""Letters of a password."""


class Lock(NamedTuple):
    """What a host knows of a table's password."""

    salt: bytes
    key: bytes
    """The public key that goes with it."""

    @property
    def is_good(self) -> bool:
        """It is one that somebody can have a key to."""
        return len(self.salt) == SALT_SIZE and is_identity(self.key)


def clean_password(text: str) -> str:
    """
    Take a password as it was typed, or stands in a file; one way of writing each letter.

    Raises:
        ValueError: it is none.
    """
    password = unicodedata.normalize("NFC", text).strip()
    if not password:
        raise ValueError(Sentence("a password has at least one letter"))
    if len(password) > PASSWORD_CAP:
        raise ValueError(
            Sentence("a password has at most {most} letters", most=PASSWORD_CAP)
        )
    if not password.isprintable():
        raise ValueError(Sentence("a password is one line"))
    return password


def read_password(data: bytes) -> str:
    """
    Take a password from a file's first line.

    Raises:
        ValueError: there is none.
    """
    try:
        return clean_password(data.partition(b"\n")[0].decode())
    except UnicodeDecodeError:
        raise ValueError(Sentence("a password is text in UTF-8")) from None


def key_of(password: str, host: bytes, salt: bytes) -> Identity:
    """
    Give the key that a password makes at one host, which takes a while.

    Args:
        host: the host's identity: nowhere else it is the same key.
    """
    scrypt = Scrypt(frame(PROTO, b"password", host, salt), 32, COST, 8, 1)
    seed = scrypt.derive(password.encode())
    return Identity.from_seed(seed)


def lock_of(password: str, host: bytes, salt: bytes) -> Lock:
    """Give what a host is told of a password."""
    return Lock(salt, key_of(password, host, salt).public)


def proof_message(host: bytes, identity: bytes, salt: bytes) -> bytes:
    """Give what is signed: who has come where, to which table."""
    return frame(PROTO, b"knows", host, identity, salt)


def prove(key: Identity, host: bytes, identity: bytes, salt: bytes) -> bytes:
    """Show at a host that *identity* knows the password that *key* is made of."""
    return key.sign(proof_message(host, identity, salt))


def opens(lock: Lock, host: bytes, identity: bytes, proof: bytes) -> bool:
    """Tell whether somebody has shown that they know a table's password."""
    return verify(lock.key, proof_message(host, identity, lock.salt), proof)
