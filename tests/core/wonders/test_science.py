"""The value of science symbols, compared with all possible assignments."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from hypothesis import example, given
from hypothesis import strategies as st

from sealed_wonders.core.wonders import science
from sealed_wonders.core.wonders.science import (
    SYMBOLS,
    ScienceState,
    Solved,
    best,
    solve,
)
from tests.support.thorough import examples

Kinds = tuple[str, ...]
"""A row of symbols."""


def total(row: Kinds) -> int:
    """Return the points for sets and identical symbols, by the printed table."""
    counts = [row.count(kind) for kind in SYMBOLS]
    return sum(n * n for n in counts) + 7 * min(counts)


def rows(known: ScienceState) -> Iterator[Kinds]:
    """
    Yield every possible row of symbols.

    Wild symbols take all kinds. Then leaders apply in every order: one may turn any
    symbol into any kind, the other adds a symbol of a kind that is most frequent.
    """
    settled = [k for k, n in zip(SYMBOLS, known.symbols, strict=True) for _ in range(n)]
    orders = set(permutations(["swap"] * known.swaps + ["more"] * known.more))
    for wild in product(SYMBOLS, repeat=known.wild):
        for order in orders:
            laid = {(*settled, *wild)}
            for leader in order:
                laid = set(turned(laid) if leader == "swap" else added(laid))
            yield from laid


def turned(laid: set[Kinds]) -> Iterator[Kinds]:
    """Yield rows with any one symbol turned over, or none."""
    for row in laid:
        yield row
        for i in range(len(row)):
            for kind in SYMBOLS:
                yield (*row[:i], kind, *row[i + 1 :])


def added(laid: set[Kinds]) -> Iterator[Kinds]:
    """Yield rows with one more symbol of a most frequent kind."""
    for row in laid:
        for kind in SYMBOLS:
            if all(row.count(kind) >= row.count(other) for other in SYMBOLS):
                yield (*row, kind)


def by_trying(known: ScienceState) -> Solved:
    """Return the best of all rows; among equals, the one with most points in green."""
    ways = set()
    for row in rows(known):
        sets = min(row.count(kind) for kind in SYMBOLS)
        ways.add((total(row) + known.per_set * sets, total(row)))
    both, green = max(ways)
    return Solved(green, both - green)


knowledge = st.builds(
    ScienceState,
    st.tuples(*[st.integers(0, 4)] * 3),
    st.integers(0, 3),
    st.integers(0, 1),
    st.integers(0, 1),
    st.sampled_from([0, 3]),
)


@examples(150)
@given(knowledge)
@example(ScienceState((4, 4, 4), 3, 1, 1, 3))
@example(ScienceState((0, 0, 0), 0, 1, 1, 3))
@example(ScienceState((0, 0, 0), 3, 1, 1, 0))
@example(ScienceState((3, 3, 0), 0, 1, 1, 3))
def test_the_value_of_symbols_is_the_best_possible(known: ScienceState) -> None:
    """Whatever the order of the leaders and the kinds of wild symbols (L2.10, W5.5)."""
    assert by_trying(known) == solve(known)


def test_the_search_is_small_and_its_caches_are_bounded() -> None:
    """
    Even with more symbols than in any game, there are only some hundreds of
    assignments.
    """
    most = ScienceState((7, 7, 7), wild=4, swaps=1, more=1, per_set=3)
    assert 500 > sum(1 for _ in science._counts(most))
    for cache in (best, solve):
        assert cache.cache_info().maxsize == 4096
