"""
Matching of grey cards with the costs of stages: how many resources remain unpaid.

`needs` uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

Costs = tuple[tuple[int, bool], ...]
"""
The costs of stages as a sorted multiset: the number of resources, and whether they must
be equal.
"""


def open_places(grey: Sequence[int], costs: Costs, *, any_resources: bool) -> int:
    """
    Return the minimum number of resources that a city's grey cards leave unpaid.

    Args:
        grey: the number of cards of each kind.
        costs: the costs of the stages.
        any_resources: whether any resources may be used for any stage.
    """
    if any_resources:
        return max(0, sum(cost for cost, _ in costs) - sum(grey))
    return _open(tuple(sorted(grey, reverse=True)), costs)


@lru_cache(maxsize=1 << 14)
def _open(grey: tuple[int, ...], costs: Costs) -> int:
    """
    Return that number for the counts in descending order: kinds are interchangeable.
    """
    equal = [cost for cost, same in costs if same]
    mixed = [cost for cost, same in costs if not same]
    return min(
        _left(grey, equal, kinds, mixed)
        for kinds in _ways(len(grey), len(equal), len(set(equal)) > 1)
    )


def _ways(kinds: int, stages: int, matters: bool) -> Sequence[tuple[int, ...]]:
    """Return the assignments of kinds to the stages that need equal resources."""
    found = list(combinations_with_replacement(range(kinds), stages))
    if matters:
        found += [tuple(reversed(some)) for some in found]
    return found


def _left(
    grey: Sequence[int], equal: Sequence[int], kinds: Sequence[int], mixed: list[int]
) -> int:
    """Return the number of unpaid resources for one such assignment."""
    counts, missing = list(grey), 0
    for cost, kind in zip(equal, kinds, strict=True):
        paid = min(cost, counts[kind])
        counts[kind] -= paid
        missing += cost - paid
    places = sorted(mixed, reverse=True)
    # Use the most frequent kind where most is missing, one card per stage.
    for count in sorted(counts, reverse=True):
        for at in range(min(count, len(places))):
            places[at] = max(0, places[at] - 1)
        places.sort(reverse=True)
    return missing + sum(places)
