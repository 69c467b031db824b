"""Alignment of plain-text tables, for what both programs print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def columns(rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """
    Yield the rows aligned in columns; columns that contain a number are right-aligned.
    """
    widths = []
    for column in zip(*rows, strict=True):
        numbers = any(isinstance(cell, int) for cell in column)
        widths.append((max(len(str(cell)) for cell in column), numbers))
    for row in rows:
        line = (
            str(cell).rjust(width) if numbers else str(cell).ljust(width)
            for cell, (width, numbers) in zip(row, widths, strict=True)
        )
        yield "  ".join(line).rstrip()
