"""Plain-text tables, as both programs print them."""

from __future__ import annotations

from sealed_wonders.net.columns import columns


def test_columns_with_wide_characters_are_aligned() -> None:
    rows = [("name", "won"), ("花子", 3), ("👩‍👩‍👧 ann", 12), ("bo", 0)]
    assert ["name    won", "花子      3", "👩‍👩‍👧 ann   12", "bo        0"] == list(
        columns(rows)
    )
