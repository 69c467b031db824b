"""
The small proofs: knowledge of a key, correct opening of a card, correct transfer.

Each is a sigma protocol made non-interactive: Schnorr 1991, Chaum & Pedersen 1992, and
their conjunction over several relations. A proof consists of what was announced, and of
the responses to a challenge. The challenge hashes the announcements, the whole statement
and its place in the log (Bernhard, Pereira & Warinschi 2012), so a proof is worthless
anywhere else.

What reads a proof returns the `Equation`s that are left to check; what verifies it
checks them at once. Both raise `BadProof` and no other exception, whatever the bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, split_ciphertexts
from sealed_wonders.net.sealed.equations import Equation, confirm, refusing
from sealed_wonders.net.sealed.group import POINT_SIZE, Group, Point, split_points
from sealed_wonders.net.sealed.scalars import (
    SCALAR_SIZE,
    BadEncoding,
    Draw,
    draw_secret,
    hash_to_scalar,
    random_scalar,
    random_scalars,
    read_scalars,
    weights_of,
    wide_hash,
    write_scalar,
)

KNOWLEDGE = Sentence("knowledge of a key")
OPENING = Sentence("opening")
TRANSFER = Sentence("transfer")

KNOWLEDGE_SIZE = POINT_SIZE + SCALAR_SIZE
EQUALITY_SIZE = 2 * POINT_SIZE + SCALAR_SIZE
TRANSFER_SIZE = 3 * POINT_SIZE + 2 * SCALAR_SIZE


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
    announced = group.multiply_base(w)
    c = hash_to_scalar(b"pok", ctx, key, announced)
    return announced + _written(w + c * secret)


def read_knowledge(ctx: bytes, key: bytes, proof: bytes) -> tuple[Point, Equation]:
    """
    Return *key* as a point, if its sender knows its secret; and what shows that.

    Raises:
        BadProof: the proof or the key is malformed.
    """
    with refusing(KNOWLEDGE):
        (point,) = split_points(key, 1)
        (announced,), (z,) = parse_proof(proof, 1, 1)
        c = hash_to_scalar(b"pok", ctx, point, announced)
    return point, Equation(z, ((-c, point), (-1, announced)))


def verify_knowledge(
    ctx: bytes, key: bytes, proof: bytes, *, group: Group = GROUP
) -> Point:
    """
    Return *key* as a point if its sender knows its secret.

    Raises:
        BadProof: the proof doesn't hold, or *key* isn't a point.
    """
    point, equation = read_knowledge(ctx, key, proof)
    confirm(KNOWLEDGE, (equation,), group=group)
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
    return b"".join(announced) + _written(w + c * secret)


def read_equality(
    ctx: bytes, key: Point, point: Point, result: Point, proof: bytes
) -> tuple[Equation, Equation]:
    """
    Return what shows that *result* is *point* times the secret of *key*.

    Raises:
        BadProof: the proof is malformed.
    """
    with refusing(OPENING):
        announced, (z,) = parse_proof(proof, 2, 1)
        c = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    return (
        Equation(z, ((-c, key), (-1, announced[0]))),
        Equation(0, ((z, point), (-c, result), (-1, announced[1]))),
    )


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
    equations = read_equality(ctx, key, point, result, proof)
    confirm(OPENING, equations, group=group)


# Correct transfer of cards:
# XFER(x, rho_c : X = xG and, for each c, V_c = rho_c G, W_c = rho_c T - x U_c).


@dataclass(frozen=True, slots=True)
class Transfer:
    """Transferred points, and the masks that hide them."""

    given: tuple[Ciphertext, ...]
    """For each point U the pair (V, W): -xU encrypted with the recipient's key."""
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
    """
    Encrypt each of *points* times minus *secret* with the key *to*.

    Added to a card's second half, this removes the secret's part, and adds the key's.
    """
    masks = random_scalars(len(points), draw)
    given = tuple(
        Ciphertext(
            group.multiply_base(mask), group.combine(0, [(-secret, point), (mask, to)])
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
    Prove that *made* is each of *points* without the secret of *key*, for the key *to*.

    There is one proof for all points, of constant size. It is about their sum with
    weights that are known only once everything is fixed (Bellare, Garay & Rabin 1998).
    """
    if not len(points) == len(made.given) == len(made.masks):
        raise LocalProtocolError(f"{len(made.given)} shares for {len(points)} points")
    seed, weights = _weights(ctx, key, to, points, made.given)
    rho = sum(t * mask for t, mask in zip(weights, made.masks, strict=True))
    a, b = random_scalars(2, draw)
    by_a = ((-a * t, point) for t, point in zip(weights, points, strict=True))
    announced = (
        group.multiply_base(a),
        group.multiply_base(b),
        group.combine(0, [(b, to), *by_a]),
    )
    e = hash_to_scalar(b"xfer", seed, *announced)
    return b"".join(announced) + _written(a + e * secret, b + e * rho)


def read_transfer(
    ctx: bytes,
    key: Point,
    to: Point,
    points: Sequence[Point],
    given: bytes,
    proof: bytes,
) -> tuple[tuple[Ciphertext, ...], tuple[Equation, ...]]:
    """
    Return the pairs in *given*, and what shows that they are *points*, handed over.

    No weight is zero, so the equations also validate the given points.

    Raises:
        BadProof: the pairs or the proof are malformed.
    """
    with refusing(TRANSFER):
        announced, (za, zb) = parse_proof(proof, 3, 2)
        pairs = split_ciphertexts(given, len(points))
        seed, weights = _weights(ctx, key, to, points, pairs)
        e = hash_to_scalar(b"xfer", seed, *announced)
    one, two, three = announced
    by_pair = tuple(zip(weights, pairs, strict=True))
    return pairs, (
        Equation(za, ((-e, key), (-1, one))),
        Equation(zb, (*((-e * t, pair.a) for t, pair in by_pair), (-1, two))),
        Equation(
            0,
            (
                (zb, to),
                *((-za * t, point) for t, point in zip(weights, points, strict=True)),
                *((-e * t, pair.b) for t, pair in by_pair),
                (-1, three),
            ),
        ),
    )


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
    Return the pairs in *given*, if they hand *points* over from *key* to *to*.

    Raises:
        BadProof: they don't, or *given* isn't made of points.
    """
    pairs, equations = read_transfer(ctx, key, to, points, given, proof)
    confirm(TRANSFER, equations, group=group)
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
    drawn = weights_of(b"xfer-t", seed, range(1, len(points)))
    return seed, (1, *drawn) if points else ()


# Shared helpers.


def parse_proof(
    proof: bytes, points: int, scalars: int
) -> tuple[tuple[Point, ...], tuple[int, ...]]:
    """
    Split a proof into the points that were announced, and the responses.

    Raises:
        BadEncoding: it doesn't consist of that many points and scalars.
    """
    size, border = points * POINT_SIZE + scalars * SCALAR_SIZE, points * POINT_SIZE
    if len(proof) != size:
        raise BadEncoding(
            Sentence("proof of {n} bytes, not {size}", n=len(proof), size=size)
        )
    return split_points(proof[:border], points), read_scalars(proof[border:])


def _written(*scalars: int) -> bytes:
    return b"".join(write_scalar(k % Q) for k in scalars)
