"""
Answers that are remembered, so that nothing is worked out twice, until somebody forgets them.

Bots and simulations ask the same by the thousand. In a program that runs for weeks, and has
a few games of an evening, what one game asked is hardly ever asked in the next: it forgets
all as a game ends, and doesn't grow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_T = TypeVar("_T")

_forgetting: list[Callable[[], None]] = []


def remembered(most: int) -> Callable[[Callable[..., _T]], _lru_cache_wrapper[_T]]:
    """Have a function remember its latest answers, at most so many."""

    def remembering(function: Callable[..., _T]) -> _lru_cache_wrapper[_T]:
        wrapped = lru_cache(maxsize=most)(function)
        _forgetting.append(wrapped.cache_clear)
        return wrapped

    return remembering


def forget() -> None:
    """Forget the answers of all such functions, in whatever thread."""
    for forgetting in _forgetting:
        forgetting()
