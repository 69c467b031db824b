"""
Which 32 bytes are a key: points of the prime-order subgroup of edwards25519.

Ed25519 itself takes keys of small or mixed order, under which one signature fits several
messages, and libraries don't agree about which. One strict answer keeps all who check a
log at the same verdict. Plain integers: no secret ever comes here, and it is done once
for each identity.
"""

from __future__ import annotations

from sealed_wonders.net.sealed import curve


def is_point(data: bytes) -> bool:
    """
    Tell whether *data* is the encoding of a point that may be a key.

    It must be of 32 bytes, canonical, on the curve, in the subgroup, not the identity.
    """
    at = curve.decode(data)
    return at is not None and not curve.is_zero(at) and curve.in_subgroup(at)
