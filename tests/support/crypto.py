"""Both groups, repeatable randomness, and a prover of false statements."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, known
from sealed_wonders.net.sealed.group import IDENTITY, Group, Point, generator
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import (
    hash_to_scalar,
    random_scalar,
    random_scalars,
    weight,
    wide_hash,
    write_scalar,
)
from sealed_wonders.net.sealed.shuffle import ShuffleProof, mix
from sealed_wonders.net.sealed.sodium import Sodium
from tests.support.inprocess.chance import stream

SODIUM = Sodium()
PURE = PurePython()

each_group = pytest.mark.parametrize("group", [SODIUM, PURE], ids=lambda g: g.name)


def keys(seed: str) -> tuple[int, Point]:
    """Give a secret and its key."""
    secret = random_scalar(stream(seed))
    return secret, SODIUM.multiply_base(secret)


def hand(key: Point, count: int, seed: str = "hand") -> tuple[Ciphertext, ...]:
    """Give the first cards of a game, sealed under *key* so that no two look alike."""
    cards = [known(card, key, group=SODIUM) for card in range(count)]
    return mix(cards, key, range(count), draw=stream(seed), group=SODIUM).after


def flips(data: bytes, step: int = 1) -> list[bytes]:
    """Give *data* with one bit changed, for every so many of its bytes."""
    return [
        data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]
        for at in range(0, len(data), step)
    ]


Matrix = Sequence[Sequence[int]]
"""For each place of the new hand, how much of each old card is in it."""

Challenge = Callable[..., int]

NOTHING = Ciphertext(IDENTITY, IDENTITY)


class MaliciousShuffler:
    """
    A shuffler of his own making, who goes through with any matrix, not only a permutation.

    Written from the paper and sharing no line with the honest prover; if all his matrices
    are one permutation his proofs are good. Else he chooses what he is caught by: the
    verifier's equations hold if

    1. the rows of *committed* sum to 1,
    2. the product of the weights is the same when *answered* is applied to them,
    3. *committed* is *answered*,
    4. *applied*, transposed, is the inverse of *answered*, in both halves of the cards,
    5. and the chain of products is unbroken, which he may break to mend its end.

    Args:
        committed: the matrix he commits to.
        answered: the one he responds with.
        applied: what he does to the cards.
        added: and what he adds to the halves of the first one.
    """

    def __init__(
        self,
        key: Point,
        before: Sequence[Ciphertext],
        committed: Matrix,
        answered: Matrix | None = None,
        applied: Matrix | None = None,
        added: Ciphertext = NOTHING,
    ) -> None:
        self._key = key
        self._before = before
        self._committed = committed
        self._answered = answered or committed
        self._masks = random_scalars(len(before), stream("masks"))
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
            for row, mask in zip(applied or self._answered, self._masks, strict=True)
        )
        more = Ciphertext(SODIUM.add(first.a, added.a), SODIUM.add(first.b, added.b))
        self.after = (more, *rest)

    def prove(
        self,
        ctx: bytes,
        *,
        mend_chain: bool = False,
        challenge: Challenge = hash_to_scalar,
    ) -> ShuffleProof:
        """
        Make the best proof there is of it.

        Args:
            mend_chain: let the chain end where the verifier wants it to, so that the last
                link is wrong instead.
        """
        group: Group = SODIUM
        n, draw = len(self._before), stream("proof")
        h = [generator(1 + i) for i in range(n)]
        s = random_scalars(n, draw)
        commitments = [
            group.combine(s[k], [(self._committed[i][k], h[i]) for i in range(n)])
            for k in range(n)
        ]
        points = [point for card in (*self._before, *self.after) for point in card]
        seed = wide_hash(
            b"shuf-u", ctx, self._key, n.to_bytes(4, "big"), *points, *commitments
        )
        u = [weight(b"shuf-ui", seed, k) for k in range(n)]
        new = [sum(self._answered[i][k] * u[k] for k in range(n)) % Q for i in range(n)]

        t = random_scalars(n, draw)
        links, share = [generator(0)], 0
        for t_i, u_i in zip(t, new, strict=True):
            links.append(group.combine(t_i, [(u_i, links[-1])]))
            share = (share * u_i + t_i) % Q
        if mend_chain:
            links[-1] = group.combine(share, [(math.prod(u) % Q, generator(0))])

        w, wt, wu = (random_scalars(count, draw) for count in (4, n, n))
        halves_a = [(x, card.a) for x, card in zip(wu, self.after, strict=True)]
        halves_b = [(x, card.b) for x, card in zip(wu, self.after, strict=True)]
        announced = [
            group.multiply_base(w[0]),
            group.multiply_base(w[1]),
            group.combine(w[2], zip(wu, h, strict=True)),
            group.combine(-w[3], halves_a),
            group.combine(0, [(-w[3], self._key), *halves_b]),
            *(group.combine(wt[i], [(wu[i], links[i])]) for i in range(n)),
        ]
        c = challenge(b"shuf-c", seed, *links[1:], *announced)
        z = [
            c,
            w[0] + c * sum(s),
            w[1] + c * share,
            w[2] + c * sum(s[k] * u[k] for k in range(n)),
            w[3] + c * sum(r * x for r, x in zip(self._masks, new, strict=True)),
            *(wt[i] + c * t[i] for i in range(n)),
            *(wu[i] + c * new[i] for i in range(n)),
        ]
        return ShuffleProof(
            b"".join(commitments),
            b"".join(links[1:]),
            b"".join(write_scalar(k % Q) for k in z),
        )
