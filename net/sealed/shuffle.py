"""
Shuffling sealed cards, with a proof that they are the same cards as before.

The proof is that of Bayer & Groth 2012 for a single row of cards: with Pedersen
commitments to vectors, and with their argument for a single product (section 5.3). It
has two changes. The weights of the cards are hashes instead of powers of one number,
and the exponents of both arguments are the same, so that one opening serves both. The
challenges hash everything before them (Bernhard, Pereira & Warinschi 2012; Attema, Fehr
& Klooss 2022).

The parts are fixed in this order:

1. A commitment to the order. Card i was at place p_i before.
2. From a hash of the statement and of this commitment, a weight u_k for each card k.
   Then a commitment to the weights in the new order, v_i = u_(p_i).
3. From a hash of all this, two numbers l and x. Now b_i = l p_i + v_i must be the
   numbers l k + u_k in some order: the products of all b_i - x and of all l k + u_k - x
   are the same. Since l and x were unknown before, both are the same as polynomials in
   them. They have the same factors, so p is a permutation, and v is u permuted by it.
4. The cards, each times its b_i, are the earlier cards, each times its l k + u_k, and
   re-encrypted. Since l was unknown before, the same is true of the v_i and u_k alone.
   Since the u_k were unknown when the permutation and all cards were fixed, each card is
   the earlier card that the permutation says, re-encrypted.

Parts 3 and 4 are proven with one challenge e, as in every sigma protocol: some numbers
are drawn and announced, and each response is a drawn number plus e times a secret.

The proof doesn't show that the mixer drew a random order, or keeps it secret. No proof
can; it is enough that one of all mixers does.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sealed_wonders.core.game import u32
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import wide_hash
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, resealed, split_ciphertexts
from sealed_wonders.net.sealed.equations import Equation, Term, refusing
from sealed_wonders.net.sealed.group import POINT_SIZE, Group, Point
from sealed_wonders.net.sealed.proofs import parse_proof
from sealed_wonders.net.sealed.scalars import (
    SCALAR_SIZE,
    BadEncoding,
    Draw,
    draw_secret,
    hash_to_scalar,
    random_scalars,
    weights_of,
    write_scalar,
)
from sealed_wonders.net.sealed.statements import Mixing

SHUFFLE = Sentence("shuffle")


class _Committed(NamedTuple):
    """What is fixed before the numbers that are hashed from it."""

    order: Point
    """Commitment to the former places p."""
    weights: Point
    """Commitment to the permuted weights v."""


class _Announced(NamedTuple):
    """What is fixed before the challenge e."""

    drawn: Point
    """Commitment to the drawn numbers d, behind the responses f."""
    crossed: Point
    """Commitment to what the products of two drawn numbers leave over."""
    linear: Point
    """Commitment to what is left over e times."""
    half_a: Point
    half_b: Point
    """The cards, each times its d, re-encrypted."""


POINTS = len(_Committed._fields) + len(_Announced._fields)
BLINDERS = 3


def scalars(n: int) -> int:
    """Return how many scalars a proof for *n* cards has."""
    return BLINDERS + n + max(n - 2, 0)


def proof_size(n: int) -> int:
    """Return the bytes of a proof for *n* cards."""
    return POINTS * POINT_SIZE + scalars(n) * SCALAR_SIZE


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


def _seed(stated: Mixing, after: Sequence[Ciphertext], order: Point) -> bytes:
    """Return the hash of what is proven, and of the committed order."""
    ctx, key, before = stated
    points = (point for card in (*before, *after) for point in card)
    return wide_hash(b"shuf-u", ctx, key, u32(len(before)), *points, order)


def _weights(seed: bytes, n: int) -> list[int]:
    """Return the weight of each earlier card."""
    return weights_of(b"shuf-ui", seed, range(n))


def _lines(seed: bytes, weights: Point) -> tuple[int, int]:
    """Return l, which is a slope, and x, once the permuted weights are committed to."""
    return (
        hash_to_scalar(b"shuf-l", seed, weights),
        hash_to_scalar(b"shuf-x", seed, weights),
    )


def _challenge(seed: bytes, weights: Point, announced: _Announced) -> int:
    return hash_to_scalar(b"shuf-e", seed, weights, *announced)


def prove_shuffle(
    stated: Mixing,
    mixed: MixedCards,
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
) -> bytes:
    """Prove that *mixed* contains the stated cards in some order, all under their key."""
    after, order, n = mixed.after, mixed.order, len(stated.before)
    if n == 0 or len(after) != n:
        raise LocalProtocolError(f"{n} cards became {len(after)}")
    r_order, r_weights = random_scalars(2, draw)
    c_order = _commitment_to_order(r_order, order, group)
    seed = _seed(stated, after, c_order)
    weights = _weights(seed, n)
    permuted = [weights[source] for source in order]
    c_weights = _commitment(r_weights, permuted, group)

    slope, x = _lines(seed, c_weights)
    b = [(slope * p + v) % Q for p, v in zip(order, permuted, strict=True)]
    product = _Product.of(b, x, draw)
    mask, r_drawn = random_scalars(2, draw)
    by_a = zip(product.d, (card.a for card in after), strict=True)
    by_b = zip(product.d, (card.b for card in after), strict=True)
    announced = _Announced(
        _commitment(r_drawn, product.d, group),
        _commitment(product.r_crossed, product.crossed, group),
        _commitment(product.r_linear, product.linear, group),
        group.combine(-mask, by_a),
        group.combine(0, [(-mask, stated.key), *by_b]),
    )
    e = _challenge(seed, c_weights, announced)
    responses = (
        r_drawn + e * (slope * r_order + r_weights),
        product.r_crossed + e * product.r_linear,
        mask + e * sum(map(_times, b, mixed.masks)),
        *(drawn + e * secret for drawn, secret in zip(product.d, b, strict=True)),
        *product.partial(e),
    )
    written = (write_scalar(response % Q) for response in responses)
    return b"".join((c_order, c_weights, *announced, *written))


class _Product(NamedTuple):
    """The prover's numbers of the argument that a product is what it should be."""

    factors: Sequence[int]
    """All b - x."""
    products: Sequence[int]
    """The products of the first factors; the last is that of all."""
    d: Sequence[int]
    """Numbers drawn to hide the b."""
    hidden: Sequence[int]
    """
    Numbers that hide the products, of which the first hides a factor, and the last,
    which everybody knows, isn't hidden.
    """
    r_crossed: int
    r_linear: int

    @classmethod
    def of(cls, b: Sequence[int], x: int, draw: Draw) -> _Product:
        n, factors = len(b), [(it - x) % Q for it in b]
        products = list(itertools.accumulate(factors, _times))
        r_crossed, r_linear = random_scalars(2, draw)
        # The number of a single card is known, so there is nothing to hide.
        d = random_scalars(n, draw) if n > 1 else (0,)
        hidden = (d[0], *random_scalars(n - 2, draw), 0) if n > 1 else (0,)
        return cls(factors, products, d, hidden, r_crossed, r_linear)

    @property
    def crossed(self) -> list[int]:
        pairs = zip(self.hidden, self.d[1:], strict=False)
        return [0, *(-before * drawn for before, drawn in pairs)]

    @property
    def linear(self) -> list[int]:
        a, m, d, delta = self.products, self.factors, self.d, self.hidden
        return [
            0,
            *(
                delta[i] - m[i] * delta[i - 1] - a[i - 1] * d[i]
                for i in range(1, len(d))
            ),
        ]

    def partial(self, e: int) -> Iterator[int]:
        """Yield the responses for all products that are neither a factor nor known."""
        inner = slice(1, len(self.d) - 1)
        for product, drawn in zip(
            self.products[inner], self.hidden[inner], strict=True
        ):
            yield e * product + drawn


