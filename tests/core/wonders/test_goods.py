"""Bundles of goods, packed into an integer."""

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


@given(bundles, bundles)
def test_bundles_are_added_and_subtracted_good_by_good(
    some: dict[str, int], more: dict[str, int]
) -> None:
    """The result never exceeds the maximum number of units, nor falls below zero."""
    assert some == unpack(pack(some))
    both = {it: (some.get(it, 0), more.get(it, 0)) for it in GOODS}
    total = {it: min(MAX_UNITS, one + other) for it, (one, other) in both.items()}
    assert pack(total) == plus(pack(some), pack(more))
    left = {it: max(0, one - other) for it, (one, other) in both.items()}
    assert pack(left) == minus(pack(some), pack(more))


@pytest.mark.parametrize(
    "amounts", [{"gold": 1}, {"wood": -1}, {"wood": MAX_UNITS + 1}]
)
def test_amounts_out_of_range_are_refused(amounts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected 0 to 7 of a good"):
        pack(amounts)


def test_a_choice_has_a_bit_for_each_good() -> None:
    """Independent of the order of the goods."""
    assert 0b0001001 == choice(["wood", "clay"]) == choice(["clay", "wood"])
    assert 0b1111111 == choice(GOODS)
    with pytest.raises(ValueError, match="expected a good, got 'gold'"):
        choice(["wood", "gold"])
