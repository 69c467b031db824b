"""
Digests of the protocol: one function for each.

Every digest is a SHA-256 over `sealed_wonders.core.game.frame`, which separates the
parts. It begins with the name of the protocol and the name of its only use, except
where a function says otherwise. Everything signed depends on these bytes: they are in
docs/PROTOCOL.md, and held by tests/vectors/log.json.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from sealed_wonders.core.game import PROTO, Ruleset, Seat, frame, u32
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import DIGEST_SIZE, Wire, pack_wire

NONCE_SIZE = 32
"""Bytes of the random nonce that hides a committed value."""

STEM = 16
"""Leading digits of a game id that identify it on the network and in file names."""


def stem(gid: bytes) -> str:
    return gid.hex()[:STEM]


def digest(*parts: bytes) -> bytes:
    """Return the SHA-256 of the framed name of the protocol and *parts*."""
    return hashlib.sha256(frame(PROTO, *parts)).digest()


def wide_hash(*parts: bytes) -> bytes:
    """Return the SHA-512 of the framed name of the protocol and *parts*."""
    return hashlib.sha512(frame(PROTO, *parts)).digest()


def entry_digest(env: bytes) -> bytes:
    """Return the plain SHA-256 of an envelope, for the digest of its phase."""
    return hashlib.sha256(env).digest()


def order_digest(wires: Iterable[Wire]) -> bytes:
    """Return the digest of a log's leading entries, in a host's order."""
    return digest(b"order", *map(pack_wire, wires))


def phase_digest(
    previous: bytes, lane: str, phase: int, entries: Sequence[bytes]
) -> bytes:
    """
    Return the digest of the log after a phase.

    Args:
        entries: the `entry_digest` of each expected seat's envelope, ascending.
    """
    for entry in entries:
        _check_size("entry", entry, DIGEST_SIZE)
    return digest(b"phase", previous, lane.encode("ascii"), u32(phase), *entries)


def changed_digest(
    previous: bytes,
    lane: str,
    phase: int,
    entries: Sequence[bytes],
    handovers: Sequence[bytes],
    ballot: bytes = b"",
) -> bytes:
    """
    Return the digest of the log after a phase with a ballot or handovers in force.

    Args:
        entries: the `entry_digest` of each envelope that counts, ascending by seat.
        handovers: the `handover_digest` of each handover that comes into force,
            likewise.
        ballot: the digest of the opener's envelope; empty if nobody was removed.
    """
    for entry in (*entries, *handovers):
        _check_size("entry", entry, DIGEST_SIZE)
    return digest(
        b"changed",
        previous,
        lane.encode("ascii"),
        u32(phase),
        bytes([len(entries)]),
        *entries,
        bytes([len(handovers)]),
        *handovers,
        *([ballot] if ballot else []),
    )


def handover_digest(env: bytes) -> bytes:
    """Return the digest of a handover's envelope, as it enters the log's digest."""
    return digest(b"handover", entry_digest(env))


def table_hash(body: bytes) -> bytes:
    """Return T, the digest of what a table agreed on: the packed LOBBY_TABLE body."""
    return digest(b"table", body)


def game_id(table: bytes, nonces: Sequence[bytes]) -> bytes:
    """
    Return the game id, which nobody can choose, since T and every nonce enter it.

    Args:
        nonces: in the order of the commitments in the table, ascending by identity.
    """
    for nonce in nonces:
        _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"gid", table, *nonces)


def lobby_commitment(identity: bytes, nonce: bytes) -> bytes:
    """Return the commitment of *identity* to its part of the game id."""
    _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"lobby", identity, nonce)


def code_digest(gid: bytes) -> bytes:
    """
    Return the four bytes of the table code, which players compare by reading it aloud.
    """
    return digest(b"sas", gid)[:4]


def context(previous: bytes, kind: str, deck: str, seat: Seat, *extra: bytes) -> bytes:
    """
    Return the context that binds a commitment or a proof to one place.

    Args:
        previous: the digest of the log before the phase, which stands for the game and
            its history.
        deck: the name of the deck, or an empty string.
    """
    return frame(
        PROTO,
        b"ctx",
        previous,
        kind.encode("ascii"),
        deck.encode("ascii"),
        bytes([seat]),
        *extra,
    )


def commitment(ctx: bytes, nonce: bytes, payload: bytes) -> bytes:
    """Return a binding and hiding commitment to *payload* in one context."""
    _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"commit", ctx, nonce, payload)


def rules_hash(facts: object) -> bytes:
    """Return the SHA-256 of a ruleset's facts in canonical JSON."""
    return hashlib.sha256(canonical_json(facts)).digest()


def ruleset_hash(ruleset: Ruleset) -> bytes:
    return _hash_of(cast(Hashable, ruleset))


@functools.lru_cache(maxsize=16)
def _hash_of(ruleset: Ruleset) -> bytes:
    # Cached, since each session at a table would hash thousands of facts.
    return rules_hash(ruleset.facts)


def canonical_json(facts: object) -> bytes:
    """
    Return the canonical JSON of *facts*: sorted keys, no spaces, ASCII.

    Raises:
        LocalProtocolError: a value doesn't have the same text in every language, such
            as a float, or a key isn't an ASCII string.
    """
    _check_json(facts)
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return text.encode("ascii")


def _check_json(value: object) -> None:
    if isinstance(value, list | tuple):
        for item in value:
            _check_json(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            # Languages sort keys differently beyond ASCII.
            if type(key) is not str or not key.isascii():
                raise LocalProtocolError(f"not a key of canonical JSON: {key!r:.80}")
            _check_json(item)
    elif value is not None and type(value) not in (bool, int, str):
        raise LocalProtocolError(f"not a value of canonical JSON: {value!r:.80}")


def _check_size(what: str, value: bytes, size: int) -> None:
    # The message omits the value, which may be a nonce that is still secret.
    if len(value) != size:
        raise LocalProtocolError(f"{what} of {len(value)} bytes, not {size}")
