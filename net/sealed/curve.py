"""
edwards25519 in plain integers: coordinates, sums, multiples and encodings.

It is fast for Python, but not constant in time. It is a fallback where no library is
available, the oracle for the library, and the source of points whose discrete
logarithms nobody knows.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

P = 2**255 - 19
"""Modulus of the coordinates."""

Q = 2**252 + 27742317777372353535851937790883648493
"""Order of the subgroup, a prime. The curve has eight times as many points."""

_D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
"""A square root of -1."""

At = tuple[int, int, int, int]
"""Extended coordinates (x, y, z, t): the point is (x/z, y/z), and t is xy/z."""

_Addend = tuple[int, int, int, int]
"""A point prepared for additions: (y-x, y+x, 2z, 2dt)."""

ZERO: At = (0, 1, 1, 0)
"""The identity."""


def decode(data: bytes) -> At | None:
    """
    Return the point of the curve that 32 bytes encode, or None.

    RFC 8032, section 5.1.3. The point may have any order.
    """
    number = int.from_bytes(data, "little")
    y, odd = number & (1 << 255) - 1, number >> 255
    if len(data) != 32 or y >= P:
        return None
    # x² is u/v. One power yields both the quotient and its root.
    u, v = (y * y - 1) % P, (_D * y * y + 1) % P
    x = u * v**3 * pow(u * v**7, (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * _ROOT % P
    if (v * x * x - u) % P or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


def encode(a: At) -> tuple[bytes, At]:
    """Return the 32 bytes of a point, and the point again with z = 1."""
    z = pow(a[2], -1, P)
    x, y = a[0] * z % P, a[1] * z % P
    data = (y | (x & 1) << 255).to_bytes(32, "little")
    return data, (x, y, 1, x * y % P)


def is_zero(a: At) -> bool:
    return a[0] % P == 0 and (a[1] - a[2]) % P == 0


def in_subgroup(a: At) -> bool:
    """Return whether *a* has the order of the subgroup, or 1."""
    return is_zero(combine([(Q, a)]))


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
    return (y - x) % P, (y + x) % P, 2 * z % P, 2 * _D * t % P


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
    base = decode(bytes([0x58] + [0x66] * 31)) or ZERO
    rows = []
    for _ in range(64):
        at, step, row = ZERO, _addend(base), []
        for _ in range(16):
            row.append(_addend(at))
            at = _add(at, step)
        rows.append(row)
        base = at
    return rows
