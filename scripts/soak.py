"""
Play many random games and hold each against an independent account of it.

    python scripts/soak.py GAMES [--seed TEXT]

GAMES are played for each number of players and each way to play: at random, building
what can be built, and with seats that leave. The first game in which state and account
disagree is named, so that it can be played again, and ends the run with status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.core.wonders.ruleset import PLAYERS
from tests.support.soak import SOAKED, soak


def main() -> int:
    """Play them all; give the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int, help="for each number and way of players")
    parser.add_argument("--seed", default="soak", help="another text, other games")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"at least one game, not {options.games}")
    happened: Counter[str] = Counter()
    for game in range(options.games):
        for players in PLAYERS:
            for way in SOAKED:
                seed = f"{options.seed}/{game}"
                try:
                    happened += soak(players, way, seed)
                except Exception as problem:  # noqa: BLE001  any: name its game
                    print(f"soak({players}, {way!r}, {seed!r}): {problem!r:.2000}")
                    return 1
    print(f"{options.games * len(PLAYERS) * len(SOAKED)} games")
    for what, times in sorted(happened.items()):
        print(f"{times:9} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
