"""
Marks: hashes of the state of the rules in a phase, signed by the seats.

All programs read one log, so their marks for a phase are equal, unless one of them has
a bug or a different version; see `sealed_wonders.client.table.agreement`. A program
stands still because of other programs' marks, so marks are signed: a host can't forge them. A
mark also covers the digest of the log before the phase, since the state differs in
another history. docs/PROTOCOL.md (Marks) fixes the signed bytes.
"""

from __future__ import annotations

from sealed_wonders.core.game import PROTO, frame, u32
from sealed_wonders.net.identity import Identity, verify
from sealed_wonders.net.messages import Marked


def _statement(gid: bytes, phase: int, digest: bytes, mark: bytes) -> bytes:
    return frame(PROTO, b"mark", gid, u32(phase), digest, mark)


def make_mark(
    identity: Identity, gid: bytes, phase: int, digest: bytes, mark: bytes
) -> Marked:
    """
    Return a signed mark.

    Args:
        digest: the digest of the log before the phase.
    """
    signature = identity.sign(_statement(gid, phase, digest, mark))
    return Marked(phase, digest, mark, signature)


def is_marked_by(key: bytes, gid: bytes, marked: Marked) -> bool:
    """Return whether *key* has signed a mark in this game."""
    statement = _statement(gid, marked.phase, marked.digest, marked.mark)
    return verify(key, statement, marked.signature)
