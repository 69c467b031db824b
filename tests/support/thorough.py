"""
How much is tried: the corner cases, or everything in a thorough run.

A promise is kept by a test that always runs. What is only more of the same (more seats,
more seeds, each byte where each seventh tells as much) waits for
``scripts/test --thorough``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")


def is_thorough() -> bool:
    """Return whether this is a thorough run."""
    return settings.get_current_profile_name() == "thorough"


def only(always: Iterable[object], values: Iterable[object]) -> list[object]:
    """
    Return a test's parameters: some, or all of them in a thorough run.

    A tuple is several parameters at once. A test without any runs in a thorough run
    alone.
    """
    kept, whole = list(always), list(values)
    lost = [it for it in kept if it not in whole]
    assert not lost, f"no parameters: {lost}"
    if kept and not is_thorough():
        return [it for it in whole if it in kept]
    return [it if it in kept else _thorough(it) for it in whole]


def _thorough(value: object) -> object:
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=pytest.mark.thorough)


def every(step: int, values: Sequence[T]) -> Sequence[T]:
    """Return every *step*-th value, or all of them in a thorough run."""
    return values if is_thorough() else values[::step]


def examples(most: int) -> settings:
    """
    Return settings for this many examples in a thorough run, and otherwise a quarter.
    """
    return settings(
        max_examples=most if is_thorough() else min(most, max(10, most // 4))
    )
