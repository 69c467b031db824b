"""Tables of plain text, as both programs print them."""

from __future__ import annotations

from sealed_wonders.net.columns import columns


def test_characters_that_take_two_columns_line_up() -> None:
    rows = [("name", "won"), ("花子", 3), ("👩‍👩‍👧 ann", 12), ("bo", 0)]
    assert ["name    won", "花子      3", "👩‍👩‍👧 ann   12", "bo        0"] == list(
        columns(rows)
    )
