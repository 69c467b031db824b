"""Invariants over random games, against an independent account of each."""

from __future__ import annotations

from collections import Counter

import pytest

from sealed_wonders.core.values import evolve
from tests.support.games import wonders
from tests.support.ledger import Ledger, Wrong, check
from tests.support.soak import SOAKED, soak, table

GAMES = 100
"""For each number of players, and each way to play."""


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("way", SOAKED)
def test_the_state_agrees_with_an_independent_account(players: int, way: str) -> None:
    """Coins, cards, shields, tokens and points, after every answer (W2 to W7)."""
    uses: Counter[str] = Counter()
    for game in range(GAMES):
        uses += soak(players, way, f"test/{game}")
    expected = {"sell", "build", "stage", "left over", "free by chain", "picked"}
    assert expected <= set(uses)


def test_the_account_would_see_a_coin_too_many() -> None:
    """It disagrees with a state that has been tampered with."""
    dealer, players = table(3, "builder", "tampered")
    ledger = Ledger(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        if told == 20:
            state = wonders(dealer.state)
            first, *others = state.cities
            dealer.state = evolve(state, cities=(evolve(first, coins=50), *others))
            with pytest.raises(Wrong):
                ledger.post()
            return
        ledger.post()


def test_the_account_would_see_a_lost_card() -> None:
    """Every card dealt must be somewhere."""
    dealer, players = table(3, "builder", "lost")
    ledger = Ledger(dealer)
    for told, _ in enumerate(dealer.follow(players, {})):
        if told == 20:
            state = wonders(dealer.state)
            dealer.state = evolve(state, hands=((), *state.hands[1:]))
            with pytest.raises(Wrong):
                ledger.post()
            return
        ledger.post()


def test_check_says_what_is_wrong() -> None:
    """The disagreement is in the message."""
    with pytest.raises(Wrong, match="50 coins"):
        check(False, "50 coins")
