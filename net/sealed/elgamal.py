"""
Sealed cards themselves: ElGamal ciphertexts, and what may be done with one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.group import BASE, Group, Point, split_points


class Ciphertext(NamedTuple):
    """
    One card under one key Y: (rG, M + rY), where nobody but r or Y's secret tells M.

    What is proven about a key switch is such a pair too.
    """

    a: Point
    b: Point


def write_ciphertexts(ciphertexts: Iterable[Ciphertext]) -> bytes:
    """Write ciphertexts one after the other, each as its two points."""
    return b"".join(point for pair in ciphertexts for point in pair)


def split_ciphertexts(data: bytes, count: int) -> tuple[Ciphertext, ...]:
    """
    Cut *data* into ciphertexts whose points are going to be multiplied.

    Raises:
        BadEncoding: as `sealed_wonders.net.sealed.group.split_points`.
    """
    points = split_points(data, 2 * count)
    return tuple(map(Ciphertext, points[::2], points[1::2]))


def known(card: int, key: Point, *, group: Group = GROUP) -> Ciphertext:
    """Seal a card that everybody knows, so that everybody can see it was done."""
    return Ciphertext(BASE, group.add(group.card_point(card), key))


def resealed(
    sealed: Ciphertext, mask: int, key: Point, *, group: Group = GROUP
) -> Ciphertext:
    """Give another ciphertext of the same card, unlike for all who don't know *mask*."""
    a = group.add(sealed.a, group.multiply_base(mask))
    return Ciphertext(a, group.add(sealed.b, group.multiply(mask, key)))


def unsealed(sealed: Ciphertext, secret: int, *, group: Group = GROUP) -> Point:
    """Give the point that stands for the card, with the secret of its key."""
    return group.subtract(sealed.b, group.multiply(secret, sealed.a))
