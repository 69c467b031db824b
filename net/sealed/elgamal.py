"""ElGamal ciphertexts of cards, their bytes in the log, and operations on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.group import BASE, Group, Point, split_points


class Ciphertext(NamedTuple):
    """
    One card under one key Y: (rG, M + rY). Only r or Y's secret reveals M.

    A proven key switch consists of such pairs, too.
    """

    a: Point
    b: Point


def write_ciphertexts(ciphertexts: Iterable[Ciphertext]) -> bytes:
    """Encode ciphertexts, each as its two points."""
    return b"".join(point for pair in ciphertexts for point in pair)


def split_ciphertexts(data: bytes, count: int) -> tuple[Ciphertext, ...]:
    """
    Split *data* into ciphertexts whose points will be multiplied.

    Raises:
        BadEncoding: as in `sealed_wonders.net.sealed.group.split_points`.
    """
    points = split_points(data, 2 * count)
    return tuple(map(Ciphertext, points[::2], points[1::2]))


def known(card: int, key: Point, *, group: Group = GROUP) -> Ciphertext:
    """
    Encrypt a public card, with a random number of 1, so that everybody can check it.
    """
    return Ciphertext(BASE, group.add(group.card_point(card), key))


def resealed(
    sealed: Ciphertext, mask: int, key: Point, *, group: Group = GROUP
) -> Ciphertext:
    """Re-encrypt a card. Without *mask*, nobody can link the two ciphertexts."""
    a = group.add(sealed.a, group.multiply_base(mask))
    return Ciphertext(a, group.add(sealed.b, group.multiply(mask, key)))


def unsealed(sealed: Ciphertext, secret: int, *, group: Group = GROUP) -> Point:
    """Return the card's point, decrypted with the secret of its key."""
    return group.subtract(sealed.b, group.multiply(secret, sealed.a))
