"""
The small proofs: knowledge of a key, correct opening of a card, correct transfer.

Each is a sigma protocol made non-interactive: Schnorr 1991, Chaum & Pedersen 1992, and
their conjunction over several relations. The challenge hashes the whole statement and
its place in the log (Bernhard, Pereira & Warinschi 2012), so a proof is worthless
anywhere else.

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
    """A proof doesn't hold, or is malformed."""


@contextmanager
def refusing(what: Sentence) -> Iterator[None]:
    """Turn every BadEncoding while *what* is verified into a `BadProof`."""
    try:
        yield
    except BadEncoding as error:
        raise BadProof(
            Sentence("{name}: {note}", name=what, note=sentence_of(error))
        ) from error


# Knowledge of a secret: POK(x : Y = xG).


def prove_knowledge(
    ctx: bytes,
    secret: int,
    key: Point,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    w = random_scalar(draw)
    c = hash_to_scalar(b"pok", ctx, key, group.multiply_base(w))
    return _written(c, w + c * secret)


def verify_knowledge(
    ctx: bytes, key: bytes, proof: bytes, *, group: Group = GROUP
) -> Point:
    """
    Return *key* as a point if its sender knows its secret.

    Raises:
        BadProof: the proof doesn't hold, or *key* isn't a point.
    """
    with refusing(Sentence("knowledge of a key")):
        c, z = _responses(proof, KNOWLEDGE_SIZE)
        point = group.read_point(key)
        t = group.combine(z, [(-c, point)])
    _compare(Sentence("knowledge of a key"), c, hash_to_scalar(b"pok", ctx, point, t))
    return point


# Equality of two points' secrets: DLEQ(x : X = xG, D = xR).


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
    Verify that *result* is *point* times the secret of *key*.

    Raises:
        BadProof: the proof doesn't hold.
    """
    with refusing(Sentence("opening")):
        c, z = _responses(proof, EQUALITY_SIZE)
        announced = (
            group.combine(z, [(-c, key)]),
            group.combine(0, [(z, point), (-c, result)]),
        )
    challenge = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    _compare(Sentence("opening"), c, challenge)


# Correct transfer of cards:
# XFER(x, rho_c : X = xG and, for each c, V_c = rho_c G, W_c = x U_c + rho_c T).


@dataclass(frozen=True, slots=True)
class Transfer:
    """Transferred points, and the masks that hide them."""

    given: tuple[Ciphertext, ...]
    """For each point U the pair (V, W): xU encrypted with the recipient's key."""
    masks: tuple[int, ...] = field(repr=False)
    """The rho of each: secret, and useless once the proof is made."""


def transfer(
    secret: int,
    to: Point,
    points: Sequence[Point],
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> Transfer:
    """Encrypt each of *points* times *secret* with the key *to*."""
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
    Prove that *made* is each of *points* times the secret of *key*, for the key *to*.

    There is one proof for all points, of constant size. It is about their sum with
    weights that are known only once everything is fixed (Bellare, Garay & Rabin 1998).
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
    Return the pairs in *given*, if they are *points* times *key*'s secret, for *to*.

    Raises:
        BadProof: they aren't, or *given* isn't made of points.
    """
    with refusing(Sentence("transfer")):
        e, za, zb = _responses(proof, TRANSFER_SIZE)
        pairs = split_ciphertexts(given, len(points))
        seed, weights = _weights(ctx, key, to, points, pairs)
        # No weight is zero, so this also validates the given points.
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
    """
    Hash the statement; return the hash and the weight of each point, the first being 1.
    """
    columns = *points, *(pair.a for pair in given), *(pair.b for pair in given)
    seed = wide_hash(b"xfer-w", ctx, key, to, *columns)
    drawn = (weight(b"xfer-t", seed, i) for i in range(1, len(points)))
    return seed, (1, *drawn) if points else ()


# Shared helpers.


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
        raise BadProof(Sentence("{what}: the proof is invalid", what=what))
