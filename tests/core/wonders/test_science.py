"""The value of science symbols, compared with trying every assignment."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sealed_wonders.core.wonders import science
from sealed_wonders.core.wonders.model import Around, City
from sealed_wonders.core.wonders.science import (
    SYMBOLS,
    ScienceState,
    Solved,
    best,
    solve,
    worth,
)
from sealed_wonders.core.wonders.scoring import CATEGORIES, points
from tests.support.thorough import examples
from tests.support.wonders import city

Kinds = tuple[str, ...]
"""Symbols laid in a row."""

symbols = st.tuples(*[st.integers(0, 7)] * 3)


def total(row: Kinds) -> int:
    """Count squares and sets, as the printed table does."""
    counts = [row.count(kind) for kind in SYMBOLS]
    return sum(n * n for n in counts) + 7 * min(counts)


def rows(known: ScienceState) -> Iterator[Kinds]:
    """
    Lay every row of symbols there can be.

    Wild ones are of all kinds; then leaders speak in every order: one may turn any
    symbol over to any kind, the other adds one more of a kind of which none has more.
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
    """Turn over any one symbol, or none."""
    for row in laid:
        yield row
        for i in range(len(row)):
            for kind in SYMBOLS:
                yield (*row[:i], kind, *row[i + 1 :])


def added(laid: set[Kinds]) -> Iterator[Kinds]:
    """Add one of a kind there is most of, whichever."""
    for row in laid:
        for kind in SYMBOLS:
            if all(row.count(kind) >= row.count(other) for other in SYMBOLS):
                yield (*row, kind)


def by_trying(known: ScienceState) -> Solved:
    """Give the best of all rows, of equals the one with most points in green."""
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


@examples(150)
@given(knowledge)
@example(ScienceState((4, 4, 4), 3, 1, 1, 3))
@example(ScienceState((0, 0, 0), 0, 1, 1, 3))
@example(ScienceState((0, 0, 0), 3, 1, 1, 0))
@example(ScienceState((3, 3, 0), 0, 1, 1, 3))
def test_no_way_to_count_all_symbols_together_is_better(known: ScienceState) -> None:
    """Whoever speaks first, and whatever wild ones are taken for (L2.10, W5.5)."""
    assert by_trying(known) == solve(known)


@examples(40)
@given(st.tuples(*[st.integers(0, 3)] * 3), st.integers(0, 2), st.integers(0, 2))
def test_nor_would_it_be_with_more_such_leaders(
    fixed: tuple[int, int, int], swaps: int, more: int
) -> None:
    """Nothing rests on there being one of each."""
    known = ScienceState(fixed, 1, swaps, more, 3)
    assert by_trying(known) == solve(known)


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


@pytest.mark.parametrize(
    ("symbols", "swaps", "more", "green"),
    [
        ((9, 0, 0), 0, 0, 81),
        ((8, 0, 0), 0, 1, 81),
        ((8, 1, 0), 1, 0, 81),
        ((7, 1, 0), 1, 1, 81),
        ((7, 0, 0), 0, 1, 64),
    ],
)
def test_the_table_goes_on_to_nine_equal_symbols(
    symbols: tuple[int, int, int], swaps: int, more: int, green: int
) -> None:
    """Eighty-one for nine, however they come together (L1.8, L2.10)."""
    assert Solved(green, 0) == solve(ScienceState(symbols, 0, swaps, more))


def test_a_leader_adds_to_the_longest_row_only() -> None:
    """It can't complete a set, where that would be worth more (L2.10)."""
    assert 9 + 1 == sum(solve(ScienceState((2, 1, 0), 0, 0, 1)))
    assert 4 + 1 + 1 + 7 == sum(solve(ScienceState((2, 1, 0), 1, 0, 0)))


def test_a_tie_is_the_owners_to_break() -> None:
    """One of each: any of the three becomes two; and of none at all, one (L2.10)."""
    assert 4 + 1 + 1 + 7 == sum(solve(ScienceState((1, 1, 1), 0, 0, 1)))
    assert 9 + 4 == sum(solve(ScienceState((2, 2, 0), 0, 0, 1)))
    assert 1 == sum(solve(ScienceState((0, 0, 0), 0, 0, 1)))


def test_a_symbol_is_added_before_one_is_replaced_if_that_is_better() -> None:
    """One and one become two and one, and then a set; not two, and three (L2.10)."""
    assert 10 == sum(solve(ScienceState((1, 1, 0), 0, 1, 1)))


def test_a_symbol_that_was_added_may_be_replaced() -> None:
    """
    A guild and a stage are tablet and gear, another tablet comes, and it turns.

    Of the three it is the only one that a leader may turn: 3 tablets would be worth 9.
    """
    assert 10 == sum(solve(ScienceState((0, 0, 0), 2, 1, 1)))


