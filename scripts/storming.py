"""``scripts/storm``: many seeds, one after the other or side by side."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.storm import faults
from tests.storm.faults import Event
from tests.storm.mutations import hunt
from tests.storm.shrink import shrunk
from tests.storm.table import GAMES, Outcome, Setting, play


def main() -> int:
    """Run what is asked for; give the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seeds", default="1..100", help="A..B, or one")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--seats", type=int, default=0, help="0: as the seed has it")
    parser.add_argument("--with", dest="expansions", default="")
    parser.add_argument(
        "--curve", action="store_true", help="seal on the curve, as hosts do"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--faults", type=faults.read, help="in the place of the seed's")
    parser.add_argument("--mutations", action="store_true")
    parser.add_argument("--first", action="store_true", help="end with the first")
    asked = parser.parse_args()
    gc.set_threshold(50_000, 20, 50)
    if asked.mutations:
        return _hunt(asked.jobs)
    setting = Setting(
        game=asked.game,
        seats=asked.seats,
        expansions=asked.expansions,
        is_fast=not asked.curve,
    )
    seeds = _seeds(asked.seeds)
    run = partial(_play, setting=setting, events=asked.faults, traces=asked.trace)
    began, failed = time.monotonic(), 0
    for seed, outcome in _outcomes(seeds, run, asked.jobs):
        if asked.trace:
            print("\n".join(outcome.lines))
        if outcome.wrong:
            failed += 1
            if asked.first:
                print(f"seed {seed}: {'; '.join(outcome.wrong)}")
                return 1
            _tell(seed, outcome, setting)
    hours = (time.monotonic() - began) / 3600
    rate = len(seeds) / hours
    print(f"{len(seeds)} games, {failed} failed; {rate:.0f} games in an hour")
    return 1 if failed else 0


def _hunt(jobs: int) -> int:
    """Say of each mutation which seed finds it."""
    missed = 0
    for what, seed in hunt(jobs):
        missed += seed is None
        print(f"{'-' if seed is None else seed:>6}  {what}", flush=True)
    return 1 if missed else 0


def _seeds(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def _play(
    seed: int, setting: Setting, events: Sequence[Event] | None, traces: bool
) -> Outcome:
    return play(seed, setting, events, traces=traces)


def _outcomes(
    seeds: range, run: partial[Outcome], jobs: int
) -> Iterator[tuple[int, Outcome]]:
    if jobs == 1:
        for seed in seeds:
            yield seed, run(seed)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(seeds, pool.map(run, seeds, chunksize=8), strict=True)


def _tell(seed: int, outcome: Outcome, setting: Setting) -> None:
    """Say what is wrong, and how little it takes."""

    def fails(events: Sequence[Event]) -> bool:
        return bool(play(seed, setting, events).wrong)

    fewest = shrunk(outcome.faults, fails)
    words = [f"--seeds {seed}", f"--game {setting.game}"]
    if setting.seats:
        words.append(f"--seats {setting.seats}")
    if setting.expansions:
        words.append(f"--with {setting.expansions}")
    if not setting.is_fast:
        words.append("--curve")
    print(f"seed {seed}: {'; '.join(outcome.wrong)}")
    print(f"    scripts/storm {' '.join(words)} --faults '{faults.write(fewest)}'")


if __name__ == "__main__":
    sys.exit(main())
