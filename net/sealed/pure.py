"""The group in pure Python: the oracle for libsodium, and the fallback without it."""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.sealed import curve
from sealed_wonders.net.sealed.group import IDENTITY, Group, Point
from sealed_wonders.net.sealed.scalars import BadEncoding

REMEMBERED = 4096
"""
Number of points whose coordinates are cached, since square roots are slow. A full cache
is emptied.
"""


class PurePython(Group):
    """
    The group without any library.

    It isn't constant in time, so it leaks if somebody else on the machine can measure
    single multiplications.
    """

    name = "pure Python"

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._remembered = remembered
        self._members: dict[bytes, curve.At] = {IDENTITY: curve.ZERO}

    def read_point(self, data: bytes) -> Point:
        if data == IDENTITY:
            raise BadEncoding(Sentence("the point is the identity"))
        self._member(data)
        return Point(data)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        reduced = [(factor % curve.Q, a) for factor, a in terms]
        total = curve.combine((f, self._member(a)) for f, a in reduced if f)
        if k % curve.Q:
            total = curve.add(total, curve.multiply_base(k % curve.Q))
        return self._point(total)

    def subtract(self, a: Point, b: Point) -> Point:
        return self._point(curve.add(self._member(a), curve.negated(self._member(b))))

    def sum(self, points: Iterable[Point]) -> Point:
        total = curve.ZERO
        for point in points:
            total = curve.add(total, self._member(point))
        return self._point(total)

    def _member(self, data: bytes) -> curve.At:
        found = self._members.get(data)
        if found is not None:
            return found
        at = curve.decode(data)
        if at is None:
            raise BadEncoding(
                Sentence("not a point of the group: {data}", data=shown(data))
            )
        self._remember(data, at)
        return at

    def _point(self, at: curve.At) -> Point:
        data = curve.encode(at)
        self._remember(data, at)
        return Point(data)

    def _remember(self, data: bytes, at: curve.At) -> None:
        if len(self._members) >= self._remembered:
            self._members = {IDENTITY: curve.ZERO}
        self._members[data] = at
