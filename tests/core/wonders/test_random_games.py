"""Random games, compared with an independent account of each."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping

import pytest

from sealed_wonders.core.values import evolve
from tests.support.account import Account
from tests.support.games import wonders
from tests.support.places import check
from tests.support.printed import data
from tests.support.recount import Wrong
from tests.support.soak import SOAKED, soak, table, ways
from tests.support.thorough import is_thorough, only

GAMES, MORE_GAMES = (1, 2, 6), range(8)
"""
For each number of players, and each way to play: those in which everything happens.

More of the same: ``python scripts/soak.py 500 --seed tested``, whose first games are these.
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
"""And where there are expansions: those in which, together, everything happens."""


@pytest.mark.parametrize("players", only([3, 6], range(3, 8)))
@pytest.mark.parametrize("way", SOAKED)
def test_the_state_agrees_with_an_independent_account(players: int, way: str) -> None:
    """Coins, cards, shields, tokens and points, after every answer (W2 to W7)."""
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
def test_so_it_does_with_expansions(expansions: tuple[str, ...]) -> None:
    """
    Leaders and edifices too, and where each of their cards is (L1 to L3, E1, E2).

    All that can happen does: every leader is recruited, every edifice gives its reward.
    """
    seen: Counter[str] = Counter()
    some = EXPANDED[expansions]
    if is_thorough():
        each = itertools.product(ways(expansions), range(3, 8))
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


def test_the_last_one_left_in_a_recruitment_keeps_no_leader() -> None:
    """What it had chosen of was face up no more, and the game is over (G2)."""
    assert 2 == soak(3, "leaving", "test/30", ("leaders",))["left"]


def test_the_account_would_see_a_coin_too_many() -> None:
    """It disagrees with a state that has been tampered with."""
    dealer, players = table(3, "builder", "tampered")
    account = Account(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        if told == 20:
            state = wonders(dealer.state)
            first, *others = state.cities
            dealer.state = evolve(state, cities=(evolve(first, coins=50), *others))
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()


def test_the_account_would_see_a_lost_card() -> None:
    """Every card dealt must be somewhere."""
    dealer, players = table(3, "builder", "lost")
    account = Account(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        if told == 20:
            state = wonders(dealer.state)
            dealer.state = evolve(state, hands=((), *state.hands[1:]))
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()


def test_the_account_would_see_a_leader_in_two_places() -> None:
    """One that was drafted can't lie in the box too."""
    dealer, players = table(3, "builder", "twice", ("leaders",))
    account = Account(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        if told == 40:
            state = wonders(dealer.state)
            kept = next(slot for hand in state.leaders for slot in hand)
            dealer.state = evolve(state, box=(*state.box, kept))
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()


def test_the_account_would_see_a_pawn_too_many() -> None:
    """What lies on an edifice is counted too."""
    dealer, players = table(3, "builder", "pawns", ("edifice",))
    account = Account(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        state = wonders(dealer.state)
        if told > 20 and state.news:
            first, *others = state.projects
            more = (first._replace(pawns=first.pawns + 1), *others)
            dealer.state = evolve(state, projects=more)
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()
    pytest.fail("no turn was played")


def test_check_says_what_is_wrong() -> None:
    """The disagreement is in the message."""
    with pytest.raises(Wrong, match="50 coins"):
        check(False, "50 coins")
