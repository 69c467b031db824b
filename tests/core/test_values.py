"""`evolve`, the faster `dataclasses.replace`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from sealed_wonders.core.values import evolve


@dataclass(frozen=True, slots=True)
class Pair:
    one: int
    two: tuple[int, ...] = ()
    third: str = field(default="", compare=False)


def test_a_copy_has_the_changes_and_the_other_fields() -> None:
    """As with `dataclasses.replace`; the original is unchanged."""
    pair = Pair(1, (2, 3), "x")
    assert replace(pair, two=()) == evolve(pair, two=())
    assert "x" == evolve(pair, one=5).third
    assert (1, (2, 3)) == (pair.one, pair.two)


def test_a_copy_is_frozen_too() -> None:
    """It has the same hash as equal values."""
    copy = evolve(Pair(1), one=2)
    assert hash(Pair(2)) == hash(copy)
    with pytest.raises(AttributeError):
        copy.one = 3  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Triple(Pair):
    more: int = 0


def test_inherited_fields_are_copied() -> None:
    assert Triple(1, (2,), "x", 3) == evolve(Triple(1, (), "x", 3), two=(2,))
    assert "x" == evolve(Triple(1, (), "x", 3), more=4).third


@dataclass(frozen=True)
class Loose:
    one: int
    two: str = ""


@pytest.mark.parametrize("value", [Pair(1), Loose(1)])
def test_unknown_fields_are_refused(value: Pair | Loose) -> None:
    """With slots and without."""
    assert 2 == evolve(value, one=2).one
    assert 1 == value.one
    with pytest.raises(KeyError, match="onw"):
        evolve(value, onw=2)
