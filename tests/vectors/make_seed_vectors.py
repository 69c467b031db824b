"""
Make seed.json: known answers for what is derived from a game's seed, and for a backup.

Run it by hand: python tests/vectors/make_seed_vectors.py > tests/vectors/seed.json

It shares no line with the project: written from the protocol's description alone, with
the standard library's SHA-512 and libsodium's secretbox.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys

from nacl.bindings import crypto_secretbox

PROTO = b"7w-mp/1"
Q = 2**252 + 27742317777372353535851937790883648493
SEED, GID, D = bytes(range(16)), b"g" * 32, b"d" * 32
IDENTITY, NONCE = b"i" * 32, b"n" * 24


def frame(*parts: bytes) -> bytes:
    out = b""
    for part in parts:
        out += struct.pack(">I", len(part)) + part
    return out


def h(tag: bytes, *parts: bytes) -> bytes:
    return hashlib.sha512(frame(PROTO, tag, *parts)).digest()


def h2s(tag: bytes, *parts: bytes) -> int:
    return int.from_bytes(h(tag, *parts), "little") % Q


def ctx(kind: bytes, deck: bytes, seat: int, *extra: bytes) -> bytes:
    return frame(PROTO, b"ctx", D, kind, deck, bytes([seat]), *extra)


def main() -> None:
    key = h(b"backup", SEED, GID)[:32]
    # An array of two byte strings, the second one empty.
    inner = b"\x92\xc4\x20" + IDENTITY + b"\xc4\x00"
    secrets = {
        name.decode(): h2s(b"seed-key", SEED, ctx(b"KEY", b"age1", 2, name))
        for name in (b"x", b"z")
    }
    made = {
        **{name: k.to_bytes(32, "little").hex() for name, k in secrets.items()},
        "nonce": h(b"seed-nonce", SEED, ctx(b"PICK", b"", 2), b"sell")[:32].hex(),
        "backup_key": key.hex(),
        "backup_tag": h(b"backup-tag", SEED, GID)[:16].hex(),
        "box": (NONCE + crypto_secretbox(inner, NONCE, key)).hex(),
        # Of the words in the list of BIP-39: eleven bits for each; the last four bits
        # are the checksum.
        "numbers": numbers(SEED),
    }
    json.dump(made, sys.stdout, indent=1)
    sys.stdout.write("\n")


def numbers(seed: bytes) -> list[int]:
    whole = int.from_bytes(seed, "big") << 4 | hashlib.sha256(seed).digest()[0] >> 4
    return [whole >> 11 * (11 - at) & 2047 for at in range(12)]


if __name__ == "__main__":
    main()
