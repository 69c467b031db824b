"""Both groups, one that counts, repeatable randomness, and a prover of false statements."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence
from threading import Lock

import pytest

from sealed_wonders.net.log.digests import wide_hash
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, known
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point, generator
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import (
    hash_to_scalar,
    random_scalar,
    random_scalars,
    weights_of,
    write_scalar,
)
from sealed_wonders.net.sealed.shuffle import mix
from sealed_wonders.net.sealed.sodium import Sodium
from tests.support.inprocess.chance import stream
from tests.support.vectors import vectors


class Counting(Sodium):
    """A group that counts the points it multiplies, other than its base point."""

    count = 0
    _lock = Lock()

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        some = tuple(terms)
        with self._lock:
            self.count += sum(point != BASE for _, point in some)
        return super().combine(k, some)

    def counted(self, work: Callable[[], object]) -> int:
        self.count = 0
        work()
        return self.count


SODIUM = Sodium()
PURE = PurePython()

each_group = pytest.mark.parametrize("group", [SODIUM, PURE], ids=lambda g: g.name)

NO_POINTS = [
    bytes.fromhex(encoding)
    for some in vectors("ristretto255")["invalid"].values()
    for encoding in some
]
"""What RFC 9496 lists as encodings of no point (appendix A.2)."""


def keys(seed: str) -> tuple[int, Point]:
    """Return a secret and its key."""
    secret = random_scalar(stream(seed))
    return secret, SODIUM.multiply_base(secret)


def hand(key: Point, count: int, seed: str = "hand") -> tuple[Ciphertext, ...]:
    """Return the first cards of a game, sealed under *key*; no two look alike."""
    cards = [known(card, key, group=SODIUM) for card in range(count)]
    return mix(cards, key, range(count), draw=stream(seed), group=SODIUM).after


def flips(data: bytes, step: int = 1) -> list[bytes]:
    """Return copies of *data* with one bit changed, for every *step*-th byte."""
    return [
        data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
        for at in range(0, len(data), step)
    ]


Matrix = Sequence[Sequence[int]]
"""For each place of the new hand, how much of each old card is in it."""

Answer = Callable[[Sequence[int], int], tuple[Sequence[int], int]]

NOTHING = Ciphertext(IDENTITY, IDENTITY)


class MaliciousShuffler:
    """
    A shuffler of his own making, who goes through with any matrix, not only a permutation.

    Written from the paper and sharing no line with the honest prover; if both his matrices
    are one permutation, his proofs are good. Else he chooses what he is caught by: the
    verifier's equations hold if

    1. what he answers with is what he has committed to,
    2. the product of the numbers is the same when *committed* is applied to them,
    3. *applied*, transposed, is the inverse of *committed*, in the masks' half of the cards,
    4. and in the cards' own half.

    Args:
        committed: the matrix he commits to, by what it makes of places and weights.
        applied: what he does to the cards.
        added: and what he adds to the halves of the first one.
    """

    def __init__(
        self,
        key: Point,
        before: Sequence[Ciphertext],
        committed: Matrix,
        applied: Matrix | None = None,
        added: Ciphertext = NOTHING,
    ) -> None:
        self._key = key
        self._before = before
        self._committed = committed
        self.masks = random_scalars(len(before), stream("masks"))
        first, *rest = (
            Ciphertext(
                SODIUM.combine(
                    mask, zip(row, (card.a for card in before), strict=True)
                ),
                SODIUM.combine(
                    0,
                    [(mask, key), *zip(row, (card.b for card in before), strict=True)],
                ),
            )
            for row, mask in zip(applied or committed, self.masks, strict=True)
        )
        more = Ciphertext(SODIUM.add(first.a, added.a), SODIUM.add(first.b, added.b))
        self.after = (more, *rest)

    def prove(self, ctx: bytes, answer: Answer | None = None) -> bytes:
        """
        Make the best proof there is of it.

        Args:
            answer: give other numbers than those committed to, with the mask that the cards
                then have, from the numbers of the earlier cards and from x.
        """
        n, draw = len(self._before), stream("proof")
        s_order, s_weights, s_drawn, s_crossed, s_linear, mask = random_scalars(6, draw)
        order = self._commit(s_order, self._applied_to(range(n)))
        points = [point for card in (*self._before, *self.after) for point in card]
        seed = wide_hash(
            b"shuf-u", ctx, self._key, n.to_bytes(4, "big"), *points, order
        )
        u = weights_of(b"shuf-ui", seed, range(n))
        weights = self._commit(s_weights, self._applied_to(u))
        place, x = (
            hash_to_scalar(tag, seed, weights) for tag in (b"shuf-l", b"shuf-x")
        )
        numbers = [(place * k + u[k]) % Q for k in range(n)]
        b, more = answer(numbers, x) if answer else (self._applied_to(numbers), 0)

        d = random_scalars(n, draw)
        delta = [d[0], *random_scalars(n - 2, draw), 0]
        a = [math.prod(it - x for it in b[: i + 1]) % Q for i in range(n)]
        inner = range(1, n)
        announced = [
            self._commit(s_drawn, d),
            self._commit(s_crossed, [0, *(-delta[i - 1] * d[i] for i in inner)]),
            self._commit(
                s_linear,
                [
                    0,
                    *(
                        delta[i] - (b[i] - x) * delta[i - 1] - a[i - 1] * d[i]
                        for i in inner
                    ),
                ],
            ),
            SODIUM.combine(-mask, [(d[i], self.after[i].a) for i in range(n)]),
            SODIUM.combine(
                0, [(-mask, self._key), *((d[i], self.after[i].b) for i in range(n))]
            ),
        ]
        e = hash_to_scalar(b"shuf-e", seed, weights, *announced)
        z = [
            s_drawn + e * (place * s_order + s_weights),
            s_crossed + e * s_linear,
            mask + e * (more + sum(map(operator.mul, b, self.masks))),
            *(d[i] + e * b[i] for i in range(n)),
            *(delta[i] + e * a[i] for i in range(1, n - 1)),
        ]
        return b"".join((order, weights, *announced, *(write_scalar(k % Q) for k in z)))

    def _applied_to(self, numbers: Sequence[int]) -> list[int]:
        return [sum(map(operator.mul, row, numbers)) % Q for row in self._committed]

    def _commit(self, blinder: int, numbers: Sequence[int]) -> Point:
        return SODIUM.combine(
            blinder, [(number, generator(i)) for i, number in enumerate(numbers)]
        )
