"""Many random games of Architects, each compared with an independent account."""

from __future__ import annotations

import random
from collections import Counter

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Seat
from tests.support.architects import Leavers, Table, at_random, numbers
from tests.support.architects_account import Account

WAYS = ("chooser", "leaving")
"""At random; and with seats that leave."""


def soak(players: int, way: str, seed: str) -> Counter[str]:
    """
    Play a game and check it after every answer; give what happened in it.

    Wonders are drawn by lot, or chosen, as it comes.

    Raises:
        Wrong: the state and the account disagree.
        ValueError: a card is nowhere, or twice.
    """
    seed = f"{way}/{players}/{seed}"
    account: Account | None = None
    cards: list[int] = []
    draw = random.Random(seed).choice(DRAWS)
    for table in at_random(seed, players, leavers(players, way, seed), draw):
        account = account or Account(table)
        account.post()
        cards = _conserved(table, cards)
    if account is None:
        raise ValueError("there was no game")
    return account.seen


def leavers(players: int, way: str, seed: str) -> Leavers:
    """Say who leaves when."""
    chance = random.Random(seed)
    leaving: dict[int, tuple[Seat, ...]] = {}
    if way == "leaving":
        for seat in chance.sample(range(players), chance.randint(1, players)):
            when = chance.randint(0, 40 * players)
            leaving[when] = tuple(sorted((*leaving.get(when, ()), seat)))
    return leaving


def _conserved(table: Table, before: list[int]) -> list[int]:
    """See that every card is where it was or somewhere else; give them all."""
    if not table.state.piles:
        return []
    now = numbers(table.state)
    if len(set(now)) < len(now) or (before and now != before):
        raise ValueError(f"not the cards there were: {now!r}")
    return now
