"""
Caches of pure functions, which a host empties when a game ends.

Players, bots and simulations ask the same questions thousands of times within a game,
but hardly ever again in the next game. Each cache has a maximum size. A host runs for
weeks, so it also calls `forget`, which is always safe: lost results are computed again.
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
    """
    Return a decorator that caches the latest results of a pure function.

    Args:
        most: the maximum number of results.
    """

    def remembering(function: Callable[..., _T]) -> _lru_cache_wrapper[_T]:
        wrapped = lru_cache(maxsize=most)(function)
        _forgetting.append(wrapped.cache_clear)
        return wrapped

    return remembering


def forget() -> None:
    """Empty all these caches, for all threads and all games of this process."""
    for forgetting in _forgetting:
        forgetting()
