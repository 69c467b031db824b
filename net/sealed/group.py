"""
The group that cards are sealed in: the prime-order subgroup of edwards25519.

A point is its 32 bytes (RFC 8032) everywhere; who calculates with them is a `Group`, of
which there are two that agree on every byte. Here is what they agree on, and the points
that stand for something: cards, and generators nobody knows a relation between.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import NewType, Protocol

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.sealed import curve
from sealed_wonders.net.sealed.scalars import BadEncoding

POINT_SIZE = 32
"""Bytes of a written point."""

Point = NewType("Point", bytes)
"""The encoding of a point known to be in the group; the identity is one too."""

IDENTITY = Point(bytes([1]) + bytes(31))
BASE = Point(bytes([0x58] + [0x66] * 31))
"""The base point of Ed25519."""

_CACHED = 4096
"""So many generators and cards are kept: far more than any game has."""


class Group(Protocol):
    """
    Who calculates with points.

    Multiplying looks at the point it is given, since that costs next to nothing there:
    what isn't in the group is refused, unless its factor is a multiple of Q. So points
    that have just arrived may go straight into a multiplication, and have been read
    when it's done, but for the identity (`split_points` refuses that). The other
    operations count on points of the group.
    """

    @property
    def name(self) -> str:
        """For people."""

    def __hash__(self) -> int:
        """Tell one from the other, so that what it calculated can be kept."""

    def read_point(self, data: bytes) -> Point:
        """
        Take *data* for a point that somebody else made.

        Raises:
            BadEncoding: it isn't the encoding of a point of the group, or it is the
                identity, which no honest message holds.
        """

    def multiply(self, k: int, a: Point) -> Point:
        """
        Give *k* times *a*.

        Raises:
            BadEncoding: *a* isn't in the group.
        """

    def multiply_base(self, k: int) -> Point:
        """Give *k* times the base point."""

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        """
        Give *k* times the base point plus the sum of l times a over the terms (l, a).

        Raises:
            BadEncoding: a point isn't in the group.
        """

    def add(self, a: Point, b: Point) -> Point:
        """Give the sum of two points."""

    def subtract(self, a: Point, b: Point) -> Point:
        """Give *a* less *b*."""

    def sum(self, points: Iterable[Point]) -> Point:
        """Give the sum of points; of none, the identity."""

    def generator(self, i: int) -> Point:
        """Give H_i, which nobody knows as a multiple of anything."""

    def card_point(self, card: int) -> Point:
        """Give M_c, the point that stands for a card's number."""


def negated(a: Point) -> Point:
    """Give the inverse of *a*, by the sign of its x: in the group only 0 has none."""
    return a if a == IDENTITY else Point(a[:31] + bytes([a[31] ^ 0x80]))


def split_points(data: bytes, count: int) -> tuple[Point, ...]:
    """
    Cut *data* into points that are going to be multiplied, and so to be read.

    Raises:
        BadEncoding: it hasn't the length of *count* points, or one is the identity,
            which a multiplication would let pass.
    """
    if len(data) != count * POINT_SIZE:
        raise BadEncoding(
            Sentence("{n} bytes for {count} points", n=len(data), count=count)
        )
    points = tuple(
        Point(data[at : at + POINT_SIZE]) for at in range(0, len(data), POINT_SIZE)
    )
    if IDENTITY in points:
        raise BadEncoding(Sentence("the identity among the points"))
    return points


@functools.lru_cache(_CACHED)
def generator(i: int) -> Point:
    """
    Give H_i, which nobody knows as a multiple of anything.

    Bytes of a hash are tried until they are on the curve; times 8, that is in the group.
    """
    seed = frame(PROTO, b"gen", i.to_bytes(4, "big"))
    attempt = 0
    while True:
        tried = hashlib.sha512(seed + attempt.to_bytes(4, "big")).digest()[:32]
        at = curve.decode(tried)
        if at is not None and not curve.is_zero(at := curve.double(at, 3)):
            return Point(curve.encode(at)[0])
        attempt += 1


@functools.lru_cache(_CACHED)
def card_point(card: int) -> Point:
    """Give M_c, the point that stands for a card's number."""
    return Point(curve.encode(curve.multiply_base(card + 1))[0])


class Edwards25519:
    """The points that stand for something, in the group that cards are sealed in."""

    generator = staticmethod(generator)

    def card_point(self, card: int) -> Point:
        return card_point(card)
