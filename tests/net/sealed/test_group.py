"""The group: known answers, implementations that agree, and what all of them refuse."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sealed_wonders.net.sealed import curve
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import (
    BASE,
    IDENTITY,
    Group,
    Point,
    card_point,
    expanded,
    split_points,
)
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import BadEncoding
from sealed_wonders.net.sealed.sodium import Sodium, compiled
from sealed_wonders.net.system.libsodium import of_the_system, of_the_wheel
from tests.support.crypto import NO_POINTS, PURE, SODIUM, Counting, each_group
from tests.support.sums import can_compile, summed
from tests.support.thorough import examples
from tests.support.vectors import vectors

RFC = vectors("ristretto255")

LIBRARIES = {
    name: library
    for name, some in (("system", of_the_system()), ("wheel", of_the_wheel()))
    for library in some
}
"""Every libsodium that is installed here."""

SUM = summed if can_compile() else compiled()
QUICK = [Sodium(it, combine=SUM) for it in LIBRARIES.values()]

A = SODIUM.multiply_base(2**251 + 12345)
B = SODIUM.multiply_base(3**150)

scalars = st.one_of(
    st.integers(0, Q - 1), st.sampled_from([0, 1, 2, Q - 1, Q, Q + 1, 2**255 - 1, -1])
)
points = st.one_of(
    st.integers(0, Q - 1).map(SODIUM.multiply_base), st.sampled_from([IDENTITY, BASE])
)


GROUPS = [
    *(pytest.param(Sodium(it), id=name) for name, it in LIBRARIES.items()),
    *([pytest.param(Sodium(combine=SUM), id="compiled")] if SUM else []),
    pytest.param(PURE, id="pure"),
]
every_group = pytest.mark.parametrize("group", GROUPS)


def test_the_library_of_the_wheel_is_tested() -> None:
    """Everybody can install this one."""
    assert "wheel" in LIBRARIES


@every_group
def test_the_published_multiples(group: Group) -> None:
    """RFC 9496, appendix A.1, in every way to calculate them; and our generators."""
    for k, encoding in enumerate(map(bytes.fromhex, RFC["multiples"])):
        assert encoding == group.multiply_base(k) == group.multiply(k, BASE)
        assert encoding == group.sum([BASE] * k) == group.combine(0, [(k, BASE)])
        assert encoding == group.combine_public(k - 20, [(15, BASE), (5, BASE)])
        if k:
            assert encoding == group.read_point(encoding)
    published = vectors("sealed")["generators"]
    for _ in range(2):
        assert published == [group.generator(i).hex() for i in range(len(published))]


@every_group
@pytest.mark.parametrize("encoding", NO_POINTS, ids=bytes.hex)
def test_invalid_points_are_refused(group: Group, encoding: bytes) -> None:
    """RFC 9496, appendix A.2: no operation accepts them."""
    point = Point(encoding)
    for use in (
        lambda: group.read_point(encoding),
        lambda: group.multiply(3, point),
        lambda: group.multiply(Q - 1, point),
        lambda: group.combine(7, [(3, A), (2**128 - 1, point)]),
        lambda: group.combine_public(7, [(3, A), (2**128 - 1, point)]),
        lambda: group.add(A, point),
        lambda: group.subtract(point, A),
    ):
        with pytest.raises(BadEncoding):
            use()


def test_the_published_hashes() -> None:
    """RFC 9496, appendix A.3."""
    for it in RFC["hashed"]:
        made = curve.encode(curve.from_hash(bytes.fromhex(it["bytes"])))
        assert it["point"] == made.hex()


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("", "6b9a7312411d92f921c6f68ca0b6380730a1a4d982c507211a90964c394179ba"),
        ("abc", "0da749f12fbe5483eb066a5f595055679b976e93abe9be6f0f6318bce7aca8dc"),
    ],
)
def test_messages_are_expanded_as_published(message: str, answer: str) -> None:
    """RFC 9380, appendix K.3, whose answers are half as long."""
    tag = b"QUUX-V01-CS02-with-expander-SHA512-256"
    assert answer == expanded(message.encode(), tag, 32)[:32].hex()


def test_cards_are_small_multiples_of_the_base() -> None:
    """Card 0 is the base point itself, and card 1 its double."""
    assert card_point(0) == BASE
    assert RFC["multiples"][1:] == [card_point(card).hex() for card in range(15)]
    assert [SODIUM.card_point(c) for c in range(300)] == [
        card_point(c) for c in range(300)
    ]


@each_group
@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_a_point_has_32_bytes(group: Group, length: int) -> None:
    with pytest.raises(BadEncoding):
        group.read_point((A + B)[:length])
    with pytest.raises(BadEncoding):
        group.multiply(3, Point((A + B)[:length]))
    with pytest.raises(BadEncoding):
        group.sum([A, Point((A + B)[:length])])


@examples(60)
@given(st.binary(min_size=32, max_size=32), st.integers(1, Q - 1))
@example(bytes(A), 1)
@example(bytes(IDENTITY), 5)
@example(bytes([2]) + bytes(31), 8)
def test_all_groups_accept_the_same_bytes(data: bytes, k: int) -> None:
    """Half of all strings that look like a point are none."""
    data = bytes([data[0] & 0xFE]) + data[1:31] + bytes([data[31] & 0x7F])

    def answers(group: Group) -> tuple[bool, bytes | None]:
        try:
            group.read_point(data)
            reads = True
        except BadEncoding:
            reads = False
        try:
            made = group.multiply(k, Point(data))
        except BadEncoding:
            with pytest.raises(BadEncoding):
                group.combine_public(0, [(k, Point(data))])
            return reads, None
        assert made == group.combine_public(0, [(k, Point(data))])
        return reads, made

    wanted = answers(PurePython())
    assert all(wanted == answers(it) for it in QUICK)


@examples(60)
@given(scalars, st.lists(st.tuples(scalars, points), max_size=3))
def test_all_groups_calculate_alike(k: int, terms: list[tuple[int, Point]]) -> None:
    summands = [point for _, point in terms]
    a, b = (*summands, BASE, BASE)[:2]

    def answers(group: Group) -> tuple[Point, ...]:
        return (
            group.combine(k, terms),
            group.combine_public(k, terms),
            group.multiply_base(k),
            group.multiply(k, a),
            group.sum(summands),
            group.add(a, b),
            group.subtract(a, b),
        )

    wanted = answers(PURE)
    assert wanted[0] == wanted[1]
    assert all(wanted == answers(it) for it in QUICK)


@each_group
def test_zero_and_the_identity(group: Group) -> None:
    """Products with zero or the identity, and empty sums, are the identity."""
    assert IDENTITY == group.multiply(0, A) == group.multiply(Q, A)
    assert IDENTITY == group.multiply(5, IDENTITY) == group.multiply_base(0)
    assert IDENTITY == group.sum([]) == group.combine(0, [])
    assert IDENTITY == group.add(A, group.multiply(-1, A)) == group.subtract(A, A)
    assert A == group.add(A, IDENTITY) == group.add(IDENTITY, A)
    assert group.multiply(-1, A) == group.subtract(IDENTITY, A)
    assert IDENTITY == group.combine_public(0, [(5, IDENTITY), (0, A), (Q, B)])
    assert group.multiply(2, A) == group.add(A, A)


def test_received_points_are_split_and_the_identity_is_refused() -> None:
    assert (A, B) == split_points(A + B, 2)
    assert () == split_points(b"", 0)
    for data, count in ((A + B, 1), (A + B[:31], 2), (A, 2), (b"", 1), (A, 0)):
        with pytest.raises(BadEncoding):
            split_points(data, count)
    with pytest.raises(BadEncoding):
        split_points(A + IDENTITY, 2)


def test_the_cache_of_the_python_group_is_limited() -> None:
    """Otherwise anybody could fill it by sending many points."""
    group = PurePython(remembered=8)
    for k in range(1, 40):
        assert SODIUM.multiply_base(k) == group.multiply_base(k)
        assert len(group._members) <= 8
    assert SODIUM.multiply(3, A) == group.multiply(3, A)


@each_group
def test_several_threads_can_calculate_at_once(group: Group) -> None:
    factors = range(1, 60)
    expected = [SODIUM.combine(k, [(k, A), (3, B)]) for k in factors]
    with ThreadPoolExecutor(4) as pool:
        got = pool.map(lambda k: group.combine(k, [(k, A), (3, B)]), factors)
    assert expected == list(got)


@pytest.mark.parametrize("encoding", NO_POINTS, ids=bytes.hex)
def test_an_invalid_point_in_a_compiled_sum_is_found_without_products(
    encoding: bytes,
) -> None:
    """A forger chooses how many points come before it, so the sum isn't redone."""

    def refuse(scalars: bytes, points: bytes) -> bytes:
        raise ValueError("not points of ristretto255 and scalars")

    group = Counting(combine=refuse)
    with pytest.raises(BadEncoding, match="not a point"):
        group.combine_public(7, [*[(3, A)] * 100, (5, Point(encoding))])
    assert 0 == group.count
