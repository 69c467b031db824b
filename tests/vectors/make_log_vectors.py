"""
Make log.json: known answers for signatures, envelopes, digests, the lobby and its file.

Run it by hand: python tests/vectors/make_log_vectors.py > tests/vectors/log.json

It shares no line with the project: written from the protocol's description alone, with
another library for msgpack, its own Ed25519 (RFC 8032, slow and plain) and the standard
library's SHA-256. Agreement with it is evidence; change it only where the protocol changes.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import struct
import sys
from typing import Any

import msgpack

PROTO = b"7w-mp/1"
ZERO = bytes(32)


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def frame(*parts: bytes) -> bytes:
    out = b""
    for part in parts:
        out += struct.pack(">I", len(part)) + part
    return out


def pack(value: Any) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed


# Ed25519, affine and slow.

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Affine = tuple[int, int]


def add(a: Affine, b: Affine) -> Affine:
    k = D * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + k, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, -1, P)
    return x % P, y % P


def root(y: int) -> int | None:
    """Return the even x of a point with this y, if there is one."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square:
        return None
    return x if x % 2 == 0 else P - x


def base() -> Affine:
    y = 4 * pow(5, P - 2, P) % P
    x = root(y)
    assert x is not None
    return x, y


def times(k: int, point: Affine) -> Affine:
    total = (0, 1)
    while k:
        if k & 1:
            total = add(total, point)
        point, k = add(point, point), k >> 1
    return total


def written(y: int, odd: int) -> bytes:
    return (y | odd << 255).to_bytes(32, "little")


def point_bytes(point: Affine) -> bytes:
    return written(point[1], point[0] & 1)


def encode(k: int) -> bytes:
    return point_bytes(times(k, base()))


def challenge(first: bytes, public: bytes, message: bytes) -> int:
    h = hashlib.sha512(first + public + message).digest()
    return int.from_bytes(h, "little") % Q  # which only matters for bad keys


class Key:
    def __init__(self, seed: bytes) -> None:
        h = hashlib.sha512(seed).digest()
        self.seed = seed
        self.a = int.from_bytes(h[:32], "little") & (1 << 254) - 8 | 1 << 254
        self.prefix = h[32:]
        self.public = encode(self.a)

    def sign(self, message: bytes) -> bytes:
        r = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), "little") % Q
        big_r = encode(r)
        return big_r + self.scalar(big_r, message, r)

    def scalar(self, first: bytes, message: bytes, r: int = 0) -> bytes:
        """
        Return the second half of a signature by this key whose first half is *first*, r
        times the base point.
        """
        s = (r + challenge(first, self.public, message) * self.a) % Q
        return s.to_bytes(32, "little")


# Signatures that implementations might disagree about.


def of_order_8() -> Affine:
    """Return a point of order 8: Q times a point whose order is a multiple of 8."""
    for y in range(2, P):
        x = root(y)
        if x is not None:
            point = times(Q, (x, y))
            if times(4, point) != (0, 1):
                return point
    raise AssertionError("an eighth of all points are of no other kind")


def small_points() -> list[tuple[str, int, bytes]]:
    """
    Return each encoding of a point whose order divides 8: its name, its order, the
    bytes.
    """
    found = []
    for k in range(8):
        x, y = times(k, of_order_8())
        order = 8 // math.gcd(8, k)
        for high in (0, P) if y + P < 1 << 255 else (0,):
            for odd in (0, 1) if x == 0 else (x & 1,):
                name = f"of order {order}"
                name += ", y + p" if high else ""
                name += ", a sign where x is 0" if odd != x & 1 else ""
                found.append((name, order, written(y + high, odd)))
    return found


def message_for(first: bytes, public: bytes, order: int) -> bytes:
    """
    Return a message whose challenge is a multiple of *order*, so that the key drops
    out.
    """
    said = (b"message %d" % n for n in itertools.count())
    return next(it for it in said if challenge(first, public, it) % order == 0)


def signatures() -> list[dict[str, Any]]:
    """
    Return valid signatures, and invalid ones whose R and A fit.

    A verifier that multiplies both sides by eight, or accepts several encodings of a
    number or point, would accept all invalid ones except the first four.
    """
    key, message, r = Key(b"S" * 32), b"message", 12345
    first, eighth = encode(r), of_order_8()
    signature = first + key.scalar(first, message, r)
    cases = [
        ("by RFC 8032", key.public, message, key.sign(message)),
        ("of nothing", key.public, b"", key.sign(b"")),
        ("with another R", key.public, message, signature),
    ]
    good = len(cases)
    cases += [
        ("of another message", key.public, b"massage", signature),
        ("another's", Key(b"s" * 32).public, message, signature),
        ("a byte short", key.public, message, signature[:-1]),
        ("a byte more", key.public, message, signature + b"\0"),
    ]
    for n in (1, 15):
        scalar = int.from_bytes(signature[32:], "little") + n * Q
        higher = first + scalar.to_bytes(32, "little")
        cases.append((f"S + {n} L", key.public, message, higher))
    for name, order, small in small_points():
        forged = small + key.scalar(small, message)
        cases.append((f"R {name}", key.public, message, forged))
        said = message_for(first, small, order)
        anybodys = first + r.to_bytes(32, "little")
        cases.append((f"A {name}", small, said, anybodys))
    mixed = point_bytes(add(times(r, base()), eighth))
    forged = mixed + key.scalar(mixed, message, r)
    cases.append(("R plus a point of order 8", key.public, message, forged))
    other = Key(key.seed)
    other.public = point_bytes(add(times(key.a, base()), eighth))
    said = message_for(first, other.public, 8)
    forged = first + other.scalar(first, said, r)
    cases.append(("A plus a point of order 8", other.public, said, forged))
    return [
        {
            "name": name,
            "key": public,
            "message": said,
            "signature": sig,
            "good": n < good,
        }
        for n, (name, public, said, sig) in enumerate(cases)
    ]


