"""What the page of a guest seals and opens, written down once more in Python."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from nacl import bindings


def _nonce(who: int, counter: int, piece: int) -> bytes:
    return b"".join(
        (bytes([who]), bytes(7), *(it.to_bytes(8, "big") for it in (counter, piece)))
    )


class SealedPage:
    """
    A page that has begun a session.

    Attributes:
        public: its public key, which it posts first.
    """

    def __init__(self) -> None:
        self.public, self._private = bindings.crypto_box_keypair()
        self._posts = 0

    def begin(self, answer: bytes) -> None:
        """Take what was answered: the lender's key, and a session."""
        theirs, self._id = answer[:32], answer[32:]
        shared = bindings.crypto_box_beforenm(theirs, self._private)
        made = hashlib.sha512(shared + self._id + self.public + theirs)
        self._key = made.digest()[:32]

    def seal(
        self, name: str, secret: str = "", body: object = None
    ) -> tuple[int, bytes]:
        """Seal the next post; gives its counter, and the bytes."""
        counter, self._posts = self._posts, self._posts + 1
        said = json.dumps({"name": name, "secret": secret, "body": body}).encode()
        box = bindings.crypto_secretbox(said, _nonce(0, counter, 0), self._key)
        return counter, self._id + counter.to_bytes(8, "big") + box

    def open(self, counter: int, answer: bytes) -> bytes:
        """Open the boxes of an answer, as far as they have come whole."""
        found, piece = [], 0
        while len(answer) >= 4 and len(answer) >= 4 + (size := _length(answer)):
            box, answer = answer[4 : 4 + size], answer[4 + size :]
            where = _nonce(1, counter, piece)
            said = bindings.crypto_secretbox_open(box, where, self._key)
            found.append(said[4 : 4 + _length(said)])
            piece += 1
        return b"".join(found)


def _length(data: bytes) -> int:
    return int.from_bytes(data[:4], "big")


def joined(chunks: bytes) -> bytes:
    """Return the contents of chunks, as HTTP/1.1 sends what has no length."""
    found = []
    while b"\r\n" in chunks:
        size, chunks = chunks.split(b"\r\n", 1)
        found.append(chunks[: int(size, 16)])
        chunks = chunks[int(size, 16) + 2 :]
    return b"".join(found)


class SealedAnswer:
    """The answer to a sealed post, opened."""

    def __init__(self, page: SealedPage, counter: int, connection: Any) -> None:
        self.connection = connection
        self._page = page
        self._counter = counter
        self._read = 0

    @property
    def status(self) -> int | None:
        status: int | None = self.connection.status
        return status

    @property
    def body(self) -> bytes:
        """All that was answered."""
        sent = self.connection.body
        if "transfer-encoding" in self.connection.head:
            sent = joined(sent)
        return self._page.open(self._counter, sent)

    @property
    def said(self) -> dict[str, str]:
        """What was answered, in JSON."""
        found: dict[str, str] = json.loads(self.body)
        return found

    @property
    def news(self) -> bytes:
        """What has come since this was read last."""
        body = self.body
        found, self._read = body[self._read :], len(body)
        return found
