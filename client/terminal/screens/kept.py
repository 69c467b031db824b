"""Cache of drawings, valid as long as their arguments stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")

_SMALL = (int, float, str, tuple, frozenset, type(None))
"""Types that are compared by value; all others by identity."""


class DrawingCache:
    """Drawings by name, each with its arguments."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[object, ...], object]] = {}

    def get(self, name: str, of: tuple[object, ...], make: Callable[[], T]) -> T:
        """
        Return the last drawing if it was made *of* the same arguments, or make it.
        """
        before = self._made.get(name)
        if before is not None and same(before[0], of):
            return cast(T, before[1])
        made = make()
        self._made[name] = of, made
        return made


def same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Return whether two tuples of arguments are the same."""
    return len(one) == len(other) and all(map(_is_same, one, other))


def _is_same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return same(one, other)
    return isinstance(one, _SMALL) and isinstance(other, _SMALL) and one == other
