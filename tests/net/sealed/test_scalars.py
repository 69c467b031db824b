"""Numbers modulo the order of the group."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.scalars import (
    BadEncoding,
    hash_to_scalar,
    random_order,
    random_scalar,
    read_scalar,
    read_scalars,
    weights_of,
    write_scalar,
)
from tests.support.inprocess.chance import stream


def test_hashes_match_the_published_ones() -> None:
    hashed = "dfaf3e18751b994c2ad10a6844fba64809a013a2414d5ba370c2c7e51707b406"
    assert hashed == write_scalar(hash_to_scalar(b"test", b"x")).hex()
    assert (
        0xF60B8471150599627FA5E7485BE8E54B == weights_of(b"shuf-ui", bytes(64), [0])[0]
    )


@given(st.binary(max_size=200), st.integers(0, 2**32 - 1))
def test_weights_are_never_small(seed: bytes, i: int) -> None:
    """So none is zero, and a point that is multiplied by one has been read."""
    assert 2**127 <= weights_of(b"xfer-t", seed, [i])[0] < 2**128


@given(
    st.binary(max_size=70)
    | st.sampled_from([0, 1, Q - 1, Q, Q + 1, 2 * Q, 2**255, 2**256 - 1]).map(
        lambda k: k.to_bytes(32, "little")
    )
)
def test_a_scalar_has_one_encoding(data: bytes) -> None:
    """Anything else is refused, including Q itself."""
    try:
        k = read_scalar(data)
    except BadEncoding:
        assert len(data) != 32 or int.from_bytes(data, "little") >= Q
    else:
        assert data == write_scalar(k)


def test_a_list_with_an_incomplete_scalar_is_refused() -> None:
    assert (1, 2) == read_scalars(write_scalar(1) + write_scalar(2))
    assert () == read_scalars(b"")
    with pytest.raises(BadEncoding):
        read_scalars(write_scalar(1) + write_scalar(2)[:31])


def test_a_random_scalar_is_never_zero() -> None:
    for byte in (0x00, 0xFF):
        assert 0 < random_scalar(lambda count, byte=byte: bytes([byte]) * count) < Q  # type: ignore[misc]
    # Multiples of Q - 1 come nearest to zero.
    assert 1 == random_scalar(lambda count: (Q - 1).to_bytes(count, "little"))


def test_all_orders_are_drawn_about_equally_often() -> None:
    draw = stream("orders")
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(600):
        order = random_order(3, draw)
        seen[order] = seen.get(order, 0) + 1
    assert 6 == len(seen)
    assert min(seen.values()) > 70
    assert max(seen.values()) < 130


@pytest.mark.parametrize("count", [0, 1, 2, 49])
def test_an_order_contains_every_place_once(count: int) -> None:
    assert list(range(count)) == sorted(random_order(count))
