"""
The recounts themselves: they find every error in a record, and agree with the rules.

Other tests compare games with `tests.support.recount` and
`tests.support.architects_recount`. These share no line with `core`, so a new field of
records belongs in both.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.architects.effects import EFFECTS
from tests.support import architects_records, architects_recount, records, recount
from tests.support.architects_records import plausible_mistakes
from tests.support.games import builder
from tests.support.records import (
    Json,
    as_json,
    changed,
    damaged,
    fault_or_none,
    leaf_paths,
    order_beginning_with,
    recorded,
    rules_with,
    value_at,
)

Recount = recount.Recount | architects_recount.Recount


def seen(recounts: Iterator[Recount]) -> Counter[str]:
    """Return what occurs in the recounted records."""
    found = Counter[str]()
    for one in recounts:
        one.run()
        found += one.seen
    return found


def of_wonders() -> Iterator[Recount]:
    for number in (0, 3, 5):
        rules = rules_with(3 + number % 3, ("leaders", "edifice"))
        order = order_beginning_with(
            rules,
            f"all {number}",
            boards="roma abu_simbel ur",
            leaders="telesilla tomyris solomon bilkis imhotep nero",
        )
        players = [builder(f"all {number} {seat}") for seat in range(rules.players)]
        yield recount.Recount(as_json(recorded(rules, "", players, order)))


def of_architects() -> Iterator[Recount]:
    for number in (1, 2, 4, 6, 11, 33):
        values = architects_records.example(2 + number % 6, number // 6)
        yield architects_recount.Recount(values)


def test_the_recounted_games_contain_every_kind_of_line() -> None:
    """Between them, a few games have everything that a record has a line for."""
    wanted = [
        *("joins", "edifice built", "edifice failed", "bury", "pawn", "enlisted"),
        *("penalty card", "penalty debt", "deflected", "token dropped"),
        *("discount", "from the bank", "picked by solomon"),
    ]
    found = seen(of_wonders())
    assert [] == [what for what in wanted if not found[what]]
    extras = "urbanism crafts jewellery science propaganda architecture"
    wanted = [
        *(f"by {token}" for token in extras.split()),
        *(f"battle of {n}" for n in range(2, 8)),
        *("set of 1", "set of 3", "token open", "token top"),
        *(f"effect {name}" for name in EFFECTS if name != "none"),
        *("paid by no token", "paid by engineering", "paid by economy"),
    ]
    found = seen(of_architects())
    assert [] == [what for what in wanted if not found[what]]


def adds_up(values: Sequence[Json]) -> bool:
    """Return whether the recount finds no error in a record of Architects."""
    try:
        architects_recount.Recount(values).run()
    except (architects_recount.Wrong, KeyError):
        return False
    return True


@given(
    st.builds(architects_records.example, st.integers(2, 7), st.integers(0, 5)),
    st.randoms(use_true_random=False),
)
def test_the_rules_and_the_recount_agree_on_any_single_change(
    values: tuple[Json, ...], dice: random.Random
) -> None:
    """
    Most changed records of Architects are wrong. If a card made no difference, though,
    it may be replaced by another one.
    """
    for _ in range(3):
        what, now = damaged(values, dice, plausible_mistakes)
        assert adds_up(now) == (fault_or_none(now) is None), what


@pytest.mark.parametrize(
    ("counting", "where", "step"),
    [
        *(
            (recount, where, step)
            for where, step in [
                ("coins", 5),
                ("shields", 5),
                ("tokens", 3),
                ("final", 3),
                ("winners", 1),
                ("paid", 9),
            ]
        ),
        *(
            (architects_recount, where, 3)
            for where in ("horns", "shields", "tokens", "final", "winners")
        ),
    ],
)
def test_a_recount_finds_every_wrong_number(
    counting: Any, where: str, step: int
) -> None:
    """Each number is increased by one."""
    values = records.example(3, 1, ("leaders", "edifice"))
    if counting is architects_recount:
        values = architects_records.example(3, 1)
    paths = [
        (index, *path)
        for index, line in enumerate(values)
        for path in leaf_paths(line)
        if path[0] == where and index and type(value_at(line, path)) is int
    ]
    assert paths
    for path in paths[::step]:
        now = changed(values, path, value_at(values, path) + 1)
        with pytest.raises(counting.Wrong, match=r"^line \d+: "):
            counting.Recount(now).run()