# The protocol.


def wire(key: Key, envelope: list[Any]) -> list[bytes]:
    env = pack(envelope)
    return [env, key.sign(frame(PROTO, b"msg", env))]


def permutation(gid: bytes, label: bytes, n: int) -> list[int]:
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        h = sha256(frame(PROTO, b"beacon", gid, label, struct.pack(">I", i)))
        j = int.from_bytes(h, "big") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def lent(lender: Key | None, key: Key, *place: bytes) -> list[bytes] | None:
    """Return a seat's lender for a key, with the lender's signature for a place."""
    if lender is None:
        return None
    return [lender.public, lender.sign(frame(PROTO, b"lends", key.public, *place))]


def log_file(wires: list[list[bytes]]) -> bytes:
    return b"SWLOG1\n" + b"".join(frame(pack(w)) for w in wires)


def lobby() -> dict[str, Any]:
    """Return draw 1 of three players: Ann owns the bot, and lends Zoë her seat."""
    draw = 1
    host = Key(b"H" * 32)
    people = []
    for name, letter in (("Ann", b"A"), ("Zoë", b"B"), ("builder", b"C")):
        people.append((name, Key(letter * 32), letter.lower() * 32))
    ann = people[0][1].public
    owners = {"builder": ann}
    lenders = {"Zoë": people[0][1]}
    rules = sha256(b"any rules")
    options: list[Any] = [
        ["game", "wonders"],
        ["host", host.public],
        ["players", 3],
        ["sides", "random"],
        ["suite", 0],
        ["turn_time", 90],
    ]
    people.sort(key=lambda person: person[1].public)
    commitments = [
        sha256(frame(PROTO, b"lobby", key.public, nonce)) for _, key, nonce in people
    ]
    bodies = [
        [
            name,
            key.public,
            lent(lenders.get(name), key, b"commit", commitment) or owners.get(name),
            commitment,
        ]
        for (name, key, _), commitment in zip(people, commitments, strict=True)
    ]

    def entry(key: Key, step: int, kind: str, prev: bytes, body: Any) -> list[bytes]:
        phase = 3 * draw + step
        return wire(key, [2, ZERO, "lobby", phase, kind, 255, prev, body])

    table_body = [rules, options, bodies]
    table = sha256(frame(PROTO, b"table", pack(table_body)))
    commits = [
        entry(key, 0, "LOBBY_COMMIT", ZERO, body)
        for (_, key, _), body in zip(people, bodies, strict=True)
    ]
    reveals = [
        entry(
            key,
            2,
            "LOBBY_REVEAL",
            table,
            [nonce, (lent(lenders.get(name), key, b"reveal", table) or (None,))[-1]],
        )
        for name, key, nonce in people
    ]
    gid = sha256(frame(PROTO, b"gid", table, *(nonce for _, _, nonce in people)))
    order = permutation(gid, b"seats", 3)
    return {
        "draw": draw,
        "host": {"seed": host.seed, "public": host.public},
        "people": [
            {
                "name": name,
                "seed": key.seed,
                "public": key.public,
                "owner": owners.get(name),
                "lender": lenders[name].seed if name in lenders else None,
                "nonce": nonce,
            }
            for name, key, nonce in people
        ],
        "rules": rules,
        "packed_options": pack(options),
        "table": table,
        "gid": gid,
        "seats": [people[k][0] for k in order],
        "code": sha256(frame(PROTO, b"sas", gid))[:4],
        "file": log_file(
            [*commits, entry(host, 1, "LOBBY_TABLE", ZERO, table_body), *reveals]
        ),
    }


