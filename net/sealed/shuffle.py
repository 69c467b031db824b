"""
Shuffling sealed cards, with a proof that they are the same cards as before.

The proof is that of Terelius & Wikström 2010, in the variant specified by Haenni,
Locher, Koenig & Dubuis 2017 (and proven sound, complete and zero-knowledge by Haines
2019): the permutation is committed to, shown to be a permutation, and shown to be the
one that was applied. The challenge hashes everything (Bernhard, Pereira & Warinschi
2012).

The three parts are fixed in this order. First come the commitments C to the permutation
matrix, one Pedersen commitment per column. Then come the weights u, hashed from the
statement and C, which combine all cards in one random linear combination. Last comes
the chain D, whose last link commits to the product of the permuted weights. The sum of
C contains each generator once, and this product equals that of the weights themselves;
together, these two facts make the matrix a permutation (Terelius & Wikström, theorem
1). The last two equations say that the cards, weighted with the permuted u, are the
earlier cards, re-encrypted: so this permutation was applied.

The proof doesn't show that the mixer drew a random order, or keeps it secret. No proof
can; it is enough that one of all mixers does.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, resealed, split_ciphertexts
from sealed_wonders.net.sealed.group import (
    IDENTITY,
    Group,
    Point,
    split_points,
)
from sealed_wonders.net.sealed.proofs import BadProof, refusing
from sealed_wonders.net.sealed.scalars import (
    SCALAR_SIZE,
    BadEncoding,
    Draw,
    draw_secret,
    hash_to_scalar,
    random_scalars,
    read_scalars,
    weight,
    wide_hash,
    write_scalar,
)


class ShuffleProof(NamedTuple):
    """
    The proof as it is sent. For N cards, it has N, N, and 5 + 2N items of 32 bytes.
    """

    commitments: bytes
    """C: commitments to the permutation, one per place."""
    chain: bytes
    """D: each link builds on the one before, which shows that no card appears twice."""
    responses: bytes
    """The challenge, four responses, one per link, one per card."""


@dataclass(frozen=True, slots=True)
class MixedCards:
    """Cards in a new order and under new masks, with the mixer's secrets."""

    after: tuple[Ciphertext, ...]
    order: tuple[int, ...] = field(repr=False)
    """Sources of the cards: place i now holds the card that was at ``order[i]``."""
    masks: tuple[int, ...] = field(repr=False)


