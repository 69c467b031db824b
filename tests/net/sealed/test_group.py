"""The group: known answers, two implementations that agree, and what both refuse."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sealed_wonders.net.sealed.backend import MIXED, SMALL
from sealed_wonders.net.sealed.curve import P, Q
from sealed_wonders.net.sealed.group import (
    BASE,
    IDENTITY,
    Group,
    Point,
    card_point,
    generator,
    negated,
    split_points,
)
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import BadEncoding
from tests.support.crypto import PURE, SODIUM, each_group
from tests.support.thorough import examples

A = SODIUM.multiply_base(2**251 + 12345)
B = SODIUM.multiply_base(3**150)

scalars = st.one_of(
    st.integers(0, Q - 1), st.sampled_from([0, 1, 2, Q - 1, Q, Q + 1, 2**255 - 1, -1])
)
points = st.one_of(
    st.integers(0, Q - 1).map(SODIUM.multiply_base), st.sampled_from([IDENTITY, BASE])
)


def test_generators_are_the_published_ones() -> None:
    """Nobody can have chosen them: they come out of a hash, the same everywhere."""
    published = (
        "eafb71dd792db6b200b27543d2b036377fe89d1d7b2c03180b1ec521bcf1aa8a",
        "da8d24a13fa661ac3a2aca425b70e4f2f0d7e2b4b9a386f0dc6d209416cf2445",
        "d06ddb6c2e8fb313c640cfbbb712a62bb58d0740fec81347b6e6347998b09b01",
    )
    assert published == tuple(generator(i).hex() for i in range(3))


def test_cards_stand_at_small_multiples_of_the_base() -> None:
    """Card 0 is the base point itself, card 1 its double."""
    assert "58" + "66" * 31 == card_point(0).hex() == BASE.hex()
    doubled = "c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022"
    assert doubled == card_point(1).hex()
    assert [SODIUM.card_point(c) for c in range(300)] == [
        card_point(c) for c in range(300)
    ]


@each_group
@pytest.mark.parametrize("encoding", [*SMALL, *MIXED], ids=bytes.hex)
def test_what_is_outside_the_group_is_refused(group: Group, encoding: bytes) -> None:
    """Points of small or mixed order are neither read nor multiplied."""
    with pytest.raises(BadEncoding):
        group.read_point(encoding)
    for k in (1, 2, 8, 2**128 - 1, Q - 1):
        with pytest.raises(BadEncoding):
            group.multiply(k, Point(encoding))
        with pytest.raises(BadEncoding):
            group.combine(7, [(3, A), (k, Point(encoding))])


def test_the_mixed_points_are_mixed() -> None:
    """Each is a good point and a small one: without its small part it would be read."""
    assert 7 == len(set(MIXED)) == len(set(SMALL))
    for mixed in MIXED:
        total = Point(mixed)
        for _ in range(3):
            total = SODIUM.add(total, total)
        assert SODIUM.multiply_base(8) == total


@each_group
@pytest.mark.parametrize("y", [*range(P, P + 19), 0, 1, P - 1])
@pytest.mark.parametrize("odd", [0, 1])
def test_no_point_has_a_second_encoding(group: Group, y: int, odd: int) -> None:
    """Neither a y beyond the field nor a sign where there is none is read."""
    encoding = (y | odd << 255).to_bytes(32, "little")
    with pytest.raises(BadEncoding):
        group.read_point(encoding)
    if encoding != IDENTITY:
        with pytest.raises(BadEncoding):
            group.multiply(5, Point(encoding))


@each_group
@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_point_has_32_bytes(group: Group, length: int) -> None:
    """Other lengths are refused, whatever they begin with."""
    with pytest.raises(BadEncoding):
        group.read_point((A + B)[:length])
    with pytest.raises(BadEncoding):
        group.multiply(3, Point((A + B)[:length]))
    with pytest.raises(BadEncoding):
        group.sum([A, Point((A + B)[:length])])


@examples(60)
@given(st.binary(min_size=32, max_size=32), st.integers(1, Q - 1))
@example(bytes(32), 1)
@example(bytes(A), 1)
@example(bytes(IDENTITY), 5)
@example(bytes([2]) + bytes(31), 8)
def test_both_groups_take_the_same_bytes(data: bytes, k: int) -> None:
    """Of random bytes one in sixteen is in the group; both know which."""

    def answers(group: Group) -> tuple[bool, bytes | None]:
        try:
            group.read_point(data)
            reads = True
        except BadEncoding:
            reads = False
        try:
            return reads, group.multiply(k, Point(data))
        except BadEncoding:
            return reads, None

    assert answers(SODIUM) == answers(PurePython())


@examples(60)
@given(scalars, st.lists(st.tuples(scalars, points), max_size=3))
def test_both_groups_calculate_alike(k: int, terms: list[tuple[int, Point]]) -> None:
    """Every operation gives the same bytes, also at zero, Q, and the identity."""
    summands = [point for _, point in terms]
    a, b = (*summands, BASE, BASE)[:2]
    for got, wanted in (
        (SODIUM.combine(k, terms), PURE.combine(k, terms)),
        (SODIUM.multiply_base(k), PURE.multiply_base(k)),
        (SODIUM.multiply(k, a), PURE.multiply(k, a)),
        (SODIUM.sum(summands), PURE.sum(summands)),
        (SODIUM.add(a, b), PURE.add(a, b)),
        (SODIUM.subtract(a, b), PURE.subtract(a, b)),
    ):
        assert wanted == got


@each_group
def test_zero_and_the_identity(group: Group) -> None:
    """Nothing times anything, anything times nothing, and no sum: the identity."""
    assert IDENTITY == group.multiply(0, A) == group.multiply(Q, A)
    assert IDENTITY == group.multiply(5, IDENTITY) == group.multiply_base(0)
    assert IDENTITY == group.sum([]) == group.combine(0, [])
    assert IDENTITY == group.add(A, negated(A)) == group.subtract(A, A)
    assert A == group.add(A, IDENTITY) == group.add(IDENTITY, A)
    assert negated(A) == group.multiply(-1, A) == group.subtract(IDENTITY, A)
    assert IDENTITY == negated(IDENTITY)
    assert group.multiply(2, A) == group.add(A, A)


@each_group
def test_laws(group: Group) -> None:
    """Multiples add up, whichever way they are written."""
    k, m = 2**200 + 7, Q - 2**130
    assert group.multiply(k + m, A) == group.combine(0, [(k, A), (m, A)])
    assert group.multiply(k * m, BASE) == group.multiply(k, group.multiply_base(m))
    assert group.combine(k, [(m, BASE)]) == group.multiply_base(k + m)
    assert group.combine(1, [(2, A), (3, B)]) == group.sum([BASE, A, A, B, B, B])


def test_arriving_points_are_cut_and_not_the_identity() -> None:
    """Before they are multiplied, only lengths and the identity can be wrong."""
    assert (A, B) == split_points(A + B, 2)
    assert () == split_points(b"", 0)
    for data, count in ((A + B, 1), (A + B[:31], 2), (A, 2), (b"", 1), (A, 0)):
        with pytest.raises(BadEncoding):
            split_points(data, count)
    with pytest.raises(BadEncoding):
        split_points(A + IDENTITY, 2)


def test_the_slow_group_forgets() -> None:
    """What it remembers of points has a limit, whoever makes it see many."""
    group = PurePython(remembered=8)
    for k in range(1, 40):
        assert SODIUM.multiply_base(k) == group.multiply_base(k)
        assert len(group._members) <= 8
    assert SODIUM.multiply(3, A) == group.multiply(3, A)


@each_group
def test_several_threads_may_calculate(group: Group) -> None:
    """No call sees what another is at."""
    factors = range(1, 60)
    expected = [SODIUM.combine(k, [(k, A), (3, B)]) for k in factors]
    with ThreadPoolExecutor(4) as pool:
        got = pool.map(lambda k: group.combine(k, [(k, A), (3, B)]), factors)
    assert expected == list(got)
