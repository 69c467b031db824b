"""
The small proofs: knowledge of a key, correct opening of a card, correct transfer.

Each is a sigma protocol made non-interactive: Schnorr 1991, Chaum & Pedersen 1992, and
their conjunction over several relations. A proof consists of what was announced, and of
the responses to a challenge. The challenge hashes the announcements, the whole statement
and its place in the log (Bernhard, Pereira & Warinschi 2012), so a proof is worthless
anywhere else.

Functions that read a proof return the `Equation`s that are left to check. They raise
`BadProof` and no other exception, whatever the bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import wide_hash
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, split_ciphertexts
from sealed_wonders.net.sealed.equations import Equation, refusing
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
    write_scalar,
)
from sealed_wonders.net.sealed.statements import Handing, Unsealing

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


# Equality of two points' secrets: DLEQ(x : X = xG, D = xR).


def prove_equality(
    stated: Unsealing,
    secret: int,
    result: Point,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """Prove that *result* is what the secret removes from the card."""
    ctx, _, key, (point, _) = stated
    w = random_scalar(draw)
    announced = group.multiply_base(w), group.multiply(w, point)
    c = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    return b"".join(announced) + _written(w + c * secret)


def read_equality(
    stated: Unsealing, result: Point, proof: bytes
) -> tuple[Equation, Equation]:
    """
    Return what shows that *result* is what the secret removes from the card.

    Raises:
        BadProof: the proof is malformed.
    """
    ctx, _, key, (point, _) = stated
    with refusing(OPENING):
        announced, (z,) = parse_proof(proof, 2, 1)
        c = hash_to_scalar(b"dleq", ctx, key, point, result, *announced)
    return (
        Equation(z, ((-c, key), (-1, announced[0]))),
        Equation(0, ((z, point), (-c, result), (-1, announced[1]))),
    )


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
    stated: Handing, secret: int, *, draw: Draw = draw_secret, group: Group = GROUP
) -> Transfer:
    """
    Encrypt each of the points times minus *secret* with the other's key.

    Added to a card's second half, this removes the secret's part, and adds the key's.
    """
    masks = random_scalars(len(stated.points), draw)
    given = tuple(
        Ciphertext(
            group.multiply_base(mask),
            group.combine(0, [(-secret, point), (mask, stated.to)]),
        )
        for mask, point in zip(masks, stated.points, strict=True)
    )
    return Transfer(given, masks)


def prove_transfer(
    stated: Handing,
    secret: int,
    made: Transfer,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """
    Prove that *made* is each of the points, handed over.

    There is one proof for all points, of constant size. It is about their sum with
    weights that are known only once everything is fixed (Bellare, Garay & Rabin 1998).
    """
    points = stated.points
    if not len(points) == len(made.given) == len(made.masks):
        raise LocalProtocolError(f"{len(made.given)} shares for {len(points)} points")
    seed, weights = _weights(stated, made.given)
    rho = sum(t * mask for t, mask in zip(weights, made.masks, strict=True))
    a, b = random_scalars(2, draw)
    by_a = ((-a * t, point) for t, point in zip(weights, points, strict=True))
    announced = (
        group.multiply_base(a),
        group.multiply_base(b),
        group.combine(0, [(b, stated.to), *by_a]),
    )
    e = hash_to_scalar(b"xfer", seed, *announced)
    return b"".join(announced) + _written(a + e * secret, b + e * rho)


def read_transfer(
    stated: Handing, given: bytes, proof: bytes
) -> tuple[tuple[Ciphertext, ...], tuple[Equation, ...]]:
    """
    Return the pairs in *given*, and what shows that they are the points, handed over.

    No weight is zero, so the equations also validate the given points.

    Raises:
        BadProof: the pairs or the proof are malformed.
    """
    with refusing(TRANSFER):
        announced, (za, zb) = parse_proof(proof, 3, 2)
        pairs = split_ciphertexts(given, len(stated.points))
        seed, weights = _weights(stated, pairs)
        e = hash_to_scalar(b"xfer", seed, *announced)
    one, two, three = announced
    by_pair = tuple(zip(weights, pairs, strict=True))
    return pairs, (
        Equation(za, ((-e, stated.key), (-1, one))),
        Equation(zb, (*((-e * t, pair.a) for t, pair in by_pair), (-1, two))),
        Equation(
            0,
            (
                (zb, stated.to),
                *(
                    (-za * t, point)
                    for t, point in zip(weights, stated.points, strict=True)
                ),
                *((-e * t, pair.b) for t, pair in by_pair),
                (-1, three),
            ),
        ),
    )


def _weights(
    stated: Handing, given: Sequence[Ciphertext]
) -> tuple[bytes, tuple[int, ...]]:
    """
    Hash the statement; return the hash and the weight of each point, the first being 1.
    """
    ctx, _, key, to, points = stated
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
