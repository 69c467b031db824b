"""
What has been drawn, kept for as long as what it was drawn of stays the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")

_SMALL = (int, float, str, tuple, type(None))
"""What is compared by its value; all else is the same only if it is the very same."""


class Kept:
    """Drawings by name, each with what it was drawn of."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[tuple[object, ...], object]] = {}

    def get(self, name: str, of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Give what was made *of* the same things before, or make it."""
        before = self._made.get(name)
        if before is not None and same(before[0], of):
            return cast(T, before[1])
        made = make()
        self._made[name] = of, made
        return made

    def clear(self) -> None:
        """Keep nothing: all is to be drawn anew."""
        self._made.clear()


def same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Tell whether two things were made of the same."""
    return len(one) == len(other) and all(map(_is_same, one, other))


def _is_same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return same(one, other)
    return isinstance(one, _SMALL) and isinstance(other, _SMALL) and one == other
