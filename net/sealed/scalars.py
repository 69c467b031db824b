"""
Numbers modulo the order of the group: read, written, drawn, and hashed to.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from sealed_wonders.core.game import PROTO, frame
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.sealed.curve import Q

SCALAR_SIZE = 32
"""Bytes of a written scalar, least significant first."""

Draw = Callable[[int], bytes]
"""Gives so many random bytes, which nobody else can know or guess."""

draw_secret: Draw = secrets.token_bytes
"""What everybody draws with who isn't making a known answer."""

_DRAWN = 64
"""So many bytes, taken modulo Q, are uniform but for 2^-259."""


class BadEncoding(RemoteProtocolError):
    """Bytes that stand for no scalar, or for no point of the group."""


def write_scalar(k: int) -> bytes:
    """Write *k*, which is below Q."""
    return k.to_bytes(SCALAR_SIZE, "little")


def read_scalar(data: bytes) -> int:
    """
    Read one scalar, which has one encoding only.

    Raises:
        BadEncoding: another length, or Q and more.
    """
    if len(data) != SCALAR_SIZE:
        raise BadEncoding(
            Sentence("scalar of {n} bytes, not {most}", n=len(data), most=SCALAR_SIZE)
        )
    k = int.from_bytes(data, "little")
    if k >= Q:
        raise BadEncoding(Sentence("not a scalar: {data}", data=shown(data)))
    return k


def read_scalars(data: bytes) -> tuple[int, ...]:
    """
    Read the scalars of which *data* is made.

    Raises:
        BadEncoding: it isn't made of scalars.
    """
    return tuple(
        read_scalar(data[at : at + SCALAR_SIZE])
        for at in range(0, len(data), SCALAR_SIZE)
    )


def random_scalar(draw: Draw = draw_secret) -> int:
    """Draw a scalar other than zero."""
    return int.from_bytes(draw(_DRAWN), "little") % (Q - 1) + 1


def random_scalars(count: int, draw: Draw = draw_secret) -> tuple[int, ...]:
    """Draw *count* scalars other than zero."""
    return tuple(random_scalar(draw) for _ in range(count))


def random_order(count: int, draw: Draw = draw_secret) -> tuple[int, ...]:
    """Draw one of the permutations of ``range(count)``, each as likely as any other."""
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = int.from_bytes(draw(_DRAWN), "little") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def wide_hash(*parts: bytes) -> bytes:
    """Give the SHA-512 of the protocol's name and *parts*, framed."""
    return hashlib.sha512(frame(PROTO, *parts)).digest()


def hash_to_scalar(tag: bytes, *parts: bytes) -> int:
    """Give the challenge for all that is hashed."""
    return reduced(wide_hash(tag, *parts))


def reduced(wide: bytes) -> int:
    """Give the scalar that comes of a wide hash."""
    return int.from_bytes(wide, "little") % Q


def weight(tag: bytes, seed: bytes, i: int) -> int:
    """
    Give the *i*-th of the numbers that stand for random ones, once *seed* is known.

    Of 128 bits and never zero: with such weights a sum of wrongs is right by chance
    only once in 2^127, and half a scalar is as good as a whole one.
    """
    data = wide_hash(tag, seed, i.to_bytes(4, "big"))
    return int.from_bytes(data[:16], "little") | 1 << 127
