"""Random games, compared with an independent account."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.state import State
from tests.support.account import Account
from tests.support.games import wonders
from tests.support.printed import data
from tests.support.recount import Wrong
from tests.support.soak import SOAKED, seated_table, soak, soaked_ways
from tests.support.thorough import is_thorough, only

GAMES, MORE_GAMES = (1, 2, 6), range(8)
"""
For each number of players and each way to play, the games in which everything happens.

``python scripts/soak.py 500 --seed tested`` plays these games first, and then more.
"""

EXPANDED: Mapping[tuple[str, ...], Mapping[int, str]] = {
    ("leaders",): {
        0: "leaving 3, leaving 4, leaving 5, leaving 6, leaving 7, builder 7",
        3: "chooser 3, leaving 4, leaving 5, builder 5, chooser 7",
    },
    ("edifice",): {
        5: "builder 4, joiner 4, joiner 6",
        12: "chooser 3, builder 3, joiner 3, joiner 5",
        13: "joiner 3, joiner 5, joiner 6, leaving 7",
    },
    ("leaders", "edifice"): {
        1: "chooser 3, joiner 3, leaving 4, chooser 5, joiner 5",
        2: "builder 3, joiner 3, leaving 3, leaving 4, joiner 5, joiner 6",
        10: "chooser 4, joiner 4, joiner 5, chooser 6, chooser 7",
    },
}
"""Games with expansions in which, together, everything happens."""


@pytest.mark.parametrize("players", only([3, 6], range(3, 8)))
@pytest.mark.parametrize("way", SOAKED)
def test_the_state_agrees_with_an_independent_account(players: int, way: str) -> None:
    """
    It agrees from the first coins on, with the sides and neighbours (W1.3, W1.4, W1.5).

    Coins, cards, shields, tokens and points are compared after every answer (W2 to W7).
    """
    seen: Counter[str] = Counter()
    for game in MORE_GAMES if is_thorough() else GAMES:
        seen += soak(players, way, f"tested/{game}")
    expected = {"sell", "build", "stage", "left over", "free by chain", "picked"}
    expected.add("priced")
    assert expected <= set(seen)


@pytest.mark.parametrize(
    "expansions",
    [
        ("leaders", "edifice"),
        pytest.param(("leaders",), marks=pytest.mark.thorough),
        pytest.param(("edifice",), marks=pytest.mark.thorough),
    ],
    ids="+".join,
)
def test_the_account_agrees_with_expansions(expansions: tuple[str, ...]) -> None:
    """
    Leaders and edifices are included, and the place of each card (L1 to L3, E1, E2).

    With leaders, all seats begin with six coins (L1.1). Everything that can happen
    occurs: every leader is recruited, and counts in the end (L1.8, L2.11 to L2.13), and
    every edifice gives its reward.
    """
    seen: Counter[str] = Counter()
    some = EXPANDED[expansions]
    if is_thorough():
        each = itertools.product(soaked_ways(expansions), range(3, 8))
        every = ", ".join(f"{way} {players}" for way, players in each)
        some = dict.fromkeys(range(max(some) + 1), every)
    for game, tables in some.items():
        for one in tables.split(", "):
            way, players = one.split()
            seen += soak(int(players), way, f"tested/{game}", expansions)
    expected: set[str] = set()
    if "leaders" in expansions:
        dealt = [it for it in data("leader").values() if it.get("set") != "cities"]
        expected |= {f"leader {it['id']}" for it in dealt}
        expected |= {"bury", "drawn", "enlisted", "deflected"}
        expected |= {"token dropped", "thanked", "from the bank", "picked by solomon"}
    if "edifice" in expansions:
        expected |= {f"reward {name}" for name in data("edifice")}
        expected |= {"joins", "pawn", "edifice built", "edifice failed"}
        expected |= {f"penalty {what}" for what in ("card", "coins", "tokens", "debt")}
    assert expected <= set(seen), expected - set(seen)


def test_the_last_remaining_seat_of_a_selection_keeps_no_leader() -> None:
    """Its hand is no longer needed, and the game is over (G2)."""
    assert 2 == soak(3, "leaving", "test/30", ("leaders",))["left"]


def _city(state: State, **changes: object) -> dict[str, Any]:
    first, *others = state.cities
    return {"cities": (evolve(first, **changes), *others)}


def _project(state: State, pawns: int) -> dict[str, Any]:
    first, *others = state.projects
    return {"projects": (first._replace(pawns=first.pawns + pawns), *others)}


TAMPERED: dict[str, Callable[[State], dict[str, Any]]] = {
    "a coin too many": lambda state: _city(state, coins=state.cities[0].coins + 1),
    "a token": lambda state: _city(state, tokens=(5,)),
    "a lost card": lambda state: {"hands": ((), *state.hands[1:])},
    "a leader in two places": lambda state: {"box": (*state.box, state.leaders[0][0])},
    "a pawn too many": lambda state: _project(state, 1),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_the_account_notices_a_tampered_state(what: str) -> None:
    dealer, players = seated_table(3, "builder", "tampered", ("leaders", "edifice"))
    account = Account(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        state = wonders(dealer.state)
        if told > 40 and state.news and state.hands[0]:
            dealer.state = evolve(state, **TAMPERED[what](state))
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()
    pytest.fail("no turn was played")
