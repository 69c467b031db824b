"""
The small proofs: that a key is known, a card opened rightly, cards handed over whole.

Each is a sigma protocol made non-interactive: Schnorr 1991, Chaum & Pedersen 1992, and
their conjunction over several relations. The challenge hashes the whole statement and
the place in the log where it stands (Bernhard, Pereira & Warinschi 2012), so a proof is
worth nothing anywhere else.

Verifying raises `BadProof` and no other exception, whatever the bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, split_ciphertexts
from sealed_wonders.net.sealed.group import Group, Point
from sealed_wonders.net.sealed.scalars import (
    SCALAR_SIZE,
    BadEncoding,
    Draw,
    draw_secret,
    hash_to_scalar,
    random_scalar,
    random_scalars,
    read_scalars,
    weight,
    wide_hash,
    write_scalar,
)

KNOWLEDGE_SIZE = 2 * SCALAR_SIZE
EQUALITY_SIZE = 2 * SCALAR_SIZE
TRANSFER_SIZE = 3 * SCALAR_SIZE


class BadProof(RemoteProtocolError):
    """What was to be proven isn't, or isn't even said in the right form."""


@contextmanager
def refusing(what: Sentence) -> Iterator[None]:
    """Turn whatever can't be read while *what* is verified into a `BadProof`."""
    try:
        yield
    except BadEncoding as error:
        raise BadProof(
            Sentence("{name}: {note}", name=what, note=sentence_of(error))
        ) from error


# That a secret is known: POK(x : Y = xG).


def prove_knowledge(
    ctx: bytes,
    secret: int,
    key: Point,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """Prove that one knows the secret of *key*."""
    w = random_scalar(draw)
    c = hash_to_scalar(b"pok", ctx, key, group.multiply_base(w))
    return _written(c, w + c * secret)


def verify_knowledge(
    ctx: bytes, key: bytes, proof: bytes, *, group: Group = GROUP
) -> Point:
    """
    Give *key* as a point, if whoever sent it knows its secret.

    Raises:
        BadProof: they don't, or it isn't a point.
    """
    with refusing(Sentence("knowledge of a key")):
        c, z = _responses(proof, KNOWLEDGE_SIZE)
        point = group.read_point(key)
        t = group.combine(z, [(-c, point)])
    _compare(Sentence("knowledge of a key"), c, hash_to_scalar(b"pok", ctx, point, t))
    return point


# That two points have one secret: DLEQ(x : X = xG, D = xR).


def prove_equality(
    ctx: bytes,
    secret: int,
    key: Point,
    point: Point,
    result: Point,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """Prove that *result* is *point* times the secret of *key*."""
    w = random_scalar(draw)
    announced = group.multiply_base(w), group.multiply(w, point)
    c = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    return _written(c, w + c * secret)


def verify_equality(
    ctx: bytes,
    key: Point,
    point: Point,
    result: Point,
    proof: bytes,
    *,
    group: Group = GROUP,
) -> None:
    """
    See that *result* is *point* times the secret of *key*.

    Raises:
        BadProof: it isn't.
    """
    with refusing(Sentence("opening")):
        c, z = _responses(proof, EQUALITY_SIZE)
        announced = (
            group.combine(z, [(-c, key)]),
            group.combine(0, [(z, point), (-c, result)]),
        )
    challenge = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    _compare(Sentence("opening"), c, challenge)


# That cards were handed over whole:
# XFER(x, rho_c : X = xG and, for each c, V_c = rho_c G, W_c = x U_c + rho_c T).


@dataclass(frozen=True, slots=True)
class Transfer:
    """What is given for some points, and what it was hidden with."""

    given: tuple[Ciphertext, ...]
    """For each point U its (V, W): xU sealed under the key of who receives it."""
    masks: tuple[int, ...] = field(repr=False)
    """The rho of each: secret, and of no use once the proof is made."""


def transfer(
    secret: int,
    to: Point,
    points: Sequence[Point],
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> Transfer:
    """Seal each of *points* times *secret* under the key *to*."""
    masks = random_scalars(len(points), draw)
    given = tuple(
        Ciphertext(
            group.multiply_base(mask), group.combine(0, [(secret, point), (mask, to)])
        )
        for mask, point in zip(masks, points, strict=True)
    )
    return Transfer(given, masks)


def prove_transfer(
    ctx: bytes,
    secret: int,
    key: Point,
    to: Point,
    points: Sequence[Point],
    made: Transfer,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """
    Prove that *made* gives each of *points* times the secret of *key* to the key *to*.

    One proof for all, whose size doesn't depend on how many there are: it is about
    their sum with weights that are known only once everything is fixed (Bellare, Garay
    & Rabin 1998).
    """
    if not len(points) == len(made.given) == len(made.masks):
        raise LocalProtocolError(f"{len(made.given)} shares for {len(points)} points")
    seed, weights = _weights(ctx, key, to, points, made.given)
    u = group.combine(0, zip(weights, points, strict=True))
    rho = sum(t * mask for t, mask in zip(weights, made.masks, strict=True))
    a, b = random_scalars(2, draw)
    announced = (
        group.multiply_base(a),
        group.multiply_base(b),
        group.combine(0, [(a, u), (b, to)]),
    )
    e = hash_to_scalar(b"xfer", seed, *announced)
    return _written(e, a + e * secret, b + e * rho)


def verify_transfer(
    ctx: bytes,
    key: Point,
    to: Point,
    points: Sequence[Point],
    given: bytes,
    proof: bytes,
    *,
    group: Group = GROUP,
) -> tuple[Ciphertext, ...]:
    """
    Give what is *given*, if it is each of *points* times the secret of *key*, for *to*.

    Raises:
        BadProof: it isn't, or it isn't made of points.
    """
    with refusing(Sentence("transfer")):
        e, za, zb = _responses(proof, TRANSFER_SIZE)
        pairs = split_ciphertexts(given, len(points))
        seed, weights = _weights(ctx, key, to, points, pairs)
        # No weight is zero, so this also reads the points that were given.
        u = group.combine(0, zip(weights, points, strict=True))
        v = group.combine(0, zip(weights, (pair.a for pair in pairs), strict=True))
        w = group.combine(0, zip(weights, (pair.b for pair in pairs), strict=True))
        announced = (
            group.combine(za, [(-e, key)]),
            group.combine(zb, [(-e, v)]),
            group.combine(0, [(za, u), (zb, to), (-e, w)]),
        )
    _compare(Sentence("transfer"), e, hash_to_scalar(b"xfer", seed, *announced))
    return pairs


def _weights(
    ctx: bytes,
    key: Point,
    to: Point,
    points: Sequence[Point],
    given: Sequence[Ciphertext],
) -> tuple[bytes, tuple[int, ...]]:
    """Fix the statement; give its hash and the weight of each point, the first 1."""
    columns = *points, *(pair.a for pair in given), *(pair.b for pair in given)
    seed = wide_hash(b"xfer-w", ctx, key, to, *columns)
    drawn = (weight(b"xfer-t", seed, i) for i in range(1, len(points)))
    return seed, (1, *drawn) if points else ()


# What all have in common.


def _written(*scalars: int) -> bytes:
    return b"".join(write_scalar(k % Q) for k in scalars)


def _responses(proof: bytes, size: int) -> tuple[int, ...]:
    if len(proof) != size:
        raise BadEncoding(
            Sentence("proof of {n} bytes, not {size}", n=len(proof), size=size)
        )
    return read_scalars(proof)


def _compare(what: Sentence, claimed: int, challenge: int) -> None:
    if claimed != challenge:
        raise BadProof(Sentence("{what}: the proof doesn't hold", what=what))
