"""
The group of sealed cards: the prime-order subgroup of edwards25519.

A point is always its 32 bytes (RFC 8032). There are two implementations of `Group`,
which agree on every byte. This module contains their interface and the points with a
meaning: cards, and generators without a known relation.
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
"""Bytes of an encoded point."""

Point = NewType("Point", bytes)
"""Encoding of a point that is known to be in the group, which includes the identity."""

IDENTITY = Point(bytes([1]) + bytes(31))
BASE = Point(bytes([0x58] + [0x66] * 31))
"""The base point of Ed25519."""

_CACHED = 4096
"""Number of generators and cards in the caches, which is far more than any game has."""


class Group(Protocol):
    """
    Arithmetic with points.

    A multiplication checks its point, which costs next to nothing there: it rejects
    points outside the group, unless the factor is a multiple of Q. So received points
    may go straight into a multiplication, which validates them, except for the identity
    (`split_points` rejects that). All other operations expect points of the group.
    """

    @property
    def name(self) -> str:
        """Name for people."""

    def __hash__(self) -> int:
        """
        Return a hash that tells implementations apart, for caches of their results.
        """

    def read_point(self, data: bytes) -> Point:
        """
        Validate a point that somebody else made.

        Raises:
            BadEncoding: *data* isn't a point of the group, or is the identity, which no
                honest message contains.
        """

    def multiply(self, k: int, a: Point) -> Point:
        """
        Return *k* times *a*.

        Raises:
            BadEncoding: *a* isn't in the group.
        """

    def multiply_base(self, k: int) -> Point:
        """Return *k* times the base point."""

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        """
        Return *k* times the base point, plus the sum of l times a over the terms.

        Raises:
            BadEncoding: a point isn't in the group.
        """

    def add(self, a: Point, b: Point) -> Point: ...

    def subtract(self, a: Point, b: Point) -> Point: ...

    def sum(self, points: Iterable[Point]) -> Point:
        """Return the sum of points; the identity if there are none."""

    def generator(self, i: int) -> Point:
        """Return H_i, whose relation to any other point nobody knows."""

    def card_point(self, card: int) -> Point:
        """Return M_c, the point that encodes a card's number."""


def negated(a: Point) -> Point:
    """
    Return the inverse of *a*, by the sign of its x; in the group, only 0 has none.
    """
    return a if a == IDENTITY else Point(a[:31] + bytes([a[31] ^ 0x80]))


def split_points(data: bytes, count: int) -> tuple[Point, ...]:
    """
    Split *data* into points that will be multiplied, and so validated.

    Raises:
        BadEncoding: the length isn't that of *count* points, or a point is the
            identity, which a multiplication would accept.
    """
    if len(data) != count * POINT_SIZE:
        raise BadEncoding(
            Sentence("{n} bytes for {count} points", n=len(data), count=count)
        )
    points = tuple(
        Point(data[at : at + POINT_SIZE]) for at in range(0, len(data), POINT_SIZE)
    )
    if IDENTITY in points:
        raise BadEncoding(Sentence("one of the points is the identity"))
    return points


@functools.lru_cache(_CACHED)
def generator(i: int) -> Point:
    """
    Return H_i, whose relation to any other point nobody knows.

    Hashes are tried until one is a point of the curve. Eight times that point is in the
    group.
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
    """Return M_c, the point that encodes a card's number."""
    return Point(curve.encode(curve.multiply_base(card + 1))[0])


class Edwards25519:
    """Points with a meaning, shared by both implementations."""

    generator = staticmethod(generator)

    def card_point(self, card: int) -> Point:
        return card_point(card)