def envelopes() -> dict[str, Any]:
    """
    Return a signed envelope with every type at every edge of its encodings, and another
    one.
    """
    key = Key(b"S" * 32)
    edges = [0, 1, 7, 8, 15, 16, 31, 32, 63, 64]
    numbers = sorted(
        {
            n
            for k in edges
            for n in (2**k - 1, 2**k, -(2**k) - 1, -(2**k), -(2**k) + 1)
            if -(2**63) <= n < 2**64
        }
    )
    body = [
        numbers,
        [None, False, True],
        [b"", b"b" * 255, b"b" * 256],
        ["", "s" * 31, "s" * 32, "s" * 255, "s" * 256, "Zoë ♞"],
        [[0] * 15, [0] * 16, [[[]]]],
    ]
    first = wire(key, [2, b"g" * 32, "main", 300, "PICK", 6, b"p" * 32, body])
    second = wire(key, [2, b"g" * 32, "main", 300, "PICK", 6, b"q" * 32, []])
    low, high = sorted((first, second))
    return {
        "seed": key.seed,
        "public": key.public,
        "numbers": [str(n) for n in numbers],
        "env": first[0],
        "sig": first[1],
        "wire": pack(first),
        "evidence": b"SWTWO1\n"
        + frame(key.public)
        + frame(pack(low))
        + frame(pack(high)),
    }


def digests() -> dict[str, Any]:
    ctx = frame(PROTO, b"ctx", b"d" * 32, b"PICK", b"age1", bytes([2]))
    entries = [sha256(b"one"), sha256(b"two")]
    facts = b'[1,{"a":[null,true,-3],"b":"\\u00eb\\n"}]'
    # Seat 1 opens its third ballot, on phase 300, and knows no other ballot on it.
    opens = pack(
        [
            2,
            b"g" * 32,
            "drop/1",
            2,
            "DROP_VOTE",
            1,
            b"d" * 32,
            [300, 0, [0, 4], [None, sha256(b"fraud")]],
        ]
    )
    # Seat 1 wishes to end the game before phase 300, with 5 points; seat 0 has -1.
    would_end = pack(
        [2, b"g" * 32, "halt", 300, "HALT", 1, b"d" * 32, [[[0, -1], [2, 5]]]]
    )
    # Seat 1 is handed over for the third time, from phase 300 on, to a bot.
    taker = Key(b"T" * 32)
    taken = [taker.public, "Zoë", Key(b"O" * 32).public]
    place = (b"\x01", struct.pack(">I", 2), struct.pack(">I", 300))
    # The same, to a person whose seat is lent.
    lender = Key(b"L" * 32)
    loan = lent(lender, taker, b"takeover", b"g" * 32, *place)
    lent_seat = [taker.public, "Zoë", loan]
    lent_takeover = frame(PROTO, b"takeover", b"g" * 32, *place, pack(lent_seat))
    takeover = frame(PROTO, b"takeover", b"g" * 32, *place, pack(taken))
    hands_over = pack(
        [
            2,
            b"g" * 32,
            "seat/1",
            2,
            "HANDOVER",
            1,
            b"d" * 32,
            [300, *taken, taker.sign(takeover)],
        ]
    )
    handover = sha256(frame(PROTO, b"handover", sha256(hands_over)))
    changed = (
        b"changed",
        b"d" * 32,
        b"main",
        struct.pack(">I", 300),
        b"\x02",
        *entries,
    )
    return {
        "frame": frame(b"a", b"bc"),
        "commit": sha256(frame(PROTO, b"commit", b"c", b"\x01" * 32, b"act")),
        "context": ctx,
        "context_extra": frame(
            PROTO, b"ctx", b"d" * 32, b"DEAL", b"age1", bytes([2]), b"\x05"
        ),
        "commit_in_context": sha256(
            frame(PROTO, b"commit", ctx, b"n" * 32, "Bäder".encode())
        ),
        "phase": sha256(
            frame(PROTO, b"phase", b"d" * 32, b"main", struct.pack(">I", 300), *entries)
        ),
        "opens_ballot": opens,
        "answers_ballot": pack([300, sha256(opens), True]),
        "changed": sha256(
            frame(
                PROTO,
                b"changed",
                b"d" * 32,
                b"main",
                struct.pack(">I", 300),
                b"\x02",
                *entries,
                b"\x00",
                sha256(opens),
            )
        ),
        "would_end": would_end,
        "takeover": takeover,
        "hands_over": hands_over,
        "lends": frame(PROTO, b"lends", taker.public, b"takeover", b"g" * 32, *place),
        "lent": pack([300, *lent_seat, taker.sign(lent_takeover)]),
        "handover": handover,
        "handed": sha256(frame(PROTO, *changed, b"\x01", handover)),
        "handed_and_changed": sha256(
            frame(PROTO, *changed, b"\x01", handover, sha256(opens))
        ),
        "table": sha256(frame(PROTO, b"table", b"body")),
        "gid": sha256(frame(PROTO, b"gid", b"t" * 32, b"m" * 32, b"n" * 32)),
        "lobby": sha256(frame(PROTO, b"lobby", b"i" * 32, b"n" * 32)),
        "code": sha256(frame(PROTO, b"sas", b"g" * 32))[:4],
        "facts": facts,
        "rules": sha256(facts),
        "permutation": permutation(b"g" * 32, b"age1", 21),
    }


def to_hex(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: to_hex(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_hex(item) for item in value]
    return value


def main() -> None:
    found = {
        "digests": digests(),
        "signatures": signatures(),
        "envelopes": envelopes(),
        "lobby": lobby(),
    }
    json.dump(to_hex(found), sys.stdout, indent=1, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
