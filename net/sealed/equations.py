"""
Equations between points, and one sum that shows whether many of them hold.

Every proof comes down to equations whose two sides must be equal. A proof contains what
its prover announced, so that all parts of its equations are known in advance, and any
number of equations can be checked as one: their sum with random weights. In a group of
prime order, a sum with a wrong equation is right for at most one value of its weight,
so with a probability of 2^-127 at most (Bellare, Garay & Rabin 1998). A point that
occurs in several equations is multiplied only once.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from sealed_wonders.core.game import u32
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net.cards import Workers
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import IDENTITY, Group, Point
from sealed_wonders.net.sealed.scalars import (
    BadEncoding,
    Draw,
    draw_secret,
    weights_of,
    write_scalar,
)

Term = tuple[int, Point]

_SECRET = 32
"""Bytes of a reader's own randomness in the weights of a sum."""


class BadProof(RemoteProtocolError):
    """A proof doesn't hold, or is malformed."""


class Equation(NamedTuple):
    """*base* times the base point, plus l times a for each term, is the identity."""

    base: int
    terms: tuple[Term, ...]


def hold(
    equations: Sequence[Equation],
    *,
    draw: Draw = draw_secret,
    group: Group = GROUP,
    workers: Workers | None = None,
) -> bool:
    """
    Return whether all equations hold, and all their points are points.

    A point is validated if its factor isn't zero in at least one of the equations.

    Args:
        workers: share the multiplications; None to do all of them here.
    """
    try:
        return _total(equations, draw, group, workers) == IDENTITY
    except BadEncoding:
        return False


def confirm(
    what: Sentence, equations: Sequence[Equation], *, group: Group = GROUP
) -> None:
    """
    Check the equations of a proof.

    Raises:
        BadProof: one of them doesn't hold, or contains bytes that aren't a point.
    """
    with refusing(what):
        if _total(equations, draw_secret, group) != IDENTITY:
            raise BadProof(Sentence("{what}: the proof is invalid", what=what))


@contextmanager
def refusing(what: Sentence) -> Iterator[None]:
    """Turn every BadEncoding while *what* is verified into a `BadProof`."""
    try:
        yield
    except BadEncoding as error:
        raise BadProof(
            Sentence("{name}: {note}", name=what, note=sentence_of(error))
        ) from error


def _total(
    equations: Sequence[Equation],
    draw: Draw,
    group: Group,
    workers: Workers | None = None,
) -> Point:
    """Return the sum of all equations, each with its own weight."""
    seed = _digest(equations) + draw(_SECRET)
    base, factors = 0, defaultdict[Point, int](int)
    drawn = weights_of(b"sum", seed, range(len(equations)))
    for by, equation in zip(drawn, equations, strict=True):
        base += by * equation.base
        for factor, point in equation.terms:
            factors[point] += by * factor
    terms = [(k, point) for point, k in factors.items()]
    if workers is None:
        return group.combine_public(base, terms)
    # The library lets other threads run.
    parts = [terms[i :: workers.threads] for i in range(workers.threads)]
    sums = workers.pool.map(partial(group.combine_public, 0), parts)
    return group.sum((group.multiply_base(base), *sums))


def _digest(equations: Sequence[Equation]) -> bytes:
    """
    Hash everything that is summed.

    Alone, the reader's randomness would do. With the hash, even somebody who could
    guess it would first have to fix all equations, and then hope for the weights.
    """
    hashed = hashlib.sha512()
    for base, terms in equations:
        written = [u32(len(terms)), write_scalar(base % Q)]
        for factor, point in terms:
            written += write_scalar(factor % Q), point
        hashed.update(b"".join(written))
    return hashed.digest()