def mix(
    before: Sequence[Ciphertext],
    key: Point,
    order: Sequence[int],
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> MixedCards:
    """Put cards in *order*, re-encrypting each so that nobody can recognize it."""
    if sorted(order) != list(range(len(before))):
        # The message omits the order, which is secret.
        raise LocalProtocolError(f"no permutation of {len(before)} cards")
    masks = random_scalars(len(order), draw)
    after = tuple(
        resealed(before[source], mask, key, group=group)
        for source, mask in zip(order, masks, strict=True)
    )
    return MixedCards(after, tuple(order), masks)


def prove_shuffle(
    ctx: bytes,
    key: Point,
    before: Sequence[Ciphertext],
    mixed: MixedCards,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> ShuffleProof:
    """
    Prove that *mixed* contains the cards of *before* in some order, all under *key*.
    """
    after, order, n = mixed.after, mixed.order, len(before)
    if n == 0 or len(after) != n:
        raise LocalProtocolError(f"{n} cards became {len(after)}")
    h0, h, _ = _generators(n, group)
    s = random_scalars(n, draw)
    commitments: list[Point] = [h0] * n
    for place, source in enumerate(order):
        commitments[source] = group.add(group.multiply_base(s[source]), h[place])
    seed, u = _weights(ctx, key, before, after, commitments)
    permuted = [u[source] for source in order]

    t = random_scalars(n, draw)
    chain, t_total = [h0], 0
    for t_i, u_i in zip(t, permuted, strict=True):
        chain.append(group.combine(t_i, [(u_i, chain[-1])]))
        t_total = (t_total * u_i + t_i) % Q
    del chain[0]

    # The prover of a sigma protocol announces what a verifier computes from responses
    # to a challenge of zero, where the images don't matter. So one function serves
    # both.
    w, wt, wu = (random_scalars(count, draw) for count in (4, n, n))
    nothing = (IDENTITY,) * 5
    announced = _announced(key, after, chain, nothing, 0, w, wt, wu, group)
    # *seed* is a hash of the statement and the commitments, so the challenge covers
    # them, too.
    c = hash_to_scalar(b"shuf-c", seed, *chain, *announced)
    totals = sum(s), t_total, _dot(s, u), _dot(mixed.masks, permuted)
    known = zip((*w, *wt, *wu), (*totals, *t, *permuted), strict=True)
    responses = c, *(drawn + c * secret for drawn, secret in known)
    return ShuffleProof(
        b"".join(commitments),
        b"".join(chain),
        b"".join(write_scalar(response % Q) for response in responses),
    )


def verify_shuffle(
    ctx: bytes,
    key: Point,
    before: Sequence[Ciphertext],
    after: bytes,
    proof: ShuffleProof,
    *,
    group: Group = GROUP,
) -> tuple[Ciphertext, ...]:
    """
    Return the cards encoded in *after* if they are those in *before*.

    The multiplications validate every received point: each factor is a weight, which is
    never zero, or one of the responses that are rejected if they are zero.

    Raises:
        BadProof: they aren't, there are none, or something isn't a point or a scalar.
    """
    n = len(before)
    with refusing(Sentence("shuffle")):
        c, z, zt, zu = _responses(proof.responses, n)
        cards = split_ciphertexts(after, n)
        commitments = split_points(proof.commitments, n)
        chain = split_points(proof.chain, n)
        h0, _, h_total = _generators(n, group)
        seed, u = _weights(ctx, key, before, cards, commitments)

        u_product = functools.reduce(lambda a, b: a * b % Q, u)
        images = (
            group.subtract(group.sum(commitments), h_total),
            group.subtract(chain[-1], group.multiply(u_product, h0)),
            group.combine(0, zip(u, commitments, strict=True)),
            group.combine(0, zip(u, (card.a for card in before), strict=True)),
            group.combine(0, zip(u, (card.b for card in before), strict=True)),
        )
        announced = _announced(key, cards, chain, images, c, z, zt, zu, group)
    if c != hash_to_scalar(b"shuf-c", seed, *chain, *announced):
        raise BadProof(
            Sentence("{what}: the proof is invalid", what=Sentence("shuffle"))
        )
    return cards


def _announced(
    key: Point,
    after: Sequence[Ciphertext],
    chain: Sequence[Point],
    images: Sequence[Point],
    c: int,
    z: Sequence[int],
    zt: Sequence[int],
    zu: Sequence[int],
    group: Group,
) -> tuple[Point, ...]:
    """
    Return what must have been announced for these responses to the challenge *c*.

    An announcement equals this result for a challenge of zero. So the prover, who has
    only drawn numbers yet, calls it with zero.

    Args:
        images: the images of the secrets behind *z*: that each place was filled once,
            that each card was used once, the same permuted, and the two halves of the
            cards.
    """
    h0, h, _ = _generators(len(after), group)
    filled, used, permuted, image_a, image_b = images
    z1, z2, z3, z4 = z
    by_a = zip(zu, (card.a for card in after), strict=True)
    by_b = zip(zu, (card.b for card in after), strict=True)
    links = zip(zt, zu, itertools.pairwise((h0, *chain)), strict=True)
    return (
        group.combine(z1, [(-c, filled)]),
        group.combine(z2, [(-c, used)]),
        group.combine(z3, [*zip(zu, h, strict=True), (-c, permuted)]),
        group.combine(-z4, [*by_a, (-c, image_a)]),
        group.combine(0, [(-z4, key), *by_b, (-c, image_b)]),
        *(
            group.combine(zt_i, [(zu_i, before), (-c, link)])
            for zt_i, zu_i, (before, link) in links
        ),
    )


def _responses(
    data: bytes, n: int
) -> tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """
    Decode the responses: the challenge, four, those of the chain and of the cards.
    """
    if n == 0 or len(data) != (5 + 2 * n) * SCALAR_SIZE:
        raise BadEncoding(
            Sentence("proof of {n} bytes for {other} cards", n=len(data), other=n)
        )
    c, *rest = read_scalars(data)
    if c == 0 or 0 in rest[4 + n :]:
        # Nobody draws these, and points multiplied by them wouldn't be validated.
        raise BadEncoding(Sentence("one of the responses is zero"))
    return c, tuple(rest[:4]), tuple(rest[4 : 4 + n]), tuple(rest[4 + n :])


def _weights(
    ctx: bytes,
    key: Point,
    before: Sequence[Ciphertext],
    after: Sequence[Ciphertext],
    commitments: Sequence[Point],
) -> tuple[bytes, tuple[int, ...]]:
    """
    Hash the statement and the permutation; return the hash and each card's weight.
    """
    n = len(before)
    points = (point for card in (*before, *after) for point in card)
    count = n.to_bytes(4, "big")
    seed = wide_hash(b"shuf-u", ctx, key, count, *points, *commitments)
    return seed, tuple(weight(b"shuf-ui", seed, k) for k in range(n))


@functools.lru_cache(64)
def _generators(n: int, group: Group) -> tuple[Point, tuple[Point, ...], Point]:
    """Return H_0, then H_1 to H_n, and the sum of the latter."""
    h = tuple(group.generator(i) for i in range(1, n + 1))
    return group.generator(0), h, group.sum(h)


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))
