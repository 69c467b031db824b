"""
Playing many random games, each held against an independent account.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

from sealed_wonders.core.game import Seat, seeded
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders.ruleset import SIDES, Wonders
from tests.support.games import Leaving, builder, chooser, joiner
from tests.support.ledger import Ledger

SOAKED = ("chooser", "builder", "leaving")
"""At random; building what can be built; and with seats that leave."""

PLAYERS: Mapping[str, Callable[[str], Player]] = {
    "chooser": chooser,
    "builder": builder,
    "leaving": builder,
    "joiner": joiner,
}


COMBINATIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))
"""Of expansions."""


def ways(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Give the ways to play that reach everything there is to a game."""
    return (*SOAKED, "joiner") if "edifice" in expansions else SOAKED


def table(
    players: int, way: str, seed: str, expansions: tuple[str, ...] = ()
) -> tuple[Leaving, list[Player]]:
    """Lay out a game and seat its players."""
    seed = "/".join((way, str(players), seed, *expansions))
    chance = random.Random(f"table/{seed}")
    sides = chance.choice(SIDES)
    leaders = "standard"
    if "leaders" in expansions:
        leaders = chance.choice(("standard", "expert", "expert"))
    player = PLAYERS[way](seed)
    rules = Wonders(players, sides, expansions, leaders)
    return Leaving(rules, seeded(seed)), [player] * players


def soak(
    players: int, way: str, seed: str, expansions: tuple[str, ...] = ()
) -> Counter[str]:
    """
    Play a game and check it after every answer; give what happened in it.

    Raises:
        Wrong: the state and the account disagree.
    """
    dealer, crowd = table(players, way, seed, expansions)
    chance = random.Random(seed)
    leaving: dict[int, tuple[Seat, ...]] = {}
    if way == "leaving":
        for seat in chance.sample(range(players), chance.randint(1, players)):
            when = chance.randint(0, (20 + 9 * bool(expansions)) * players)
            leaving[when] = tuple(sorted((*leaving.get(when, ()), seat)))
    ledger = Ledger(dealer)
    dealer.told = ledger.post
    for _ in dealer.follow(crowd, leaving):
        pass
    return ledger.uses