class _Proof(NamedTuple):
    """A proof, split into its parts."""

    committed: _Committed
    announced: _Announced
    r_opening: int
    r_product: int
    mask: int
    f: Sequence[int]
    """Responses for the b."""
    partial: Sequence[int]
    """Responses for the products."""

    @classmethod
    def parse(cls, data: bytes, n: int) -> _Proof:
        points, numbers = parse_proof(data, POINTS, scalars(n))
        f, partial = numbers[BLINDERS : BLINDERS + n], numbers[BLINDERS + n :]
        if 0 in f:
            # Nobody draws these, and points multiplied by them wouldn't be validated.
            raise BadEncoding(Sentence("one of the responses is zero"))
        opening, product, mask = numbers[:BLINDERS]
        committed, announced = _Committed(*points[:2]), _Announced(*points[2:])
        return cls(committed, announced, opening, product, mask, f, partial)


def read_shuffle(
    stated: Mixing, after: bytes, proof: bytes, *, group: Group = GROUP
) -> tuple[tuple[Ciphertext, ...], tuple[Equation, ...]]:
    """
    Return the cards encoded in *after*, and what shows that they are the stated ones.

    The equations validate every received point: each factor is a hash or a response,
    and those responses are rejected if they are zero.

    Raises:
        BadProof: there are no cards, or something is malformed.
    """
    n = len(stated.before)
    with refusing(SHUFFLE):
        if n == 0:
            raise BadEncoding(Sentence("there are no cards"))
        cards = split_ciphertexts(after, n)
        said = _Proof.parse(proof, n)
        return cards, _equations(stated, cards, said, group)


