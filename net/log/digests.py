"""
What is hashed, and how: one function for each digest the protocol knows.

Every digest is SHA-256 over `sealed_wonders.core.game.frame`, which keeps the parts
apart, and begins with the protocol's name and the name of its one use.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Hashable, Iterable, Sequence
from typing import cast

from sealed_wonders.core.game import PROTO, Ruleset, Seat, frame
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import DIGEST_SIZE, Wire, pack_wire

NONCE_SIZE = 32
"""Bytes of the randomness that hides what is committed to."""

STEM = 16
"""Digits of a game's id by which it is known on the network, and in the names of files."""


def stem(gid: bytes) -> str:
    """Give the first digits of a game's id."""
    return gid.hex()[:STEM]


def digest(*parts: bytes) -> bytes:
    """Give the SHA-256 of the protocol's name and *parts*, framed."""
    return hashlib.sha256(frame(PROTO, *parts)).digest()


def entry_digest(env: bytes) -> bytes:
    """Give what stands for one seat's envelope in the digest of its phase."""
    return hashlib.sha256(env).digest()


def order_digest(wires: Iterable[Wire]) -> bytes:
    """Give what stands for the first entries of a log, in the order of a host."""
    return digest(b"order", *map(pack_wire, wires))


def phase_digest(
    previous: bytes, lane: str, phase: int, entries: Sequence[bytes]
) -> bytes:
    """
    Give the log's digest after a phase, from the one before it.

    Args:
        entries: for each expected seat, ascending, its `entry_digest`.
    """
    for entry in entries:
        _check_size("entry", entry, DIGEST_SIZE)
    return digest(b"phase", previous, lane.encode("ascii"), _u32(phase), *entries)


def changed_digest(
    previous: bytes,
    lane: str,
    phase: int,
    entries: Sequence[bytes],
    handovers: Sequence[bytes],
    ballot: bytes = b"",
) -> bytes:
    """
    Give the log's digest after a phase in which seats were put out, or changed hands.

    Args:
        entries: the `entry_digest` of each envelope that counts, by ascending seat.
        handovers: what stands for each handover that comes into force, likewise.
        ballot: the digest of its opener's envelope; empty where nobody was put out.
    """
    for entry in (*entries, *handovers):
        _check_size("entry", entry, DIGEST_SIZE)
    return digest(
        b"changed",
        previous,
        lane.encode("ascii"),
        _u32(phase),
        bytes([len(entries)]),
        *entries,
        bytes([len(handovers)]),
        *handovers,
        *([ballot] if ballot else []),
    )


def handover_digest(env: bytes) -> bytes:
    """Give what stands for a handover in the log's digest, where it comes into force."""
    return digest(b"handover", entry_digest(env))


def table_hash(body: bytes) -> bytes:
    """Give T, which stands for all a table agreed: the packed body of LOBBY_TABLE."""
    return digest(b"table", body)


def game_id(table: bytes, nonces: Sequence[bytes]) -> bytes:
    """
    Give the gid, which nobody could choose: T and every nonce are in it.

    Args:
        nonces: in the order of the commitments in the table, by ascending identity.
    """
    for nonce in nonces:
        _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"gid", table, *nonces)


def lobby_commitment(identity: bytes, nonce: bytes) -> bytes:
    """Give what commits *identity* to its part of the game id."""
    _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"lobby", identity, nonce)


def code_digest(gid: bytes) -> bytes:
    """Give the four bytes of the table code, read aloud to compare game ids."""
    return digest(b"sas", gid)[:4]


def context(previous: bytes, kind: str, deck: str, seat: Seat, *extra: bytes) -> bytes:
    """
    Give what binds a commitment or a proof to its one place.

    Args:
        previous: the log's digest before the phase, and so the game and its history.
        deck: the name of the deck concerned, empty where there is none.
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
    """Give the binding, hiding commitment to *payload*, good in its context only."""
    _check_size("nonce", nonce, NONCE_SIZE)
    return digest(b"commit", ctx, nonce, payload)


def rules_hash(facts: object) -> bytes:
    """Give what tells rulesets apart: the SHA-256 of their facts' canonical JSON."""
    return hashlib.sha256(canonical_json(facts)).digest()


def ruleset_hash(ruleset: Ruleset) -> bytes:
    """Give what tells a ruleset apart."""
    return _hash_of(cast(Hashable, ruleset))


@functools.lru_cache(maxsize=16)
def _hash_of(ruleset: Ruleset) -> bytes:
    # There are thousands of facts to go through, for every session at a table.
    return rules_hash(ruleset.facts)


def canonical_json(facts: object) -> bytes:
    """
    Give the one JSON text of *facts*: sorted keys, no spaces, ASCII.

    Raises:
        LocalProtocolError: a value that has no single text in every language, such as
            a float, or a key that isn't an ASCII string.
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
            # Languages differ in how they sort what is beyond ASCII.
            if type(key) is not str or not key.isascii():
                raise LocalProtocolError(f"not a key of canonical JSON: {key!r:.80}")
            _check_json(item)
    elif value is not None and type(value) not in (bool, int, str):
        raise LocalProtocolError(f"not a value of canonical JSON: {value!r:.80}")


def _check_size(what: str, value: bytes, size: int) -> None:
    # The value may be a nonce, which is secret until it is revealed.
    if len(value) != size:
        raise LocalProtocolError(f"{what} of {len(value)} bytes, not {size}")


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
