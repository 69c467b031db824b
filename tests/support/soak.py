"""
Playing many random games, each held against an independent account.
"""

from __future__ import annotations

import random
from collections import Counter

from sealed_wonders.core.game import Seat, seeded
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders.ruleset import SIDES, Wonders
from tests.support.games import Leaving, builder, chooser
from tests.support.ledger import Ledger

SOAKED = ("chooser", "builder", "leaving")
"""At random; building what can be built; and with seats that leave."""


def table(players: int, way: str, seed: str) -> tuple[Leaving, list[Player]]:
    """Lay out a game and seat its players."""
    seed = f"{way}/{players}/{seed}"
    sides = SIDES[len(seed) % len(SIDES)]
    player = chooser(seed) if way == "chooser" else builder(seed)
    return Leaving(Wonders(players, sides), seeded(seed)), [player] * players


def soak(players: int, way: str, seed: str) -> Counter[str]:
    """
    Play a game and check it after every answer; give what happened in it.

    Raises:
        Wrong: the state and the account disagree.
    """
    dealer, crowd = table(players, way, seed)
    chance = random.Random(seed)
    leaving: dict[int, tuple[Seat, ...]] = {}
    if way == "leaving":
        for seat in chance.sample(range(players), chance.randint(1, players)):
            when = chance.randint(0, 20 * players)
            leaving[when] = tuple(sorted((*leaving.get(when, ()), seat)))
    ledger = Ledger(dealer)
    dealer.told = ledger.post
    for _ in dealer.follow(crowd, leaving):
        pass
    return ledger.uses
