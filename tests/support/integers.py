"""
A fast group for tests: integers modulo Q, encoded like points.

It hides nothing: from two points, anybody can compute how many times the one is the other.
But everything is calculated, proved and checked as on the curve, and a wrong proof fails in
the same way.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec, TypeVar
from unittest import mock

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import identity
from sealed_wonders.net.sealed import backend, verifier
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point
from sealed_wonders.net.sealed.scalars import BadEncoding
from sealed_wonders.net.sealed.sodium import verify
from tests import independent

_B = int.from_bytes(hashlib.sha512(b"the base point").digest(), "little") % Q
"""The integer that is encoded as the base point."""


def _write(number: int) -> Point:
    return BASE if number == _B else Point(number.to_bytes(32, "little"))


def _read(data: bytes) -> int:
    if data == BASE:
        return _B
    value = int.from_bytes(data, "little")
    if len(data) != 32 or value >= Q or value == _B:
        raise BadEncoding(
            Sentence("not a point of the group: {data}", data=shown(data))
        )
    return value


P = ParamSpec("P")
T = TypeVar("T")


class Integers:
    """A `sealed_wonders.net.sealed.group.Group`, for tables where nobody listens."""

    name = "integers"

    def read_point(self, data: bytes) -> Point:
        if data == IDENTITY:
            raise BadEncoding(Sentence("the point is the identity"))
        _read(data)
        return Point(data)

    def multiply(self, k: int, a: Point) -> Point:
        return self.combine(0, ((k, a),))

    def multiply_base(self, k: int) -> Point:
        return _write(k * _B % Q)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        return _write(
            (k * _B + sum(factor * _read(a) for factor, a in terms if factor % Q)) % Q
        )

    combine_public = combine

    def add(self, a: Point, b: Point) -> Point:
        return _write((_read(a) + _read(b)) % Q)

    def subtract(self, a: Point, b: Point) -> Point:
        return _write((_read(a) - _read(b)) % Q)

    def sum(self, points: Iterable[Point]) -> Point:
        return _write(sum(map(_read, points)) % Q)

    @functools.cache  # noqa: B019  there is one of these
    def generator(self, i: int) -> Point:
        seed = hashlib.sha512(b"generator %d" % i).digest()
        return _write(int.from_bytes(seed, "little") % Q)

    @functools.cache  # noqa: B019
    def card_point(self, card: int) -> Point:
        return self.multiply_base(card + 1)


INTEGERS = Integers()

_in_use = False
"""Whether this process calculates with `INTEGERS`."""


def cached(play: Callable[P, T]) -> Callable[P, T]:
    """Cache the results of a function separately for each group."""
    kept = functools.cache(lambda fast, given, named: play(*given, **dict(named)))

    @functools.wraps(play)
    def again(*given: P.args, **named: P.kwargs) -> T:
        return kept(_in_use, given, tuple(named.items()))

    return again


@contextlib.contextmanager
def sealing_with_integers() -> Iterator[None]:
    """Calculate with integers in this process as long as the context lasts."""
    with (
        mock.patch.object(backend, "loaded", _load_integers()),
        mock.patch.object(sys.modules[__name__], "_in_use", True),
    ):
        _clear_caches()
        try:
            yield
        finally:
            _clear_caches()


def seal_with_integers() -> None:
    """Calculate with integers in this process until it ends."""
    mock.patch.object(backend, "loaded", _load_integers()).start()


def _load_integers() -> Callable[[], Integers]:
    """Return a replacement of `backend.loaded` that verifies signatures alike."""

    @functools.cache
    def loaded() -> Integers:
        return INTEGERS

    loaded()
    identity.quicken(verify)
    return loaded


@contextlib.contextmanager
def account_with_integers() -> Iterator[None]:
    """Make the independent account calculate with integers as long as the context lasts."""
    with contextlib.ExitStack() as stack:
        for name, ours in _ACCOUNT_FUNCTIONS.items():
            stack.enter_context(mock.patch.object(independent, name, ours))
        for faces in (independent.face, independent.faces):
            faces.cache_clear()
            stack.callback(faces.cache_clear)
        yield


def _clear_caches() -> None:
    """Clear the caches of results that depend on the group."""
    verifier._faces.cache_clear()


def _multiplied(factor: int, point: bytes) -> bytes:
    return _write(factor * _known(point) % Q)


def _known(point: bytes) -> int:
    """Read an encoding that may be invalid, as the account does."""
    try:
        return _read(point)
    except BadEncoding as problem:
        raise independent.Wrong(str(problem)) from None


def _points(data: bytes, count: int) -> list[bytes]:
    found = independent.proven(data, count)
    for point in found:
        _known(point)
    return found


_ACCOUNT_FUNCTIONS = {
    "add": lambda one, other: _write((_known(one) + _known(other)) % Q),
    "sub": lambda one, other: _write((_known(one) - _known(other)) % Q),
    "mul": _multiplied,
    "base": INTEGERS.multiply_base,
    "generator": INTEGERS.generator,
    "points": _points,
}
"""Replacements of the account's functions on points."""
