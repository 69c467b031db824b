"""
Matching of grey cards with the costs of stages: how many resources remain unpaid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

Costs = tuple[tuple[int, bool], ...]
"""Of stages, as a multiset, ascending: how many resources, and whether they are equal."""


def open_places(grey: Sequence[int], costs: Costs, *, any_resources: bool) -> int:
    """
    Count the resources of some stages that a city's grey cards can't fill at best.

    Args:
        grey: how many cards of each kind.
        any_resources: whatever is there pays.
    """
    if any_resources:
        return max(0, sum(cost for cost, _ in costs) - sum(grey))
    return _open(tuple(sorted(grey, reverse=True)), costs)


@lru_cache(maxsize=1 << 14)
def _open(grey: tuple[int, ...], costs: Costs) -> int:
    """Count them; it matters how many there are of a kind, and not which kind it is."""
    equal = [cost for cost, same in costs if same]
    mixed = [cost for cost, same in costs if not same]
    return min(
        _left(grey, equal, kinds, mixed)
        for kinds in _ways(len(grey), len(equal), len(set(equal)) > 1)
    )


def _ways(kinds: int, stages: int, matters: bool) -> Sequence[tuple[int, ...]]:
    """Return the kinds that stages of equal resources may be paid with."""
    found = list(combinations_with_replacement(range(kinds), stages))
    if matters:
        found += [tuple(reversed(some)) for some in found]
    return found


def _left(
    grey: Sequence[int], equal: Sequence[int], kinds: Sequence[int], mixed: list[int]
) -> int:
    """Count what is missing where it is settled which kinds pay the equal ones."""
    counts, missing = list(grey), 0
    for cost, kind in zip(equal, kinds, strict=True):
        paid = min(cost, counts[kind])
        counts[kind] -= paid
        missing += cost - paid
    places = sorted(mixed, reverse=True)
    # The kind there is most of goes where most is missing, once to each stage.
    for count in sorted(counts, reverse=True):
        for at in range(min(count, len(places))):
            places[at] = max(0, places[at] - 1)
        places.sort(reverse=True)
    return missing + sum(places)
