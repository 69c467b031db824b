"""
Plays very many games of 7 Wonders in `core` and in numbers, and compares each step.

    python scripts/engine_twins.py FIRST LAST [--jobs N]

All numbers of players, expansions, sides and boards come up. It ends with status 1 at the
first game that differs, and names it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.client.engine.wonders import table
from tests.support.engine import Twins, variety

AT_ONCE = 100
"""Games in one piece of work."""


def _steps(first: int, last: int) -> int:
    """Play some games; return how many steps were compared."""
    steps = 0
    for number in range(first, last):
        try:
            steps += Twins(variety(number), f"twins:{number}").play()
        except AssertionError as differs:
            raise SystemExit(f"game {number}, {variety(number)}: {differs}") from None
    return steps


def main(arguments: Sequence[str] | None = None) -> None:
    """Play them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    starts = range(options.first, options.last, AT_ONCE)
    ends = [min(start + AT_ONCE, options.last) for start in starts]
    with ProcessPoolExecutor(options.jobs) as pool:
        steps = sum(pool.map(_steps, starts, ends))
    how = "compiled" if not table.__file__.endswith(".py") else "not compiled"
    games = options.last - options.first
    print(f"{games} games, {steps} steps: all the same ({how})")


if __name__ == "__main__":
    main()