def test_sets_count_three_more_besides() -> None:
    """With them the set is best, without them the row (L2.13, L2.10)."""
    fixed = (4, 1, 0)
    assert Solved(25 + 1, 0) == solve(ScienceState(fixed, 1))
    assert Solved(16 + 1 + 1 + 7, 3) == solve(ScienceState(fixed, 1, per_set=3))


def test_of_equals_the_one_with_most_in_green() -> None:
    """A row of five, or a set whose point stands elsewhere: 26 both (L2.13, W7.2)."""
    assert worth(5, 1, 0) == worth(4, 1, 1) + 1
    assert Solved(26, 0) == solve(ScienceState((4, 1, 0), 1, per_set=1))


def test_the_search_is_small_and_what_it_remembers_has_a_limit() -> None:
    """More than any game has: still no more than some hundreds of ways to count."""
    most = ScienceState((7, 7, 7), wild=4, swaps=1, more=1, per_set=3)
    assert 500 > sum(1 for _ in science._counts(most))
    for cache in (best, solve):
        assert cache.cache_info().maxsize == 4096


def counted(mine: City) -> dict[str, int]:
    """Give the lines of a city's sheet that are not empty, its neighbours bare."""
    row = points(Around(mine, city("rhodos"), city("ephesos")))
    lines = dict(zip(CATEGORIES, row, strict=True))
    assert lines.pop("total") == sum(lines.values())
    return {line: number for line, number in lines.items() if number}


TABLETS = "scriptorium school library university"


@pytest.mark.parametrize(
    ("leaders", "green"),
    [("", 16), ("ptolemy", 25), ("ptolemy enheduanna", 36), ("euclid", 17)],
)
def test_leaders_symbols_count_under_green(leaders: str, green: int) -> None:
    """Theirs are symbols like those of cards (L2.10, W7.2)."""
    assert counted(city("gizah", 0, TABLETS, leaders=leaders)) == {"green": green}


def test_nine_equal_symbols() -> None:
    """Four cards, a leader, a stage, a guild, one added and one replaced (L1.8)."""
    lines = counted(
        city(
            "carthage night",
            0,
            built=f"{TABLETS} workshop scientists_guild",
            leaders="ptolemy enheduanna aganice",
            stages=("right", "right"),
        )
    )
    assert 81 == lines["green"]


@pytest.mark.parametrize(
    ("board", "stages"),
    [
        ("babylon", ("", "")),
        ("babylon night", ("", "")),
        ("carthage night", ("right", "right")),
    ],
)
def test_wild_symbols_of_boards_and_guild_are_chosen_apart(
    board: str, stages: tuple[str, ...]
) -> None:
    """The stage is a gear and the guild a compass: a set with the tablet (W5.5)."""
    lines = counted(city(board, 0, "scriptorium scientists_guild", stages))
    assert 10 == lines["green"]


def test_aristotles_points_stand_under_leaders() -> None:
    """Three for each set, which may be made for it (L2.13, W7.2)."""
    built = "scriptorium workshop apothecary"
    assert counted(city("gizah", 0, built)) == {"green": 10}
    lines = counted(city("gizah", 0, built, leaders="aristotle"))
    assert lines == {"green": 10, "leaders": 3}


def test_the_agora_counts_a_scientists_guild_again() -> None:
    """What a second free symbol would bring stands under edifice (E1.9, W7.2)."""
    built = "scriptorium workshop scientists_guild"
    assert counted(city("gizah", 0, built)) == {"green": 10}
    lines = counted(city("gizah", 0, built, edifices="agora"))
    assert lines == {"green": 10, "edifice": 13 - 10}


def test_the_agora_counts_with_what_leaders_know() -> None:
    """With Aristotle the guild's symbols make sets, without him a row (E1.9, L2.13)."""
    built = f"{TABLETS} workshop laboratory scientists_guild"
    row = {"green": worth(5, 2, 0), "edifice": worth(6, 2, 0) - worth(5, 2, 0)}
    assert row == counted(city("gizah", 0, built, edifices="agora"))
    sets = worth(4, 2, 2) + 6 - worth(4, 2, 1) - 3
    assert {"green": worth(4, 2, 1), "leaders": 3, "edifice": sets} == counted(
        city("gizah", 0, built, leaders="aristotle", edifices="agora")
    )


def test_the_agora_takes_the_best_of_the_purple_cards() -> None:
    """It is no symbol where another guild brings more (E1.9)."""
    built = "scriptorium scientists_guild decorators_guild"
    lines = counted(city("gizah", 0, built, edifices="agora", stages=("", "", "")))
    assert lines["edifice"] == 7
    assert counted(city("gizah", 0, "scriptorium", edifices="agora")) == {"green": 1}
