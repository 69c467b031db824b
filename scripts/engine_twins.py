"""
Plays very many games in `core` and in numbers, and compares each step.

    python scripts/engine_twins.py FIRST LAST [--game architects] [--jobs N] [--done FILE [--seconds N]]

All numbers of players, expansions, sides and boards come up; at Architects all numbers of
players, wonders by lot and chosen, and in one game of five somebody leaves now and then.
It ends with status 1 at the first game that differs, and names it. What was compared is
written down in FILE, so that the same command goes on from there; and it says each time
how much that is by now.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.client.engine.architects import table as architects_table
from sealed_wonders.client.engine.wonders import table
from sealed_wonders.core.games import GAMES
from tests.support import architects_engine, engine

AT_ONCE = 100
"""Games in one piece of work."""


LEAVES = 0.01
"""How likely it is at a choice that somebody leaves, in one game of five of Architects."""


def _steps(game: str, first: int, last: int) -> int:
    """Play some games; return how many steps were compared."""
    # States refer to nothing that refers to them: there is hardly anything to look for.
    gc.set_threshold(50_000)
    return sum(_compared(game, number) for number in range(first, last))


def _compared(game: str, number: int) -> int:
    rules: object = None
    try:
        if game == "architects":
            rules = it = architects_engine.variety(number)
            leaves = LEAVES if number % 5 == 4 else 0.0
            twins = architects_engine.Twins(it, f"twins:{number}", leaves=leaves)
            return twins.play()
        rules = one = engine.variety(number)
        return engine.Twins(one, f"twins:{number}").play()
    except AssertionError as differs:
        raise SystemExit(f"game {number}, {rules}: {differs}") from None


def _read(done: Path | None) -> dict[tuple[int, int], int]:
    """Read which games were compared before, and how many steps they had."""
    if done is None or not done.exists():
        return {}
    rows = [tuple(map(int, line.split())) for line in done.read_text().splitlines()]
    return {(first, last): steps for first, last, steps in rows}


def main(arguments: Sequence[str] | None = None) -> None:
    """Play them all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--done", type=Path)
    parser.add_argument("--seconds", type=float, default=math.inf)
    options = parser.parse_args(arguments)
    starts = range(options.first, options.last, AT_ONCE)
    pieces = [(start, min(start + AT_ONCE, options.last)) for start in starts]
    compared = _read(options.done)
    left = [piece for piece in pieces if piece not in compared]
    ends = time.monotonic() + options.seconds
    with ProcessPoolExecutor(options.jobs) as pool:
        while left and time.monotonic() < ends:
            now, left = left[: options.jobs], left[options.jobs :]
            steps = pool.map(partial(_steps, options.game), *zip(*now, strict=True))
            compared |= zip(now, steps, strict=True)
            if options.done is not None:
                with options.done.open("a") as file:
                    file.writelines(f"{a} {b} {compared[a, b]}\n" for a, b in now)
    is_architects = options.game == "architects"
    file = architects_table.__file__ if is_architects else table.__file__
    how = "compiled" if not file.endswith(".py") else "not compiled"
    mine = {piece: compared[piece] for piece in pieces if piece in compared}
    games = sum(last - first for first, last in mine)
    print(f"{games} games, {sum(mine.values())} steps: all the same ({how})")


if __name__ == "__main__":
    main()
