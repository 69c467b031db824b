"""The compiled sum: what is peculiar to it. `test_group.py` tests it, too."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import BASE, IDENTITY
from sealed_wonders.net.sealed.scalars import write_scalar
from sealed_wonders.net.sealed.sodium import Sodium
from tests.support.crypto import NO_POINTS, SODIUM
from tests.support.sums import Combine, can_compile, compiled_sum

pytestmark = pytest.mark.skipif(not can_compile(), reason="nothing to compile it with")


@pytest.fixture(scope="module")
def combine() -> Combine:
    return compiled_sum()


def summed(combine: Combine, terms: Sequence[tuple[int, bytes]]) -> bytes:
    return combine(
        b"".join(write_scalar(k) for k, _ in terms), b"".join(a for _, a in terms)
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3, 20, 70, 150, 400])
def test_sums_of_various_lengths(count: int, combine: Combine) -> None:
    """Longer sums use longer digits, and some terms cancel each other out."""
    chance = Random(count)
    terms = [
        (chance.randrange(Q), SODIUM.multiply_base(chance.randrange(Q)))
        for _ in range(count)
    ]
    assert summed(combine, terms) == SODIUM.combine(0, terms)
    opposite = [(Q - k, a) for k, a in reversed(terms)]
    assert summed(combine, [*terms, *opposite]) == IDENTITY
    assert summed(combine, [*terms, (1, BASE), *opposite]) == BASE


@pytest.mark.parametrize("encoding", NO_POINTS, ids=bytes.hex)
def test_invalid_points_in_a_sum_are_refused(encoding: bytes, combine: Combine) -> None:
    """This holds even if their factor is zero."""
    with pytest.raises(ValueError, match="not points"):
        summed(combine, [(5, BASE), (0, encoding), (7, BASE)])


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
def test_wrong_lengths_and_scalars_out_of_range_are_refused(
    scalars: bytes, points: bytes, combine: Combine
) -> None:
    with pytest.raises(ValueError, match=r"not"):
        combine(scalars, points)


def test_a_group_uses_the_compiled_sum_only_for_public_numbers(
    combine: Combine,
) -> None:
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