def _equations(
    stated: Mixing, after: Sequence[Ciphertext], said: _Proof, group: Group
) -> tuple[Equation, ...]:
    committed, announced, n = said.committed, said.announced, len(said.f)
    seed = _seed(stated, after, committed.order)
    slope, x = _lines(seed, committed.weights)
    e = _challenge(seed, committed.weights, announced)
    numbers = [(slope * k + u) % Q for k, u in enumerate(_weights(seed, n))]
    factors = [f - e * x for f in said.f]
    total = e * functools.reduce(_times, (it - x for it in numbers)) % Q
    if n == 1 and (factors[0] - total) % Q:
        raise BadEncoding(Sentence("the only card has another number"))
    products = factors[0], *said.partial, total
    h = [group.generator(i) for i in range(n)]
    steps = (
        (e * products[i] - products[i - 1] * factors[i], h[i]) for i in range(1, n)
    )

    def moved(half: int) -> Iterator[Term]:
        yield from zip(said.f, (card[half] for card in after), strict=True)
        for number, card in zip(numbers, stated.before, strict=True):
            yield -e * number, card[half]

    return (
        Equation(
            said.r_opening,
            (
                *zip(said.f, h, strict=True),
                (-e * slope, committed.order),
                (-e, committed.weights),
                (-1, announced.drawn),
            ),
        ),
        Equation(
            said.r_product,
            (*steps, (-e, announced.linear), (-1, announced.crossed)),
        ),
        Equation(-said.mask, (*moved(0), (-1, announced.half_a))),
        Equation(0, ((-said.mask, stated.key), *moved(1), (-1, announced.half_b))),
    )


def _commitment(blinder: int, numbers: Sequence[int], group: Group) -> Point:
    """Commit to *numbers*, the first with H_0, and so on (Pedersen 1991)."""
    return group.combine(
        blinder, ((number, group.generator(i)) for i, number in enumerate(numbers))
    )


def _commitment_to_order(blinder: int, order: Sequence[int], group: Group) -> Point:
    """
    Commit to small numbers that are all different, by sums, a quarter of the time.

    Going down from the largest number, each generator is added to a sum as often as its
    number says: once for every number that is at most its own, and above zero.
    """
    places = sorted(range(len(order)), key=order.__getitem__, reverse=True)
    running = total = group.multiply_base(0)
    for place in places[:-1]:
        running = group.add(running, group.generator(place))
        total = group.add(total, running)
    return group.add(total, group.multiply_base(blinder))


def _times(a: int, b: int) -> int:
    return a * b % Q
