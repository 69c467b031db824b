"""
Which 32 bytes are a key: points of the prime-order subgroup of edwards25519.

Ed25519 itself takes keys of small or mixed order, under which one signature fits several
messages, and libraries don't agree about which. One strict answer keeps all who check a
log at the same verdict. Plain integers: no secret ever comes here, and it is done once
for each identity.
"""

from __future__ import annotations

from typing import NamedTuple

P = 2**255 - 19
"""The field of the coordinates."""

Q = 2**252 + 27742317777372353535851937790883648493
"""The order of the subgroup, a prime; the curve has eight times as many points."""

_D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
"""A square root of -1."""


class _Point(NamedTuple):
    """Extended coordinates: the point is (x/z, y/z), and t is xy/z."""

    x: int
    y: int
    z: int
    t: int


def is_point(data: bytes) -> bool:
    """
    Tell whether *data* is the encoding of a point that may be a key.

    It must be of 32 bytes, canonical, on the curve, in the subgroup, not the identity.
    """
    if len(data) != 32:
        return False
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    if y >= P:
        return False
    x = _abscissa(y, odd)
    if x is None:
        return False
    at = _multiply(Q, _Point(x, y, 1, x * y % P))
    return at.x == 0 and at.y == at.z


def _abscissa(y: int, odd: int) -> int | None:
    """
    Solve -x² + y² = 1 + d x² y² for the odd or the even x; None if there is none.

    None for x = 0 too: those two points are the identity and the one of order 2.
    """
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * _ROOT % P
    if x * x % P != square or x == 0:
        return None
    return P - x if x & 1 != odd else x


def _multiply(k: int, a: _Point) -> _Point:
    total = a
    for bit in bin(k)[3:]:
        total = _double(total)
        if bit == "1":
            total = _add(total, a)
    return total


def _add(a: _Point, b: _Point) -> _Point:
    """Hisil, Wong, Carter & Dawson 2008, section 3.1: complete, so no special case."""
    m, n = (a.y - a.x) * (b.y - b.x) % P, (a.y + a.x) * (b.y + b.x) % P
    c, d = 2 * _D * a.t * b.t % P, 2 * a.z * b.z % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return _Point(e * f % P, g * h % P, f * g % P, e * h % P)


def _double(a: _Point) -> _Point:
    m, n, c = a.x * a.x, a.y * a.y, 2 * a.z * a.z
    e = (a.x + a.y) ** 2 - m - n
    g, h = n - m, -m - n
    f = g - c
    return _Point(e * f % P, g * h % P, f * g % P, e * h % P)
