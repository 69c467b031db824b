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
        """Read the answer: the lender's key, and a session."""
        theirs, self._id = answer[:32], answer[32:]
        shared = bindings.crypto_box_beforenm(theirs, self._private)
        made = hashlib.sha512(shared + self._id + self.public + theirs)
        self._key = made.digest()[:32]

    def seal(
        self, name: str, secret: str = "", body: object = None
    ) -> tuple[int, bytes]:
        """Seal the next post; return its counter, and the sealed bytes."""
        counter, self._posts = self._posts, self._posts + 1
        said = json.dumps({"name": name, "secret": secret, "body": body}).encode()
        box = bindings.crypto_secretbox(said, _nonce(0, counter, 0), self._key)
        return counter, self._id + counter.to_bytes(8, "big") + box

    def opener(self, counter: int) -> Opener:
        """Return an `Opener` for the answer to a post."""
        return Opener(self._key, counter)


class Opener:
    """
    Opens the boxes of an answer as they arrive.

    Attributes:
        status: the status in the first box; None before it has arrived.
    """

    def __init__(self, key: bytes, counter: int) -> None:
        self._key = key
        self._counter = counter
        self._pieces = 0
        self._rest = b""
        self.status: int | None = None

    def take(self, data: bytes) -> bytes:
        """Add data, and return the contents of the boxes that are complete."""
        rest, at, found = self._rest + data, 0, []
        while len(rest) >= at + 4 and len(rest) >= (end := at + 4 + _length(rest, at)):
            where = _nonce(1, self._counter, self._pieces)
            said = bindings.crypto_secretbox_open(rest[at + 4 : end], where, self._key)
            found.append(said[4 : 4 + _length(said)])
            self._pieces, at = self._pieces + 1, end
        self._rest = rest[at:]
        whole = b"".join(found)
        if self.status is None and whole:
            self.status, whole = int.from_bytes(whole[:2], "big"), whole[2:]
        return whole


def _length(data: bytes, at: int = 0) -> int:
    return int.from_bytes(data[at : at + 4], "big")


class Chunks:
    """Decodes a response in chunks (HTTP/1.1)."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, data: bytes) -> bytes:
        """Add data, and return the contents of the chunks that are complete."""
        rest, at, found = self._rest + data, 0, []
        while (mark := rest.find(b"\r\n", at)) >= 0:
            begins = mark + 2
            ends = begins + int(rest[at:mark], 16)
            if len(rest) < ends + 2:
                break
            found.append(rest[begins:ends])
            at = ends + 2
        self._rest = rest[at:]
        return b"".join(found)


class SealedAnswer:
    """The answer to a sealed post, opened."""

    def __init__(self, page: SealedPage, counter: int, connection: Any) -> None:
        self.connection = connection
        self._opener = page.opener(counter)
        self._chunks = Chunks()
        self._taken = 0
        self._said = b""
        self._read = 0

    @property
    def status(self) -> int | None:
        """The status that the page uses: the one in the box, if there is one."""
        status: int | None = self.connection.status
        if status != 200:
            return status
        _ = self.body
        return self._opener.status

    @property
    def body(self) -> bytes:
        """The body so far, opened."""
        new = self.connection.body[self._taken :]
        self._taken += len(new)
        if "transfer-encoding" in self.connection.head:
            new = self._chunks.take(new)
        self._said += self._opener.take(new)
        return self._said

    @property
    def json(self) -> dict[str, str]:
        """The body, parsed as JSON."""
        found: dict[str, str] = json.loads(self.body)
        return found

    @property
    def news(self) -> bytes:
        """What has arrived since the last read."""
        body = self.body
        found, self._read = body[self._read :], len(body)
        return found
