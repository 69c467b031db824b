"""
Marks: how the rules stand in a phase by one program's log, as its seat has signed.

All programs read one log, so their marks of a phase are the same, unless one of them has a fault
or is of another version; see `sealed_wonders.client.table.agreement`. A mark is signed, since
programs stop by what others have marked, and no host is to have that in its hand. With it goes
the log's digest before the phase: in another history the rules stand otherwise.
"""

from __future__ import annotations

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.net.identity import Identity, verify
from sealed_wonders.net.messages import Marked


def _statement(gid: bytes, phase: int, digest: bytes, mark: bytes) -> bytes:
    return frame(PROTO, b"mark", gid, phase.to_bytes(4, "big"), digest, mark)


def make_mark(
    identity: Identity, gid: bytes, phase: int, digest: bytes, mark: bytes
) -> Marked:
    """
    Mark how the rules stand.

    Args:
        digest: the log's, before the phase.
    """
    signature = identity.sign(_statement(gid, phase, digest, mark))
    return Marked(phase, digest, mark, signature)


def is_marked_by(key: bytes, gid: bytes, marked: Marked) -> bool:
    """Tell whether whoever has a key has signed a mark, in this game."""
    statement = _statement(gid, marked.phase, marked.digest, marked.mark)
    return verify(key, statement, marked.signature)
