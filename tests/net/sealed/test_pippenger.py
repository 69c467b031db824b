"""The compiled sum gives the same bytes as libsodium and as plain Python, or refuses."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point
from sealed_wonders.net.sealed.scalars import BadEncoding, write_scalar
from sealed_wonders.net.sealed.sodium import Sodium
from tests.support.crypto import NO_POINTS, PURE, SODIUM
from tests.support.sums import Combine, can_compile, compiled_sum
from tests.support.thorough import examples
from tests.support.vectors import vectors

pytestmark = pytest.mark.skipif(not can_compile(), reason="nothing to compile it with")


@pytest.fixture(scope="module")
def combine() -> Combine:
    return compiled_sum()


def summed(combine: Combine, terms: Sequence[tuple[int, bytes]]) -> bytes:
    return combine(
        b"".join(write_scalar(k) for k, _ in terms), b"".join(a for _, a in terms)
    )


scalars = st.one_of(
    st.integers(0, Q - 1),
    st.integers(0, 2**128 - 1),
    st.sampled_from([0, 1, 2, 15, 16, 17, 2**64, 2**252, Q - 1]),
)
points = st.one_of(
    st.integers(0, Q - 1).map(SODIUM.multiply_base), st.sampled_from([IDENTITY, BASE])
)


@examples(150)
@given(terms=st.lists(st.tuples(scalars, points), max_size=9))
def test_it_calculates_like_the_others(
    terms: list[tuple[int, Point]], combine: Combine
) -> None:
    assert summed(combine, terms) == SODIUM.combine(0, terms) == PURE.combine(0, terms)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 20, 70, 150, 400])
def test_sums_of_every_length(count: int, combine: Combine) -> None:
    """Longer sums are written in longer digits, and some terms cancel each other."""
    chance = Random(count)
    terms = [
        (chance.randrange(Q), SODIUM.multiply_base(chance.randrange(Q)))
        for _ in range(count)
    ]
    assert summed(combine, terms) == SODIUM.combine(0, terms)
    opposite = [(Q - k, a) for k, a in reversed(terms)]
    assert summed(combine, [*terms, *opposite]) == IDENTITY
    assert summed(combine, [*terms, (1, BASE), *opposite]) == BASE


def test_the_published_multiples(combine: Combine) -> None:
    for k, encoding in enumerate(vectors("ristretto255")["multiples"]):
        assert encoding == summed(combine, [(k, BASE)]).hex()
        assert encoding == summed(combine, [(1, BASE)] * k).hex()
        assert encoding == summed(combine, [(1, bytes.fromhex(encoding))]).hex()


@pytest.mark.parametrize("encoding", NO_POINTS, ids=bytes.hex)
def test_what_is_no_point_is_refused(encoding: bytes, combine: Combine) -> None:
    for terms in ([(1, encoding)], [(5, BASE), (0, encoding), (7, BASE)]):
        with pytest.raises(ValueError, match="not points"):
            summed(combine, terms)


@examples(300)
@given(data=st.binary(min_size=32, max_size=32))
def test_it_reads_the_same_bytes_as_libsodium(data: bytes, combine: Combine) -> None:
    """Half of what looks like a point is none."""
    data = bytes([data[0] & 0xFE]) + data[1:31] + bytes([data[31] & 0x7F])
    try:
        summed(combine, [(1, data)])
    except ValueError:
        with pytest.raises(BadEncoding):
            SODIUM.multiply(1, Point(data))
    else:
        assert data == SODIUM.multiply(1, Point(data))


@pytest.mark.parametrize(
    ("scalars", "points"),
    [
        (bytes(32), bytes(64)),
        (bytes(64), bytes(32)),
        (bytes(31), bytes(31)),
        (bytes(31) + b"\x20", bytes(BASE)),
        (b"\xff" * 32, bytes(BASE)),
    ],
)
def test_other_lengths_and_larger_numbers_are_refused(
    scalars: bytes, points: bytes, combine: Combine
) -> None:
    with pytest.raises(ValueError, match=r"not"):
        combine(scalars, points)


def test_a_group_uses_it_for_public_numbers_alone(combine: Combine) -> None:
    asked: list[bytes] = []

    def noted(scalars: bytes, points: bytes) -> bytes:
        asked.append(points)
        return combine(scalars, points)

    group = Sodium(combine=noted)
    a = group.multiply_base(7)
    group.multiply(5, a)
    group.combine(3, [(5, a)])
    group.card_point(3)
    assert asked == []
    assert group.combine_public(3, [(5, a)]) == group.multiply_base(38)
    assert asked == [BASE + a]
    backend.check(group)


def test_one_that_sums_wrongly_is_not_used(combine: Combine) -> None:
    """As a compiler's bug might do."""
    group = Sodium(combine=lambda scalars, points: combine(scalars[:32], points[:32]))
    with pytest.raises(backend.UnusableLibrary):
        backend.check(group)
