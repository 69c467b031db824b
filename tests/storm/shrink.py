"""Finds the shortest list of faults that still makes a run fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.storm.faults import Event


def shrunk(
    events: Sequence[Event], fails: Callable[[Sequence[Event]], bool]
) -> tuple[Event, ...]:
    """
    Remove events from a failing list until none can be removed.

    Zeller and Hildebrandt's ddmin: halves first, then smaller parts.
    """
    left, parts = tuple(events), 2
    while left:
        size = max(1, len(left) // parts)
        for at in range(0, len(left), size):
            fewer = left[:at] + left[at + size :]
            if fails(fewer):
                left, parts = fewer, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(left), 2 * parts)
    return left
