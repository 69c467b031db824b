"""
Measuring: the best of several runs, by process time.

Other work on a machine can only slow a run down, so the fastest run is closest to the
program's own cost. The reference loop measures the speed of the machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

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


def tally() -> dict[int, int]:
    """Run the reference loop: count a hundred thousand numbers by their last digits."""
    counts: dict[int, int] = {}
    for number in range(100_000):
        digits = (number * number >> 3) % 97
        counts[digits] = counts.get(digits, 0) + 1
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
