"""
Measuring: the best of several runs, by process time.

Other work on a machine can only slow a run down, so the fastest run is closest to the
program's own cost. The reference loop measures the speed of the machine: like the
programs themselves, it follows references through more memory than a first cache holds,
so whatever else runs on the machine slows both down alike.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, Mapping

RUNS = 5

figures: list[tuple[str, str, str]] = []
"""All figures so far: what was measured, the figure with its unit, and the limit."""


def best_of(work: Callable[[], object], runs: int = RUNS) -> float:
    """Return the process time of the fastest of several runs, in seconds."""
    return min(_seconds(work) for _ in range(runs))


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


@functools.cache
def _ring() -> Mapping[int, tuple[int, str]]:
    """Return a quarter of a million numbers in a ring, each with its successor."""
    order = list(range(1 << 18))
    random.Random("ring").shuffle(order)
    row = zip(order, (*order[1:], order[0]), strict=True)
    return {number: (following, f"{number % 97}") for number, following in row}


def tally() -> dict[str, int]:
    """Run the reference loop: go round a part of the ring, and count the labels."""
    ring, at = _ring(), 0
    counts: dict[str, int] = {}
    for _ in range(50_000):
        at, label = ring[at]
        counts[label] = counts.get(label, 0) + 1
    return counts


def verdict(what: str, measured: float, wanted: float, unit: str) -> bool:
    """Print a figure beside its lower limit; return whether it reaches the limit."""
    reached = measured >= wanted
    mark = "as wanted" if reached else "NOT as wanted"
    print(f"{what}: {measured:.1f} {unit}, at least {wanted:g}: {mark}")
    figures.append((what, f"{measured:.1f} {unit}", f"at least {wanted:g}"))
    return reached


def at_most(what: str, measured: float, wanted: float, unit: str) -> bool:
    """Print a figure beside its upper limit; return whether it keeps to the limit."""
    kept = measured <= wanted
    mark = "as wanted" if kept else "NOT as wanted"
    print(f"{what}: {measured:.3g} {unit}, at most {wanted:g}: {mark}")
    figures.append((what, f"{measured:.3g} {unit}", f"at most {wanted:g}"))
    return kept
