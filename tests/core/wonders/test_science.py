"""The worth of science symbols."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.wonders.science import SYMBOLS, best, worth

symbols = st.tuples(*[st.integers(0, 7)] * 3)


@given(symbols, st.integers(0, 4))
def test_no_choice_of_wild_symbols_is_better(
    fixed: tuple[int, int, int], wild: int
) -> None:
    """Every assignment of every wild symbol, one by one, is tried (W5.5)."""
    totals = []
    for kinds in product(range(len(SYMBOLS)), repeat=wild):
        counts = [n + kinds.count(kind) for kind, n in enumerate(fixed)]
        sets = min(counts)
        totals.append(sum(n * n for n in counts) + 7 * sets)
    assert max(totals) == best(fixed, wild)


def test_the_worth_of_a_few_sets() -> None:
    """Squares and sevens (W7.2)."""
    assert [0, 1, 10, 16, 13 + 7, 26] == [
        worth(0, 0, 0),
        worth(0, 1, 0),
        worth(1, 1, 1),
        worth(4, 0, 0),
        worth(3, 2, 0) + 7,
        worth(2, 2, 2),
    ]


def test_the_best_choice_is_not_always_the_longest_row() -> None:
    """One wild symbol makes a set of two different ones, or a row longer (W5.5)."""
    assert 10 == best((1, 1, 0), 1)
    assert 26 == best((5, 1, 0), 0)
    assert 37 == best((6, 0, 0), 0) + best((0, 1, 0), 0)
    assert 49 == best((6, 0, 0), 1)
