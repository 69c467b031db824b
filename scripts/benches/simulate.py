"""
Random games of five in one process, every legal move listed at each choice.
"""

from __future__ import annotations

from scripts.benches._measure import RUNS, best_of, tally, verdict
from sealed_wonders.client.bots import strategy
from sealed_wonders.core.game import seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders

PLAYERS = 5
GAMES = 100
WANTED = 150.0
"""Games a second, on a machine whose reference loop runs about a hundred times."""


def run() -> bool:
    def games() -> None:
        for k in range(GAMES):
            players = [strategy("random", f"bench:{k}:{i}") for i in range(PLAYERS)]
            play(Wonders(PLAYERS), seeded(f"bench:{k}"), players)

    play(Wonders(PLAYERS), seeded("catalogue read"), [strategy("random", "")] * PLAYERS)
    reference = 1 / best_of(tally, 4 * RUNS)
    rate = GAMES / best_of(games)
    print(f"best of {RUNS} times {GAMES} random games of {PLAYERS}, by process time")
    print(f"reference loop 'tally': {reference:.1f} a second")
    print(f"games for each reference loop: {rate / reference:.2f}")
    return verdict("games", rate, WANTED, "a second")
