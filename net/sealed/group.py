"""
The group of sealed cards: ristretto255 (RFC 9496).

Its order is prime, and each of its elements has one encoding: there is no subgroup to
check, and nothing of small order. A point is always its 32 bytes. There are two
implementations of `Group`, which agree on every byte. This module contains their
interface and the points with a meaning: cards, and generators without a known relation.
"""

from __future__ import annotations

import functools
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import NewType

from sealed_wonders.core.game import PROTO, u32
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.sealed import curve
from sealed_wonders.net.sealed.scalars import BadEncoding

POINT_SIZE = 32
"""Bytes of an encoded point."""

Point = NewType("Point", bytes)
"""Encoding of a point of the group, which includes the identity."""

IDENTITY = Point(bytes(POINT_SIZE))
BASE = Point(curve.BASE)
"""The generator that RFC 9496 names."""

_CACHED = 4096
"""Number of generators and cards in the caches, which is far more than any game has."""


class Group(ABC):
    """
    Arithmetic with points.

    Every operation refuses bytes that encode no point, unless it multiplies them by a
    multiple of Q. So received points may go straight into a calculation, except for the
    identity (`split_points` rejects that).

    Attributes:
        name: its name for people.
    """

    name: str

    @abstractmethod
    def read_point(self, data: bytes) -> Point:
        """
        Validate a point that somebody else made.

        Raises:
            BadEncoding: *data* isn't a point of the group, or is the identity, which no
                honest message contains.
        """

    @abstractmethod
    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        """
        Return *k* times the base point, plus the sum of l times a over the terms.

        Raises:
            BadEncoding: a point isn't one.
        """

    def combine_public(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        """
        Return the same as `combine`, in a time that may depend on all the numbers.

        Raises:
            BadEncoding: a point isn't one.
        """
        return self.combine(k, terms)

    def multiply(self, k: int, a: Point) -> Point:
        """
        Return *k* times *a*.

        Raises:
            BadEncoding: *a* isn't a point.
        """
        return self.combine(0, ((k, a),))

    def multiply_base(self, k: int) -> Point:
        """Return *k* times the base point."""
        return self.combine(k, ())

    def add(self, a: Point, b: Point) -> Point:
        return self.sum((a, b))

    @abstractmethod
    def subtract(self, a: Point, b: Point) -> Point: ...

    @abstractmethod
    def sum(self, points: Iterable[Point]) -> Point:
        """Return the sum of points; the identity if there are none."""

    def generator(self, i: int) -> Point:
        """Return H_i, whose relation to any other point nobody knows."""
        return generator(i)

    def card_point(self, card: int) -> Point:
        """Return M_c, the point that encodes a card's number."""
        return card_point(card)


def split_points(data: bytes, count: int) -> tuple[Point, ...]:
    """
    Split *data* into points that a calculation will validate.

    Raises:
        BadEncoding: the length isn't that of *count* points, or a point is the
            identity, which a calculation would accept.
    """
    if len(data) != count * POINT_SIZE:
        raise BadEncoding(
            Sentence("{n} bytes for {count} points", n=len(data), count=count)
        )
    points = cut_points(data)
    if IDENTITY in points:
        raise BadEncoding(Sentence("one of the points is the identity"))
    return points


def cut_points(data: bytes) -> tuple[Point, ...]:
    """Split *data* into points that are believed, or that somebody else validates."""
    return tuple(
        Point(data[at : at + POINT_SIZE]) for at in range(0, len(data), POINT_SIZE)
    )


def expanded(message: bytes, tag: bytes, size: int = 64) -> bytes:
    """
    Return 64 bytes that look random (RFC 9380, section 5.3.1, with SHA-512).

    Args:
        size: how many of them are needed, which the hash depends on.
    """
    ending = tag + bytes([len(tag)])
    length = size.to_bytes(2, "big") + b"\0"
    first = hashlib.sha512(bytes(128) + message + length + ending).digest()
    return hashlib.sha512(first + b"\1" + ending).digest()


GENERATORS = PROTO + b"_ristretto255_XMD:SHA-512_R255MAP_RO_"
"""Domain of the hashes that generators are made of (RFC 9380, section 3.1)."""


def generator_hash(i: int) -> bytes:
    """
    Return the 64 bytes that determine H_i.

    H_i is the hash of its number, as in RFC 9380, appendix B (hash_to_ristretto255).
    """
    return expanded(u32(i), GENERATORS)


@functools.lru_cache(_CACHED)
def generator(i: int) -> Point:
    """Return H_i, whose relation to any other point nobody knows."""
    return Point(curve.encode(curve.from_hash(generator_hash(i))))


@functools.lru_cache(_CACHED)
def card_point(card: int) -> Point:
    """Return M_c, the point that encodes a card's number."""
    return Point(curve.encode(curve.multiply_base(card + 1)))
