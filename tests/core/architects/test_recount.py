"""
The recount of Architects: it finds each wrong number, and judges records as the rules do.

It is `tests.support.architects_recount`, which shares no line with `core`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.architects.effects import EFFECTS
from sealed_wonders.core.records.games import check
from sealed_wonders.core.records.script import RecordFault
from tests.support.architects_records import example, others
from tests.support.architects_recount import Recount, Wrong
from tests.support.records import Json, at, changed, leaves, raw, spoilt


def follows(values: list[Json]) -> bool:
    """Tell whether the rules find nothing wrong with a record."""
    try:
        check(raw(values))
    except RecordFault:
        return False
    return True


def adds_up(values: list[Json]) -> bool:
    """Tell whether pencil and paper don't."""
    try:
        Recount(values).run()
    except (Wrong, KeyError):
        return False
    return True


def test_what_is_recounted_came_up() -> None:
    """Between them, half a dozen games have everything there is to the game."""
    seen = Counter[str]()
    for number in (1, 2, 4, 6, 11, 33):
        recount = Recount(example(2 + number % 6, number // 6))
        recount.run()
        seen += recount.seen
    extras = "urbanism crafts jewellery science propaganda architecture"
    wanted = [
        *(f"by {token}" for token in extras.split()),
        *(f"battle of {n}" for n in range(2, 8)),
        *("set of 1", "set of 3", "token open", "token top"),
        *(f"effect {name}" for name in EFFECTS if name != "none"),
        *("paid by no token", "paid by engineering", "paid by economy"),
    ]
    assert [] == [what for what in wanted if not seen[what]]


@given(
    st.builds(example, st.integers(2, 7), st.integers(0, 5)),
    st.randoms(use_true_random=False),
)
def test_any_one_thing_changed_is_wrong_for_both_or_for_none(
    values: tuple[Json, ...], dice: random.Random
) -> None:
    """
    The rules and the recount take the same records for good ones.

    Most changes can't be; a card that made no difference may have been another one.
    """
    for _ in range(3):
        what, now = spoilt(values, dice, others)
        assert adds_up(now) == follows(now), what


@pytest.mark.parametrize("where", ["horns", "shields", "tokens", "final", "winners"])
def test_a_recount_finds_each_number_that_is_wrong(where: str) -> None:
    """One more of anything comes out differently, wherever it is."""
    values = example(3, 1)
    paths = [
        (index, *path)
        for index, line in enumerate(values)
        for path in leaves(line)
        if path[0] == where and type(at(line, path)) is int
    ]
    assert paths
    for path in paths[::3]:
        now = changed(values, path, at(values, path) + 1)
        with pytest.raises(Wrong, match=r"^line \d+: "):
            Recount(now).run()
