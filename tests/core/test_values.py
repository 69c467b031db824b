"""Copies of frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    two: tuple[int, ...] = ()
    third: str = field(default="", compare=False)


def test_a_copy_has_the_changes_and_the_rest() -> None:
    """As `dataclasses.replace` would make it; the first stays what it was."""
    pair = Pair(1, (2, 3), "x")
    assert replace(pair, two=()) == evolve(pair, two=())
    assert "x" == evolve(pair, one=5).third
    assert (1, (2, 3)) == (pair.one, pair.two)


def test_a_copy_is_frozen_too() -> None:
    """And hashes like its equals."""
    copy = evolve(Pair(1), one=2)
    assert hash(Pair(2)) == hash(copy)
    with pytest.raises(AttributeError):
        copy.one = 3  # type: ignore[misc]
