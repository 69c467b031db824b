"""Which strings of 32 bytes are valid public keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.point import is_point
from sealed_wonders.net.sealed.curve import P, Q
from tests.support.thorough import examples

BASE = bytes.fromhex("58" + "66" * 31)
"""The base point (RFC 8032, 5.1)."""

SMALL = (
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
)
"""The eight points whose order divides 8: the identity first."""

# A second implementation, which follows the equations, to make points with.
D = -121665 * pow(121666, -1, P) % P
Affine = tuple[int, int]


def add(a: Affine, b: Affine) -> Affine:
    k = D * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + k, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - k, -1, P)
    return x % P, y % P


def times(k: int, a: Affine) -> Affine:
    total = (0, 1)
    for bit in bin(k)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, a)
    return total


def read(data: bytes) -> Affine:
    number = int.from_bytes(data, "little")
    y, odd = number % (1 << 255), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    return (x if x % 2 == odd else -x % P), y


def write(a: Affine) -> bytes:
    return (a[1] | (a[0] & 1) << 255).to_bytes(32, "little")


def test_known_points_are_valid_keys() -> None:
    """They are the base point and the public keys of RFC 8032."""
    published = (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
    )
    assert is_point(BASE)
    assert all(is_point(bytes.fromhex(key)) for key in published)


@pytest.mark.parametrize("encoding", SMALL)
def test_points_of_small_order_are_refused(encoding: str) -> None:
    """
    Under such a key, anybody can sign nearly anything. The sum of such a point and a
    good key isn't a key either.
    """
    small = read(bytes.fromhex(encoding))
    assert (0, 1) == times(8, small)
    assert not is_point(bytes.fromhex(encoding))
    mixed = add(read(BASE), small)
    assert times(8, mixed) == times(8, read(BASE))
    assert is_point(write(mixed)) == (small == (0, 1))


@pytest.mark.parametrize("y", [*range(P, 2**255), P - 1, 0, 1])
@pytest.mark.parametrize("odd", [0, 1])
def test_no_point_has_a_second_encoding(y: int, odd: int) -> None:
    """Refused are a y that isn't less than P, and a sign for x = 0."""
    assert not is_point((y | odd << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_key_has_32_bytes(length: int) -> None:
    assert not is_point((BASE * 2)[:length])


@examples(20)
@given(st.integers(1, Q - 1))
def test_multiples_of_the_base_point_are_valid_keys(k: int) -> None:
    """Two implementations agree on what is in the subgroup."""
    assert is_point(write(times(k, read(BASE))))


@examples(60)
@given(st.binary(min_size=32, max_size=32))
def test_any_bytes_are_judged_as_the_equations_say(data: bytes) -> None:
    """Half of all strings are on the curve, and an eighth of those in the subgroup."""
    number = int.from_bytes(data, "little") % (1 << 255)
    x, y = read(data)
    on_curve = (y * y - x * x - 1 - D * x * x * y * y) % P == 0
    good = on_curve and number < P and x != 0 and times(Q, (x, y)) == (0, 1)
    assert good == is_point(data)
