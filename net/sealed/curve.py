"""
ristretto255 in plain integers: encodings, sums and multiples (RFC 9496).

A point is any of four points of edwards25519 that differ by a point of small order; all
four have one encoding. It is fast for Python, but not constant in time: the oracle for
the library, and a fallback for the few calculations of a host that only relays.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

P = 2**255 - 19
"""Modulus of the coordinates."""

Q = 2**252 + 27742317777372353535851937790883648493
"""Order of the group, a prime."""

D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
"""The square root of -1 that is even, and so not negative."""

At = tuple[int, int, int, int]
"""Extended coordinates (x, y, z, t): the point is (x/z, y/z), and t is xy/z."""

_Addend = tuple[int, int, int, int]
"""A point prepared for additions: (y-x, y+x, 2z, 2dt)."""

ZERO: At = (0, 1, 1, 0)
"""The identity."""

BASE = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
"""The encoding of the base point."""


def decode(data: bytes) -> At | None:
    """Return a point that 32 bytes encode, or None (RFC 9496, section 4.3.1)."""
    s = int.from_bytes(data, "little")
    if len(data) != 32 or s >= P or s & 1:
        return None
    u1, u2 = (1 - s * s) % P, (1 + s * s) % P
    v = (-D * u1 * u1 - u2 * u2) % P
    is_square, root = root_of_ratio(1, v * u2 * u2 % P)
    den_x = root * u2 % P
    x, y = _abs(2 * s * den_x), u1 * root * den_x * v % P
    t = x * y % P
    if not is_square or t & 1 or y == 0:
        return None
    return x, y, 1, t


def encode(a: At) -> bytes:
    """Return the 32 bytes of a point (RFC 9496, section 4.3.2)."""
    x, y, z, t = a
    u1, u2 = (z + y) * (z - y) % P, x * y % P
    _, root = root_of_ratio(1, u1 * u2 * u2 % P)
    den1, den2 = root * u1 % P, root * u2 % P
    z_inverse = den1 * den2 * t % P
    if t * z_inverse % P & 1:
        x, y, den2 = y * _ROOT % P, x * _ROOT % P, den1 * _INVSQRT_A_MINUS_D % P
    if x * z_inverse % P & 1:
        y = -y
    return _abs(den2 * (z - y)).to_bytes(32, "little")


def from_hash(wide: bytes) -> At:
    """
    Return a point that 64 uniform bytes determine, and whose logarithm nobody knows.

    RFC 9496, section 4.3.4.
    """
    halves = (int.from_bytes(half, "little") for half in (wide[:32], wide[32:]))
    one, other = (_mapped((half & (1 << 255) - 1) % P) for half in halves)
    return add(one, other)


def _mapped(t: int) -> At:
    r = _ROOT * t * t % P
    u, v = (r + 1) * (1 - D * D) % P, (-1 - r * D) * (r + D) % P
    is_square, s = root_of_ratio(u, v)
    c = -1 if is_square else r
    s = s if is_square else -_abs(s * t)
    n = (c * (r - 1) * (D - 1) ** 2 - v) % P
    w0, w1 = 2 * s * v % P, n * _SQRT_AD_MINUS_ONE % P
    w2, w3 = (1 - s * s) % P, (1 + s * s) % P
    return w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P


def _abs(k: int) -> int:
    k %= P
    return P - k if k & 1 else k


def root_of_ratio(u: int, v: int) -> tuple[bool, int]:
    """
    Return whether u/v is a square, and the even root of it, or of u/v times i.

    RFC 9496, section 4.2 (SQRT_RATIO_M1).
    """
    r = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    check = v * r * r % P
    if check in (-u % P, -u * _ROOT % P):
        r = r * _ROOT % P
    return check in (u % P, -u % P), _abs(r)


_INVSQRT_A_MINUS_D = root_of_ratio(1, -1 - D)[1]
_SQRT_AD_MINUS_ONE = P - root_of_ratio(-D - 1, 1)[1]
"""The odd root, which the RFC fixes."""


def add(a: At, b: At) -> At:
    """Add any two points; the formulas are complete."""
    return _add(a, _addend(b))


def negated(a: At) -> At:
    return -a[0], a[1], a[2], -a[3]


def double(a: At, times: int = 1) -> At:
    """Double *a* repeatedly."""
    x, y, z, t = a
    for _ in range(times):
        m, n = x * x, y * y
        h = m + n
        e, g = h - (x + y) ** 2, m - n
        f = (2 * z * z + g) % P
        e, g, h = e % P, g % P, h % P
        x, y, z = e * f % P, g * h % P, f * g % P
        t = e * h  # reduced only once, after the last doubling
    return x, y, z, t % P


def multiply_base(k: int) -> At:
    """Return *k* times the base point, with *k* from 0 to Q-1."""
    total = ZERO
    for row in _base_table():
        if k & 15:
            total = _add(total, row[k & 15])
        k >>= 4
    return total


def combine(terms: Iterable[tuple[int, At]]) -> At:
    """
    Return the sum of k times a over all *terms* (k, a), with no negative k.

    Straus's method: the doublings are shared, and each k is written with few odd
    digits.
    """
    due: dict[int, list[_Addend]] = {}
    for k, a in terms:
        table = _odd_multiples(a)
        for place, digit in _digits(k):
            m, n, z, t = table[abs(digit) >> 1]
            due.setdefault(place, []).append(
                (m, n, z, t) if digit > 0 else (n, m, z, -t)
            )
    total, last = ZERO, 0
    for place in sorted(due, reverse=True):
        total = double(total, last - place) if last else total
        last = place
        for addend in due[place]:
            total = _add(total, addend)
    return double(total, last)


def _digits(k: int) -> Iterator[tuple[int, int]]:
    """Write k as a sum of odd digits from -15 to 15, at places at least 5 apart."""
    place = 0
    while k:
        zeros = (k & -k).bit_length() - 1
        k >>= zeros
        place += zeros
        digit = (k & 31) - (k & 16) * 2
        yield place, digit
        k -= digit


def _odd_multiples(a: At) -> list[_Addend]:
    """Return a, 3a, 5a … 15a."""
    twice = _addend(double(a))
    table = [_addend(a)]
    for _ in range(7):
        a = _add(a, twice)
        table.append(_addend(a))
    return table


def _addend(a: At) -> _Addend:
    x, y, z, t = a
    return (y - x) % P, (y + x) % P, 2 * z % P, 2 * D * t % P


def _add(a: At, b: _Addend) -> At:
    """Add points by Hisil, Wong, Carter & Dawson 2008, section 3.1."""
    x, y, z, t = a
    m, n = (y - x) * b[0] % P, (y + x) * b[1] % P
    c, d = t * b[3] % P, z * b[2] % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


@functools.cache
def _base_table() -> list[list[_Addend]]:
    """Return the 16 multiples for each hexadecimal place of a scalar."""
    base = decode(BASE) or ZERO
    rows = []
    for _ in range(64):
        at, step, row = ZERO, _addend(base), []
        for _ in range(16):
            row.append(_addend(at))
            at = _add(at, step)
        rows.append(row)
        base = at
    return rows
