"""
Play very many games both in `core` and in the engine, and compare each step.

    python scripts/engine_twins.py FIRST LAST [--game architects] [--jobs N] [--done FILE [--seconds N]]

The games cover all numbers of players, expansions, sides and boards. At Architects,
they cover all numbers of players and both drawn and chosen wonders; in one game of
five, players sometimes leave. The run ends with status 1 at the first game that
differs, and names it. FILE records which games were compared, so that the same command
continues from there and prints the total so far.
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
"""Games in one work item."""


LEAVES = 0.01
"""Probability that a player leaves at a choice, in one of five games of Architects."""


def _steps(game: str, first: int, last: int) -> int:
    """Play some games; return the number of compared steps."""
    # States don't contain reference cycles: there is hardly any garbage to find.
    gc.set_threshold(50_000)
    return sum(_compared(game, number) for number in range(first, last))


def _compared(game: str, number: int) -> int:
    rules: object = None
    try:
        if game == "architects":
            rules = it = architects_engine.varied_rules(number)
            leaves = LEAVES if number % 5 == 4 else 0.0
            twins = architects_engine.Twins(it, f"twins:{number}", leaves=leaves)
            return twins.play()
        rules = one = engine.varied_rules(number)
        return engine.Twins(one, f"twins:{number}").play()
    except AssertionError as differs:
        raise SystemExit(f"game {number}, {rules}: {differs}") from None


def _read(done: Path | None) -> dict[tuple[int, int], int]:
    """Return which games were compared earlier, with their numbers of steps."""
    if done is None or not done.exists():
        return {}
    rows = [tuple(map(int, line.split())) for line in done.read_text().splitlines()]
    return {(first, last): steps for first, last, steps in rows}


def main(arguments: Sequence[str] | None = None) -> None:
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
