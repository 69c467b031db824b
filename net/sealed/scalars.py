"""
Scalars, numbers modulo the order of the group: encoding, drawing and hashing.

Proofs in logs depend on the encoding, the hashes and the weights (docs/PROTOCOL.md, The
group). Secret scalars are only drawn here; `net.sealed.secrets` keeps them.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable

from sealed_wonders.core.game import PROTO, frame, u32
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.digests import wide_hash
from sealed_wonders.net.sealed.curve import Q

SCALAR_SIZE = 32
"""Bytes of an encoded scalar, little-endian."""

Draw = Callable[[int], bytes]
"""Return a number of random bytes that nobody else can know or guess."""

draw_secret: Draw = secrets.token_bytes
"""Source of randomness; tests with known answers pass another `draw`."""

_DRAWN = 64
"""Number of bytes that are uniform to within 2^-259 when reduced modulo Q."""


_NUMBER = 4
"""Bytes of the number of a weight."""


class BadEncoding(RemoteProtocolError):
    """Bytes don't encode a scalar, or a point of the group."""


def write_scalar(k: int) -> bytes:
    """Encode *k*, which must be below Q."""
    return k.to_bytes(SCALAR_SIZE, "little")


def read_scalar(data: bytes) -> int:
    """
    Decode a scalar, which has only one encoding.

    Raises:
        BadEncoding: the length is wrong, or the value is at least Q.
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
    Decode a sequence of scalars.

    Raises:
        BadEncoding: *data* doesn't consist of scalars.
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
    """Draw a permutation of ``range(count)``, uniformly."""
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = int.from_bytes(draw(_DRAWN), "little") % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def hash_to_scalar(tag: bytes, *parts: bytes) -> int:
    """Return the challenge that hashes *tag* and *parts*."""
    return reduced(wide_hash(tag, *parts))


def reduced(wide: bytes) -> int:
    """Reduce a wide hash to a scalar."""
    return int.from_bytes(wide, "little") % Q


def weights_of(tag: bytes, seed: bytes, numbers: Iterable[int]) -> list[int]:
    """
    Return the pseudorandom weights with these numbers for *seed*.

    Provers and verifiers must compute the same. Weights have 128 bits and are never
    zero. With such weights, a sum of wrong terms is right only with a probability of
    2^-127.
    """
    # All that is hashed begins in the same way.
    begun = hashlib.sha512(frame(PROTO, tag, seed) + u32(_NUMBER))
    drawn = []
    for i in numbers:
        hashed = begun.copy()
        hashed.update(u32(i))
        drawn.append(int.from_bytes(hashed.digest()[:16], "little") | 1 << 127)
    return drawn
