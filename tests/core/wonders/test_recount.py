"""
The recount itself (`tests.support.recount`): it finds every error in a record of 7 Wonders.

Other tests compare games with it. It shares no line with `core`; a new field of records
belongs in both.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from sealed_wonders.core.wonders.options import SIDES
from tests.support.games import builder, chooser
from tests.support.records import (
    Json,
    arranged,
    as_json,
    at,
    changed,
    leaves,
    recorded,
    ruled,
)
from tests.support.recount import Recount, Wrong


@cache
def example(players: int, expansions: tuple[str, ...], number: int) -> list[Json]:
    """Give the record of some game, as JSON data."""
    seed = f"recount {players} {number}"
    make = builder if number % 4 else chooser
    chosen = [make(f"{seed} {seat}") for seat in range(players)]
    sides = SIDES[(players + number) % len(SIDES)]
    return as_json(recorded(ruled(players, expansions, sides), seed, chosen))


def test_what_is_recounted_came_up() -> None:
    """Between them, a dozen games have everything that a record has a line for."""
    seen = Counter[str]()
    for number in range(12):
        rules = ruled(3 + number % 3, ("leaders", "edifice"))
        order = arranged(
            rules,
            f"all {number}",
            boards="roma abu_simbel ur",
            leaders="telesilla tomyris solomon bilkis imhotep nero",
        )
        players = [builder(f"all {number} {seat}") for seat in range(rules.players)]
        recount = Recount(as_json(recorded(rules, "", players, order)))
        recount.run()
        seen += recount.seen
    wanted = (
        *("joins", "edifice built", "edifice failed", "bury", "pawn", "enlisted"),
        *("penalty card", "penalty debt", "deflected", "token dropped"),
        *("discount", "from the bank", "picked by solomon"),
    )
    assert [word for word in wanted if not seen[word]] == []


@pytest.mark.parametrize(
    ("where", "step"),
    [("coins", 5), ("shields", 5), ("tokens", 3), ("final", 3), ("winners", 1)]
    + [("paid", 9)],
)
def test_a_recount_finds_each_number_that_is_wrong(where: str, step: int) -> None:
    """One more coin, shield, token or point comes out differently, wherever it is."""
    values = example(3, ("leaders", "edifice"), 1)
    paths = [
        (index, *path)
        for index, line in enumerate(values)
        for path in leaves(line)
        if path[0] == where and index
    ]
    for path in paths[::step]:
        now = changed(values, path, at(values, path) + 1)
        with pytest.raises(Wrong, match=r"^line \d+: "):
            Recount(now).run()
