"""A log with any flipped bit is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.flips import flips

VECTORS = Path(__file__).parent / "vectors"


@pytest.mark.parametrize(
    ("log", "step"),
    [("three_seats", 523), ("expansions", 5233), ("architects", 5237)],
)
def test_flipped_bits_in_sealed_games_are_refused(log: str, step: int) -> None:
    """
    Here, only some bits are flipped; `scripts/flips.py` flips all of them.

    Each step is a prime, so that all eight bits of a byte come up, and bytes of every
    part of an entry.
    """
    data = (VECTORS / f"{log}.swlog").read_bytes()
    found = dict(flips(data, step))
    assert list(found) == list(range(0, 8 * len(data), step))
    assert all(found.values())
    assert {bit % 8 for bit in found} == set(range(8))
    assert len(found) > 270


def test_any_flipped_bit_in_the_first_400_bytes_is_refused() -> None:
    """These bytes include the magic, first lengths, and the bytes behind each."""
    data = (VECTORS / "three_seats.swlog").read_bytes()
    found = []
    for bit, why in flips(data):
        if bit >= 8 * 400:
            break
        found.append((bit, bool(why)))
    assert found == [(bit, True) for bit in range(8 * 400)]
