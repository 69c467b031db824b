"""
Alignment of plain-text tables, for what both programs print.

Texts are measured in columns of a terminal: some characters, such as those of Chinese
and most emoji, take two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def columns(rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """
    Yield the rows aligned in columns; columns that contain a number are right-aligned.
    """
    from wcwidth import ljust, rjust, width  # late: few commands print tables

    lines: list[list[str]] = [[] for _ in rows]
    for column in zip(*rows, strict=True):
        cells = [str(cell) for cell in column]
        widest = max(map(width, cells))
        align = rjust if any(isinstance(cell, int) for cell in column) else ljust
        for line, cell in zip(lines, cells, strict=True):
            line.append(align(cell, widest))
    return ("  ".join(line).rstrip() for line in lines)
