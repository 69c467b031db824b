"""Many random games of Architects, each compared with an independent account."""

from __future__ import annotations

import random
from collections import Counter

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.draws import DRAWS, LOT
from tests.support.architects import Leavers, all_numbers, at_random
from tests.support.architects_account import Account
from tests.support.soak import random_leavers

WAYS = ("chooser", "leaving")
"""At random; and with seats that leave."""


def soak(players: int, way: str, seed: str) -> Counter[str]:
    """
    Play a game whose wonders are drawn by lot or chosen, depending on the seed.

    Raises:
        Wrong: the state and the account differ.
        ValueError: a card is missing, or is in two places.
    """
    seed = f"{way}/{players}/{seed}"
    draw = random.Random(seed).choice(DRAWS)
    leaving = random_leavers(players, seed, answers=40) if way == "leaving" else {}
    return followed(seed, players, leaving, draw)


def followed(
    seed: str, players: int, leaving: Leavers, draw: str = LOT
) -> Counter[str]:
    """
    Play a game and check it after every answer; return what occurred in it.

    Raises:
        Wrong: the state and the account differ.
        ValueError: a card is missing, or is in two places.
    """
    account: Account | None = None
    for table in at_random(seed, players, leaving, draw):
        account = account or Account(table)
        account.post()
        _check_cards(table.state)
    if account is None:
        raise ValueError("there was no game")
    return account.seen


def _check_cards(state: State) -> None:
    """Check that every card of the game is in exactly one place."""
    if not state.piles:
        return
    piles = (*state.around, state.tokens)
    all_there_are = sorted(card for it in piles for card in catalog().piles[it.name])
    if all_numbers(state) != all_there_are:
        raise ValueError(f"not the cards there were: {all_numbers(state)!r}")
