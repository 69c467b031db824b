"""
Play many random games and hold each against an independent account of it.

    python scripts/soak.py GAMES [--seed TEXT] [--with EXPANSIONS]

GAMES are played for each number of players and each way to play: at random, building
what can be built, and with seats that leave; with edifices also taking part in as many
as it can. EXPANSIONS are leaders, edifice, both with
a comma between them, none, or all: each of these in turn. The first game in which state
and account disagree is named, so that it can be played again, and ends the run with
status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.core.wonders.ruleset import PLAYERS
from tests.support.soak import COMBINATIONS, soak, ways

WITH: dict[str, tuple[tuple[str, ...], ...]] = {
    ",".join(expansions) or "none": (expansions,) for expansions in COMBINATIONS
}
WITH["all"] = COMBINATIONS


def main() -> int:
    """Play them all; give the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int, help="for each number and way of players")
    parser.add_argument("--seed", default="soak", help="another text, other games")
    parser.add_argument("--with", dest="expansions", choices=WITH, default="none")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"at least one game, not {options.games}")
    happened: Counter[str] = Counter()
    tables = [
        (expansions, players, way)
        for expansions in WITH[options.expansions]
        for players, way in product(PLAYERS, ways(expansions))
    ]
    for game in range(options.games):
        seed = f"{options.seed}/{game}"
        for expansions, players, way in tables:
            try:
                happened += soak(players, way, seed, expansions)
            except Exception as problem:  # noqa: BLE001  any: name its game
                game_of = f"soak({players}, {way!r}, {seed!r}, {expansions})"
                print(f"{game_of}: {problem!r:.2000}")
                return 1
    print(f"{options.games * len(tables)} games")
    for what, times in sorted(happened.items()):
        print(f"{times:9} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
