"""Building and removing things in a city."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.city import with_building, with_stage, without_building
from sealed_wonders.core.wonders.model import City
from tests.support.wonders import building, city

names = st.lists(
    st.sampled_from([building.id for building in catalog().buildings]),
    min_size=1,
    max_size=20,
    unique_by=lambda name: building(name).building,
)
boards = st.sampled_from(
    [f"{b.id} {side}" for b in catalog().boards for side in b.sides]
)


def built(board: str, order: list[str], stages: int) -> City:
    """Build up a city; its first stages last."""
    done = city(board, built=" ".join(order))
    for slot in range(min(stages, len(done.side.stages))):
        half = next(iter(done.side.stages[slot].halves), "")
        done = with_stage(done, half, slot)
    return done


@given(boards, names, st.integers(0, 4), st.data())
def test_what_is_taken_away_was_never_there(
    board: str, order: list[str], stages: int, data: st.DataObject
) -> None:
    """All it did is gone with it; that the city had its colour is not (W5.3)."""
    lost = data.draw(st.sampled_from(order))
    whole = built(board, order, stages)
    rest = built(board, [name for name in order if name != lost], stages)
    assert evolve(rest, colours=whole.colours) == without_building(
        whole, building(lost)
    )


@given(boards, names, st.integers(0, 4))
def test_works_do_not_depend_on_the_order_of_building(
    board: str, order: list[str], stages: int
) -> None:
    """A city can do the same whatever was built first."""
    again = sorted(order)
    first, other = built(board, order, stages), built(board, again, stages)
    assert first.works == other.works
    assert first.colours == other.colours


def test_what_is_not_there_cannot_be_taken_away() -> None:
    """It would be a mistake of the rules."""
    with pytest.raises(ValueError, match="not in tuple"):
        without_building(city("gizah", built="altar"), building("baths"))


def test_a_city_is_a_value() -> None:
    """Building on leaves the city it was as it was."""
    bare = city("gizah")
    assert with_building(bare, building("altar")) == city("gizah", built="altar")
    assert bare == city("gizah")
