"""
Make sealed.json: generators, and proofs that a reader must accept.

    python -m tests.vectors.make_sealed_vectors > tests/vectors/sealed.json

It shares no line with the project: the provers are written from docs/PROTOCOL.md (The
proofs), and calculate like the independent account. Random numbers come from a name, so
the same bytes come out every time.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tests.independent import (
    Q,
    add,
    base,
    challenge,
    check_dleq,
    check_pok,
    check_shuffle,
    check_xfer,
    commitment,
    face,
    generator,
    mul,
    u32,
    weight,
    weighted,
    wide,
)

Pair = tuple[bytes, bytes]


def numbers(name: str) -> Iterator[int]:
    """Yield numbers from 1 to q - 1 that are derived from a name."""
    for i in itertools.count():
        hashed = hashlib.sha512(f"{name} {i}".encode()).digest()
        yield int.from_bytes(hashed, "little") % (Q - 1) + 1


RND = numbers("sealed vectors")


def rnd() -> int:
    return next(RND)


def some(count: int) -> list[int]:
    return [rnd() for _ in range(count)]


def scalars(*values: int) -> bytes:
    return b"".join((value % Q).to_bytes(32, "little") for value in values)


def dot(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True)) % Q


def pok(ctx: bytes) -> dict[str, Any]:
    x, w = some(2)
    y, t = base(x), base(w)
    proof = t + scalars(w + challenge("pok", ctx, y, t) * x)
    check_pok(ctx, y, proof)
    return {"ctx": ctx, "secret": scalars(x), "Y": y, "proof": proof}


def dleq(ctx: bytes) -> dict[str, Any]:
    x, w, r = rnd(), rnd(), base(rnd())
    key, image = base(x), mul(x, r)
    t1, t2 = base(w), mul(w, r)
    c = challenge("dleq", ctx, key, r, image, t1, t2)
    proof = t1 + t2 + scalars(w + c * x)
    check_dleq(ctx, key, r, image, proof)
    return {
        "ctx": ctx,
        "secret": scalars(x),
        "X": key,
        "R": r,
        "D": image,
        "proof": proof,
    }


def xfer(ctx: bytes, count: int) -> dict[str, Any]:
    x, to, us, rhos = rnd(), base(rnd()), [base(it) for it in some(count)], some(count)
    key = base(x)
    vs = [base(rho) for rho in rhos]
    ws = [add(mul(rho, to), mul(-x, u)) for rho, u in zip(rhos, us, strict=True)]
    seed = wide("xfer-w", ctx, key, to, *us, *vs, *ws)
    ts = [1, *(weight("xfer-t", seed, i) for i in range(1, count))]
    a, b = some(2)
    announced = base(a), base(b), add(mul(b, to), mul(-a, weighted(ts, us)))
    e = challenge("xfer", seed, *announced)
    proof = b"".join(announced) + scalars(a + e * x, b + e * dot(ts, rhos))
    check_xfer(ctx, key, to, us, list(zip(vs, ws, strict=True)), proof)
    return {"ctx": ctx, "X": key, "T": to, "U": us, "V": vs, "W": ws, "proof": proof}


def com(blinder: int, values: Sequence[int]) -> bytes:
    return add(
        base(blinder), weighted(values, [generator(i) for i in range(len(values))])
    )


def shuffle(ctx: bytes, order: Sequence[int]) -> dict[str, Any]:
    n, y = len(order), rnd()
    key = base(y)
    before = [(base(r), add(face(card), mul(r, key))) for card, r in enumerate(some(n))]
    masks = some(n)
    after: list[Pair] = [
        (add(before[k][0], base(r)), add(before[k][1], mul(r, key)))
        for k, r in zip(order, masks, strict=True)
    ]
    s1, s2, s3, s4, s5, s6 = some(6)
    c1 = com(s1, order)
    flat = [part for pair in (*before, *after) for part in pair]
    seed = wide("shuf-u", ctx, key, u32(n), *flat, c1)
    us = [weight("shuf-ui", seed, k) for k in range(n)]
    vs = [us[k] for k in order]
    c2 = com(s2, vs)
    place, x = challenge("shuf-l", seed, c2), challenge("shuf-x", seed, c2)
    b = [(place * k + v) % Q for k, v in zip(order, vs, strict=True)]
    m = [(one - x) % Q for one in b]
    a = list(itertools.accumulate(m, lambda one, other: one * other % Q))
    d = some(n) if n > 1 else [0]
    delta = [d[0], *some(n - 2), 0] if n > 1 else [0]
    steps = range(1, n)
    announced = (
        com(s3, d),
        com(s4, [0, *(-delta[i - 1] * d[i] for i in steps)]),
        com(
            s5,
            [0, *(delta[i] - m[i] * delta[i - 1] - a[i - 1] * d[i] for i in steps)],
        ),
        add(base(-s6), weighted(d, [pair[0] for pair in after])),
        add(mul(-s6, key), weighted(d, [pair[1] for pair in after])),
    )
    e = challenge("shuf-e", seed, c2, *announced)
    proof = b"".join((c1, c2, *announced)) + scalars(
        s3 + e * (place * s1 + s2),
        s4 + e * s5,
        s6 + e * dot(b, masks),
        *(d[i] + e * b[i] for i in range(n)),
        *(delta[i] + e * a[i] for i in range(1, n - 1)),
    )
    check_shuffle(ctx, key, before, after, proof)
    return {
        "ctx": ctx,
        "secret": scalars(y),
        "Y": key,
        "E": [list(pair) for pair in before],
        "F": [list(pair) for pair in after],
        "permutation": list(order),
        "proof": proof,
    }


def written(value: Any) -> Any:
    """Return a value with all bytes as hexadecimal digits."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: written(part) for key, part in value.items()}
    return [written(part) for part in value] if isinstance(value, list) else value


def main() -> None:
    chance = random.Random("orders")
    ctx, nonce, payload = b"ctx-commit", bytes(range(32)), b"a move"
    found = {
        "about": "Generators, and proofs to be accepted, made by an independent "
        "implementation. Change any byte of ctx, a point or a proof, and it must be "
        "refused. Points as in RFC 9496, scalars little-endian, all hex.",
        "generators": [generator(i) for i in range(60)],
        "pok": [pok(b"ctx-1")],
        "dleq": [dleq(b"ctx-2")],
        "xfer": [xfer(b"ctx-3", 1), xfer(b"ctx-4", 6)],
        "shuffle": [
            shuffle(b"ctx-5", [0]),
            shuffle(b"ctx-6", [1, 0]),
            shuffle(b"ctx-7", chance.sample(range(7), 7)),
        ],
        "commit": [
            {
                "ctx": ctx,
                "nonce": nonce,
                "payload": payload,
                "digest": commitment(ctx, nonce, payload),
            }
        ],
    }
    sys.stdout.write(json.dumps(written(found), indent=1) + "\n")


if __name__ == "__main__":
    main()
