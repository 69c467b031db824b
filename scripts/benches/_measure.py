"""
Measuring: the best of several runs, by the time the process had to itself.

Other work on a machine can only make a run slower, so the quickest one is nearest to
what the program takes. What a machine is good for is told by the reference loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable

RUNS = 5

figures: list[tuple[str, str, str]] = []
"""What was measured so far: what it is, the figure with its unit, and what is wanted."""


def best_of(work: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of process time that the quickest of several runs took."""
    return min(_seconds(work) for _ in range(runs))


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def tally() -> dict[int, int]:
    """The reference loop: a hundred thousand numbers, counted by their last digits."""
    counts: dict[int, int] = {}
    for number in range(100_000):
        digits = (number * number >> 3) % 97
        counts[digits] = counts.get(digits, 0) + 1
    return counts


def verdict(what: str, measured: float, wanted: float, unit: str) -> bool:
    """Print a figure beside the least that is wanted; tell whether it is reached."""
    reached = measured >= wanted
    mark = "as wanted" if reached else "NOT as wanted"
    print(f"{what}: {measured:.1f} {unit}, at least {wanted:g}: {mark}")
    figures.append((what, f"{measured:.1f} {unit}", f"at least {wanted:g}"))
    return reached


def at_most(what: str, measured: float, wanted: float, unit: str) -> bool:
    """Print a figure beside the most that is wanted; tell whether it is kept to."""
    kept = measured <= wanted
    mark = "as wanted" if kept else "NOT as wanted"
    print(f"{what}: {measured:.3g} {unit}, at most {wanted:g}: {mark}")
    figures.append((what, f"{measured:.3g} {unit}", f"at most {wanted:g}"))
    return kept
