"""
Validity of public keys: points of the prime-order subgroup of edwards25519.

Ed25519 itself accepts keys of small or mixed order, under which one signature fits
several messages, and libraries disagree about them. One strict check makes all readers
of a log reach the same verdict. It uses plain integers, since no secret is involved,
and runs once per identity.
"""

from __future__ import annotations

from sealed_wonders.net.sealed import curve
from sealed_wonders.net.sealed.curve import P, Q


def is_point(data: bytes) -> bool:
    """
    Return whether *data* is the encoding of a point that is accepted as a key.

    It must have 32 bytes, and be canonical, on the curve, in the subgroup, and not the
    identity.
    """
    at = decode(data)
    return at is not None and not _is_zero(at) and _is_zero(curve.combine([(Q, at)]))


def decode(data: bytes) -> curve.At | None:
    """
    Return the point of the curve that 32 bytes encode, or None (RFC 8032, 5.1.3).

    The point may have any order.
    """
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    if len(data) != 32 or y >= P:
        return None
    is_square, x = curve.root_of_ratio((y * y - 1) % P, (curve.D * y * y + 1) % P)
    if not is_square or (x == 0 and odd):
        return None
    x = P - x if odd else x
    return x, y, 1, x * y % P


def _is_zero(a: curve.At) -> bool:
    return a[0] % P == 0 and (a[1] - a[2]) % P == 0
