"""
A seed: sixteen bytes of one seat's game, from which its secrets can be found again.

Only what has to be found again comes of it: the secrets of keys, the nonces of commitments,
and where a backup lies and what opens it. Masks, orders and proofs are drawn afresh each
time, so no copy of a seat ever uses one of them twice.
"""

from __future__ import annotations

import hashlib

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.digests import NONCE_SIZE

SEED_SIZE = 16
"""Bytes of a seed: twelve words."""

KEY_SIZE, TAG_SIZE = 32, 16
"""Bytes of what opens a backup, and of what it is filed under."""


class Seed:
    """A seed, and what comes of it."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        """
        Take a seed.

        Raises:
            ValueError: it has another length.
        """
        if len(seed) != SEED_SIZE:
            raise ValueError(Sentence("a seed of {n} bytes", n=len(seed)))
        self._seed = seed

    def __repr__(self) -> str:
        return "<a seed>"

    def key(self, ctx: bytes) -> bytes:
        """
        Give what the secret of a key comes of: 64 bytes, as many as it takes for a scalar.

        Args:
            ctx: that of the key in its KEY.
        """
        return self._hash(b"seed-key", ctx)

    def nonce(self, ctx: bytes, payload: bytes) -> bytes:
        """Give the nonce of a commitment to *payload*, in its ctx."""
        return self._hash(b"seed-nonce", ctx, payload)[:NONCE_SIZE]

    def backup_key(self, gid: bytes) -> bytes:
        """Give what seals and opens the backup of a game."""
        return self._hash(b"backup", gid)[:KEY_SIZE]

    def backup_tag(self, gid: bytes) -> bytes:
        """Give what the backup of a game is filed under."""
        return self._hash(b"backup-tag", gid)[:TAG_SIZE]

    def _hash(self, tag: bytes, *parts: bytes) -> bytes:
        return hashlib.sha512(frame(PROTO, tag, self._seed, *parts)).digest()
