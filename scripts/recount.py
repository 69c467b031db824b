"""
Play many games, record each, and recompute every record from its lines alone.

    python scripts/recount.py GAMES [--game NAME] [--seed TEXT]

GAMES are played for each number of players and, at 7 Wonders, each combination of
expansions: half of them at random, the others with players who build what they can.
Boards of both editions, sides and ways to draw them vary. The recomputation shares
nothing with the program but its data. The first record that differs ends the run with
status 1 and is saved to a file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.games import GAMES, players
from tests.support import architects_records, architects_recount, records, recount
from tests.support.architects_records import greedy_player
from tests.support.architects_recount import Recount as ArchitectsRecount
from tests.support.games import chooser
from tests.support.records import COMBINATIONS, Json
from tests.support.recount import Recount
from tests.support.soak import PLAYERS, random_rules


def main() -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", type=int, help="for each table")
    parser.add_argument("--game", choices=GAMES, default="wonders")
    parser.add_argument("--seed", default="recount", help="another text, other games")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"at least one game, not {options.games}")
    recorded = _wonders if options.game == "wonders" else _architects
    made = Recount if options.game == "wonders" else ArchitectsRecount
    games, lines, seen = 0, 0, Counter[str]()
    for what, values in recorded(options.games, options.seed):
        games += 1
        lines += len(values)
        account = made(values)
        try:
            account.run()
        except (recount.Wrong, architects_recount.Wrong, KeyError) as problem:
            print(f"{what}: {problem!r:.2000}\n{_left(values)}")
            return 1
        seen += account.seen
    print(f"{games} records of {options.game}, {lines:,} lines")
    for happened, times in sorted(seen.items()):
        print(f"{times:9} {happened}")
    return 0


def _wonders(games: int, seed: str) -> Iterator[tuple[str, Sequence[Json]]]:
    """Yield records of games of 7 Wonders, each with a description."""
    for number, expansions, n in product(range(games), COMBINATIONS, range(3, 8)):
        way = ("chooser", "builder")[number % 2]
        name = "/".join((seed, str(number), str(n), *expansions))
        rules = random_rules(n, name, expansions)
        told = records.recorded(rules, name, [PLAYERS[way](name)] * n)
        yield f"{name}, {way}", records.as_json(told)


def _architects(games: int, seed: str) -> Iterator[tuple[str, Sequence[Json]]]:
    """Yield records of games of Architects, each with a description."""
    for number, n in product(range(games), players("architects")):
        make, draw = (chooser, greedy_player)[number % 2], DRAWS[number // 2 % 2]
        name = f"{seed}/{number}/{n}"
        told = architects_records.recorded(n, name, make, draw)
        yield f"{name}, {draw}", architects_records.as_json(told)


def _left(values: Sequence[Json]) -> Path:
    """Save a record to a temporary file."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as file:
        file.writelines(f"{json.dumps(line)}\n" for line in values)
    return Path(file.name)


if __name__ == "__main__":
    sys.exit(main())
