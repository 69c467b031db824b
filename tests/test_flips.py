"""No bit of a log can be changed."""

from __future__ import annotations

from pathlib import Path

from tests.support.flips import flips

LOG = Path(__file__).parent / "vectors" / "three_seats.swlog"

STEP = 523
"""A prime: all eight bits of a byte come up, and bytes of every part of an entry."""


def test_no_flipped_bit_passes() -> None:
    """Of a sealed game; `scripts/flips.py` flips all of them."""
    data = LOG.read_bytes()
    found = dict(flips(data, STEP))
    assert list(found) == list(range(0, 8 * len(data), STEP))
    assert all(found.values())
    assert {bit % 8 for bit in found} == set(range(8))


def test_no_flipped_bit_passes_with_leaders_and_edifices() -> None:
    """Fewer of them, of a longer log."""
    data = LOG.with_name("expansions.swlog").read_bytes()
    found = dict(flips(data, 10 * STEP + 3))
    assert len(found) > 310
    assert all(found.values())


def test_every_bit_of_the_frame_around_an_entry_counts() -> None:
    """The magic, the lengths, and the first bytes behind each."""
    data = LOG.read_bytes()
    found = []
    for bit, why in flips(data):
        if bit >= 8 * 400:
            break
        found.append((bit, bool(why)))
    assert found == [(bit, True) for bit in range(8 * 400)]


def test_no_flipped_bit_passes_at_architects() -> None:
    """Peeks, what is turned up, and piles mixed again."""
    data = LOG.with_name("architects.swlog").read_bytes()
    found = dict(flips(data, 10 * STEP + 7))
    assert len(found) > 270
    assert all(found.values())
