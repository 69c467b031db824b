"""Caches that are emptied together."""

from __future__ import annotations

from sealed_wonders.core.remembered import forget, remembered


def test_results_are_cached_until_they_are_forgotten() -> None:
    asked: list[int] = []

    @remembered(2)
    def double(n: int) -> int:
        asked.append(n)
        return 2 * n

    assert [double(n) for n in (1, 1, 2, 3, 1)] == [2, 2, 4, 6, 2]
    assert [1, 2, 3, 1] == asked
    forget()
    assert [double(3), asked.pop()] == [6, 3]
