"""``scripts/storm``: runs many seeds, one after the other or in parallel."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from textwrap import shorten

from tests.storm import faults
from tests.storm.faults import Event
from tests.storm.hunt import chosen, hunt
from tests.storm.shrink import shrunk
from tests.storm.table import GAMES, Outcome, Setting, play

WIDTH = 90
"""Maximum characters of the complaint that found a mutation."""


def main() -> int:
    """Run the seeds or the hunt for mutations; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seeds", type=_seeds, default="1..100", help="A..B, or one")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--seats", type=int, default=0, help="0: as the seed has it")
    parser.add_argument("--with", dest="expansions", default="")
    parser.add_argument(
        "--curve", action="store_true", help="seal on the curve, as hosts do"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--faults", type=faults.read, help="in the place of the seed's")
    parser.add_argument(
        "--mutations",
        nargs="?",
        const="",
        help="one by its number, some by a word, or all",
    )
    asked = parser.parse_args()
    gc.set_threshold(50_000, 20, 50)
    gc.freeze()
    if asked.mutations is not None:
        return _hunt(asked.mutations, asked.seeds, asked.jobs)
    setting = Setting(
        game=asked.game,
        seats=asked.seats,
        expansions=asked.expansions,
        is_fast=not asked.curve,
    )
    seeds = asked.seeds
    run = partial(_play, setting=setting, events=asked.faults, traces=asked.trace)
    began, failed = time.monotonic(), 0
    for seed, outcome in _outcomes(seeds, run, asked.jobs):
        if asked.trace:
            print("\n".join(outcome.lines))
        if outcome.wrong:
            failed += 1
            _tell(seed, outcome, setting)
    hours = (time.monotonic() - began) / 3600
    rate = len(seeds) / hours
    print(f"{len(seeds)} games, {failed} failed; {rate:.0f} games in an hour")
    return 1 if failed else 0


def _hunt(word: str, seeds: range, jobs: int) -> int:
    """
    Print for each mutation the seed that finds it, and that seed's first complaint.
    """
    missed = 0
    for number, mutation, found in hunt(chosen(word), seeds, jobs):
        missed += found is None
        seed, complaint = ("-", "not found") if found is None else found
        told = shorten(complaint, WIDTH, placeholder=" …")
        words = (number, mutation.what, f"`{mutation.path}`", seed, told)
        print(f"| {' | '.join(map(str, words))} |", flush=True)
    return 1 if missed else 0


def _seeds(text: str) -> range:
    first, _, last = text.partition("..")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not A..B, or one: {text!r}") from None


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
    """Print what is wrong with a game, and the fewest faults that cause it."""

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
