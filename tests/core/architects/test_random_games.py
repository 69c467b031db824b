"""Random games of Architects, compared with an independent account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.effects import EFFECTS
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.architects.turn import End, Take
from sealed_wonders.core.game import Choose
from sealed_wonders.core.values import evolve
from tests.support.architects import (
    all_numbers,
    at_random,
    go_on,
    random_moves,
    random_table,
)
from tests.support.architects_account import Account
from tests.support.architects_recount import Wrong
from tests.support.architects_soak import followed, soak
from tests.support.thorough import is_thorough, only

GAMES = 7 if is_thorough() else 4
"""Games for each number of players; as many with a seat that leaves."""


@pytest.mark.parametrize("players", only([2, 6], PLAYERS))
def test_the_state_agrees_with_an_independent_account(players: int) -> None:
    """
    Cards, points, shields, the cat, and all legal moves agree (A1 to A7).

    From the beginning, when three tokens are open (A1.2).
    """
    seen: Counter[str] = Counter()
    for game in range(GAMES):
        seen += followed(f"test/{players}/{game}", players, {})
    assert {
        "take",
        "build",
        "science",
        "token",
        f"battle of {players}",
        "peeked",
    } <= set(seen)
    assert GAMES == seen["final"]


@pytest.mark.parametrize("players", only([5], range(3, 8)))
def test_the_account_agrees_when_a_seat_leaves(players: int) -> None:
    """At any point of the game (G5, G6)."""
    seen: Counter[str] = Counter()
    for game in range(GAMES):
        seen += followed(
            f"test/{players}/{GAMES + game}",
            players,
            {5 + 13 * game: (game % players,)},
        )
    assert seen["left"] > GAMES // 2
    assert seen["mixed"] > GAMES


def test_two_tokens_used_for_one_stage_are_listed_as_in_the_catalogue() -> None:
    """One pays for any resource, and one makes a coin count twice (A3)."""
    seen = soak(4, "leaving", "rev16")
    assert seen["paid by economy"]
    assert seen["paid by engineering"]


def test_random_games_contain_every_effect_and_token() -> None:
    """Every effect, every token, and each token that does something in a turn."""
    seen: Counter[str] = Counter()
    for game in range(127, 131):
        seen += followed(f"test/7/{game}", 7, {})
    expected = {f"effect {name}" for name in EFFECTS if name != "none"}
    expected |= {f"token {token.id}" for token in catalog().tokens}
    extras = ("urbanism", "crafts", "jewellery", "science", "propaganda")
    expected |= {f"by {token}" for token in (*extras, "architecture")}
    expected |= {"paid by engineering", "paid by economy", "set of 1", "set of 3"}
    assert set() == expected - set(seen)


@pytest.mark.parametrize("players", only([4], PLAYERS))
def test_the_account_agrees_when_piles_run_out(players: int) -> None:
    """Tokens run out, too (A2.3, A3.3, A4.1)."""
    seen: Counter[str] = Counter()
    emptied = tokenless = unfinished = 0
    for game in range(40):
        seed = f"little/{players}/{game}"
        table = random_table(seed, players)
        if not isinstance(table.state.task, Take):
            # With at most one pile in reach, the turn went on without a choice.
            continue
        leaving = {game: (game % players,)} if game % 4 == 0 else {}
        account = Account.of(table)
        for now in go_on(table, random_moves(seed), leaving):
            account.post()
            assert len(all_numbers(now.state)) == len(set(all_numbers(now.state)))
        state = table.state
        emptied += not any(pile.cards for pile in state.around)
        tokenless += not (state.open or state.tokens.cards)
        unfinished += not any(one.is_finished for one in state.cities)
        seen += account.seen
    assert min(emptied, tokenless, unfinished, seen["build"], seen["take"]) > 0


TAMPERED: dict[str, Callable[[State], dict[str, Any]]] = {
    "a military token": lambda state: {
        "cities": (evolve(state.cities[0], victories=9), *state.cities[1:])
    },
    "a stage": lambda state: {
        "cities": (evolve(state.cities[0], built=(1, 2, 3)), *state.cities[1:])
    },
    "a lost card": lambda state: {"central": evolve(state.central, cards=())},
    "a discarded card": lambda state: {"discard": (*state.discard, 0)},
    "a horn": lambda state: {"horns": state.horns + 1},
    "the cat": lambda state: {"cat": 1 if state.cat == 0 else 0},
    "one more card": lambda state: {"due": ("urbanism",)},
    "a move": lambda state: {"options": (*state.options, "end")},
    "no move": lambda state: {"options": state.options[1:]},
    "a token": lambda state: {"open": state.open[1:]},
    "a turn": lambda state: {"turn": state.turn + 1},
    "another's turn": lambda state: {"seat": (state.seat + 1) % 3, "ask": state.ask},
}


@pytest.mark.parametrize("what", TAMPERED)
def test_the_account_notices_a_tampered_state(what: str) -> None:
    account: Account | None = None
    for table in at_random("tampered", 3):
        account = account or Account(table)
        if table.state.turn >= 12 and isinstance(table.state.ask, Choose):
            account.post()
            table.state = evolve(table.state, **TAMPERED[what](table.state))
            table.news = ()
            with pytest.raises(Wrong):
                account.post()
            return
        account.post()
    pytest.fail("the game was over before")


def test_the_account_notices_a_stage_that_was_not_built() -> None:
    """A turn can't end while a mandatory stage is unbuilt (A3.1)."""
    account: Account | None = None
    for table in at_random("undone", 3):
        account = account or Account(table)
        forced = [it for it in table.state.options if it.startswith("build")]
        if forced and isinstance(table.state.ask, Choose):
            account.post()
            table.state = End().run(evolve(table.state, news=(), agenda=()))
            table.news = table.state.news
            with pytest.raises(Wrong, match="left undone"):
                account.post()
            return
        account.post()
    pytest.fail("nobody ever had to build")
