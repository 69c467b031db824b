"""Bundles of goods, packed in one int."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.wonders.goods import (
    GOODS,
    MAX_UNITS,
    choice,
    minus,
    pack,
    plus,
    unpack,
)

bundles = st.dictionaries(st.sampled_from(GOODS), st.integers(1, MAX_UNITS))


@given(bundles)
def test_a_packed_bundle_unpacks_to_itself(amounts: dict[str, int]) -> None:
    """Nothing is lost in packing, and nothing comes of nothing."""
    assert amounts == unpack(pack(amounts))


@given(bundles, bundles)
def test_bundles_are_added_good_by_good(
    some: dict[str, int], more: dict[str, int]
) -> None:
    """Beyond the most units of one good the sum stays where it is."""
    expected = {
        good: min(MAX_UNITS, some.get(good, 0) + more.get(good, 0)) for good in GOODS
    }
    assert pack(expected) == plus(pack(some), pack(more))


@given(bundles, bundles)
def test_bundles_are_taken_away_good_by_good(
    some: dict[str, int], less: dict[str, int]
) -> None:
    expected = {good: max(0, some.get(good, 0) - less.get(good, 0)) for good in GOODS}
    assert pack(expected) == minus(pack(some), pack(less))


@pytest.mark.parametrize(
    "amounts", [{"gold": 1}, {"wood": -1}, {"wood": MAX_UNITS + 1}]
)
def test_what_no_bundle_holds_is_refused(amounts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected 0 to 7 of a good"):
        pack(amounts)


def test_a_choice_has_a_bit_for_each_good() -> None:
    """The order in which the goods are named makes no difference."""
    assert 0b0001001 == choice(["wood", "clay"]) == choice(["clay", "wood"])
    assert 0b1111111 == choice(GOODS)


def test_a_choice_of_unknown_goods_is_refused() -> None:
    """A slip in the data is named."""
    with pytest.raises(ValueError, match="expected a good, got 'gold'"):
        choice(["wood", "gold"])
