"""
Seeds: sixteen bytes that restore the secrets of one seat in one game.

Only data that may have to be restored is derived from the seed: the secrets of keys,
the nonces of commitments, and the tag and key of a backup. Masks, permutations and
proofs are drawn afresh each time, so no copy of a seed ever uses one of them twice.
With any other derivation, players couldn't continue a game by their twelve words
(docs/PROTOCOL.md, Seeds; held by tests/vectors/seed.json).
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.digests import NONCE_SIZE, wide_hash

SEED_SIZE = 16
"""Bytes of a seed, which is written as twelve words."""

KEY_SIZE, TAG_SIZE = 32, 16
"""Bytes of a backup's key, and of the tag under which the backup is stored."""


class Seed:
    """A seed and the secrets derived from it."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        """
        Create a seed.

        Raises:
            ValueError: *seed* has the wrong length.
        """
        if len(seed) != SEED_SIZE:
            raise ValueError(Sentence("a seed can't have {n} bytes", n=len(seed)))
        self._seed = seed

    def __repr__(self) -> str:
        return "<a seed>"

    def key(self, ctx: bytes) -> bytes:
        """
        Return 64 bytes from which a key's secret scalar is reduced.

        Args:
            ctx: the context of the key in its KEY phase.
        """
        return wide_hash(b"seed-key", self._seed, ctx)

    def nonce(self, ctx: bytes, payload: bytes) -> bytes:
        """Return the nonce of a commitment to *payload* in a context."""
        return wide_hash(b"seed-nonce", self._seed, ctx, payload)[:NONCE_SIZE]

    def backup_key(self, gid: bytes) -> bytes:
        """Return the key that encrypts the backup of a game."""
        return wide_hash(b"backup", self._seed, gid)[:KEY_SIZE]

    def backup_tag(self, gid: bytes) -> bytes:
        """Return the tag under which the backup of a game is stored."""
        return wide_hash(b"backup-tag", self._seed, gid)[:TAG_SIZE]
