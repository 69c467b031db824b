"""
The group by libsodium, through its own functions.

All buffers belong to one call, so several threads may calculate at once: the library
releases the interpreter lock in every operation, and two threads do twice as much.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from nacl._sodium import ffi, lib

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.identity import SIGNATURE_SIZE
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import (
    BASE,
    IDENTITY,
    POINT_SIZE,
    Group,
    Point,
    generator_hash,
)
from sealed_wonders.net.sealed.scalars import BadEncoding, write_scalar
from sealed_wonders.net.system.libsodium import Library, find

lib.sodium_init()  # may be called twice; picks the best code for the processor

_new = ctypes.c_char * POINT_SIZE
_Buffer = ctypes.Array[ctypes.c_char]


def compiled() -> Callable[[bytes, bytes], bytes] | None:
    """Return the sum of public multiples that scripts/compile makes, or None."""
    try:
        from sealed_wonders.net.sealed._pippenger import combine
    except ImportError:
        return None
    return combine


class Sodium(Group):
    """
    The group with constant-time multiplications.

    The library refuses to multiply by zero, and refuses the identity as a result, so
    both are handled here.
    """

    name = "libsodium"

    def __init__(
        self,
        library: Library | None = None,
        *,
        combine: Callable[[bytes, bytes], bytes] | None = None,
    ) -> None:
        """
        Use a library.

        Args:
            library: None for the first one that is suitable.
            combine: the compiled sum for public numbers, or None.

        Raises:
            ImportError: there is no suitable library.
        """
        library = library or find()
        self._multiply = library.crypto_scalarmult_ristretto255
        self._multiply_base = library.crypto_scalarmult_ristretto255_base
        self._add = library.crypto_core_ristretto255_add
        self._subtract = library.crypto_core_ristretto255_sub
        self._is_valid = library.crypto_core_ristretto255_is_valid_point
        self._from_hash = library.crypto_core_ristretto255_from_hash
        self._combine = combine
        self._generators: dict[int, Point] = {}

    @property
    def has_compiled_sum(self) -> bool:
        return self._combine is not None

    def read_point(self, data: bytes) -> Point:
        # The library reads 32 bytes from the pointer, whatever the length.
        if len(data) != POINT_SIZE or data == IDENTITY or self._is_valid(data) != 1:
            raise _no_point(data)
        return Point(data)

    def card_point(self, card: int) -> Point:
        # Same result as elsewhere, but without Python's tables for multiplication.
        return self.multiply_base(card + 1)

    def generator(self, i: int) -> Point:
        found = self._generators.get(i)
        if found is None:
            made = _new()
            self._from_hash(made, generator_hash(i))
            found = self._generators[i] = Point(made.raw)
        return found

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        total: _Buffer | None = None
        for factor, a in terms:
            factor %= Q
            if a == BASE:
                k += factor  # a third of the cost
                continue
            if factor == 0 or a == IDENTITY:
                continue
            term = _new()
            if len(a) != POINT_SIZE or self._multiply(term, write_scalar(factor), a):
                raise _no_point(a)
            if total is None:
                total = term
            else:
                self._add(total, total, term)
        if k % Q:
            term = _new()
            self._multiply_base(term, write_scalar(k % Q))
            if total is None:
                total = term
            else:
                self._add(total, total, term)
        return IDENTITY if total is None else Point(total.raw)

    def combine_public(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        if self._combine is None:
            return self.combine(k, terms)
        present = [(by % Q, a) for by, a in ((k, BASE), *terms) if by % Q]
        scalars = b"".join(write_scalar(by) for by, _ in present)
        try:
            return Point(self._combine(scalars, b"".join(a for _, a in present)))
        except ValueError:
            for _, a in present:
                if len(a) != POINT_SIZE or self._is_valid(a) != 1:
                    raise _no_point(a) from None
            raise

    def add(self, a: Point, b: Point) -> Point:
        return self._two(self._add, a, b)

    def subtract(self, a: Point, b: Point) -> Point:
        return self._two(self._subtract, a, b)

    def sum(self, points: Iterable[Point]) -> Point:
        total = IDENTITY
        for a in points:
            total = a if total == IDENTITY else self.add(total, a)
        return total

    def _two(self, operation: Callable[..., int], a: Point, b: Point) -> Point:
        made = _new()
        if len(a) != POINT_SIZE or len(b) != POINT_SIZE or operation(made, a, b):
            raise BadEncoding(Sentence("can't add values that aren't points"))
        return Point(made.raw)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether *signature* is that of *message*; see `net.identity.quicken`."""
    signed = signature + message
    return (
        len(public) == POINT_SIZE
        and len(signature) == SIGNATURE_SIZE
        and lib.crypto_sign_open(ffi.NULL, ffi.NULL, signed, len(signed), public) == 0
    )


def _no_point(data: bytes) -> BadEncoding:
    return BadEncoding(Sentence("not a point of the group: {data}", data=shown(data)))
