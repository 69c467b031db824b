"""
A backup: what a player leaves with a host, to play on at another machine.

It holds the identity, and what the seat was told by others, if it was another's before. Of
the rest the log tells all that doesn't come of the seed. It is sealed under a key that comes
of the seed, and filed under a tag that does; neither tells anybody else anything.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import boxes
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import pack_body, unpack_array
from sealed_wonders.net.seed import Seed


class Kept(NamedTuple):
    """What is in a backup."""

    identity: Identity
    told: bytes
    """What the seat was told by others, as its program writes it; empty if nothing."""

    def __repr__(self) -> str:
        return f"<the backup of {self.identity!r}>"


def seal(kept: Kept, seed: Seed, gid: bytes, nonce: bytes) -> bytes:
    """
    Make the backup of a game.

    Args:
        nonce: so many bytes as `boxes.NONCE_SIZE`, never used before.
    """
    data = pack_body((kept.identity.seed, kept.told))
    return boxes.seal_by_key(data, seed.backup_key(gid), nonce)


def unseal(box: bytes, seed: Seed, gid: bytes) -> Kept:
    """
    Open the backup of a game.

    Raises:
        RemoteProtocolError: it isn't one, or that of another seed or game.
    """
    data = boxes.unseal_by_key(box, seed.backup_key(gid))
    try:
        match unpack_array(data):
            case (bytes(key), bytes(told)):
                return Kept(Identity.from_seed(key), told)
    except (RemoteProtocolError, ValueError):
        pass  # which would show what is in it
    raise RemoteProtocolError(Sentence("not the backup of a seat"))
