"""
Validity of public keys: points of the prime-order subgroup of edwards25519.

Ed25519 itself accepts keys of small or mixed order, under which one signature fits
several messages, and libraries disagree about them. One strict check makes all readers
of a log reach the same verdict. It uses plain integers, since no secret is involved,
and runs once per identity.
"""

from __future__ import annotations

from sealed_wonders.net.sealed import curve


def is_point(data: bytes) -> bool:
    """
    Return whether *data* is the encoding of a point that is accepted as a key.

    It must have 32 bytes, and be canonical, on the curve, in the subgroup, and not the
    identity.
    """
    at = curve.decode(data)
    return at is not None and not curve.is_zero(at) and curve.in_subgroup(at)
