"""
Backups, which a player leaves with a host to continue on another machine.

A backup contains the identity, and what others have told the seat if it had another
holder before. The log and the seed determine the rest. The key that encrypts a backup
and the tag under which it is stored are both derived from the seed, and neither reveals
anything about the seed. docs/PROTOCOL.md (Backups) fixes the format.
"""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import boxes
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import pack_body, unpack_array
from sealed_wonders.net.seed import Seed


class KeptBackup(NamedTuple):
    identity: Identity
    told: bytes
    """What others have told the seat, in the program's own format; may be empty."""

    def __repr__(self) -> str:
        return f"<the backup of {self.identity!r}>"


def seal(kept: KeptBackup, seed: Seed, gid: bytes, nonce: bytes) -> bytes:
    """
    Return the encrypted backup of a game.

    Args:
        nonce: `boxes.NONCE_SIZE` bytes that were never used before.
    """
    data = pack_body((kept.identity.seed, kept.told))
    return boxes.seal_by_key(data, seed.backup_key(gid), nonce)


def unseal(box: bytes, seed: Seed, gid: bytes) -> KeptBackup:
    """
    Decrypt the backup of a game.

    Raises:
        RemoteProtocolError: the box is something else, or belongs to another seed or
            game.
    """
    data = boxes.unseal_by_key(box, seed.backup_key(gid))
    try:
        match unpack_array(data):
            case (bytes(key), bytes(told)):
                return KeptBackup(Identity.from_seed(key), told)
    except (RemoteProtocolError, ValueError):
        pass  # don't chain an error that would show the contents
    raise RemoteProtocolError(Sentence("not the backup of a seat"))
