"""
Seals the messages between phones and the lender's program against listeners.

Guests' pages come by plain HTTP, over which browsers offer a page no encryption.
So the page brings a small library (``nacl-fast.min.js``), and each post and each piece of
an answer is a box of NaCl (X25519, XSalsa20, Poly1305). This module has no I/O.

Theory of operation
-------------------

A page makes a key pair and posts its public key; the lender's program answers with its
own and a session. The key of the session is the SHA-512 of what both keys give, the
session and both public keys. A post names its session and a counter, which only goes up,
so what was recorded can't be posted again, nor in another order. The nonce of a box says
who speaks, in which post, and the number of the box.

Boxes are padded, so that their lengths tell little. Somebody who only listens reads
nothing, even if they have seen the code that phones scan: it has no key, only the
fingerprint of the lender's. None of this protects against somebody who changes the page
on its way.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections import OrderedDict
from typing import NamedTuple

from sealed_wonders.net.boxes import (
    NONCE_SIZE,
    key_pair,
    seal_by_key,
    shared_key,
    unseal_by_key,
)
from sealed_wonders.net.errors import RemoteProtocolError

SESSIONS = 256
"""Maximum number of sessions; after that, the one that was silent longest is forgotten."""

ID_SIZE, COUNTER_SIZE, KEY_SIZE = 16, 8, 32

PAGE, LENDER = 0, 1
"""Who speaks, in a nonce."""

PADDING = 1024
"""The contents of each box of an answer fill a multiple of this many bytes."""

FINGERPRINT = 12
"""Letters of the lender's key in the code that phones scan: sixty bits."""


class NotSealed(Exception):
    """Bytes that no page of ours has sealed, or not in this order."""


class OpenedPost(NamedTuple):
    """A post of a page."""

    name: str
    """What it is for, in place of an address."""
    secret: str
    """The secret of the phone's seat; empty if it has none."""
    body: bytes
    """What it posts, in JSON; empty for nothing."""
    answer: AnswerKey
    """Seals what is answered."""


class AnswerKey:
    """Seals the pieces of one answer, in their order."""

    def __init__(self, key: bytes, counter: int) -> None:
        self._key = key
        self._counter = counter
        self._pieces = 0

    def seal(self, data: bytes) -> bytes:
        """Return the box for the next piece, with its length in front."""
        said = len(data).to_bytes(4, "big") + data
        said += bytes(-len(said) % PADDING)
        where = _nonce(LENDER, self._counter, self._pieces)
        self._pieces += 1
        box = seal_by_key(said, self._key, where)[NONCE_SIZE:]
        return len(box).to_bytes(4, "big") + box


class _Session:
    def __init__(self, key: bytes) -> None:
        self.key = key
        self.counter = -1
        """That of the last post."""


class SealedSessions:
    """
    The sessions of all pages.

    Attributes:
        public: Our public key.
        private: Our private key.
    """

    def __init__(self, private: bytes = b"") -> None:
        """
        Start without sessions.

        Args:
            private: The private key of an earlier process, whose fingerprint phones
                know; empty to draw one.
        """
        self.public, self.private = key_pair(private)
        self._sessions: OrderedDict[bytes, _Session] = OrderedDict()

    @property
    def fingerprint(self) -> str:
        """The first letters of the hash of our key, for the code that phones scan."""
        hashed = hashlib.sha512(self.public).digest()
        return base64.b32encode(hashed).decode().lower()[:FINGERPRINT]

    def begin(self, public: bytes) -> bytes:
        """
        Begin a session with a page; return its id.

        Raises:
            NotSealed: This is no public key.
        """
        try:
            shared = shared_key(public, self.private)
        except RemoteProtocolError:
            raise NotSealed from None
        id = secrets.token_bytes(ID_SIZE)
        key = hashlib.sha512(shared + id + public + self.public).digest()[:KEY_SIZE]
        self._sessions[id] = _Session(key)
        if len(self._sessions) > SESSIONS:
            self._sessions.popitem(last=False)
        return id

    def open(self, sealed: bytes) -> OpenedPost:
        """
        Open what a page has posted.

        Raises:
            NotSealed: It isn't sealed in a session that goes on, or isn't the next post.
        """
        id, rest = sealed[:ID_SIZE], sealed[ID_SIZE:]
        session = self._sessions.get(id)
        counter = int.from_bytes(rest[:COUNTER_SIZE], "big")
        if session is None or counter <= session.counter:
            raise NotSealed
        try:
            box = _nonce(PAGE, counter, 0) + rest[COUNTER_SIZE:]
            posted = json.loads(unseal_by_key(box, session.key))
            name, secret, body = posted["name"], posted["secret"], posted.get("body")
        except (RemoteProtocolError, ValueError, TypeError, KeyError, RecursionError):
            raise NotSealed from None
        if not (isinstance(name, str) and isinstance(secret, str)):
            raise NotSealed
        session.counter = counter
        self._sessions.move_to_end(id)
        data = b"" if body is None else json.dumps(body).encode()
        return OpenedPost(name, secret, data, AnswerKey(session.key, counter))


def _nonce(who: int, counter: int, piece: int) -> bytes:
    return (
        bytes([who, *bytes(7)]) + counter.to_bytes(8, "big") + piece.to_bytes(8, "big")
    )
