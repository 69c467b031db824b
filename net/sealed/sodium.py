"""
The group by libsodium, through the functions behind PyNaCl's own wrappers.

The wrappers' checks and copies take a tenth of the time. All buffers belong to one
call, so several threads may calculate at once: the library releases the interpreter
lock in every operation, and two threads do twice as much.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nacl._sodium import ffi, lib

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.identity import SIGNATURE_SIZE
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import (
    BASE,
    IDENTITY,
    POINT_SIZE,
    Edwards25519,
    Point,
    negated,
)
from sealed_wonders.net.sealed.scalars import BadEncoding, write_scalar

if not (
    lib.PYNACL_HAS_CRYPTO_CORE_ED25519 and lib.PYNACL_HAS_CRYPTO_SCALARMULT_ED25519
):
    raise ImportError("this build of libsodium has no edwards25519")

lib.sodium_init()  # may be called twice; picks the best code for the processor

_BUFFER = ffi.typeof("unsigned char[32]")
_Bytes = Any
"""A point in a buffer or in bytes."""


class Sodium(Edwards25519):
    """
    A `sealed_wonders.net.sealed.group.Group` with constant-time multiplications.

    The library refuses to multiply by zero, and refuses the identity altogether, so
    both are handled here.
    """

    name = "libsodium"

    def read_point(self, data: bytes) -> Point:
        # The library reads 32 bytes from the pointer, whatever the length.
        if len(data) != POINT_SIZE or lib.crypto_core_ed25519_is_valid_point(data) != 1:
            raise BadEncoding(
                Sentence("not a point of the group: {data}", data=shown(data))
            )
        return Point(data)

    def multiply(self, k: int, a: Point) -> Point:
        return self.combine(0, ((k, a),))

    def multiply_base(self, k: int) -> Point:
        return self.combine(k, ())

    def card_point(self, card: int) -> Point:
        # Same result as elsewhere, but without Python's tables for multiplication.
        return self.multiply_base(card + 1)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        total = None
        for factor, a in terms:
            factor %= Q
            if a == BASE:
                k += factor  # a fifth of the cost
                continue
            if factor == 0 or a == IDENTITY:
                continue
            term = ffi.new(_BUFFER)
            if len(a) != POINT_SIZE or lib.crypto_scalarmult_ed25519_noclamp(
                term, write_scalar(factor), a
            ):
                raise BadEncoding(
                    Sentence("not a point of the group: {data}", data=shown(a))
                )
            if total is None:
                total = term
            else:
                _add(total, term)
        if k % Q:
            term = ffi.new(_BUFFER)
            if lib.crypto_scalarmult_ed25519_base_noclamp(term, write_scalar(k % Q)):
                raise RuntimeError("libsodium can't multiply its base point")
            if total is None:
                total = term
            else:
                _add(total, term)
        return IDENTITY if total is None else _point(total)

    def add(self, a: Point, b: Point) -> Point:
        return self.sum((a, b))

    def subtract(self, a: Point, b: Point) -> Point:
        return self.sum((a, negated(b)))

    def sum(self, points: Iterable[Point]) -> Point:
        present = [a for a in points if a != IDENTITY]
        if len(present) < 2:
            return present[0] if present else IDENTITY
        if any(len(a) != POINT_SIZE for a in present):
            raise BadEncoding(Sentence("can't add values that aren't points"))
        total = ffi.new(_BUFFER, present[0])
        for a in present[1:]:
            _add(total, a)
        return _point(total)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether *signature* is that of *message*; see `net.identity.quicken`."""
    signed = signature + message
    return (
        len(public) == POINT_SIZE
        and len(signature) == SIGNATURE_SIZE
        and lib.crypto_sign_open(ffi.NULL, ffi.NULL, signed, len(signed), public) == 0
    )


def _add(total: _Bytes, term: _Bytes) -> None:
    """Add to *total* in place; the formulas are complete."""
    if lib.crypto_core_ed25519_add(total, total, term):
        raise BadEncoding(Sentence("can't add values that aren't points"))


def _point(data: _Bytes) -> Point:
    return Point(ffi.buffer(data)[:])
