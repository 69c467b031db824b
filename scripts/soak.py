"""
Play many random games and compare each with an independent computation of it.

    python scripts/soak.py GAMES [--game NAME] [--seed TEXT] [--with EXPANSIONS]

NAME is wonders (the default) or architects. GAMES are played for each number of players
and each way to play: at random, building what can be built, and with seats that leave;
with edifices, also taking part in as many as possible. EXPANSIONS are leaders, edifice,
both separated by a comma, none, or all, which is each of these in turn. Architects has
no expansions, and is played at random and with seats that leave. The first game in
which the results differ is named, so that it can be played again, and ends the run with
status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.core.games import GAMES, players
from tests.support import architects_soak
from tests.support.records import COMBINATIONS
from tests.support.soak import soak, soaked_ways

WITH: dict[str, tuple[tuple[str, ...], ...]] = {
    ",".join(expansions) or "none": (expansions,) for expansions in COMBINATIONS
}
WITH["all"] = COMBINATIONS


Table = tuple[str, Callable[[str], Counter[str]]]
"""A description of a table, and a function that plays a game there from a seed."""


def _tables(game: str, expansions: str) -> list[Table]:
    """Return a table for each number of players and each way to play."""
    if game == "architects":
        return [
            (f"{n} play architects, {way}", partial(architects_soak.soak, n, way))
            for n, way in product(players(game), architects_soak.WAYS)
        ]
    return [
        (f"{n} play {way}, {named}", partial(soak, n, way, expansions=named))
        for named in WITH[expansions]
        for n, way in product(players(game), soaked_ways(named))
    ]


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int, help="for each number and way of players")
    parser.add_argument("--game", choices=GAMES, default="wonders")
    parser.add_argument("--seed", default="soak", help="another text, other games")
    parser.add_argument("--with", dest="expansions", choices=WITH, default="none")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"at least one game, not {options.games}")
    if options.game == "architects" and options.expansions != "none":
        parser.error("architects has no expansions")
    happened: Counter[str] = Counter()
    tables = _tables(options.game, options.expansions)
    for game in range(options.games):
        seed = f"{options.seed}/{game}"
        for what, play in tables:
            try:
                happened += play(seed)
            except Exception as problem:  # noqa: BLE001  any: name its game
                print(f"{what} with the seed {seed!r}: {problem!r:.2000}")
                return 1
    print(f"{options.games * len(tables)} games")
    for what, times in sorted(happened.items()):
        print(f"{times:9} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
